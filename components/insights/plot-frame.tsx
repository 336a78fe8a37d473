import type { ReactNode } from 'react'

/** Scrolls sideways where it has no room: what it says must stay legible. */
export function PlotFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it can be scrolled with keys
      tabIndex={0}
      className="scrolls-in-itself overflow-x-auto overflow-y-hidden"
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
