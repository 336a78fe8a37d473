import { verdicts } from '@/lib/formats/record'
import { formatCount, formatInstant, formatQuantity } from '@/lib/platform/format'
import type { ListedRegrade, Regrade, VerdictChangeCount } from './answers'

/** Whether the server is working on the regrade. */
export const isRegradeRunning = ({ state }: Pick<Regrade, 'state'>): boolean =>
  state === 'previewing' || state === 'applying'

export const hasRegradeEnded = (regrade: Pick<Regrade, 'state'>): boolean =>
  !isRegradeRunning(regrade) && regrade.state !== 'previewed'

/** Solutions whose verdict changes. */
export function countChangedVerdicts(changes: readonly VerdictChangeCount[]): number {
  return sumSolutions(changes.filter(({ from, to }) => from !== to))
}

/** Rows of a table from verdicts before to verdicts after, with the number of solutions in each cell. */
export function tabulateVerdictChanges(changes: readonly VerdictChangeCount[]) {
  return verdicts.map((from) => ({
    from,
    to: verdicts.map((to) => ({
      to,
      solutions: sumSolutions(changes.filter((change) => change.from === from && change.to === to)),
    })),
  }))
}

const sumSolutions = (changes: readonly VerdictChangeCount[]) =>
  changes.reduce((total, { solutions }) => total + solutions, 0)

/** `grader version 3`, stored as `meaning-3`. */
export const formatGraderVersion = (version: string): string =>
  `grader version ${version.replace(/^meaning-/, '')}`

/** What `updateQueueForProblems` does. */
const queueEffect =
  'Before the first round, the queue is ranked again. After it, waiting solutions leave the queue if their new verdict no longer fits their slice.'

/** What applying would change. */
export function describeRegradeEffect({ changes, unchanged }: Regrade): string {
  const changedCount = countChangedVerdicts(changes)
  const unchangedSentence =
    unchanged === 0
      ? ''
      : ` ${formatQuantity(unchanged, 'verdict')} from people or files ${unchanged === 1 ? 'stays' : 'stay'}.`
  if (changedCount === 0)
    return `No verdict would change. Applying only records the grader’s version.${unchangedSentence}`
  return `${formatQuantity(changedCount, 'verdict')} would change. ${queueEffect} Annotations don’t change.${unchangedSentence}`
}

/** Warns if the share of unsure solutions would rise above one half, because the mode does not fit the answers. Else null. */
export function formatUnsureWarning({
  changes,
  mode,
}: Pick<Regrade, 'changes' | 'mode'>): string | null {
  const total = sumSolutions(changes)
  const [unsureBefore, unsureAfter] = [
    sumSolutions(changes.filter(({ from }) => from === 'unsure')),
    sumSolutions(changes.filter(({ to }) => to === 'unsure')),
  ]
  if (unsureAfter * 2 <= total || unsureBefore * 2 > total) return null
  const reasons = {
    choice: 'Most answers here are not choice letters.',
    numeric: 'Most answers here are not numbers.',
  } as Partial<Record<Regrade['mode'], string>>
  return `More than half would be unsure: ${formatCount(unsureAfter)} of ${formatQuantity(total, 'solution')}. ${reasons[mode] ?? 'This mode does not fit most answers here.'} They would leave the convincing-wrong slice.`
}

/** The result of a finished regrade, in a list. */
export function describeRegradeOutcome({ state, changes }: ListedRegrade): string {
  if (state === 'done')
    return `applied · ${formatQuantity(countChangedVerdicts(changes), 'verdict')} changed`
  return `${state} · no verdict changed`
}

/** The outcome of a finished regrade; null before. */
export function describeRegradeEnd(regrade: Regrade): string | null {
  const { state, changes, message, finishedAt } = regrade
  if (state === 'done')
    return `Applied${finishedAt === null ? '' : ` ${formatInstant(finishedAt)} UTC`}: ${formatQuantity(countChangedVerdicts(changes), 'verdict')} changed and the queue was updated.`
  if (state === 'cancelled') return message ?? 'Cancelled. Nothing changed.'
  if (state === 'failed')
    return `The regrade failed and nothing changed. ${message ?? 'Try again.'}`
  return null
}

/** The polled regrade, unless the server rendered one that was created later. */
export function chooseNewestRegrade<R extends Pick<Regrade, 'regrade' | 'createdAt'>>(
  polled: R | null,
  loadedRegrade: R | null,
): R | null {
  if (polled === null || loadedRegrade === null || polled.regrade === loadedRegrade.regrade)
    return polled ?? loadedRegrade
  return loadedRegrade.createdAt > polled.createdAt ? loadedRegrade : polled
}
