import { classes } from '@/components/ui/classes'
import { formatCount } from '@/lib/platform/format'
import type { ImportReport } from './import-report'

interface Entry {
  count: number
  name: string
  isBad?: boolean
  /** Not worth a word when it is 0. */
  isRare?: boolean
}

/** What became of the file, in numbers: of a look, what would. */
export function Tally({ report }: { report: ImportReport }) {
  const entries: Entry[] = [
    {
      count: report.lines - report.refused,
      name: report.lines - report.refused === 1 ? 'line taken' : 'lines taken',
    },
    { count: report.repeated, name: 'here already, left alone', isRare: true },
    { count: report.refused, name: 'cannot be used', isBad: report.refused > 0 },
    { count: report.solutions, name: report.solutions === 1 ? 'solution new' : 'solutions new' },
    { count: report.labellings, name: 'labellings', isRare: true },
    { count: report.queued, name: 'into the queue' },
    { count: report.unserved, name: 'kept, of another flow', isRare: true },
  ]
  return (
    <ul aria-label="Counts" className="flex flex-wrap gap-x-8 gap-y-2 max-desk:gap-x-5">
      {entries
        .filter(({ count, isRare }) => count > 0 || !isRare)
        .map(({ count, name, isBad }) => (
          <li key={name} className="text-ink-2">
            <b className={classes('pr-0.5', isBad ? 'text-negative' : 'text-ink')}>
              {formatCount(count)}
            </b>{' '}
            {name}
          </li>
        ))}
    </ul>
  )
}
