import { v7 as makeId } from 'uuid'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { appendToFile, createStoredFile, removeStoredFile } from '@/lib/files/server/stored-files'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { announceExpectedJobInThread } from '@/lib/jobs/server/queued-job-channel'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  cancelImportContract,
  maxFileBytes,
  createImportContract,
  maxChunkBytes,
  maxBatchRequestFileBytes,
  uploadImportFileContract,
  startImportContract,
} from '../contract'
import { makeImportNotFoundError } from './import-not-found-error'
import { type ImportOptions, type ImportReply, toImportReply } from './import-report'
import {
  startImportAttempt,
  findImport,
  type ImportFiles,
  type ImportKey,
  insertImport,
  lockImportRow,
  markImportCancelled,
  setReceivedBytes,
  setBatchRequestFile,
} from './import-rows.sql'

/** Enough to write a chunk of 16 MiB to a busy disk, or to delete a file of 2 GiB from it. */
const fileTimeoutMs = 60_000

export const createImport = command(createImportContract, {
  action: 'import.run',
  scope: 'project',
  async run({ actor, db, project }, { fileName }) {
    const key = { projectId: project.id, importId: makeId() }
    announceExpectedJobInThread('import')
    await insertImport(db, key, { userId: requirePerson(actor).userId, fileName })
    return readImport(db, key)
  },
  audit: ({ fileName }, reply) => ({
    target: `import:${reply.import}`,
    detail: { operation: 'open', fileName },
  }),
})

export const uploadImportFile = command(uploadImportFileContract, {
  action: 'import.run',
  scope: 'project',
  timeoutMs: fileTimeoutMs,
  bodyMaxBytes: maxChunkBytes,
  async run({ db, copier, project, file }, { import: importId, part, offset }) {
    if (file === null) throw new AppError('invalid_input', 'Send the chunk as the request body.')
    announceExpectedJobInThread('import')
    const key = { projectId: project.id, importId }
    const files = await lockImportFiles(db, key)
    const fileId = await findOrCreateStoredFile(db, key, files, part, offset)
    const storedFile = { projectId: project.id, fileId }
    const maxBytes = part === 'data' ? maxFileBytes : maxBatchRequestFileBytes
    if (offset + file.length > maxBytes)
      throw new AppError(
        'too_large',
        `At most ${maxBytes} bytes are allowed. Compress the file with gzip or split it.`,
      )
    const receivedBytes = await appendToFile({ db, copier }, storedFile, offset, file)
    if (part === 'data') await setReceivedBytes(db, key, { fileId, bytes: receivedBytes })
    else await setBatchRequestFile(db, key, fileId)
    return { receivedBytes }
  },
  audit: ({ import: id, part, offset }, { receivedBytes }) => ({
    target: `import:${id}`,
    detail: { operation: 'send', part, offset, receivedBytes },
  }),
})

export const startImport = command(startImportContract, {
  action: 'import.run',
  scope: 'project',
  async run({ db, project }, { import: importId, project: _, ...options }) {
    checkColumns(options)
    const key = { projectId: project.id, importId }
    const files = await lockImportFiles(db, key)
    const attempt = await startImportAttempt(db, key, options)
    if (attempt === null) throw explainUnstartable(files)
    if (files.reportFileId !== null)
      await removeStoredFile(db, { projectId: project.id, fileId: files.reportFileId })
    await enqueueJob(db, 'import', { ...key, attempt })
    return readImport(db, key)
  },
  audit: ({ import: id, project: _, ...options }) => ({
    target: `import:${id}`,
    detail: { operation: options.dryRun ? 'check' : 'start', ...options },
  }),
})

/** Only tables have columns. */
function checkColumns({ format, columns }: ImportOptions): void {
  const isTable = format === 'auto' || format === 'csv'
  if (isTable || Object.keys(columns).length === 0) return
  throw new AppError(
    'invalid_input',
    `Column mapping is for tables only. Use format csv, or remove the mapping.`,
    { issues: [{ location: 'columns', reason: `not supported by format ${format}` }] },
  )
}

export const cancelImport = command(cancelImportContract, {
  action: 'import.run',
  scope: 'project',
  timeoutMs: fileTimeoutMs,
  async run({ db, project }, { import: importId }) {
    const key = { projectId: project.id, importId }
    const files = await lockImportFiles(db, key)
    if (!(await markImportCancelled(db, key, 'Cancelled. Nothing was imported.')))
      throw new AppError(
        'conflict',
        files.state === 'done' ? 'The import is already done.' : 'The import is already cancelled.',
      )
    for (const fileId of [files.fileId, files.requestsFileId, files.reportFileId])
      if (fileId !== null) await removeStoredFile(db, { projectId: project.id, fileId })
    return readImport(db, key)
  },
  audit: ({ import: id }) => ({ target: `import:${id}`, detail: { operation: 'cancel' } }),
})

async function readImport(db: Transaction, key: ImportKey): Promise<ImportReply> {
  const row = await findImport(db, key)
  if (!row) throw makeImportNotFoundError()
  return toImportReply(row)
}

async function lockImportFiles(db: Transaction, key: ImportKey): Promise<ImportFiles> {
  const files = await lockImportRow(db, key)
  if (!files) throw makeImportNotFoundError()
  return files
}

/** Returns the id of the stored file for a chunk, and creates the file for the first chunk. */
async function findOrCreateStoredFile(
  db: Transaction,
  { projectId }: ImportKey,
  { state, fileId, requestsFileId }: ImportFiles,
  part: 'data' | 'requests',
  offset: number,
): Promise<string> {
  // Requests can also be sent after a check that missed them.
  const uploadStates =
    part === 'data' ? ['receiving'] : ['receiving', 'checked', 'rejected', 'failed']
  if (!uploadStates.includes(state))
    throw new AppError(
      'conflict',
      `The import is ${state}, so its file can’t be changed. Create a new import.`,
      { state },
    )
  const existingFileId = part === 'data' ? fileId : requestsFileId
  if (existingFileId !== null) return existingFileId
  if (offset > 0)
    throw new AppError('conflict', 'No chunk was uploaded yet. Start at offset 0.', {
      receivedBytes: 0,
    })
  return createStoredFile(db, projectId)
}

function explainUnstartable({ state, fileId }: ImportFiles): AppError {
  if (state === 'receiving')
    return new AppError('invalid_lines', 'The file is empty. Upload it first.')
  if (fileId === null && state !== 'done' && state !== 'cancelled')
    return new AppError(
      'conflict',
      'The uploaded file has expired. Create a new import and upload it again.',
      { state },
    )
  const stateMessages = {
    checking: 'is already being checked',
    running: 'is already running',
    done: 'is already done',
    cancelled: 'was cancelled. Create a new one',
  } as const satisfies Partial<Record<ImportFiles['state'], string>>
  const message =
    state in stateMessages ? stateMessages[state as keyof typeof stateMessages] : 'can’t be started'
  return new AppError('conflict', `The import ${message}.`, { state })
}
