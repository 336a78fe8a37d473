import { AppError } from '@/lib/platform/errors'
import { formatQuantity } from '@/lib/platform/format'
import { OperationContinuesError } from './errors'
import { InterruptedError } from './interrupt'
import { makeRowProgressState, pollJobUntilEnded } from './poll'
import { cancelRelease, getRelease, type Release } from './release-requests'
import type { ProjectConnection } from './server-connection'
import { printMessage } from './terminal'

/** Polls until the release has ended and shows its progress. Ctrl-C cancels it. Throws if it failed. */
export async function followRelease(
  context: ProjectConnection,
  startedRelease: Release,
): Promise<Release> {
  try {
    return requireFiles(
      await pollRelease(context, startedRelease).catch(
        explainInterruptedRelease(context, startedRelease),
      ),
    )
  } catch (error) {
    if (!(error instanceof InterruptedError)) throw error
    printMessage(context.terminal, 'Cancelling the release. Press Ctrl-C again to quit at once.')
    const endedRelease = await cancelAndWait(
      { ...context, signal: undefined },
      startedRelease.number,
    ).catch(explainInterruptedRelease(context, startedRelease))
    printMessage(
      context.terminal,
      endedRelease.state === 'done'
        ? `Release ${startedRelease.number} was done before it could be cancelled.`
        : `Release ${startedRelease.number} was cancelled. Only its number stays in use.`,
    )
    throw error
  }
}

async function cancelAndWait(context: ProjectConnection, number: number): Promise<Release> {
  try {
    return await pollRelease(context, await cancelRelease(context, number))
  } catch (error) {
    // It has ended in the meantime.
    if (error instanceof AppError && error.code === 'conflict') return getRelease(context, number)
    throw error
  }
}

/** Explains that the server continues after an error here. */
function explainInterruptedRelease({ project }: ProjectConnection, { number }: Release) {
  return (error: unknown): never => {
    if (!(error instanceof AppError)) throw error
    const showCommand = `stepmark release show ${number} --project ${project}`
    throw new OperationContinuesError(
      error.code === 'not_found'
        ? `Release ${number} is no longer visible, because the project or your membership was removed. If you get access again: ${showCommand}`
        : `The server continues to write release ${number}. To see its progress: ${showCommand}`,
      error,
    )
  }
}

function requireFiles(release: Release): Release {
  if (release.state === 'done') return release
  const { number, state, message, warnings } = release
  const outcome = `Release ${number} ${state === 'failed' ? 'failed' : 'was cancelled'} and has no files.`
  // With `isRead`, the printed error does not claim that nothing was changed.
  throw new AppError('conflict', [message ?? [], outcome, warnings].flat().join(' '), {
    isRead: true,
  })
}

const pollRelease = (context: ProjectConnection, startedRelease: Release): Promise<Release> =>
  pollJobUntilEnded(startedRelease, {
    terminal: context.terminal,
    label: 'writing',
    isRunning: ({ state }) => state === 'running',
    describeProgress: ({ readRows, allRows }) =>
      makeRowProgressState(readRows, allRows, (total) => formatQuantity(total, 'annotation')),
    read: () => getRelease(context, startedRelease.number),
    signal: context.signal,
  })
