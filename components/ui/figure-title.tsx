import type { ReactNode } from 'react'

/** The title of a figure or matrix, with its downloads next to it. */
export function FigureTitle({
  id,
  title,
  heading: Heading = 'h2',
  children,
}: {
  /** For `aria-labelledby` of the figure. */
  id?: string
  title: string
  heading?: 'h2' | 'h3'
  /** The downloads. */
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      <Heading id={id}>{title}</Heading>
      {children}
    </div>
  )
}
