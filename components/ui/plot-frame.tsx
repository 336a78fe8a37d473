import type { ReactNode } from 'react'
import { EmptyText } from './empty-text'
import { joinClasses } from './join-classes'

/**
 * Scrolls sideways on narrow screens, so that text stays legible. `showsEnd` starts at the right, where the newest data is.
 * `axis` stays at the left of the plot.
 */
export function ScrollablePlotFrame({
  label,
  showsEnd = false,
  axis,
  children,
}: {
  label: string
  showsEnd?: boolean
  axis?: ReactNode
  children: ReactNode
}) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users need focus to scroll
      tabIndex={0}
      className={joinClasses(
        'scroll-box overflow-x-auto overflow-y-hidden',
        // A reversed row starts scrolled to its right end. The margin keeps a plot that fits at the left.
        showsEnd && 'flex flex-row-reverse *:mr-auto',
      )}
    >
      {axis ? (
        <div className="flex">
          <div className="sticky left-0 z-10 bg-paper">{axis}</div>
          {children}
        </div>
      ) : (
        children
      )}
    </div>
  )
}

/** Shown instead of a figure without enough data. */
export function FigureWithoutData({
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
      <div className="pt-2">
        <EmptyText>{children}</EmptyText>
      </div>
    </section>
  )
}
