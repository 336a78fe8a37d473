import type { ReactNode } from 'react'

/** A group of fields with a title and description at the left, or above the fields if `isStacked`. */
export function FormGroup({
  id,
  title,
  description,
  isStacked = false,
  children,
}: {
  /** Anchor of the section. */
  id?: string
  title: string
  description?: ReactNode
  isStacked?: boolean
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-label={id === undefined ? undefined : title}
      className="grid scroll-mt-16 grid-cols-12 gap-x-6 gap-y-4 border-t border-ink pt-4 pb-12"
    >
      <div className={isStacked ? 'col-span-12' : 'col-span-12 wide:col-span-4'}>
        <h2>{title}</h2>
        {description && <div className="text-ui text-ink-2">{description}</div>}
      </div>
      <div className={`col-span-12 grid max-w-[30rem] gap-6 ${isStacked ? '' : 'wide:col-span-8'}`}>
        {children}
      </div>
    </section>
  )
}
