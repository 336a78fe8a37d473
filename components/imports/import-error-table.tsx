'use client'

import { useState } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHeader } from '@/components/ui/section-header'
import { formatCount } from '@/lib/platform/format'
import { ImportErrorText } from './import-error-text'
import {
  type ImportReply,
  isFileUnreadable,
  needsColumnMapping,
  getFileReadOptions,
  wholeFileLocation,
} from './import-reply'

const maxInitialRows = 10

/** Lines that can't be imported: number, error, location, and the text with the location marked. */
export function ImportErrorTable({
  slug,
  reply,
  file,
}: {
  slug: string
  reply: ImportReply
  /** Null if this tab doesn't have the file. */
  file: File | null
}) {
  const [showsAll, setShowsAll] = useState(false)
  const { lineErrors: problems, invalidLines } = reply
  const listed = showsAll ? problems : problems.slice(0, maxInitialRows)
  const isWhole = isFileUnreadable(reply)
  const listedLines = new Set(problems.map(({ line }) => line)).size
  return (
    <section aria-labelledby="bad-lines" className="pb-12">
      <SectionHeader id="bad-lines" title={nameErrors(reply)}>
        <a
          download
          className="text-ui"
          href={`/api/v1/projects/${slug}/imports/${reply.import}/report`}
        >
          Download report
        </a>
      </SectionHeader>
      <DataTable
        aria-labelledby="bad-lines"
        rows={listed}
        rowKey={({ line, location, reason }) => `${line} ${location} ${reason}`}
        columns={[
          {
            header: 'Line',
            numeric: true,
            className: 'w-16',
            cellClassName: 'font-mono text-caption font-text',
            render: ({ line }) => formatCount(line),
          },
          {
            header: 'Error',
            cellClassName: 'wrap-anywhere',
            render: ({ reason }) => reason,
          },
          {
            header: 'Location',
            cellClassName: 'min-w-24 wrap-anywhere text-ink-3',
            render: ({ location }) => formatLocationLabel(location),
          },
          {
            header: 'Text',
            minScreen: 'desk',
            className: 'w-1/2',
            cellClassName: 'max-w-0 truncate',
            render: (problem) => <ImportErrorText file={file} problem={problem} />,
          },
        ]}
      />
      <p className="flex flex-wrap items-baseline gap-x-4 pt-2 text-caption text-ink-3">
        {!showsAll && problems.length > maxInitialRows && (
          <LinkButton className="text-ui" onClick={() => setShowsAll(true)}>
            Show all {formatCount(problems.length)}
          </LinkButton>
        )}
        <span>
          {listedLines < invalidLines &&
            `Showing the first ${formatCount(listedLines)} of ${formatCount(invalidLines)} lines. `}
          {isWhole
            ? describeSolution(reply)
            : `Fix ${invalidLines === 1 ? 'it' : 'them'} and import the file again. Solutions that are already here are not added twice.`}
        </span>
      </p>
    </section>
  )
}

function nameErrors(reply: ImportReply): string {
  if (needsColumnMapping(reply)) return 'Columns not recognised'
  return isFileUnreadable(reply) ? 'File can’t be read' : 'Invalid lines'
}

function describeSolution(reply: ImportReply): string {
  if (reply.columns !== null) return 'If it is a table, map its columns below.'
  return getFileReadOptions(reply).format === 'auto'
    ? 'Fix the file or choose another.'
    : 'Choose another format below.'
}

function formatLocationLabel(location: string): string {
  const counted = /^(column|byte) (\d+)$/.exec(location)
  if (counted) return `${counted[1]} ${formatCount(Number(counted[2]))}`
  if (location === wholeFileLocation) return 'whole file'
  return location === 'line' ? 'whole line' : location
}
