import { joinClasses } from '@/components/ui/join-classes'
import { getFileRecordNoun } from '@/lib/imports/get-file-record-noun'
import { duplicateReason, listNotQueued } from '@/lib/imports/list-not-queued'
import { formatCount } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'

const recordNames = { line: 'Lines', row: 'Rows', element: 'Elements' }

interface CountEntry {
  count: number
  name: string
  isError?: boolean
  /** Hidden when 0. */
  isOptional?: boolean
}

/** Counts of an import, or of what it would add. One row each for lines, solutions and everything else. */
export function ImportCounts({ reply }: { reply: ImportReply }) {
  const rows = [
    { name: recordNames[getFileRecordNoun(reply)], entries: countLines(reply) },
    { name: 'Solutions', entries: countSolutions(reply) },
    { name: 'Other', entries: countOtherRows(reply) },
  ]
  return (
    <ul aria-label="Counts" className="grid gap-y-1.5">
      {rows.map(({ name, entries }) => (
        <li key={name} className="grid grid-cols-[5.5rem_1fr] items-baseline gap-x-2">
          <span className="text-ink-3">{name}</span>
          <span className="flex flex-wrap gap-x-8 gap-y-1 max-desk:gap-x-5">
            {entries
              .filter(({ count, isOptional }) => count > 0 || !isOptional)
              .map((entry) => (
                <Count key={entry.name} {...entry} />
              ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Count({ count, name, isError }: CountEntry) {
  return (
    <span className="text-ink-2">
      <b className={joinClasses('pr-0.5', isError ? 'text-negative' : 'text-ink')}>
        {formatCount(count)}
      </b>{' '}
      {name}
    </span>
  )
}

function countLines({ state, lines, invalidLines }: ImportReply): CountEntry[] {
  return [
    { count: state === 'rejected' ? 0 : lines - invalidLines, name: 'valid' },
    { count: invalidLines, name: 'with errors', isError: invalidLines > 0 },
  ]
}

function countSolutions(reply: ImportReply): CountEntry[] {
  const { solutions, duplicates, queued, gold } = reply
  return [
    { count: solutions, name: 'new' },
    { count: duplicates, name: `duplicates (${duplicateReason})`, isOptional: true },
    { count: queued, name: 'queued' },
    ...listNotQueued(reply).map(({ count, reason }) => ({ count, name: `not queued (${reason})` })),
    { count: gold, name: 'gold', isOptional: true },
  ]
}

function countOtherRows({ problems, annotations }: ImportReply): CountEntry[] {
  return [
    { count: problems, name: problems === 1 ? 'new problem' : 'new problems' },
    {
      count: annotations,
      name: annotations === 1 ? 'annotation' : 'annotations',
      isOptional: true,
    },
  ]
}
