import type { JobHandlers } from '@/lib/jobs/job'
import { JobEnded, JobWatch } from '@/lib/jobs/server/job-watch'
import { isNoConnection } from '@/lib/jobs/server/no-connection'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { readOnReplica } from '@/lib/platform/server/replica'
import { readAtOneInstant } from '@/lib/platform/server/row-transaction'
import { agreementFiltersField } from '../agreement-filters'
import {
  type AgreementRun,
  endAgreement,
  findRun,
  markFailed,
  setProgress,
  tryLockAgreement,
} from './agreement-rows.sql'
import { type Watch, workOutAgreement } from './work-out-agreement'

const longestMs = 60 * 60 * 1000
const limits = { statementMs: longestMs, timeout: longestMs, maxWait: 10_000 } as const
const replicaPatienceMs = 30_000
const unforeseen =
  'Something went wrong on our side, several times. Earlier results are as they were. Compute once more; if that does not help, tell whoever runs this server.'

/**
 * Works out how well people agree in one transaction of one instant that only reads, on a replica where there is one; the result is one update at the end,
 * so that a process that dies leaves nothing. A run of an attempt that is not the current one any more ends without a
 * word. Says `later` while another run has it, and when the process is about to end.
 */
export const runAgreementJob: JobHandlers['agreement'] = async (place, signal) => {
  const progress = { readRows: 0, allRows: null as number | null }
  const watch = new JobWatch(() => setProgress(getDatabase(), place, progress), signal)
  try {
    const begun = await findRun(getDatabase(), place)
    if (begun === null) return undefined
    watch.start()
    const found = await readEverything(place, begun.filters, {
      progress,
      throwIfEnded: () => watch.throwIfEnded(),
      signal,
    })
    await watch.stop()
    watch.throwIfEnded()
    if (found === 'later') return 'later'
    await endAgreement(getDatabase(), place, { result: found, allRows: progress.allRows ?? 0 })
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

/** What becomes of one whose job is not tried again. */
export async function giveUpAgreement(place: AgreementRun): Promise<void> {
  await markFailed(getDatabase(), place, unforeseen)
}

/** The lock is where it is read: one run on the primary and one on a replica may be at the same, and one of them ends it. */
function readEverything(
  { projectId, agreementId }: AgreementRun,
  given: unknown,
  { signal, ...watch }: Watch & { signal: AbortSignal },
) {
  const filters = agreementFiltersField.parse(given)
  return readOnReplica(
    (place) =>
      readAtOneInstant(place, limits, async ({ db, rows }) => {
        if (!(await tryLockAgreement(db, agreementId))) return 'later' as const
        watch.progress.readRows = 0
        return workOutAgreement({ db, rows, projectId, filters }, watch)
      }),
    {
      patienceMs: replicaPatienceMs,
      isMeant: (error) => error instanceof JobEnded || signal.aborted,
      signal,
    },
  )
}
