import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import type {
  getScorerVersionContract,
  getScoreRunContract,
  listScoreRunsContract,
  listScorersContract,
  startScoreRunContract,
  trainScorerContract,
} from '@/lib/scoring/contract'
import type { beginScoreImportContract, sendScoresContract } from '@/lib/scoring/import-contract'
import { UsageError } from './errors'
import { callServer, type ProjectConnection } from './server-connection'

export type ScoreRun = ReplyOf<typeof listScoreRunsContract>['runs'][number]
export type Scorer = ReplyOf<typeof listScorersContract>['scorers'][number]
export type ScorerVersion = ReplyOf<typeof getScorerVersionContract>
export type Training = ReplyOf<typeof trainScorerContract>

export async function listScorers({ server, project }: ProjectConnection) {
  return callServer(server, 'get /projects/{project}/scorers', { project })
}

/** Finds a scorer by name or id. Throws `UsageError` if there is none. */
export async function findScorer(context: ProjectConnection, nameOrId: string): Promise<Scorer> {
  const { scorers } = await listScorers(context)
  const match = scorers.find(({ scorer, name }) => name === nameOrId || scorer === nameOrId)
  if (match) return match
  const names = scorers.map(({ name }) => name).join(', ') || 'none yet'
  throw new UsageError(
    `No scorer "${nameOrId}" in this project. Its scorers: ${names}. Nothing was changed.`,
  )
}

export async function listScoreRuns({ server, project }: ProjectConnection): Promise<ScoreRun[]> {
  const { runs } = await callServer(server, 'get /projects/{project}/score-runs', { project })
  return runs
}

/** Finds a run by number or id. Throws `UsageError` if there is none. */
export async function findScoreRunByNumberOrId(
  context: ProjectConnection,
  numberOrId: string,
): Promise<ScoreRun> {
  const runs = await listScoreRuns(context)
  const match = runs.find(({ run, number }) => String(number) === numberOrId || run === numberOrId)
  if (match) return match
  // Numbers start at 1, and only the newest runs are listed.
  const oldestNumber = runs.at(-1)?.number ?? 1
  const listsAllRuns = oldestNumber === 1
  const isNumberInList = /^\d+$/.test(numberOrId) && Number(numberOrId) >= oldestNumber
  throw new UsageError(
    !listsAllRuns && !isNumberInList
      ? `No score run ${numberOrId} among the newest ${runs.length} of this project. Older runs can't be selected.`
      : `This project has no score run ${numberOrId}.`,
  )
}

export function startScoreRun(
  { server, signal }: ProjectConnection,
  input: RequestInputOf<typeof startScoreRunContract>,
): Promise<ScoreRun> {
  return callServer(server, 'post /projects/{project}/score-runs', input, {
    signal,
    lostReplyHint: 'The run may have started: check with "stepmark score list".',
  })
}

export function getScoreRun(
  { server, project, signal }: ProjectConnection,
  run: string,
): Promise<ReplyOf<typeof getScoreRunContract>> {
  return callServer(
    server,
    'get /projects/{project}/score-runs/{run}',
    { project, run },
    { signal },
  )
}

export function cancelScoreRun(
  { server, project }: ProjectConnection,
  run: string,
): Promise<ScoreRun> {
  return callServer(
    server,
    'post /projects/{project}/score-runs/{run}/cancel',
    { project, run },
    { lostReplyHint: 'The run may continue.' },
  )
}

export function resumeScoreRun(
  { server, project, signal }: ProjectConnection,
  run: string,
): Promise<ScoreRun> {
  return callServer(
    server,
    'post /projects/{project}/score-runs/{run}/resume',
    { project, run },
    { signal, lostReplyHint: 'The run may continue: check with "stepmark score list".' },
  )
}

export function beginScoreImport(
  { server, project, signal }: ProjectConnection,
  input: Pick<RequestInputOf<typeof beginScoreImportContract>, 'name' | 'scorer'>,
): Promise<ScoreRun> {
  return callServer(
    server,
    'post /projects/{project}/score-imports',
    { project, ...input },
    { signal, lostReplyHint: 'A run may have started: check with "stepmark score list".' },
  )
}

export function sendScoreLines(
  { server, project, signal }: ProjectConnection,
  run: string,
  lines: RequestInputOf<typeof sendScoresContract>['lines'],
) {
  return callServer(
    server,
    'post /projects/{project}/score-runs/{run}/scores',
    { project, run, lines },
    { signal, lostReplyHint: 'Stored scores are kept.' },
  )
}

export function finishScoreImport(
  { server, project, signal }: ProjectConnection,
  run: string,
  rejectedCount: number,
): Promise<ScoreRun> {
  return callServer(
    server,
    'post /projects/{project}/score-runs/{run}/finish',
    { project, run, rejected: rejectedCount },
    { signal, lostReplyHint: 'The run may be finished: check with "stepmark score list".' },
  )
}

export function trainScorer(
  { server, signal }: ProjectConnection,
  input: RequestInputOf<typeof trainScorerContract>,
): Promise<Training> {
  return callServer(server, 'post /projects/{project}/scorers/train', input, {
    signal,
    lostReplyHint: 'The training may have started: check with "stepmark scorer list".',
  })
}

export function getScorerVersion(
  { server, project, signal }: ProjectConnection,
  { scorer, version }: Training,
): Promise<ScorerVersion> {
  return callServer(
    server,
    'get /projects/{project}/scorers/{scorer}/versions/{version}',
    { project, scorer, version: version.version },
    { signal },
  )
}

export function cancelTraining(
  { server, project }: ProjectConnection,
  { scorer, version }: Training,
): Promise<ScorerVersion> {
  return callServer(
    server,
    'post /projects/{project}/scorers/{scorer}/versions/{version}/cancel',
    { project, scorer, version: version.version },
    { lostReplyHint: 'The training may continue.' },
  )
}
