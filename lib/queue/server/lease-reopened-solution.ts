import { v7 as makeId } from 'uuid'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { listActiveLeases } from './claim.sql'
import { endLease } from './leases'
import { lockQueueItemsOfClaimer } from './lock-items.sql'
import { storeReopenedAnnotationAsRework, annotationLeasePurposeSql } from './rework.sql'

interface LeaseHolder {
  projectId: string
  userId: string
}

/**
 * Leases a finished solution to its annotator again and turns its done slot back into a leased one (gold has none). Their
 * current lease becomes the prefetched one, and an earlier prefetched lease is released. Requires `lockClaimsOfAnnotator` and
 * `lockItemsForReopen`.
 */
export async function leaseReopenedSolution(
  db: Transaction,
  holder: LeaseHolder,
  { solutionId, leaseMinutes }: { solutionId: string; leaseMinutes: number },
): Promise<string> {
  const { projectId, userId } = holder
  const purpose = annotationLeasePurposeSql(
    Prisma.sql`${projectId}::uuid`,
    Prisma.sql`${userId}::uuid`,
    Prisma.sql`${solutionId}::uuid`,
  )
  const prefetchedLease = await findPrefetchedLease(db, holder)
  if (prefetchedLease) await endLease(db, holder, prefetchedLease, 'released')
  await db.$executeRaw`
    update lease set is_prefetched = true where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  await db.$executeRaw`
    update queue_item set leased = leased + 1, done = done - 1
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid and ${purpose} = 'work'`
  const id = makeId()
  await db.$executeRaw`
    insert into lease (project_id, id, solution_id, user_id, is_prefetched, purpose, expires_at)
    values (${projectId}::uuid, ${id}::uuid, ${solutionId}::uuid, ${userId}::uuid, false, ${purpose},
      now() + make_interval(mins => ${leaseMinutes}))`
  await storeReopenedAnnotationAsRework(db, { ...holder, solutionId })
  return id
}

/**
 * Locks the queue items that reopening will change, and ends the annotator's expired leases, because they still occupy the
 * current or prefetched position. Requires `lockClaimsOfAnnotator`.
 */
export async function lockItemsForReopen(
  db: Transaction,
  holder: LeaseHolder,
  solutionId: string,
): Promise<void> {
  const { projectId, userId } = holder
  await lockQueueItemsOfClaimer(db, holder, solutionId)
  await db.$executeRaw`select release_leases(${projectId}::uuid, ${userId}::uuid, p_only_expired => true)::text`
}

async function findPrefetchedLease(db: Transaction, holder: LeaseHolder) {
  return (await listActiveLeases(db, holder)).find(({ isPrefetched }) => isPrefetched)
}
