import { Prisma } from '@/lib/generated/prisma/client'
import type { JobHandlers } from '@/lib/jobs/job'
import { JobEnded, JobWatch } from '@/lib/jobs/server/job-watch'
import { isNoConnection } from '@/lib/jobs/server/no-connection'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { transactWithRows } from '@/lib/platform/server/row-transaction'
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
const waitForConnectionMs = 10_000
const unforeseen =
  'Something went wrong on our side, several times. Earlier results are as they were. Compute once more; if that does not help, tell whoever runs this server.'

/**
 * Works out how well people agree in one transaction of one instant that only reads; the result is one update at the end,
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

function readEverything({ projectId, agreementId }: AgreementRun, given: unknown, watch: Watch) {
  const filters = agreementFiltersField.parse(given)
  return transactWithRows(
    async ({ db, rows }) => {
      await db.$executeRaw`select set_config('statement_timeout', ${String(longestMs)}, true)`
      if (!(await tryLockAgreement(db, agreementId))) return 'later' as const
      return workOutAgreement({ db, rows, projectId, filters }, watch)
    },
    {
      isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
      timeout: longestMs,
      maxWait: waitForConnectionMs,
    },
  )
}
