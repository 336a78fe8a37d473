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

/** What became of the file, in numbers: of a look, what would. Lines are not solutions: each kind has its row. */
export function Tally({ reply }: { reply: ImportReply }) {
  const rows = [
    { name: 'Lines', entries: countLines(reply) },
    { name: 'Solutions', entries: countSolutions(reply) },
    { name: 'With them', entries: countOthers(reply) },
  ]
  return (
    <ul aria-label="Counts" className="grid gap-y-1.5">
      {rows.map(({ name, entries }) => (
        <li key={name} className="grid grid-cols-[5.5rem_1fr] items-baseline gap-x-2">
          <span className="text-ink-3">{name}</span>
          <span className="flex flex-wrap gap-x-8 gap-y-1 max-desk:gap-x-5">
            {entries
              .filter(({ count, isRare }) => count > 0 || !isRare)
              .map((entry) => (
                <Count key={entry.name} {...entry} />
              ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Count({ count, name, isBad }: Entry) {
  return (
    <span className="text-ink-2">
      <b className={classes('pr-0.5', isBad ? 'text-negative' : 'text-ink')}>
        {formatCount(count)}
      </b>{' '}
      {name}
    </span>
  )
}

function countLines({ state, lines, refused }: ImportReply): Entry[] {
  return [
    { count: state === 'refused' ? 0 : lines - refused, name: 'taken' },
    { count: refused, name: 'cannot be used', isBad: refused > 0 },
  ]
}

function countSolutions({ solutions, repeated, queued, unserved, gold }: ImportReply): Entry[] {
  return [
    { count: solutions, name: 'new' },
    { count: repeated, name: 'here already or twice in the file', isRare: true },
    { count: queued, name: 'into the queue' },
    { count: unserved, name: 'kept, not served', isRare: true },
    { count: gold, name: 'gold', isRare: true },
  ]
}

function countOthers({ problems, annotations }: ImportReply): Entry[] {
  return [
    { count: problems, name: problems === 1 ? 'problem new' : 'problems new' },
    { count: annotations, name: annotations === 1 ? 'annotation' : 'annotations', isRare: true },
  ]
}
