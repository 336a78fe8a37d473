import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import type { getRoundContract, planRoundContract } from '@/lib/rounds/contract'
import { InterruptedError } from './interrupt'
import { makeRowProgressState, pollJobUntilEnded } from './poll'
import { callServer, type ProjectConnection } from './server-connection'
import { printMessage } from './terminal'

export type Round = ReplyOf<typeof getRoundContract>
export type RoundPolicyInput = NonNullable<RequestInputOf<typeof planRoundContract>['policy']>

export function planRound(
  { server, project, signal }: ProjectConnection,
  policy: RoundPolicyInput,
): Promise<Round> {
  return callServer(
    server,
    'post /projects/{project}/rounds',
    { project, policy },
    { signal, lostReplyHint: 'The plan may have been created. Check with "stepmark round list".' },
  )
}

export async function listRounds(
  { server, project, signal }: ProjectConnection,
  number?: number,
): Promise<Round[]> {
  const { rounds } = await callServer(
    server,
    'get /projects/{project}/rounds',
    { project, ...(number === undefined ? {} : { number }) },
    { signal },
  )
  return rounds
}

export function getRound(
  { server, project, signal }: ProjectConnection,
  round: string,
): Promise<Round> {
  return callServer(
    server,
    'get /projects/{project}/rounds/{round}',
    { project, round },
    { signal },
  )
}

export function startRound(
  { server, project, signal }: ProjectConnection,
  round: string,
): Promise<Round> {
  return callServer(
    server,
    'post /projects/{project}/rounds/{round}/start',
    { project, round },
    { signal, lostReplyHint: 'The round may be starting. Check with "stepmark round list".' },
  )
}

export function closeRound({ server, project }: ProjectConnection, round: string): Promise<Round> {
  return callServer(
    server,
    'post /projects/{project}/rounds/{round}/close',
    { project, round },
    { lostReplyHint: 'The round may have been closed. Check with "stepmark round list".' },
  )
}

function cancelRound({ server, project }: ProjectConnection, round: string): Promise<Round> {
  return callServer(
    server,
    'post /projects/{project}/rounds/{round}/cancel',
    { project, round },
    { lostReplyHint: 'The round may not have been cancelled. Check with "stepmark round list".' },
  )
}

interface RoundFilter {
  /** Finds a round of any age. Without it, only the latest rounds are searched. */
  number?: number | undefined
  state?: Round['state']
  notFoundMessage: string
}

/** Returns the newest round that matches. Throws `not_found` with `notFoundMessage` if there is none. */
export async function findRound(
  context: ProjectConnection,
  { number, state, notFoundMessage }: RoundFilter,
): Promise<Round> {
  const rounds = await listRounds(context, number)
  const match = rounds.find((round) => state === undefined || round.state === state)
  if (!match) throw new AppError('not_found', notFoundMessage)
  return match
}

/** Returns the id of a score run by its number in the project. */
export async function findScoreRunId(
  { server, project }: ProjectConnection,
  number: number,
): Promise<string> {
  const { runs } = await callServer(server, 'get /projects/{project}/score-runs', { project })
  const match = runs.find((run) => run.number === number)
  if (!match) throw new AppError('not_found', `Score run ${number} not found in this project.`)
  return match.run
}

const isRunning = ({ state }: Round) => state === 'planning' || state === 'starting'

/**
 * Polls until the round is planned or active, and shows progress. Ctrl-C cancels the round. Throws if it failed or was
 * cancelled.
 */
export async function waitForRound(context: ProjectConnection, initial: Round): Promise<Round> {
  try {
    const round = await pollJobUntilEnded(initial, {
      terminal: context.terminal,
      label: initial.state,
      isRunning,
      describeProgress: ({ readRows, allRows }) =>
        makeRowProgressState(readRows, allRows, (total) => formatQuantity(total, 'solution')),
      read: () => getRound(context, initial.round),
      signal: context.signal,
    })
    if (round.state !== 'failed' && round.state !== 'cancelled') return round
    throw new AppError('conflict', round.message ?? `The round is ${round.state}.`)
  } catch (error) {
    if (error instanceof InterruptedError) {
      const { state } = await cancelRound({ ...context, signal: undefined }, initial.round)
      printMessage(context.terminal, `Round ${state}. Nothing was changed.`)
    }
    throw error
  }
}
