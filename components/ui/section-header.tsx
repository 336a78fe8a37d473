import type { ReactNode } from 'react'

/** The title of a section, with a count or a link at its right. */
export function SectionHeader({
  id,
  title,
  children,
}: {
  /** For `aria-labelledby` of the section. */
  id?: string
  title: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-x-4 pb-2 max-desk:flex-wrap">
      <h2 id={id} className="shrink-0 max-desk:shrink">
        {title}
      </h2>
      {children && <p className="text-caption text-ink-3">{children}</p>}
    </div>
  )
}
