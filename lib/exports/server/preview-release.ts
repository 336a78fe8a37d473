import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import { getTransferDatabase } from '@/lib/platform/server/database'
import { setTransactionLimits } from '@/lib/platform/server/transaction-limits'
import { listPossibleSplits } from '../choose-split-side'
import { describeEmptySplits } from '../describe-empty-files'
import type { ReleaseCounts } from '../release-manifest'
import { countConsensusRelease, prepareConsensusRule } from './count-consensus'
import { countRelease, makeSplitSideChooser } from './count-release'
import { resolveReleaseSelection, type SelectionRequest } from './resolve-options'

/** Short, because someone is waiting for the preview. */
const maxCountMs = 20_000
const waitForConnectionMs = 2_000

/**
 * Counts what a release with these options would contain now. Throws `unavailable` if counting
 * takes too long; a release itself counts in the background.
 *
 * @param timeoutMs in total, and per statement
 */
export async function previewProjectRelease(
  projectId: string,
  request: SelectionRequest,
  timeoutMs = maxCountMs,
) {
  try {
    return await getTransferDatabase().$transaction(
      async (db) => {
        await setTransactionLimits(db, { statementMs: timeoutMs })
        const { filters, consensus } = request
        const {
          split,
          heldOut,
          fallback = null,
          cursor,
          warnings,
        } = await resolveReleaseSelection(db, projectId, request)
        const chooseSide = await makeSplitSideChooser(db, projectId, { split, heldOut })
        const selection = { projectId, filters, consensus, fallback, since: cursor }
        const rule = await prepareConsensusRule(db, selection)
        const counts = rule
          ? await countConsensusRelease(db, selection, rule, chooseSide)
          : await countRelease(db, selection, chooseSide)
        const splits = listPossibleSplits({ ...split, ...heldOut }, heldOut.lists.length)
        const emptySplits = hasRows(counts) ? describeEmptySplits(counts, splits) : []
        return { counts, split, heldOut, warnings: [...warnings, ...emptySplits] }
      },
      {
        isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
        timeout: timeoutMs,
        maxWait: waitForConnectionMs,
      },
    )
  } catch (error) {
    if (!isTimeoutError(error)) throw error
    throw new AppError(
      'unavailable',
      'Counting took too long. Create the release: it counts in the background and you can cancel it.',
    )
  }
}

/** Without rows, the release would fail, so its files are not described as empty. */
const hasRows = ({ train, test }: ReleaseCounts) => train.solutions + test.solutions > 0

/** PostgreSQL cancelled a statement (57014), or Prisma the transaction. */
function isTimeoutError(error: unknown): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    (/\b57014\b/.test(error.message) || error.code === 'P2028')
  )
}
