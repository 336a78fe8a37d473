import { v7 as makeId } from 'uuid'
import { command, requirePerson } from '@/lib/auth/server/operation'
import { appendToFile, createFile, removeFile } from '@/lib/files/server/stored-files'
import { enqueue } from '@/lib/jobs/server/enqueue'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  cancelImportContract,
  fileMaxBytes,
  openImportContract,
  pieceMaxBytes,
  requestsMaxBytes,
  sendImportFileContract,
  startImportContract,
} from '../contract'
import {
  beginAttempt,
  findImport,
  type HeldFiles,
  type ImportPlace,
  insertImport,
  lockImport,
  markCancelled,
  setReceived,
  setRequestsFile,
} from './import-rows.sql'
import { type ImportOptions, type ImportReply, readReply } from './import-report'
import { noSuchImport } from './no-such-import'

/** A piece of 16 MiB onto a busy disk, a file of 2 GiB off it. */
const fileTimeoutMs = 60_000

export const openImport = command(openImportContract, {
  action: 'import.run',
  scope: 'project',
  async run({ actor, db, project }, { fileName }) {
    const place = { projectId: project.id, importId: makeId() }
    await insertImport(db, place, { userId: requirePerson(actor).userId, fileName })
    return readImport(db, place)
  },
  audit: ({ fileName }, reply) => ({
    target: `import:${reply.import}`,
    detail: { act: 'open', fileName },
  }),
})

export const sendImportFile = command(sendImportFileContract, {
  action: 'import.run',
  scope: 'project',
  timeoutMs: fileTimeoutMs,
  bodyMaxBytes: pieceMaxBytes,
  async run({ db, project, file }, { import: importId, part, offset }) {
    if (file === null) throw new AppError('invalid_input', 'Send the piece as the body.')
    const place = { projectId: project.id, importId }
    const held = await lockFound(db, place)
    const fileId = await openPart(db, place, held, part, offset)
    const at = { projectId: project.id, fileId }
    const mostBytes = part === 'data' ? fileMaxBytes : requestsMaxBytes
    if (offset + file.length > mostBytes)
      throw new AppError(
        'too_large',
        `At most ${mostBytes} bytes are taken. Nothing was added; pack the file with gzip, or split it.`,
      )
    const receivedBytes = await appendToFile(db, at, offset, file)
    if (part === 'data') await setReceived(db, place, { fileId, bytes: receivedBytes })
    else await setRequestsFile(db, place, fileId)
    return { receivedBytes }
  },
  audit: ({ import: id, part, offset }, { receivedBytes }) => ({
    target: `import:${id}`,
    detail: { act: 'send', part, offset, receivedBytes },
  }),
})

export const startImport = command(startImportContract, {
  action: 'import.run',
  scope: 'project',
  async run({ db, project }, { import: importId, project: _, ...options }) {
    refuseColumns(options)
    const place = { projectId: project.id, importId }
    const held = await lockFound(db, place)
    const attempt = await beginAttempt(db, place, options)
    if (attempt === null) throw explainUnstartable(held)
    if (held.reportFileId !== null)
      await removeFile(db, { projectId: project.id, fileId: held.reportFileId })
    await enqueue(db, 'import', { ...place, attempt })
    return readImport(db, place)
  },
  audit: ({ import: id, project: _, ...options }) => ({
    target: `import:${id}`,
    detail: { act: 'start', ...options },
  }),
})

/** What columns are is said of tables only. */
function refuseColumns({ format, columns }: ImportOptions): void {
  const isTable = format === 'auto' || format === 'csv'
  if (isTable || Object.keys(columns).length === 0) return
  throw new AppError(
    'invalid_input',
    `Columns are chosen for tables: say format csv, or leave the columns out. Format ${format} has none.`,
    { issues: [{ place: 'columns', reason: `has no place in format ${format}` }] },
  )
}

export const cancelImport = command(cancelImportContract, {
  action: 'import.run',
  scope: 'project',
  timeoutMs: fileTimeoutMs,
  async run({ db, project }, { import: importId }) {
    const place = { projectId: project.id, importId }
    const held = await lockFound(db, place)
    if (!(await markCancelled(db, place, 'Cancelled. Nothing was imported.')))
      throw new AppError(
        'conflict',
        held.state === 'done'
          ? 'The import is done: there is nothing left to cancel.'
          : 'The import was cancelled before.',
      )
    for (const fileId of [held.fileId, held.requestsFileId, held.reportFileId])
      if (fileId !== null) await removeFile(db, { projectId: project.id, fileId })
    return readImport(db, place)
  },
  audit: ({ import: id }) => ({ target: `import:${id}`, detail: { act: 'cancel' } }),
})

async function readImport(db: Transaction, place: ImportPlace): Promise<ImportReply> {
  const found = await findImport(db, place)
  if (!found) throw noSuchImport()
  return readReply(found)
}

async function lockFound(db: Transaction, place: ImportPlace): Promise<HeldFiles> {
  const held = await lockImport(db, place)
  if (!held) throw noSuchImport()
  return held
}

/** The stored file that a piece belongs to; the first piece makes it. */
async function openPart(
  db: Transaction,
  { projectId }: ImportPlace,
  { state, fileId, requestsFileId }: HeldFiles,
  part: 'data' | 'requests',
  offset: number,
): Promise<string> {
  // Requests may also come after a check that missed them.
  const open = part === 'data' ? ['receiving'] : ['receiving', 'checked', 'refused', 'failed']
  if (!open.includes(state))
    throw new AppError(
      'conflict',
      `The import is ${state}: it takes no more of its file. Nothing was changed; open a new import to send another one.`,
      { state },
    )
  const found = part === 'data' ? fileId : requestsFileId
  if (found !== null) return found
  if (offset > 0)
    throw new AppError(
      'conflict',
      'Nothing of the file has come yet. Nothing was changed; begin at byte 0.',
      { receivedBytes: 0 },
    )
  return createFile(db, projectId)
}

function explainUnstartable({ state, fileId }: HeldFiles): AppError {
  if (state === 'receiving')
    return new AppError(
      'invalid_lines',
      'The file is empty: there is nothing to import. Send it first.',
    )
  if (fileId === null && state !== 'done' && state !== 'cancelled')
    return new AppError(
      'conflict',
      'The file was left for long and is not kept any more. Open a new import and send it again.',
      { state },
    )
  const words = {
    checking: 'is being checked already',
    running: 'is under way already',
    done: 'is done already',
    cancelled: 'was cancelled: open a new one',
  } as const satisfies Partial<Record<HeldFiles['state'], string>>
  const said = state in words ? words[state as keyof typeof words] : 'cannot be started'
  return new AppError('conflict', `The import ${said}.`, { state })
}
