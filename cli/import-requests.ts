import { randomUUID } from 'node:crypto'
import type {
  cancelImportContract,
  getImportContract,
  createImportContract,
  readImportReportContract,
  uploadImportFileContract,
  startImportContract,
} from '@/lib/imports/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { ImportInput } from './file-options'
import { minPieceBytes } from './file-pieces'
import { retry } from './retry'
import { callServer, readFromServer, type Server } from './server'
import { printMessage, type Shell } from './shell'

export type ImportReport = ReplyOf<typeof getImportContract>
export type ImportChoices = Pick<
  ImportInput,
  'format' | 'splitting' | 'onInvalidLines' | 'labels' | 'columns' | 'dryRun'
>

/** Context for import requests of one project. All of them are retried. */
export interface ImportContext {
  shell: Shell
  server: Server
  project: string
  signal: AbortSignal
}

const ofImport = '/projects/{project}/imports/{import}'

const keptMessage = 'The server keeps what it has received.'

/** Not aborted by the signal: without the reply there is no id to cancel the import by. */
export async function createImport(
  { shell, server, project, signal }: ImportContext,
  fileName: string,
): Promise<ImportReport> {
  const reportWait = () =>
    printMessage(shell, 'Waiting for the server. Press Ctrl-C again to quit at once.')
  signal.addEventListener('abort', reportWait)
  const idempotencyKey = randomUUID()
  try {
    return await retry(shell, () =>
      callServer<typeof createImportContract>(
        server,
        { method: 'post', path: '/projects/{project}/imports' },
        { project, fileName: fileName.slice(-300) },
        { idempotencyKey, ifLost: 'Nothing was imported.' },
      ),
    )
  } finally {
    signal.removeEventListener('abort', reportWait)
  }
}

export function getImport(context: ImportContext, id: string): Promise<ImportReport> {
  const { shell, server, project, signal } = context
  return retry(
    shell,
    () =>
      callServer<typeof getImportContract>(
        server,
        { method: 'get', path: ofImport },
        { project, import: id },
        { signal, ifLost: keptMessage },
      ),
    signal,
  )
}

/** A piece timed out. A smaller one may succeed. */
export class PieceTimeoutError extends Error {
  override readonly name = 'PieceTimeoutError'
}

/** Timeout statuses of servers and proxies. */
const tooSlow = [408, 504]
/** A connection that ends after this time was probably closed for being slow. */
const slowAfterMs = 20_000

const isSlow = ({ code, details }: AppError, tookMs: number): boolean =>
  'answered' in details
    ? tooSlow.includes(Number(details.answered))
    : code === 'unavailable' && !('requestId' in details) && tookMs >= slowAfterMs

/**
 * Sends a piece and returns how many bytes of the part the server has. Sending a piece again changes nothing. Throws
 * `PieceTimeoutError` if a smaller piece should be tried, and retries other errors.
 */
export async function sendPiece(
  { shell, server, project, signal }: ImportContext,
  target: { import: string; part: 'data' | 'requests'; offset: number },
  piece: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const sendOnce = async () => {
    const began = performance.now()
    try {
      return await callServer<typeof uploadImportFileContract>(
        server,
        { method: 'put', path: `${ofImport}/files/{part}` },
        { project, ...target },
        { file: piece, signal, ifLost: keptMessage },
      )
    } catch (error) {
      if (
        error instanceof AppError &&
        piece.length > minPieceBytes &&
        isSlow(error, performance.now() - began)
      )
        throw new PieceTimeoutError(error.message, { cause: error })
      throw error
    }
  }
  const { receivedBytes } = await retry(shell, sendOnce, signal)
  return receivedBytes
}

export function startImport(
  { shell, server, project, signal }: ImportContext,
  id: string,
  choices: ImportChoices & { sha256?: string },
): Promise<ImportReport> {
  // Retried with the same key, it starts only once.
  const idempotencyKey = crypto.randomUUID()
  return retry(
    shell,
    () =>
      callServer<typeof startImportContract>(
        server,
        { method: 'post', path: `${ofImport}/start` },
        { project, import: id, ...choices },
        { idempotencyKey, signal, ifLost: keptMessage },
      ),
    signal,
  )
}

/** Not aborted by the signal: it runs after an interrupt. */
export function cancelImport(
  { server, project }: ImportContext,
  id: string,
): Promise<ImportReport> {
  return callServer<typeof cancelImportContract>(
    server,
    { method: 'post', path: `${ofImport}/cancel` },
    { project, import: id },
    { ifLost: 'The import may continue.' },
  )
}

/** All invalid lines, as JSONL. */
export function readImportReport(
  { server, project, signal }: ImportContext,
  id: string,
): Promise<Response> {
  return readFromServer<typeof readImportReportContract>(
    server,
    { method: 'get', path: `${ofImport}/report` },
    { project, import: id },
    { signal },
  )
}
