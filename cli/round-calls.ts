import { AppError } from '@/lib/platform/errors'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { ReplyOf, SentInputOf } from '@/lib/platform/contract'
import type {
  cancelRoundContract,
  closeRoundContract,
  getRoundContract,
  listRoundsContract,
  openRoundContract,
  planRoundContract,
} from '@/lib/rounds/contract'
import type { listScoreRunsContract } from '@/lib/scoring/contract'
import { Interrupted } from './interrupt'
import { keepTrying } from './keep-trying'
import { pollToEnd } from './poll'
import { Progress } from './progress'
import { callServer, type Server } from './server'
import { say, type Shell } from './shell'

export type Round = ReplyOf<typeof getRoundContract>
export type SentPolicy = NonNullable<SentInputOf<typeof planRoundContract>['policy']>

export interface RoundCalls {
  shell: Shell
  server: Server
  project: string
  signal?: AbortSignal
}

const ofProject = '/projects/{project}/rounds'
const ofRound = '/projects/{project}/rounds/{round}'

export function planRound(
  { server, project, signal }: RoundCalls,
  policy: SentPolicy,
): Promise<Round> {
  return callServer<typeof planRoundContract>(
    server,
    { method: 'post', path: ofProject },
    { project, policy },
    { signal, ifLost: 'The round may be being planned: "stepmark round list" shows it.' },
  )
}

export async function listRounds(
  { server, project, signal }: RoundCalls,
  number?: number,
): Promise<Round[]> {
  const { rounds } = await callServer<typeof listRoundsContract>(
    server,
    { method: 'get', path: ofProject },
    { project, ...(number === undefined ? {} : { number }) },
    { signal },
  )
  return rounds
}

export function getRound({ server, project, signal }: RoundCalls, round: string): Promise<Round> {
  return callServer<typeof getRoundContract>(
    server,
    { method: 'get', path: ofRound },
    { project, round },
    { signal, ifLost: 'The round stays as it is.' },
  )
}

export function openRound({ server, project, signal }: RoundCalls, round: string): Promise<Round> {
  return callServer<typeof openRoundContract>(
    server,
    { method: 'post', path: `${ofRound}/open` },
    { project, round },
    { signal, ifLost: 'The round may be opening: "stepmark round list" shows it.' },
  )
}

export function closeRound({ server, project }: RoundCalls, round: string): Promise<Round> {
  return callServer<typeof closeRoundContract>(
    server,
    { method: 'post', path: `${ofRound}/close` },
    { project, round },
    { ifLost: 'The round may be closed: "stepmark round list" shows it.' },
  )
}

function cancelRound({ server, project }: RoundCalls, round: string): Promise<Round> {
  return callServer<typeof cancelRoundContract>(
    server,
    { method: 'post', path: `${ofRound}/cancel` },
    { project, round },
    { ifLost: 'The round may go on.' },
  )
}

interface Asked {
  /** However old it is. */
  number?: number | undefined
  state?: Round['state']
  missing: string
}

/** The newest round that is as asked. Throws `not_found` with these words. */
export async function findRound(
  calls: RoundCalls,
  { number, state, missing }: Asked,
): Promise<Round> {
  const rounds = await listRounds(calls, number)
  const found = rounds.find((round) => state === undefined || round.state === state)
  if (!found) throw new AppError('not_found', missing)
  return found
}

/** The id of the score run that has this number in the project. */
export async function findScoreRun(
  { server, project }: RoundCalls,
  number: number,
): Promise<string> {
  const { runs } = await callServer<typeof listScoreRunsContract>(
    server,
    { method: 'get', path: '/projects/{project}/score-runs' },
    { project },
  )
  const found = runs.find((run) => run.number === number)
  if (!found) throw new AppError('not_found', `There is no score run ${number} in this project.`)
  return found.run
}

const isAtWork = ({ state }: Round) => state === 'planning' || state === 'opening'

/** Asks until it is planned or open, and draws how far it is. Ctrl-C cancels it. Throws where it came to nothing. */
export async function followRound(calls: RoundCalls, begun: Round): Promise<Round> {
  const progress = new Progress(calls.shell, begun.state)
  const format = (count: number) => formatCount(Math.round(count))
  try {
    const round = await pollToEnd(begun, {
      isRunning: isAtWork,
      show: ({ readRows, allRows }) => {
        const detail = allRows === null ? 'waits for its turn' : formatNoun(allRows, 'solution')
        progress.show({ done: readRows, all: allRows, format, detail })
      },
      read: () => keepTrying(calls.shell, () => getRound(calls, begun.round), calls.signal),
      signal: calls.signal,
    })
    if (round.state !== 'failed' && round.state !== 'cancelled') return round
    throw new AppError('conflict', round.message ?? `The round is ${round.state}.`)
  } catch (error) {
    if (error instanceof Interrupted) {
      progress.clear()
      const { state } = await cancelRound({ ...calls, signal: undefined }, begun.round)
      say(calls.shell, `The round is ${state}. Nothing of it stays.`)
    }
    throw error
  } finally {
    progress.clear()
  }
}
