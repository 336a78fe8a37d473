import { randomUUID } from 'node:crypto'
import type { ReplyOf, SentInputOf } from '@/lib/platform/contract'
import type {
  cancelScoreRunContract,
  cancelTrainingContract,
  getScorerVersionContract,
  getScoreRunContract,
  listScoreRunsContract,
  listScorersContract,
  resumeScoreRunContract,
  startScoreRunContract,
  trainScorerContract,
} from '@/lib/scoring/contract'
import type {
  beginScoreImportContract,
  finishScoreImportContract,
  sendScoresContract,
} from '@/lib/scoring/import-contract'
import { keepTrying } from './keep-trying'
import { UsageError } from './refusals'
import { callServer, type Server } from './server'
import type { Shell } from './shell'

export type ScoreRun = ReplyOf<typeof listScoreRunsContract>['runs'][number]
export type Scorer = ReplyOf<typeof listScorersContract>['scorers'][number]
export type ScorerVersion = ReplyOf<typeof getScorerVersionContract>
export type Training = ReplyOf<typeof trainScorerContract>

export interface ScoreCalls {
  shell: Shell
  server: Server
  project: string
  signal?: AbortSignal
}

const ofRun = '/projects/{project}/score-runs/{run}'
const ofVersion = '/projects/{project}/scorers/{scorer}/versions/{version}'

export async function listScorers({ server, project }: ScoreCalls) {
  return callServer<typeof listScorersContract>(
    server,
    { method: 'get', path: '/projects/{project}/scorers' },
    { project },
  )
}

/** By name or id. Throws `UsageError` where there is none. */
export async function findScorer(calls: ScoreCalls, meant: string): Promise<Scorer> {
  const { scorers } = await listScorers(calls)
  const found = scorers.find(({ scorer, name }) => name === meant || scorer === meant)
  if (found) return found
  const names = scorers.map(({ name }) => name).join(', ') || 'none so far'
  throw new UsageError(`There is no scorer "${meant}" in this project: ${names}. Nothing was done.`)
}

export async function listRuns({ server, project }: ScoreCalls): Promise<ScoreRun[]> {
  const { runs } = await callServer<typeof listScoreRunsContract>(
    server,
    { method: 'get', path: '/projects/{project}/score-runs' },
    { project },
  )
  return runs
}

/** By number or id. Throws `UsageError` where there is none. */
export async function findRun(calls: ScoreCalls, meant: string): Promise<ScoreRun> {
  const runs = await listRuns(calls)
  const found = runs.find(({ run, number }) => String(number) === meant || run === meant)
  if (found) return found
  throw new UsageError(
    `There is no score run ${meant} among the last ${runs.length} of this project. Nothing was done.`,
  )
}

export function startRun(
  { server, signal }: ScoreCalls,
  input: SentInputOf<typeof startScoreRunContract>,
): Promise<ScoreRun> {
  return callServer<typeof startScoreRunContract>(
    server,
    { method: 'post', path: '/projects/{project}/score-runs' },
    input,
    { signal, ifLost: 'The run may have been begun: "stepmark score list" shows it.' },
  )
}

export function getRun({ server, project, signal }: ScoreCalls, run: string, ifLost?: string) {
  return callServer<typeof getScoreRunContract>(
    server,
    { method: 'get', path: ofRun },
    { project, run },
    { signal, ifLost },
  )
}

/** For the middle of something: waits for a server that is away. */
export function watchRun(calls: ScoreCalls, run: string): Promise<ScoreRun> {
  return keepTrying(calls.shell, () => getRun(calls, run, 'The run goes on.'), calls.signal)
}

export function cancelRun({ server, project }: ScoreCalls, run: string): Promise<ScoreRun> {
  return callServer<typeof cancelScoreRunContract>(
    server,
    { method: 'post', path: `${ofRun}/cancel` },
    { project, run },
    { ifLost: 'The run may go on.' },
  )
}

export function resumeRun({ server, project, signal }: ScoreCalls, run: string): Promise<ScoreRun> {
  return callServer<typeof resumeScoreRunContract>(
    server,
    { method: 'post', path: `${ofRun}/resume` },
    { project, run },
    { signal, ifLost: 'The run may go on: "stepmark score list" shows it.' },
  )
}

/** May be tried again: the key makes it one run. */
export function beginImport(
  { shell, server, project, signal }: ScoreCalls,
  said: Pick<SentInputOf<typeof beginScoreImportContract>, 'name' | 'scorer'>,
): Promise<ScoreRun> {
  const idempotencyKey = randomUUID()
  const call = () =>
    callServer<typeof beginScoreImportContract>(
      server,
      { method: 'post', path: '/projects/{project}/score-imports' },
      { project, ...said },
      {
        ...{ signal, idempotencyKey },
        ifLost: 'A run may have been begun: "stepmark score list" shows it.',
      },
    )
  return keepTrying(shell, call, signal)
}

/** Waits for a server that is away: the same lines again change nothing. */
export function sendScoreLines(
  { shell, server, project, signal }: ScoreCalls,
  run: string,
  lines: SentInputOf<typeof sendScoresContract>['lines'],
  idempotencyKey: string,
) {
  const call = () =>
    callServer<typeof sendScoresContract>(
      server,
      { method: 'post', path: `${ofRun}/scores` },
      { project, run, lines },
      { signal, idempotencyKey, ifLost: 'What was stored stays.' },
    )
  return keepTrying(shell, call, signal)
}

/** The same: finishing twice is finishing once. */
export function finishImport(
  { shell, server, project, signal }: ScoreCalls,
  run: string,
  refused: number,
): Promise<ScoreRun> {
  const call = () =>
    callServer<typeof finishScoreImportContract>(
      server,
      { method: 'post', path: `${ofRun}/finish` },
      { project, run, refused },
      { signal, ifLost: 'The run may be finished: "stepmark score list" shows it.' },
    )
  return keepTrying(shell, call, signal)
}

export function trainScorer(
  { server, signal }: ScoreCalls,
  input: SentInputOf<typeof trainScorerContract>,
): Promise<Training> {
  return callServer<typeof trainScorerContract>(
    server,
    { method: 'post', path: '/projects/{project}/scorers/train' },
    input,
    { signal, ifLost: 'The training may have been begun: "stepmark scorer list" shows it.' },
  )
}

export function watchTraining(
  calls: ScoreCalls,
  { scorer, version }: Training,
): Promise<ScorerVersion> {
  const { shell, server, project, signal } = calls
  return keepTrying(
    shell,
    () =>
      callServer<typeof getScorerVersionContract>(
        server,
        { method: 'get', path: ofVersion },
        { project, scorer, version: version.version },
        { signal, ifLost: 'The training goes on.' },
      ),
    signal,
  )
}

export function cancelTraining(
  { server, project }: ScoreCalls,
  { scorer, version }: Training,
): Promise<ScorerVersion> {
  return callServer<typeof cancelTrainingContract>(
    server,
    { method: 'post', path: `${ofVersion}/cancel` },
    { project, scorer, version: version.version },
    { ifLost: 'The training may go on.' },
  )
}
