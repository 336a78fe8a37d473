import type { ReactNode } from 'react'
import type { SectionIndexEntry } from '@/components/ui/section-index'

/** Examples of one kind of component. */
export function KitSection({ id, title, children }: SectionIndexEntry & { children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-16 gap-8 pb-16">
      <h2 id={`${id}-title`} className="border-b border-ink pb-2">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A component in one state. */
export function KitExample({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="min-w-0">
      <h3 className="pb-3 text-caption text-ink-3">{name}</h3>
      {children}
    </section>
  )
}
