'use client'

import { useState } from 'react'
import { DataTable } from '@/components/ui/data-table'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHeader } from '@/components/ui/section-header'
import { wholeFileLocation } from '@/lib/formats/read-result'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { formatCount } from '@/lib/platform/format'
import {
  type ImportReply,
  isFileUnreadable,
  needsColumnMapping,
  getFileReadOptions,
} from './import-reply'
import { InvalidLineText } from './invalid-line-text'

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
  const { lineErrors, invalidLines } = reply
  const listedErrors = showsAll ? lineErrors : lineErrors.slice(0, maxInitialRows)
  const isUnreadable = isFileUnreadable(reply)
  const noun = getFileRecordNoun(reply)
  const listedLineCount = new Set(lineErrors.map(({ line }) => line)).size
  return (
    <section aria-labelledby="bad-lines" className="pb-12">
      <SectionHeader id="bad-lines" title={formatErrorsTitle(reply)}>
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
        rows={listedErrors}
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
            render: ({ location }) => formatLocationLabel(location, noun),
          },
          {
            header: 'Text',
            minScreen: 'desk',
            className: 'w-1/2',
            cellClassName: 'max-w-0 truncate',
            render: (lineError) => <InvalidLineText file={file} lineError={lineError} />,
          },
        ]}
      />
      <p className="flex flex-wrap items-baseline gap-x-4 pt-2 text-caption text-ink-3">
        {!showsAll && lineErrors.length > maxInitialRows && (
          <LinkButton className="text-ui" onClick={() => setShowsAll(true)}>
            Show all {formatCount(lineErrors.length)}
          </LinkButton>
        )}
        <span>
          {listedLineCount < invalidLines &&
            `Showing the first ${formatCount(listedLineCount)} of ${formatCount(invalidLines)} ${noun}s. `}
          {isUnreadable
            ? describeFix(reply)
            : `Fix ${invalidLines === 1 ? 'it' : 'them'} and import the file again. Solutions that are already here are not added twice.`}
        </span>
      </p>
    </section>
  )
}

function formatErrorsTitle(reply: ImportReply): string {
  if (needsColumnMapping(reply)) return 'Columns not recognised'
  return isFileUnreadable(reply) ? 'File can’t be read' : `Invalid ${getFileRecordNoun(reply)}s`
}

function describeFix(reply: ImportReply): string {
  if (reply.columns !== null) return 'If it is a table, map its columns below.'
  return getFileReadOptions(reply).format === 'auto'
    ? 'Fix the file or choose another.'
    : 'Choose another format below.'
}

function formatLocationLabel(location: string, noun: string): string {
  const match = /^(column|byte) (\d+)$/.exec(location)
  if (match) return `${match[1]} ${formatCount(Number(match[2]))}`
  if (location === wholeFileLocation) return 'whole file'
  return location === 'line' ? `whole ${noun}` : location
}
