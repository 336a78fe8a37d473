import { startImport } from '@/lib/imports/server/commands'
import { runImportJob } from '@/lib/imports/server/jobs'
import type { JobPayloads } from '@/lib/jobs/job'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { type ImportOptions, type TestProject, uploadImportLines } from '@/prisma/seed/factories'

export interface StartedImport {
  id: string
  /** The payload of its job. */
  payload: JobPayloads['import']
  /** How operations identify it. */
  importKeys: { project: string; import: string }
}

/** Uploads lines and starts their import. Its job is left to the test. */
export async function startImportOfLines(
  project: TestProject,
  lines: Parameters<typeof uploadImportLines>[1],
  options: ImportOptions = {},
): Promise<StartedImport> {
  const { id } = await uploadImportLines(project, lines, options)
  return startUploadedImport(project, id, options)
}

/** Starts an uploaded import, possibly again. */
export async function startUploadedImport(
  project: TestProject,
  id: string,
  { fileName: _, requests: __, ...options }: ImportOptions = {},
): Promise<StartedImport> {
  const importKeys = { project: project.slug, import: id }
  const input = startImport.contract.input.parse({ ...options, ...importKeys })
  await startImport.execute(project.admin, input)
  const { attempt } = await getDatabase().importBatch.findFirstOrThrow({
    where: { projectId: project.id, id },
    select: { attempt: true },
  })
  return { id, importKeys, payload: { projectId: project.id, importId: id, attempt } }
}

/** Runs the import's job like a worker. */
export const runJobOfStartedImport = (
  { payload }: StartedImport,
  signal: AbortSignal = new AbortController().signal,
) => runImportJob(payload, signal)

/** Number of rows of each kind that an import can add to a project. */
export async function countProjectRows(
  projectId: string,
  db: Transaction = getDatabase(),
): Promise<Record<string, number>> {
  const [row] = await db.$queryRaw<Record<string, number>[]>`
    select (select count(*)::int from problem where project_id = ${projectId}::uuid) as problems,
      (select count(*)::int from solution where project_id = ${projectId}::uuid) as solutions,
      (select count(*)::int from annotation where project_id = ${projectId}::uuid) as annotations,
      (select count(*)::int from step_option where project_id = ${projectId}::uuid) as options,
      (select count(*)::int from step_explanation where project_id = ${projectId}::uuid) as explanations,
      (select count(*)::int from queue_item where project_id = ${projectId}::uuid) as queued`
  return row!
}

export const countStoredFiles = (projectId: string): Promise<number> =>
  getDatabase().storedFile.count({ where: { projectId } })
