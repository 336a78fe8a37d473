'use client'

import { useState } from 'react'
import { formatCount } from '@/lib/platform/format'
import { LinkButton } from '@/components/ui/link-button'
import { SectionHead } from '@/components/ui/section-head'
import { HeadCell, Table } from '@/components/ui/table'
import { BadLine } from './bad-line'
import { type ImportReply, isUnreadable, readReading } from './import-reply'

const shownAtFirst = 10

/** Lines that cannot be used: which, why, where, and the line with the spot marked. */
export function BadLines({
  slug,
  reply,
  file,
}: {
  slug: string
  reply: ImportReply
  /** Where this tab has it. */
  file: File | null
}) {
  const [showsAll, setShowsAll] = useState(false)
  const { problemsByLine: problems, refused } = reply
  const shown = showsAll ? problems : problems.slice(0, shownAtFirst)
  const isWhole = isUnreadable(reply)
  const listedLines = new Set(problems.map(({ line }) => line)).size
  return (
    <section aria-labelledby="bad-lines" className="pb-12">
      <SectionHead
        id="bad-lines"
        title={isWhole ? 'Why the file cannot be read' : 'Lines that cannot be used'}
      >
        <a
          download
          className="text-ui"
          href={`/api/v1/projects/${slug}/imports/${reply.import}/report`}
        >
          Download the full report
        </a>
      </SectionHead>
      <Table>
        <thead>
          <tr>
            <HeadCell numeric className="w-16">
              Line
            </HeadCell>
            <HeadCell>What is wrong</HeadCell>
            <HeadCell>Where</HeadCell>
            <HeadCell className="w-1/2 max-desk:hidden">The line</HeadCell>
          </tr>
        </thead>
        <tbody>
          {shown.map((problem, index) => (
            <BadLine key={index} file={file} problem={problem} />
          ))}
        </tbody>
      </Table>
      <p className="flex flex-wrap items-baseline gap-x-4 pt-2 text-caption text-ink-3">
        {!showsAll && problems.length > shownAtFirst && (
          <LinkButton className="text-ui" onClick={() => setShowsAll(true)}>
            Show all {formatCount(problems.length)}
          </LinkButton>
        )}
        <span>
          {listedLines < refused &&
            `${formatCount(refused)} lines cannot be used; the first ${formatCount(listedLines)} are listed. `}
          {isWhole
            ? `Nothing of it was read. ${describeWayOut(reply)}`
            : `Mend ${refused === 1 ? 'it' : 'them'} and import the same file again: what is here already is left alone, nothing is doubled.`}
        </span>
      </p>
    </section>
  )
}

function describeWayOut(reply: ImportReply): string {
  if (reply.columns !== null) return 'Where it is a table, say below which column is what.'
  return readReading(reply).format === 'auto'
    ? 'Unpack or mend the file, or choose another.'
    : 'Choose another way to read it below.'
}
