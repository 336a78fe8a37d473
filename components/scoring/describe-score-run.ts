import { formatCount, formatDuration, formatQuantity } from '@/lib/platform/format'
import type { ConnectorName } from '@/lib/scoring/model-server-settings'
import type { ScoreRun, ScorerVersion } from './scorer'

/** State of a run in the table. */
export function describeScoreRunState({
  kind,
  state,
  doneRows,
  failedRows,
  allRows,
}: Pick<ScoreRun, 'kind' | 'state' | 'doneRows' | 'failedRows' | 'allRows'>): string {
  if (kind === 'imported') return state === 'running' ? 'not finished' : state
  const processedRows = doneRows + failedRows
  const percent = allRows !== null && allRows > 0 ? Math.floor((processedRows / allRows) * 100) : 0
  const progress = `${percent}%`
  switch (state) {
    case 'running':
      return allRows === null ? 'queued' : `running, ${progress}`
    case 'done':
      return failedRows === 0 ? 'done' : `done, ${formatCount(failedRows)} failed`
    case 'cancelled':
      return `cancelled at ${progress}`
    case 'failed':
      return `failed at ${progress}`
  }
}

/**
 * The result or progress of a run, in sentences.
 *
 * @param isRetired whether the scorer of the run is retired
 */
export function describeScoreRun(run: Omit<ScoreRun, 'run' | 'scorer'>, isRetired = false): string {
  if (run.kind === 'imported') return describeScoreImport(run)
  // The server's message says how many solutions were scored.
  if (run.state === 'failed' && run.message !== null) return `Run failed: ${run.message}`
  const { doneRows, failedRows, allRows } = run
  const noun = run.scope === 'unlabelled' ? 'unlabelled solution' : 'solution'
  if (allRows === null && run.state !== 'failed')
    return run.state === 'cancelled'
      ? 'Cancelled before it started. Nothing was scored.'
      : 'Waiting in the job queue.'
  const total = allRows ?? doneRows + failedRows
  const counts =
    total === 0
      ? `No ${noun} to score.`
      : `${formatCount(doneRows)} of ${formatQuantity(total, noun)} scored${describeReusedRows(run)}${failedRows === 0 ? '' : `, ${formatCount(failedRows)} failed`}.`
  return [counts, describeRunEnd(run, isRetired)].filter(Boolean).join(' ')
}

function describeScoreImport({
  state,
  doneRows,
  failedRows,
}: Pick<ScoreRun, 'state' | 'doneRows' | 'failedRows'>): string {
  const scoredText = `${formatQuantity(doneRows, 'solution')} scored from a file`
  const rejectedText = failedRows === 0 ? '' : `, ${formatQuantity(failedRows, 'line')} rejected`
  switch (state) {
    case 'running':
      return `Not finished: ${scoredText} so far. Rounds can use it once it is finished. Send the rest of the file, or cancel it.`
    case 'done':
      return `${scoredText}${rejectedText}.`
    default:
      return doneRows === 0 && failedRows > 0
        ? 'Cancelled: no line of the file could be used. Fix the lines and import it again.'
        : `Cancelled: ${scoredText}. Send the same file again to continue.`
  }
}

const describeReusedRows = ({ doneRows, reusedRows }: Pick<ScoreRun, 'doneRows' | 'reusedRows'>) =>
  reusedRows === 0
    ? ''
    : reusedRows === doneRows
      ? ', all reused from an earlier run'
      : `, ${formatCount(reusedRows)} reused from an earlier run`

function describeRunEnd(
  { state, message, failedRows }: Pick<ScoreRun, 'state' | 'message' | 'failedRows'>,
  isRetired: boolean,
): string {
  const nextStep = isRetired ? 'The scorer is retired.' : 'Resume to continue.'
  if (state === 'cancelled') return `Cancelled. Scores so far are kept. ${nextStep}`
  if (state === 'failed')
    return `Run failed: the server had an unexpected error. Scores so far are kept. ${nextStep}`
  if (state === 'done' && failedRows > 0)
    return isRetired ? nextStep : 'Resume to retry the failed ones.'
  return message ?? ''
}

export function canResumeScoreRun(
  { kind, state, failedRows }: Pick<ScoreRun, 'kind' | 'state' | 'failedRows'>,
  isRetired = false,
): boolean {
  // Imports are resumed by sending the file again.
  if (kind === 'imported' || isRetired) return false
  return state === 'cancelled' || state === 'failed' || (state === 'done' && failedRows > 0)
}

/** `Qwen/Qwen2.5-Math-PRM-7B on vLLM pooling (connector version 2)`, which is stored as `… by vllm-pooling 2`. */
export const describeModelAndConnector = (model: string): string =>
  model.replace(
    / by ([\w-]+) (\d+)$/,
    (_, connector: string, version: string) =>
      ` on ${Object.hasOwn(connectorPhrases, connector) ? connectorPhrases[connector as ConnectorName] : connector} (connector version ${version})`,
  )

const connectorPhrases = {
  'vllm-pooling': 'vLLM pooling',
  'openai-chat': 'a chat server with logprobs',
  'custom-http': 'your own server',
} as const satisfies Record<ConnectorName, string>

/** `312 per second, 13 seconds left`; empty if unknown. */
export function describeScoringRate(perSecond: number | null, rowsLeft: number | null): string {
  if (perSecond === null || perSecond <= 0) return ''
  const speed =
    perSecond >= 1
      ? `${formatCount(Math.round(perSecond))} per second`
      : `${formatCount(Math.max(1, Math.round(perSecond * 60)))} per minute`
  if (rowsLeft === null || rowsLeft <= 0) return speed
  return `${speed}, ${formatDuration(rowsLeft / perSecond)} left`
}

/** State of the training of a version; null if it is done. */
export function describeTrainingState({
  state,
  message,
}: Pick<ScorerVersion, 'state' | 'message'>): string | null {
  switch (state) {
    case 'running':
      return 'training'
    case 'cancelled':
      return 'cancelled'
    case 'failed':
      return `failed: ${message ?? 'unexpected error'}`
    case 'done':
      return null
  }
}
