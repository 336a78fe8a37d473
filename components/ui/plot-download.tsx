'use client'

import { DownloadButtons } from './download-buttons'
import { plotFormats } from './plot-file'

/** Downloads the plot of the surrounding `figure` as it looks now. The code that draws it is loaded on demand. */
export function PlotDownload({ title, name }: { title: string; name: string }) {
  return (
    <DownloadButtons
      name={name}
      formats={plotFormats}
      onDownload={async (format, button) => {
        const { downloadPlot } = await import('./download-plot')
        const figure = button.closest('figure')
        if (figure) await downloadPlot(figure, { title, name, format })
      }}
    />
  )
}
