import type { FileKey } from '@/lib/files/server/file-chunks.sql'
import type { Database } from '@/lib/platform/server/database'

/** Days that an uploaded file is kept if it is not imported. */
const retentionDays = 7
/** Days that error reports are kept. */
const reportDays = 90
/** Days after which a running import counts as interrupted: no import runs this long. */
const maxRunDays = 2
/** Days that unreferenced files are kept, because a report is written before its import refers to it. */
const orphanDays = 1

/** Marks imports whose job is gone as failed, but not those that wait behind others. */
export async function failLostImports(db: Database): Promise<number> {
  return db.$executeRaw`
    update import_batch set state = 'failed', attempt = attempt + 1, finished_at = now(),
      message = 'The import was interrupted. Nothing was imported; start it again.'
    where state in ('checking', 'running') and started_at < now() - make_interval(days => ${maxRunDays})`
}

/** Detaches the files of imports that were not continued, so that they are unreferenced. */
export async function detachExpiredFiles(db: Database): Promise<number> {
  return db.$executeRaw`
    update import_batch set file_id = null, requests_file_id = null,
      finished_at = case when state = 'receiving' then now() else finished_at end,
      message = case when state = 'receiving'
        then 'The uploaded file expired. Nothing was imported.' else message end,
      state = case when state = 'receiving' then 'cancelled' else state end
    where state in ('receiving', 'checked', 'rejected', 'failed')
      and greatest(created_at, started_at, finished_at) < now() - make_interval(days => ${retentionDays})
      and (file_id is not null or requests_file_id is not null or state = 'receiving')`
}

/** Detaches old error reports, so that they are unreferenced. The import keeps the first errors. */
export async function detachExpiredReports(db: Database): Promise<number> {
  return db.$executeRaw`
    update import_batch set report_file_id = null
    where report_file_id is not null
      and greatest(created_at, started_at, finished_at) < now() - make_interval(days => ${reportDays})`
}

/** Lists files to which no import or release refers, except recent ones. */
export function listOrphanedFiles(db: Database): Promise<FileKey[]> {
  return db.$queryRaw<FileKey[]>`
    select f.project_id as "projectId", f.id as "fileId" from stored_file f
    where f.created_at < now() - make_interval(days => ${orphanDays})
      and not exists (
        select from (
          select project_id, unnest(array[file_id, requests_file_id, report_file_id]) as file_id from import_batch
          union all
          select project_id, file_id from release_file
        ) used
        where used.project_id = f.project_id and used.file_id = f.id)`
}
