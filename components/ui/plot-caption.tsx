import type { ReactNode } from 'react'
import { FigureTitle } from './figure-title'
import { PlotDownload } from './plot-download'

/** The caption of a `figure` with a plot: its title, the downloads, and text below. */
export function PlotCaption({
  id,
  title,
  name = title,
  heading,
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
      <FigureTitle id={id} title={title} heading={heading}>
        <PlotDownload title={title} name={name} />
      </FigureTitle>
      {children}
    </figcaption>
  )
}
