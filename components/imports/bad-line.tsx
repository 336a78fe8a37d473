'use client'

import { useEffect, useState } from 'react'
import { formatCount } from '@/lib/platform/format'
import { Cell } from '@/components/ui/table'
import { fileLevel, type LineProblem } from './import-reply'
import { isBeyondExcerpt, markSpot } from './mark-spot'
import { readLineAt } from './read-line'

export function BadLine({ file, problem }: { file: File | null; problem: LineProblem }) {
  const { line, place, reason } = problem
  const text = useLine(file, problem)
  const marked = markSpot(text, place)
  return (
    <tr>
      <Cell numeric className="font-mono text-caption font-text">
        {formatCount(line)}
      </Cell>
      <Cell className="wrap-anywhere">{reason}</Cell>
      <Cell className="min-w-24 wrap-anywhere text-ink-3">{namePlace(place)}</Cell>
      <Cell className="max-w-0 truncate max-desk:hidden">
        <code dir="ltr" className="text-caption font-text whitespace-pre text-ink-2">
          {marked.before}
          {marked.spot && (
            <mark className="bg-transparent text-negative underline decoration-2 underline-offset-3">
              {marked.spot}
            </mark>
          )}
          {marked.ends && (
            <span className="ml-px border-l-2 border-negative pl-1 font-ui text-negative">
              the line ends here
            </span>
          )}
          {marked.after}
        </code>
      </Cell>
    </tr>
  )
}

/**
 * The server's excerpt of a line; where the spot stands beyond that, the line itself, out of the file, if this tab has
 * it and it is not packed: offsets are those of the unpacked text.
 */
function useLine(file: File | null, { start, place, offset }: LineProblem): string {
  const [whole, setWhole] = useState<string | null>(null)
  useEffect(() => {
    if (!file || !isBeyondExcerpt(start, place)) return
    let isShown = true
    readLineAt(file, offset).then(
      (text) => isShown && text.startsWith(start) && setWhole(text),
      // The file was changed or is gone: the excerpt says enough.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [file, start, place, offset])
  return whole ?? start
}

function namePlace(place: string): string {
  const counted = /^(column|byte) (\d+)$/.exec(place)
  if (counted) return `${counted[1]} ${formatCount(Number(counted[2]))}`
  if (place === fileLevel) return 'the whole file'
  return place === 'line' ? 'the whole line' : `field ${place}`
}
