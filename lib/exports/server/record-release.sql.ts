import type { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { lockProject } from '@/lib/platform/server/lock-project.sql'

/** A release being written by one of the jobs that were started for it. */
export interface ReleaseAttempt {
  projectId: string
  releaseId: string
  attempt: number
}

/** False if the release was cancelled or restarted. */
export async function storeReleaseProgress(
  db: Transaction,
  { projectId, releaseId, attempt }: ReleaseAttempt,
  { readRows, allRows }: { readRows: number; allRows: number },
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update release set read_rows = ${readRows}::int, total_rows = ${allRows}::int
    where project_id = ${projectId}::uuid and id = ${releaseId}::uuid and state = 'running' and attempt = ${attempt}`
  return changedRows === 1
}

export interface FinishedRelease {
  snapshotAt: Date
  cursor: string
  manifest: Prisma.InputJsonValue
  rows: number
}

/** False if the release was cancelled or restarted meanwhile. */
export async function markReleaseDone(
  db: Transaction,
  { projectId, releaseId, attempt }: ReleaseAttempt,
  { snapshotAt, cursor, manifest, rows }: FinishedRelease,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update release set state = 'done', snapshot_at = ${snapshotAt}, cursor = ${cursor},
      manifest = ${JSON.stringify(manifest)}::jsonb, read_rows = ${rows}::int, total_rows = ${rows}::int,
      finished_at = clock_timestamp()
    where project_id = ${projectId}::uuid and id = ${releaseId}::uuid and state = 'running' and attempt = ${attempt}`
  return changedRows === 1
}

/** Returns the number of the release; null if it has ended or was restarted, and so was not changed. */
export async function markReleaseFailed(
  db: Transaction,
  { projectId, releaseId, attempt }: ReleaseAttempt,
  message: string,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ number: number }[]>`
    update release set state = 'failed', message = ${message}, finished_at = clock_timestamp()
    where project_id = ${projectId}::uuid and id = ${releaseId}::uuid and state = 'running' and attempt = ${attempt}
    returning number`
  return row?.number ?? null
}

/** False if there is no such release or it has ended. A job that is writing it notices and rolls back. */
export async function cancelRunningRelease(
  db: Transaction,
  { projectId, number }: { projectId: string; number: number },
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update release set state = 'cancelled', attempt = attempt + 1, cancel_requested_at = clock_timestamp(),
      finished_at = clock_timestamp()
    where project_id = ${projectId}::uuid and number = ${number} and state = 'running'`
  return changedRows === 1
}

/** Reserves the next number until the transaction ends. */
export async function reserveReleaseNumber(db: Transaction, projectId: string): Promise<number> {
  await lockProject(db, projectId)
  const [row] = await db.$queryRaw<[{ next: number }]>`
    select coalesce(max(number), 0) + 1 as next from release where project_id = ${projectId}::uuid`
  return row.next
}
