'use client'

import { useState } from 'react'
import { type PlotFormat, plotFormats } from './plot-file'
import { QuietButton } from './quiet-button'

/** Downloads the plot of the surrounding `figure` as it looks now. The code that draws it is loaded on demand. */
export function PlotDownload({ title, name }: { title: string; name: string }) {
  const [hasFailed, setFailed] = useState(false)

  async function download(figure: HTMLElement | null, format: PlotFormat) {
    setFailed(false)
    try {
      const { downloadPlot } = await import('./download-plot')
      if (figure) await downloadPlot(figure, { title, name, format })
    } catch {
      setFailed(true)
    }
  }

  return (
    <div className="flex flex-wrap items-baseline text-caption text-ink-3">
      <span aria-hidden="true" className="pr-1">
        Download
      </span>
      {plotFormats.map((format) => (
        <QuietButton
          key={format}
          aria-label={`Download ${name} as ${format.toUpperCase()}`}
          onClick={({ currentTarget }) => void download(currentTarget.closest('figure'), format)}
        >
          {format.toUpperCase()}
        </QuietButton>
      ))}
      <span role="status" className="text-negative">
        {hasFailed && 'Download failed. Try again.'}
      </span>
    </div>
  )
}
