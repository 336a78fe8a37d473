import type { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'

/** A release that is being written, by one of the jobs that were started for it. */
export interface RunningRelease {
  projectId: string
  releaseId: string
  attempt: number
}

/** False: it was cancelled, or is being written by another job. */
export async function noteProgress(
  db: Transaction,
  { projectId, releaseId, attempt }: RunningRelease,
  { readRows, allRows }: { readRows: number; allRows: number },
): Promise<boolean> {
  const changed = await db.$executeRaw`
    update release set read_rows = ${readRows}::int, total_rows = ${allRows}::int
    where project_id = ${projectId}::uuid and id = ${releaseId}::uuid and state = 'running' and attempt = ${attempt}`
  return changed === 1
}

export interface FinishedRelease {
  snapshotAt: Date
  cursor: string
  manifest: Prisma.InputJsonValue
  rows: number
}

/** False: it was cancelled meanwhile. */
export async function finishRelease(
  db: Transaction,
  { projectId, releaseId, attempt }: RunningRelease,
  { snapshotAt, cursor, manifest, rows }: FinishedRelease,
): Promise<boolean> {
  const changed = await db.$executeRaw`
    update release set state = 'done', snapshot_at = ${snapshotAt}, cursor = ${cursor},
      manifest = ${JSON.stringify(manifest)}::jsonb, read_rows = ${rows}::int, total_rows = ${rows}::int,
      finished_at = clock_timestamp()
    where project_id = ${projectId}::uuid and id = ${releaseId}::uuid and state = 'running' and attempt = ${attempt}`
  return changed === 1
}

/** The number of the release; null: it is over, or was started anew, and stays as it is. */
export async function setFailed(
  db: Transaction,
  { projectId, releaseId, attempt }: RunningRelease,
  message: string,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ number: number }[]>`
    update release set state = 'failed', message = ${message}, finished_at = clock_timestamp()
    where project_id = ${projectId}::uuid and id = ${releaseId}::uuid and state = 'running' and attempt = ${attempt}
    returning number`
  return row?.number ?? null
}

/** False: it is not being written. A job that writes it sees so and takes everything back. */
export async function cancelRunning(
  db: Transaction,
  { projectId, number }: { projectId: string; number: number },
): Promise<boolean> {
  const changed = await db.$executeRaw`
    update release set state = 'cancelled', attempt = attempt + 1, cancel_requested_at = clock_timestamp(),
      finished_at = clock_timestamp()
    where project_id = ${projectId}::uuid and number = ${number} and state = 'running'`
  return changed === 1
}

/** The next number, which no one else gets until the transaction ends. */
export async function takeReleaseNumber(db: Transaction, projectId: string): Promise<number> {
  await db.$queryRaw`select id from project where id = ${projectId}::uuid for no key update`
  const [row] = await db.$queryRaw<[{ next: number }]>`
    select coalesce(max(number), 0) + 1 as next from release where project_id = ${projectId}::uuid`
  return row.next
}
