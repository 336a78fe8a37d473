import { AppError } from '@/lib/platform/errors'
import { formatCount, formatNoun } from '@/lib/platform/format'
import { Interrupted } from './interrupt'
import { pollToEnd } from './poll'
import { Progress } from './progress'
import { LeftOnServer } from './refusals'
import {
  cancelRun,
  cancelTraining,
  type ScoreCalls,
  type ScoreRun,
  type ScorerVersion,
  type Training,
  watchRun,
  watchTraining,
} from './score-calls'
import { say } from './shell'

/** What goes on in the background of the server. */
interface Work<T> {
  /** `scoring` */
  what: string
  watch: (calls: ScoreCalls) => Promise<T>
  cancel: (calls: ScoreCalls) => Promise<T>
  isRunning: (now: T) => boolean
  reach: (now: T) => { done: number; all: number | null; detail: string }
  /** Where to look while it goes on without us. */
  leave: string
  stopped: string
}

/** Asks until a run has ended, and draws how far it is. Ctrl-C cancels it. Throws where it failed. */
export async function followRun(calls: ScoreCalls, begun: ScoreRun): Promise<ScoreRun> {
  const { run, number } = begun
  const again = `${number} --project ${calls.project}`
  const ended = await follow<ScoreRun>(calls, begun, {
    what: 'scoring',
    watch: (with_) => watchRun(with_, run),
    cancel: (with_) => cancelRun(with_, run),
    isRunning: ({ state }) => state === 'running',
    reach: ({ doneRows, failedRows, reusedRows, allRows }) => ({
      ...{ done: doneRows + failedRows, all: allRows },
      detail:
        allRows === null
          ? 'waits for its turn'
          : [
              formatNoun(allRows, 'solution'),
              ...(reusedRows > 0 ? [`${formatCount(reusedRows)} known already`] : []),
              ...(failedRows > 0 ? [`${formatCount(failedRows)} failed`] : []),
            ].join(', '),
    }),
    leave: `The server goes on with run ${number} by itself: "stepmark score show ${again}" says how far it is.`,
    stopped: `Run ${number} was cancelled. What was scored stays: "stepmark score resume ${again}" goes on.`,
  })
  if (ended.state === 'done') return ended
  throw new AppError('conflict', `Run ${number} did not come to its end. ${ended.message ?? ''}`)
}

/** The same for a training. */
export async function followTraining(calls: ScoreCalls, begun: Training): Promise<ScorerVersion> {
  const { version } = begun.version
  const ended = await follow<ScorerVersion>(calls, begun.version, {
    what: 'learning',
    watch: (with_) => watchTraining(with_, begun),
    cancel: (with_) => cancelTraining(with_, begun),
    isRunning: ({ state }) => state === 'running',
    reach: ({ readRows, allRows }) => ({
      ...{ done: readRows, all: allRows },
      detail: allRows === null ? 'waits for its turn' : formatNoun(allRows, 'rated step'),
    }),
    leave: `The server goes on training version ${version} by itself: "stepmark scorer list --project ${calls.project}" shows it.`,
    stopped: `The training was cancelled. Nothing of version ${version} stays but its number.`,
  })
  if (ended.state === 'done') return ended
  throw new AppError('conflict', `Version ${version} has learnt nothing. ${ended.message ?? ''}`)
}

async function follow<T>(calls: ScoreCalls, begun: T, work: Work<T>): Promise<T> {
  try {
    return await watchUntil(calls, begun, work)
  } catch (error) {
    if (error instanceof AppError) throw new LeftOnServer(work.leave, error)
    if (!(error instanceof Interrupted)) throw error
    say(calls.shell, 'Cancelling. Ctrl-C once more leaves at once.')
    const rest = { ...calls, signal: undefined }
    try {
      await work.cancel(rest)
      say(calls.shell, work.stopped)
    } catch (refusal) {
      // It ended by itself in the meantime.
      if (refusal instanceof AppError && refusal.code === 'conflict') return work.watch(rest)
      throw refusal
    }
    throw error
  }
}

async function watchUntil<T>(calls: ScoreCalls, begun: T, work: Work<T>): Promise<T> {
  const progress = new Progress(calls.shell, work.what)
  const format = (count: number) => formatCount(Math.round(count))
  try {
    return await pollToEnd(begun, {
      isRunning: work.isRunning,
      show: (status) => progress.show({ ...work.reach(status), format }),
      read: () => work.watch(calls),
      signal: calls.signal,
    })
  } finally {
    progress.clear()
  }
}
