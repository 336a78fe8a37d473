import type { ReactNode } from 'react'
import { PlotDownload } from './plot-download'

/** The caption of a `figure` with a plot: its title, the downloads, and text below. */
export function PlotCaption({
  id,
  title,
  name = title,
  heading: Heading = 'h2',
  children,
}: {
  /** For `aria-labelledby` of the figure. */
  id?: string
  title: string
  /** A short name for the files, if the title states a result. */
  name?: string
  heading?: 'h2' | 'h3'
  children: ReactNode
}) {
  return (
    <figcaption className="pb-3">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <Heading id={id}>{title}</Heading>
        <PlotDownload title={title} name={name} />
      </div>
      {children}
    </figcaption>
  )
}
