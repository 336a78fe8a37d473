import type { RefObject } from 'react'

/** The browser's file dialog, opened by visible buttons. */
export function FileInput({
  input,
  label,
  onFile,
}: {
  input: RefObject<HTMLInputElement | null>
  label: string
  onFile: (file: File) => void
}) {
  return (
    <input
      ref={input}
      type="file"
      accept=".jsonl,.ndjson,.json,.csv,.gz"
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={(event) => {
        const file = event.target.files?.[0]
        if (file) onFile(file)
        // Lets the same file be chosen again after it was fixed.
        event.target.value = ''
      }}
    />
  )
}
