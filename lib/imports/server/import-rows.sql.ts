import { Prisma } from '@/lib/generated/prisma/client'
import type { Flow, GraderMode } from '@/lib/generated/prisma/enums'
import { waitingForColumnSql } from '@/lib/jobs/server/waiting-for.sql'
import type { Transaction } from '@/lib/platform/server/database'
import type { SplitStyle } from '@/lib/steps/split-steps'
import type { ImportState } from '../contract'
import type { ImportRow, ImportOptions, ImportSummary, ImportRunResult } from './import-report'

export interface ImportKey {
  projectId: string
  importId: string
}

/** One start of an import. Results of older starts are not written. */
export interface ImportRunKey extends ImportKey {
  attempt: number
}

/** Of `import_batch i join app_user u`. */
const summaryColumns = Prisma.sql`i.id as import, i.file_name as "fileName", i.state::text, ${waitingForColumnSql(Prisma.sql`i.state in ('checking', 'running')`)},
  i.bytes::float8 as "receivedBytes",
  i.read_bytes::float8 as "readBytes", i.read_lines as "readLines", i.format as formats, i.lines,
  encode(i.sha256, 'hex') as sha256, i.problems, i.solutions, i.annotations, i.gold, i.duplicates,
  i.queued, i.unserved as unservable, i.invalid_lines as "invalidLines", i.message, u.name as by, i.created_at as "createdAt", i.started_at as "startedAt",
  i.finished_at as "finishedAt",
  exists (select from "round" r where r.project_id = i.project_id and r.number is not null
    and r.started_at <= coalesce(i.finished_at, now())) as "waitsForRound"`

export async function findImport(
  db: Transaction,
  { projectId, importId }: ImportKey,
): Promise<ImportRow | null> {
  const [row] = await db.$queryRaw<ImportRow[]>`
    select ${summaryColumns}, i.options, i.preview as details, f.bytes::float8 as "requestsBytes",
      i.report_file_id as "reportFileId"
    from import_batch i join app_user u on u.id = i.user_id
      left join stored_file f on f.project_id = i.project_id and f.id = i.requests_file_id
    where i.project_id = ${projectId}::uuid and i.id = ${importId}::uuid`
  return row ?? null
}

/** Newest first. */
export function listImportRows(
  db: Transaction,
  projectId: string,
  count: number,
): Promise<ImportSummary[]> {
  return db.$queryRaw<ImportSummary[]>`
    select ${summaryColumns}
    from import_batch i join app_user u on u.id = i.user_id
    where i.project_id = ${projectId}::uuid
    order by i.created_at desc, i.id desc
    limit ${count}`
}

export async function insertImport(
  db: Transaction,
  { projectId, importId }: ImportKey,
  { userId, fileName }: { userId: string; fileName: string },
): Promise<void> {
  await db.$executeRaw`
    insert into import_batch (project_id, id, user_id, file_name, state, format, lines, bytes, sha256, problems, solutions,
      annotations, duplicates, invalid_lines)
    values (${projectId}::uuid, ${importId}::uuid, ${userId}::uuid, ${fileName}, 'receiving', '', 0, 0, '', 0, 0, 0, 0, 0)`
}

export interface ImportFiles {
  state: ImportState
  fileId: string | null
  requestsFileId: string | null
  reportFileId: string | null
}

/** Locks the import until the transaction ends. */
export async function lockImportRow(
  db: Transaction,
  { projectId, importId }: ImportKey,
): Promise<ImportFiles | null> {
  const [row] = await db.$queryRaw<ImportFiles[]>`
    select state::text, file_id as "fileId", requests_file_id as "requestsFileId", report_file_id as "reportFileId"
    from import_batch where project_id = ${projectId}::uuid and id = ${importId}::uuid for update`
  return row ?? null
}

/** Stores how much of the import's file has been received, and where the file is stored. */
export async function setReceivedBytes(
  db: Transaction,
  { projectId, importId }: ImportKey,
  { fileId, bytes }: { fileId: string; bytes: number },
): Promise<void> {
  await db.$executeRaw`
    update import_batch set file_id = ${fileId}::uuid, bytes = ${bytes}::bigint
    where project_id = ${projectId}::uuid and id = ${importId}::uuid and state = 'receiving'`
}

export async function setBatchRequestFile(
  db: Transaction,
  { projectId, importId }: ImportKey,
  fileId: string,
): Promise<void> {
  await db.$executeRaw`
    update import_batch set requests_file_id = ${fileId}::uuid
    where project_id = ${projectId}::uuid and id = ${importId}::uuid`
}

/**
 * Of two concurrent starts, one wins. Returns the number of the attempt; null if the import can't
 * be started.
 */
