'use client'

import { DownloadButtons } from '@/components/ui/download-buttons'

export type CsvCell = string | number | null

/** Downloads the numbers of a matrix. The first row has the names of the columns. */
export function TableDownload({
  name,
  rows,
}: {
  name: string
  rows: readonly (readonly CsvCell[])[]
}) {
  return (
    <DownloadButtons
      name={name}
      formats={['csv']}
      onDownload={async () => {
        const { downloadTable } = await import('./download-table')
        downloadTable(name, rows)
      }}
    />
  )
}
