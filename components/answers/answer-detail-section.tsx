import type { ReactNode } from 'react'

/** A titled text in the details next to a list. */
export function AnswerDetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-caption text-ink-3">{title}</h3>
      <div className="overflow-x-hidden font-read text-excerpt font-text wrap-anywhere">
        {children}
      </div>
    </div>
  )
}
