import { verdicts } from '@/lib/formats/record'
import { formatInstant, formatNoun } from '@/lib/platform/format'
import type { ListedRegrade, Regrade, VerdictChange } from './pair'

/** It goes on by itself, with or without this page. */
export const isRunning = ({ state }: Pick<Regrade, 'state'>): boolean =>
  state === 'previewing' || state === 'applying'

export const hasEnded = (regrade: Pick<Regrade, 'state'>): boolean =>
  !isRunning(regrade) && regrade.state !== 'previewed'

/** Solutions whose verdict is another afterwards. */
export function countChanged(changes: readonly VerdictChange[]): number {
  return sum(changes.filter(({ from, to }) => from !== to))
}

/** Rows of a from-to table: verdicts that solutions have before, and how many have which afterwards. */
export function tabulateChanges(changes: readonly VerdictChange[]) {
  return verdicts.map((from) => ({
    from,
    to: verdicts.map((to) => ({
      to,
      solutions: sum(changes.filter((each) => each.from === from && each.to === to)),
    })),
  }))
}

const sum = (changes: readonly VerdictChange[]) =>
  changes.reduce((all, { solutions }) => all + solutions, 0)

/** What would happen on Apply, in a sentence or two. */
export function describeApplying({ changes, kept }: Regrade): string {
  const changed = countChanged(changes)
  const left =
    kept === 0
      ? ''
      : ` ${formatNoun(kept, 'verdict')} that a person or the file gave ${kept === 1 ? 'stays' : 'stay'} as ${kept === 1 ? 'it is' : 'they are'}.`
  if (changed === 0)
    return `No verdict would change, so there is nothing to apply but the grader’s version.${left}`
  return `${formatNoun(changed, 'solution gets', 'solutions get')} another verdict, and the queue is ranked anew for their problems. Labels are not touched, nor what somebody has in work.${left}`
}

/** Said where most would be unsure afterwards that are not now: such a mode does not fit the answers. Null elsewhere. */
export function warnOfUnsure({ changes, mode }: Pick<Regrade, 'changes' | 'mode'>): string | null {
  const all = sum(changes)
  const [before, after] = [
    sum(changes.filter(({ from }) => from === 'unsure')),
    sum(changes.filter(({ to }) => to === 'unsure')),
  ]
  if (after * 2 <= all || before * 2 > all) return null
  const why = {
    choice: 'Most answers here are no letters of choices.',
    numeric: 'Most answers here are no numbers.',
  } as Partial<Record<Regrade['mode'], string>>
  return `More than half would be unsure: ${formatNoun(after, 'solution')} of ${formatNoun(all, 'solution')}. ${why[mode] ?? 'This mode does not fit most answers here.'} They would wait for a person, and go from the convincing-wrong slice.`
}

/** One that has ended, in the list of all. */
export function describePast({ state, changes }: ListedRegrade): string {
  if (state === 'done') return `applied, ${formatNoun(countChanged(changes), 'verdict')} changed`
  return `${state}, nothing changed`
}

/** What came of one that has ended; null before. */
export function describeEnd(regrade: Regrade): string | null {
  const { state, changes, message, finishedAt } = regrade
  if (state === 'done')
    return `Applied${finishedAt === null ? '' : ` ${formatInstant(finishedAt)} UTC`}: ${formatNoun(countChanged(changes), 'solution has', 'solutions have')} another verdict now, and the queue is ranked anew. Labels were not touched.`
  if (state === 'cancelled') return message ?? 'Cancelled. Nothing was changed.'
  if (state === 'failed')
    return `Grading anew failed, and nothing was changed. ${message ?? 'Try again.'}`
  return null
}

/** What this page found out, unless the server's page came with one that was begun later. */
export function chooseNewest<R extends Pick<Regrade, 'regrade' | 'createdAt'>>(
  found: R | null,
  given: R | null,
): R | null {
  if (found === null || given === null || found.regrade === given.regrade) return found ?? given
  return given.createdAt > found.createdAt ? given : found
}
