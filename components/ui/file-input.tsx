import type { RefObject } from 'react'

/** The browser's file dialog, opened by visible buttons. */
export function FileInput({
  input,
  label,
  accept,
  onFile,
}: {
  input: RefObject<HTMLInputElement | null>
  label: string
  /** File extensions. */
  accept: string
  onFile: (file: File) => void
}) {
  return (
    <input
      ref={input}
      type="file"
      accept={accept}
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
