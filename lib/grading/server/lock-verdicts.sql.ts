import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'

/** Time limit of requests that change verdicts: a decision on a pair of answers may change 100,000 solutions. */
export const verdictCommandTimeoutMs = 60_000

const attempts = 50
const waitSeconds = 0.1

/**
 * Locks the verdicts of a project until the transaction ends. Everything that changes stored verdicts takes the
 * exclusive lock, so that each change sees the previous one. Imports take the shared lock while they read decisions, so
 * that no decision is missed. A starting round reads verdicts and takes the exclusive lock. Only for jobs:
 * requests can't wait, so they call `lockVerdictsOrFail`.
 */
export async function lockVerdicts(
  db: Transaction,
  projectId: string,
  mode: 'alone' | 'shared',
): Promise<void> {
  await (mode === 'alone'
    ? db.$executeRaw`select pg_advisory_xact_lock(${lockKey(projectId)})`
    : db.$executeRaw`select pg_advisory_xact_lock_shared(${lockKey(projectId)})`)
}

/** Takes the exclusive lock for a request: waits a few seconds, then fails with a message. */
export async function lockVerdictsOrFail(db: Transaction, projectId: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [row] = await db.$queryRaw<[{ isAcquired: boolean }]>`
      select pg_try_advisory_xact_lock(${lockKey(projectId)}) as "isAcquired"`
    if (row.isAcquired) return
    await db.$executeRaw`select pg_sleep(${waitSeconds})`
  }
  throw new AppError(
    'conflict',
    'An import, a regrade or a round start is just finishing. Nothing was changed. Try again in a minute.',
  )
}

const lockKey = (projectId: string) => Prisma.sql`hashtextextended(${`verdicts/${projectId}`}, 0)`
