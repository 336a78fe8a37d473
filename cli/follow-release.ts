import { formatCount, formatNoun } from '@/lib/platform/format'
import { AppError } from '@/lib/platform/errors'
import { Interrupted } from './interrupt'
import { pollToEnd } from './poll'
import { Progress } from './progress'
import { LeftOnServer } from './refusals'
import {
  cancelRelease,
  getRelease,
  type Release,
  type ReleaseCalls,
  watchRelease,
} from './release-calls'
import { say } from './shell'

/** Asks until the release has ended, and draws how far it is. Ctrl-C cancels it. Throws where it failed. */
export async function followRelease(calls: ReleaseCalls, begun: Release): Promise<Release> {
  try {
    return requireFiles(await watchUntil(calls, begun).catch(leaveOnServer(calls, begun)))
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    say(calls.shell, 'Cancelling the release. Ctrl-C once more leaves at once.')
    const ended = await cancelToEnd({ ...calls, signal: undefined }, begun.number).catch(
      leaveOnServer(calls, begun),
    )
    say(
      calls.shell,
      ended.state === 'done'
        ? `Release ${begun.number} was done before it could be cancelled.`
        : `Release ${begun.number} was cancelled. Nothing of it stays but its number.`,
    )
    throw error
  }
}

async function cancelToEnd(calls: ReleaseCalls, number: number): Promise<Release> {
  try {
    return await watchUntil(calls, await cancelRelease(calls, number))
  } catch (error) {
    // It ended by itself in the meantime.
    if (error instanceof AppError && error.code === 'conflict') return getRelease(calls, number)
    throw error
  }
}

/** For what comes in the way while the server writes: it goes on without us. */
function leaveOnServer({ project }: ReleaseCalls, { number }: Release) {
  return (error: unknown): never => {
    if (!(error instanceof AppError)) throw error
    const show = `"stepmark release show ${number} --project ${project}"`
    throw new LeftOnServer(
      error.code === 'not_found'
        ? `Release ${number} was being written, and is not to be seen any more: the project, or your place in it, is gone. If you see it again: ${show}.`
        : `The server goes on writing release ${number} by itself: ${show} says how far it is.`,
      error,
    )
  }
}

function requireFiles(release: Release): Release {
  if (release.state === 'done') return release
  const why = release.message ?? (release.state === 'failed' ? 'It failed.' : 'It was cancelled.')
  throw new AppError('conflict', `There are no files of release ${release.number}. ${why}`)
}

async function watchUntil(calls: ReleaseCalls, begun: Release): Promise<Release> {
  const progress = new Progress(calls.shell, 'writing')
  const format = (count: number) => formatCount(Math.round(count))
  try {
    return await pollToEnd(begun, {
      isRunning: ({ state }) => state === 'running',
      show: ({ readRows, allRows }) => {
        const detail = allRows === null ? 'waits for its turn' : formatNoun(allRows, 'annotation')
        progress.show({ done: readRows, all: allRows, format, detail })
      },
      read: () => watchRelease(calls, begun.number),
      signal: calls.signal,
    })
  } finally {
    progress.clear()
  }
}
