import { formatCount, formatDuration, formatNoun } from '@/lib/platform/format'
import type { ScoreRun, ScorerVersion } from './scorer'

/** In a row of the list. */
export function describeRunState({
  kind,
  state,
  doneRows,
  failedRows,
  allRows,
}: Pick<ScoreRun, 'kind' | 'state' | 'doneRows' | 'failedRows' | 'allRows'>): string {
  if (kind === 'imported') return state === 'running' ? 'not finished' : state
  const looked = doneRows + failedRows
  const part = allRows !== null && allRows > 0 ? Math.floor((looked / allRows) * 100) : 0
  const share = `${part}\u00a0%`
  switch (state) {
    case 'running':
      return allRows === null ? 'waits for its turn' : `running, ${share}`
    case 'done':
      return failedRows === 0 ? 'done' : `done, ${formatCount(failedRows)} failed`
    case 'cancelled':
      return `cancelled at ${share}`
    case 'failed':
      return `failed at ${share}`
  }
}

/** What came of a run, or what it is at, in a sentence or three. */
export function describeRun(run: Omit<ScoreRun, 'run' | 'scorer'>): string {
  if (run.kind === 'imported') return describeImported(run)
  const { doneRows, failedRows, allRows } = run
  const taken = run.takes === 'unlabelled' ? 'unlabelled solution' : 'solution'
  if (allRows === null && run.state !== 'failed')
    return run.state === 'cancelled'
      ? 'It was cancelled before it began. Nothing was asked.'
      : 'It waits for its turn.'
  const all = allRows ?? doneRows + failedRows
  const counts =
    all === 0
      ? `There is no ${taken} with steps for it to score.`
      : `${formatCount(doneRows)} of ${formatNoun(all, taken)} ${doneRows === 1 ? 'has' : 'have'} scores${describeReused(run)}${failedRows === 0 ? '' : `; ${formatCount(failedRows)} could not be scored`}.`
  return [counts, describeEnd(run)].filter(Boolean).join(' ')
}

function describeImported({
  state,
  doneRows,
  failedRows,
}: Pick<ScoreRun, 'state' | 'doneRows' | 'failedRows'>): string {
  const have = `${formatNoun(doneRows, 'solution')} ${doneRows === 1 ? 'has its score' : 'have their scores'} from a file`
  const left = failedRows === 0 ? '' : `; ${formatNoun(failedRows, 'line')} could not be used`
  switch (state) {
    case 'running':
      return `It is not finished: ${have} so far, and no round can go by it yet. If nobody sends any more, cancel it, or send the file again.`
    case 'done':
      return `${have}${left}.`
    default:
      return `It was cancelled: ${have}, and keep them. The same file again goes on from here.`
  }
}

const describeReused = ({ doneRows, reusedRows }: Pick<ScoreRun, 'doneRows' | 'reusedRows'>) =>
  reusedRows === 0
    ? ''
    : reusedRows === doneRows
      ? ', taken from an earlier run that had asked the same'
      : `, ${formatCount(reusedRows)} of them taken from an earlier run that had asked the same`

function describeEnd({
  state,
  message,
  failedRows,
}: Pick<ScoreRun, 'state' | 'message' | 'failedRows'>): string {
  if (state === 'cancelled')
    return 'It was cancelled; what has scores keeps them, and Resume goes on from here.'
  if (state === 'failed')
    // The message says itself what stays, and what to do.
    return `It ended early. ${message ?? 'Something went wrong. What has scores keeps them, and Resume goes on from here.'}`
  if (state === 'done' && failedRows > 0) return 'Resume asks again for those that failed.'
  return message ?? ''
}

/** Whether there is something that Resume would do. */
export function canResume({
  kind,
  state,
  failedRows,
}: Pick<ScoreRun, 'kind' | 'state' | 'failedRows'>): boolean {
  // It goes on where the file is.
  if (kind === 'imported') return false
  return state === 'cancelled' || state === 'failed' || (state === 'done' && failedRows > 0)
}

/** `312 a second, 13 seconds left`; empty while nothing is known. */
export function describeRate(perSecond: number | null, left: number | null): string {
  if (perSecond === null || perSecond <= 0) return ''
  const speed =
    perSecond >= 1
      ? `${formatCount(Math.round(perSecond))} a second`
      : `${formatCount(Math.max(1, Math.round(perSecond * 60)))} a minute`
  if (left === null || left <= 0) return speed
  return `${speed}, ${formatDuration(left / perSecond)} left`
}

/** A version in the list, where it has no figures to show. */
export function describeVersionState({
  state,
  message,
}: Pick<ScorerVersion, 'state' | 'message'>): string | null {
  switch (state) {
    case 'running':
      return 'is being trained'
    case 'cancelled':
      return 'cancelled'
    case 'failed':
      return `failed: ${message ?? 'something went wrong'}`
    case 'done':
      return null
  }
}
