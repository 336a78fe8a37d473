import type { ReactNode } from 'react'

/** Above a text in italics: what it is. */
export const NoteLabel = ({ children }: { children: ReactNode }) => (
  <span className="block font-ui text-caption text-ink-3 not-italic">{children}</span>
)
