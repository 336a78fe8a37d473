import type { FilePlace } from '@/lib/files/server/chunks.sql'
import type { Database } from '@/lib/platform/server/database'

/** A file that came and was not imported is kept so long. */
const keptDays = 7
/** Longer than the longest run: no job will come back to it. */
const longestRunDays = 2
/** Files that belong to nothing may be about to: a report is written before its import refers to it. */
const orphanDays = 1

/** Imports whose job is gone for good are told so. */
export async function failLostImports(db: Database): Promise<number> {
  return db.$executeRaw`
    update import_batch set state = 'failed', attempt = attempt + 1, finished_at = now(),
      message = 'The import was interrupted. Nothing was imported; start it again.'
    where state in ('checking', 'running') and started_at < now() - make_interval(days => ${longestRunDays})`
}

/** Their files belong to nothing then. */
export async function letGoOfFiles(db: Database): Promise<number> {
  return db.$executeRaw`
    update import_batch set file_id = null, requests_file_id = null,
      finished_at = case when state = 'receiving' then now() else finished_at end,
      message = case when state = 'receiving'
        then 'The file was never imported, and is not kept any more. Nothing was imported.' else message end,
      state = case when state = 'receiving' then 'cancelled' else state end
    where state in ('receiving', 'checked', 'refused', 'failed')
      and greatest(created_at, started_at, finished_at) < now() - make_interval(days => ${keptDays})
      and (file_id is not null or requests_file_id is not null or state = 'receiving')`
}

export function listOrphanedFiles(db: Database): Promise<FilePlace[]> {
  return db.$queryRaw<FilePlace[]>`
    select f.project_id as "projectId", f.id as "fileId" from stored_file f
    where f.created_at < now() - make_interval(days => ${orphanDays})
      and not exists (
        select from import_batch i where i.project_id = f.project_id
          and f.id in (i.file_id, i.requests_file_id, i.report_file_id))
      and not exists (
        select from release_file r where r.project_id = f.project_id and r.file_id = f.id)`
}
