import type {
  cancelImportContract,
  getImportContract,
  openImportContract,
  readImportReportContract,
  sendImportFileContract,
  startImportContract,
} from '@/lib/imports/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { ImportInput } from './file-options'
import { pieceLeastBytes } from './file-pieces'
import { keepTrying } from './keep-trying'
import { callServer, readFromServer, type Server } from './server'
import { say, type Shell } from './shell'

export type ImportReport = ReplyOf<typeof getImportContract>
export type ImportChoices = Pick<
  ImportInput,
  'format' | 'splitting' | 'take' | 'labels' | 'columns' | 'dryRun'
>

/** Imports of one project. All calls but the first are made again when they fail in passing. */
export interface ImportCalls {
  shell: Shell
  server: Server
  project: string
  signal: AbortSignal
}

const ofImport = '/projects/{project}/imports/{import}'

const safe = 'What the server has of it stays there.'

/** Not ended by the signal: without the answer, the import has no id by which it could be cancelled. */
export async function openImport(
  { shell, server, project, signal }: ImportCalls,
  fileName: string,
): Promise<ImportReport> {
  const tellWait = () => say(shell, 'Waiting for the server. Ctrl-C once more leaves at once.')
  signal.addEventListener('abort', tellWait)
  try {
    return await callServer<typeof openImportContract>(
      server,
      { method: 'post', path: '/projects/{project}/imports' },
      { project, fileName: fileName.slice(-300) },
    )
  } finally {
    signal.removeEventListener('abort', tellWait)
  }
}

export function getImport(calls: ImportCalls, id: string): Promise<ImportReport> {
  const { shell, server, project, signal } = calls
  return keepTrying(
    shell,
    () =>
      callServer<typeof getImportContract>(
        server,
        { method: 'get', path: ofImport },
        { project, import: id },
        { signal, ifLost: safe },
      ),
    signal,
  )
}

/** The piece did not get through in time: a smaller one may. Throw it where that is what is tried next. */
export class SlowLine extends Error {
  override readonly name = 'SlowLine'
}

/** What a server, or whoever stands before it, answers when it has waited long enough. */
const tooSlow = [408, 504]
/** A connection that ended after so long was cut off for being slow; before that, something else was the matter. */
const slowAfterMs = 20_000

const isSlow = ({ code, details }: AppError, tookMs: number): boolean =>
  'answered' in details
    ? tooSlow.includes(Number(details.answered))
    : code === 'unavailable' && !('requestId' in details) && tookMs >= slowAfterMs

/**
 * Gives how many bytes of the part the server has now. A piece that it has already changes nothing. Throws `SlowLine` where
 * a smaller one should be tried, and else tries anew.
 */
export async function sendPiece(
  { shell, server, project, signal }: ImportCalls,
  at: { import: string; part: 'data' | 'requests'; offset: number },
  piece: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const sendOnce = async () => {
    const began = performance.now()
    try {
      return await callServer<typeof sendImportFileContract>(
        server,
        { method: 'put', path: `${ofImport}/files/{part}` },
        { project, ...at },
        { file: piece, signal, ifLost: safe },
      )
    } catch (error) {
      if (
        error instanceof AppError &&
        piece.length > pieceLeastBytes &&
        isSlow(error, performance.now() - began)
      )
        throw new SlowLine(error.message, { cause: error })
      throw error
    }
  }
  const { receivedBytes } = await keepTrying(shell, sendOnce, signal)
  return receivedBytes
}

export function startImport(
  { shell, server, project, signal }: ImportCalls,
  id: string,
  choices: ImportChoices & { sha256?: string },
): Promise<ImportReport> {
  // Made again with the same key, it starts once.
  const idempotencyKey = crypto.randomUUID()
  return keepTrying(
    shell,
    () =>
      callServer<typeof startImportContract>(
        server,
        { method: 'post', path: `${ofImport}/start` },
        { project, import: id, ...choices },
        { idempotencyKey, signal, ifLost: safe },
      ),
    signal,
  )
}

/** Not ended by the signal: it is what follows an interrupt. */
export function cancelImport({ server, project }: ImportCalls, id: string): Promise<ImportReport> {
  return callServer<typeof cancelImportContract>(
    server,
    { method: 'post', path: `${ofImport}/cancel` },
    { project, import: id },
    { ifLost: 'The import may go on.' },
  )
}

/** Every line that cannot be used, as JSONL. */
export function readImportReport(
  { server, project, signal }: ImportCalls,
  id: string,
): Promise<Response> {
  return readFromServer<typeof readImportReportContract>(
    server,
    { method: 'get', path: `${ofImport}/report` },
    { project, import: id },
    { signal },
  )
}
