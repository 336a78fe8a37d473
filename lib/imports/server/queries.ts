import { streamQuery, query } from '@/lib/auth/server/operation'
import { readStoredFile } from '@/lib/files/server/stored-files'
import { readLines } from '@/lib/formats/read-lines'
import { AppError } from '@/lib/platform/errors'
import { getImportContract, listImportsContract, readImportReportContract } from '../contract'
import { makeImportNotFoundError } from './import-not-found-error'
import { toImportReply, toImportSummary } from './import-report'
import { findImport, listImportRows } from './import-rows.sql'

const listedImports = 100
/** A line of the report has the beginning of the file's line. */
const reportLineBytes = 64 * 1024

export const getImport = query(getImportContract, {
  action: 'import.read',
  scope: 'project',
  async run({ db, project }, { import: importId }) {
    const row = await findImport(db, { projectId: project.id, importId })
    if (!row) throw makeImportNotFoundError()
    return toImportReply(row)
  },
})

export const listImports = query(listImportsContract, {
  action: 'import.read',
  scope: 'project',
  async run({ db, project }) {
    const rows = await listImportRows(db, project.id, listedImports)
    return { imports: rows.map(toImportSummary) }
  },
})

export const readImportReport = streamQuery(readImportReportContract, {
  action: 'import.read',
  scope: 'project',
  fileName: ({ import: importId }) => `import-${importId}-report.jsonl`,
  async *run({ db, project }, { import: importId }) {
    const row = await findImport(db, { projectId: project.id, importId })
    if (!row) throw makeImportNotFoundError()
    const { reportFileId: fileId } = row
    if (fileId === null) return
    const limits = { lineBytes: reportLineBytes }
    for await (const line of readLines(
      readStoredFile(db, { projectId: project.id, fileId }),
      limits,
    )) {
      if ('error' in line) throw new AppError('internal', 'The report cannot be read.')
      yield line.text
    }
  },
})
