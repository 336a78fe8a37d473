import type { JobHandlers } from '@/lib/jobs/job'
import { JobEnded, JobWatch } from '@/lib/jobs/server/job-watch'
import { isNoConnection } from '@/lib/jobs/server/no-connection'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { readOnReplica } from '@/lib/platform/server/replica'
import { readAtOneInstant } from '@/lib/platform/server/row-transaction'
import { evaluationOptionsField } from '../contract'
import {
  endEvaluation,
  type EvaluationRun,
  findRun,
  markFailed,
  setProgress,
  tryLockEvaluation,
} from './evaluation-rows.sql'
import { workOut } from './work-out'

const longestMs = 60 * 60 * 1000
const limits = { statementMs: longestMs, timeout: longestMs, maxWait: 10_000 } as const
const replicaPatienceMs = 30_000
const unforeseen =
  'Something went wrong on our side, several times. Earlier evaluations are as they were. Compute once more; if that does not help, tell whoever runs this server.'

/**
 * Works out an evaluation in one transaction of one instant that only reads, on a replica where there is one; the result is one update at the end, so that
 * a process that dies leaves nothing. A run of an attempt that is not the current one any more ends without a word. Says
 * `later` while another run has the project, and when the process is about to end.
 */
export const runEvaluateJob: JobHandlers['evaluate'] = async (place, signal) => {
  const progress = { readRows: 0, allRows: null as number | null }
  const watch = new JobWatch(() => setProgress(getDatabase(), place, progress), signal)
  try {
    const begun = await findRun(getDatabase(), place)
    if (begun === null) return undefined
    watch.start()
    const found = await readEverything(place, begun.options, {
      progress,
      throwIfEnded: () => watch.throwIfEnded(),
      signal,
    })
    await watch.stop()
    watch.throwIfEnded()
    if (found === 'later') return 'later'
    const end = { result: found, allRows: progress.allRows ?? 0 }
    await endEvaluation(getDatabase(), place, end)
    return undefined
  } catch (error) {
    await watch.stop()
    if (error instanceof JobEnded || watch.isSuperseded) return undefined
    if (signal.aborted || isNoConnection(error)) return 'later'
    if (!(error instanceof AppError)) throw error
    await markFailed(getDatabase(), place, error.message)
    return undefined
  }
}

/** What becomes of an evaluation whose job is not tried again. */
export async function giveUpEvaluation(place: EvaluationRun): Promise<void> {
  await markFailed(getDatabase(), place, unforeseen)
}

/** The lock is where it is read: one run on the primary and one on a replica may be at the same, and one of them ends it. */
function readEverything(
  { projectId }: EvaluationRun,
  given: unknown,
  { signal, ...watch }: Parameters<typeof workOut>[1] & { signal: AbortSignal },
) {
  const options = evaluationOptionsField.parse(given)
  return readOnReplica(
    (place) =>
      readAtOneInstant(place, limits, async ({ db, rows }) => {
        if (!(await tryLockEvaluation(db, projectId))) return 'later' as const
        watch.progress.readRows = 0
        return workOut({ db, rows, projectId, options }, watch)
      }),
    {
      patienceMs: replicaPatienceMs,
      isMeant: (error) => error instanceof JobEnded || signal.aborted,
      signal,
    },
  )
}
