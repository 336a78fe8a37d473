'use client'

import { useEffect, useState } from 'react'
import { TableCell } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { isBeyondExcerpt, highlightError } from './highlight-error'
import { type LineError, wholeFileLocation } from './import-reply'
import { readLineAt } from './read-line'

export function ImportErrorRow({ file, problem }: { file: File | null; problem: LineError }) {
  const { line, location, reason } = problem
  const text = useLine(file, problem)
  const highlighted = highlightError(text, location)
  return (
    <tr>
      <TableCell numeric className="font-mono text-caption font-text">
        {formatCount(line)}
      </TableCell>
      <TableCell className="wrap-anywhere">{reason}</TableCell>
      <TableCell className="min-w-24 wrap-anywhere text-ink-3">
        {formatLocationLabel(location)}
      </TableCell>
      <TableCell className="max-w-0 truncate max-desk:hidden">
        <code dir="ltr" className="text-caption font-text whitespace-pre text-ink-2">
          {highlighted.before}
          {highlighted.error && (
            <mark className="bg-transparent text-negative underline decoration-2 underline-offset-3">
              {highlighted.error}
            </mark>
          )}
          {highlighted.ends && (
            <span className="ml-px border-l-2 border-negative pl-1 font-ui text-negative">
              line ends here
            </span>
          )}
          {highlighted.after}
        </code>
      </TableCell>
    </tr>
  )
}

/**
 * The server's excerpt of a line. If the error is beyond it, the whole line from the file, when this tab has the file and
 * it is not compressed (offsets count uncompressed bytes).
 */
function useLine(file: File | null, { excerpt, location, offset }: LineError): string {
  const [whole, setWhole] = useState<string | null>(null)
  useEffect(() => {
    if (!file || !isBeyondExcerpt(excerpt, location)) return
    let isMounted = true
    readLineAt(file, offset).then(
      (text) => isMounted && text.startsWith(excerpt) && setWhole(text),
      // The file changed or is gone: show the excerpt.
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [file, excerpt, location, offset])
  return whole ?? excerpt
}

function formatLocationLabel(location: string): string {
  const counted = /^(column|byte) (\d+)$/.exec(location)
  if (counted) return `${counted[1]} ${formatCount(Number(counted[2]))}`
  if (location === wholeFileLocation) return 'whole file'
  return location === 'line' ? 'whole line' : location
}
