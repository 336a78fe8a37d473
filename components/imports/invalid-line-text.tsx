'use client'

import { useEffect, useState } from 'react'
import { isBeyondExcerpt, highlightError } from './highlight-error'
import type { LineError } from './import-reply'
import { readLineAt } from './read-line'

/** The text of a line, with the error marked. */
export function InvalidLineText({ file, lineError }: { file: File | null; lineError: LineError }) {
  const highlightedLine = highlightError(useLine(file, lineError), lineError.location)
  return (
    <code dir="ltr" className="text-caption font-text whitespace-pre text-ink-2">
      {highlightedLine.before}
      {highlightedLine.error && (
        <mark className="bg-transparent text-negative underline decoration-2 underline-offset-3">
          {highlightedLine.error}
        </mark>
      )}
      {highlightedLine.endsAtError && (
        <span className="ml-px border-l-2 border-negative pl-1 font-ui text-negative">
          line ends here
        </span>
      )}
      {highlightedLine.after}
    </code>
  )
}

/**
 * The server's excerpt of a line. If the error is beyond it, the whole line from the file, when this tab has the file and
 * it is not compressed (offsets count uncompressed bytes).
 */
function useLine(file: File | null, { excerpt, location, offset }: LineError): string {
  const [fullLine, setFullLine] = useState<string | null>(null)
  useEffect(() => {
    if (!file || !isBeyondExcerpt(excerpt, location)) return
    let isMounted = true
    readLineAt(file, offset).then(
      (text) => isMounted && text.startsWith(excerpt) && setFullLine(text),
      // The file was changed or deleted: show the excerpt.
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [file, excerpt, location, offset])
  return fullLine ?? excerpt
}
