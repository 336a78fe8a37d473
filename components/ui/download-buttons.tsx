'use client'

import { useState } from 'react'
import { QuietButton } from './quiet-button'

/** A button for each file format of a figure, and a message if a download fails. */
export function DownloadButtons<Format extends string>({
  name,
  formats,
  onDownload,
}: {
  name: string
  formats: readonly Format[]
  onDownload: (format: Format, button: HTMLElement) => Promise<void>
}) {
  const [hasFailed, setFailed] = useState(false)

  async function download(format: Format, button: HTMLElement) {
    setFailed(false)
    try {
      await onDownload(format, button)
    } catch {
      setFailed(true)
    }
  }

  return (
    <div className="flex flex-wrap items-baseline text-caption text-ink-3">
      <span aria-hidden="true" className="pr-1">
        Download
      </span>
      {formats.map((format) => (
        <QuietButton
          key={format}
          aria-label={`Download ${name} as ${format.toUpperCase()}`}
          onClick={({ currentTarget }) => void download(format, currentTarget)}
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
