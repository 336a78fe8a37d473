import { classes } from '@/components/ui/classes'
import { formatCount } from '@/lib/platform/format'
import type { ImportReply } from './import-reply'

interface Entry {
  count: number
  name: string
  isBad?: boolean
  /** Not worth a word when it is 0. */
  isRare?: boolean
}

/** What became of the file, in numbers: of a look, what would. */
export function Tally({ reply }: { reply: ImportReply }) {
  const taken = reply.state === 'refused' ? 0 : reply.lines - reply.refused
  const entries: Entry[] = [
    { count: taken, name: taken === 1 ? 'line taken' : 'lines taken' },
    { count: reply.repeated, name: 'here already, left alone', isRare: true },
    { count: reply.refused, name: 'cannot be used', isBad: reply.refused > 0 },
    { count: reply.problems, name: reply.problems === 1 ? 'problem new' : 'problems new' },
    { count: reply.solutions, name: reply.solutions === 1 ? 'solution new' : 'solutions new' },
    {
      count: reply.labellings,
      name: reply.labellings === 1 ? 'labelling' : 'labellings',
      isRare: true,
    },
    { count: reply.gold, name: 'gold', isRare: true },
    { count: reply.queued, name: 'into the queue' },
    { count: reply.unserved, name: 'kept, not served', isRare: true },
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
