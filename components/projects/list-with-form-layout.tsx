import type { ReactNode } from 'react'
import { SectionHeader } from '@/components/ui/section-header'

/** Lists of people and invites, next to a form that changes the selected person or invites someone. */
export function ListWithFormLayout({
  selectedName,
  inviteTitle,
  form,
  children,
}: {
  selectedName: string | undefined
  /** While no one is selected. */
  inviteTitle: string
  form: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid grid-cols-12 items-start gap-x-6 gap-y-12">
      <div className="col-span-12 wide:col-span-8">{children}</div>
      <section
        aria-labelledby="person-form"
        className="col-span-12 desk:max-w-form wide:sticky wide:top-[calc(var(--spacing-head)+1.5rem)] wide:col-span-4"
      >
        <SectionHeader id="person-form" title={selectedName ?? inviteTitle} />
        <div className="border-t border-ink pt-3">{form}</div>
      </section>
    </div>
  )
}
