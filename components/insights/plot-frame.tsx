import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'

/**
 * Scrolls sideways where it has no room: what it says must stay legible. `showsEnd`: what is newest stands at the right, and
 * is seen first.
 */
export function PlotFrame({
  label,
  showsEnd = false,
  children,
}: {
  label: string
  showsEnd?: boolean
  children: ReactNode
}) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it can be scrolled with keys
      tabIndex={0}
      className={classes(
        'scrolls-in-itself overflow-x-auto overflow-y-hidden',
        // Laid out from the right, it begins there.
        showsEnd && 'flex flex-row-reverse justify-end',
      )}
    >
      {children}
    </div>
  )
}

/** In the place of a figure: what it would show, and what is missing. */
export function Missing({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="mt-2 max-w-abstract border-t border-ink pt-3 text-strong text-ink-2">
        {children}
      </p>
    </section>
  )
}