export async function startImportAttempt(
  db: Transaction,
  { projectId, importId }: ImportKey,
  options: ImportOptions,
): Promise<number | null> {
  const [row] = await db.$queryRaw<{ attempt: number }[]>`
    update import_batch set
      state = ${options.dryRun ? 'checking' : 'running'}::import_state, attempt = attempt + 1,
      options = ${JSON.stringify(options)}::jsonb, started_at = null, finished_at = null, message = null,
      read_bytes = 0, read_lines = 0, format = '', lines = 0, sha256 = '', problems = 0, solutions = 0, annotations = 0,
      gold = 0, duplicates = 0, queued = 0, unserved = 0, invalid_lines = 0, preview = '{}', report_file_id = null
    where project_id = ${projectId}::uuid and id = ${importId}::uuid
      and state in ('receiving', 'checked', 'rejected', 'failed') and file_id is not null and bytes > 0
    returning attempt`
  return row?.attempt ?? null
}

/**
 * A running job finds its attempt number gone and rolls back. False if there is nothing to cancel.
 */
export async function markImportCancelled(
  db: Transaction,
  { projectId, importId }: ImportKey,
  message: string,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update import_batch set state = 'cancelled', attempt = attempt + 1, cancel_requested_at = now(), finished_at = now(),
      message = ${message}, file_id = null, requests_file_id = null, report_file_id = null
    where project_id = ${projectId}::uuid and id = ${importId}::uuid and state not in ('done', 'cancelled')`
  return changedRows > 0
}

/** Input of a job. */
export interface ImportJobData {
  userId: string
  fileName: string
  fileId: string
  requestsFileId: string | null
  options: ImportOptions
  /** From here on, the project's id and settings. */
  id: string
  flow: Flow
  overlap: number
  splitting: SplitStyle | 'auto'
  graderMode: GraderMode
}

/** Stores that a run has started. Null if the attempt is not the current one or has ended. */
export async function markImportRunStarted(
  db: Transaction,
  { projectId, importId, attempt }: ImportRunKey,
): Promise<ImportJobData | null> {
  const [row] = await db.$queryRaw<ImportJobData[]>`
    update import_batch i set started_at = now(), read_bytes = 0, read_lines = 0
    from project p
    where p.id = i.project_id and i.project_id = ${projectId}::uuid and i.id = ${importId}::uuid
      and i.attempt = ${attempt} and i.state in ('checking', 'running')
    returning i.user_id as "userId", i.file_name as "fileName", i.file_id as "fileId",
      i.requests_file_id as "requestsFileId", i.options, p.id, p.flow::text, p.overlap, p.splitting, p.grader_mode::text as "graderMode"`
  return row ?? null
}

/** False if the attempt is not the current one or has ended. */
export async function setImportProgress(
  db: Transaction,
  { projectId, importId, attempt }: ImportRunKey,
  { readBytes, readLines }: { readBytes: number; readLines: number },
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update import_batch set read_bytes = ${readBytes}::bigint, read_lines = ${readLines}
    where project_id = ${projectId}::uuid and id = ${importId}::uuid and attempt = ${attempt}
      and state in ('checking', 'running')`
  return changedRows > 0
}

/**
 * Records how a run ended, in the transaction that stores its rows. False if the attempt is not the
 * current one or has ended.
 */
export async function endImportRun(
  db: Transaction,
  { projectId, importId, attempt }: ImportRunKey,
  end: {
    state: 'checked' | 'done' | 'rejected'
    message: string | null
    reportFileId: string | null
  },
  counts: ImportRunResult,
): Promise<boolean> {
  const { lineErrors, samples, columns, stepCounts, conflictingScores, presplitSolutions } = counts
  const preview = {
    lineErrors,
    samples,
    columns,
    stepCounts,
    conflictingScores,
    presplitSolutions,
  }
  const changedRows = await db.$executeRaw`
    update import_batch set state = ${end.state}::import_state, message = ${end.message}, finished_at = clock_timestamp(),
      report_file_id = ${end.reportFileId}::uuid,
      file_id = case when ${end.state} = 'done' then null else file_id end,
      requests_file_id = case when ${end.state} = 'done' then null else requests_file_id end,
      read_bytes = bytes, read_lines = ${counts.lines}, lines = ${counts.lines}, format = ${counts.formats},
      sha256 = decode(${counts.sha256}, 'hex'), problems = ${counts.problems}, solutions = ${counts.solutions},
      annotations = ${counts.annotations}, gold = ${counts.gold}, duplicates = ${counts.duplicates},
      queued = ${counts.queued}, unserved = ${counts.unservable}, invalid_lines = ${counts.invalidLines},
      preview = ${JSON.stringify(preview)}::jsonb
    where project_id = ${projectId}::uuid and id = ${importId}::uuid and attempt = ${attempt}
      and state in ('checking', 'running')`
  return changedRows > 0
}

/** Marks a run as failed; `message` says why. False if the attempt is not the current one or has ended. */
export async function markImportFailed(
  db: Transaction,
  { projectId, importId, attempt }: ImportRunKey,
  message: string,
): Promise<boolean> {
  const changedRows = await db.$executeRaw`
    update import_batch set state = 'failed', message = ${message}, finished_at = now()
    where project_id = ${projectId}::uuid and id = ${importId}::uuid and attempt = ${attempt}
      and state in ('checking', 'running')`
  return changedRows === 1
}
