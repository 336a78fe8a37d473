import type { getImportContract } from '@/lib/imports/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import type { AppError } from '@/lib/platform/errors'
import { minUploadChunkBytes } from './file-chunks'
import type { StartImportInput } from './file-options'
import { callServer, type ProjectConnection, streamFromServer } from './server-connection'
import { printMessage } from './terminal'

export type ImportReport = ReplyOf<typeof getImportContract>
export type ImportChoices = Pick<
  StartImportInput,
  'format' | 'splitting' | 'onInvalidLines' | 'labels' | 'columns' | 'dryRun'
>

export interface ImportContext extends ProjectConnection {
  signal: AbortSignal
}

const resumableMessage = 'The server keeps what it has received.'

/** Not aborted by the signal: without the reply there is no id to cancel the import by. */
export async function createImport(
  { terminal, server, project, signal }: ImportContext,
  fileName: string,
): Promise<ImportReport> {
  const reportWait = () =>
    printMessage(terminal, 'Waiting for the server. Press Ctrl-C again to quit at once.')
  signal.addEventListener('abort', reportWait)
  try {
    return await callServer(
      server,
      'post /projects/{project}/imports',
      { project, fileName: fileName.slice(-300) },
      { lostReplyHint: 'Nothing was imported.' },
    )
  } finally {
    signal.removeEventListener('abort', reportWait)
  }
}

export function getImport(
  { server, project, signal }: ImportContext,
  id: string,
): Promise<ImportReport> {
  return callServer(
    server,
    'get /projects/{project}/imports/{import}',
    { project, import: id },
    { signal },
  )
}

/** A chunk took too long. A smaller one may succeed. */
export class UploadChunkTimeoutError extends Error {
  override readonly name = 'UploadChunkTimeoutError'
}

/** Timeout statuses of servers and proxies. */
const timeoutStatuses = [408, 504]
/** A connection that ends after this time was probably closed for being slow. */
const slowAfterMs = 20_000

const isSlow = ({ code, details }: AppError, tookMs: number): boolean =>
  'answered' in details
    ? timeoutStatuses.includes(Number(details.answered))
    : code === 'unavailable' && !('requestId' in details) && tookMs >= slowAfterMs

/**
 * Sends a chunk and returns how many bytes of the part the server has. Sending a chunk again changes nothing. Throws
 * `UploadChunkTimeoutError` if a smaller chunk should be tried, and retries other errors.
 */
export async function uploadChunk(
  { server, project, signal }: ImportContext,
  target: { import: string; part: 'data' | 'requests'; offset: number },
  chunk: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const { receivedBytes } = await callServer(
    server,
    'put /projects/{project}/imports/{import}/files/{part}',
    { project, ...target },
    {
      file: chunk,
      signal,
      lostReplyHint: resumableMessage,
      repeat: 'harmless',
      stopRetrying: (error, tookMs) =>
        chunk.length > minUploadChunkBytes && isSlow(error, tookMs)
          ? new UploadChunkTimeoutError(error.message, { cause: error })
          : null,
    },
  )
  return receivedBytes
}

export function startImport(
  { server, project, signal }: ImportContext,
  id: string,
  choices: ImportChoices & { sha256?: string },
): Promise<ImportReport> {
  return callServer(
    server,
    'post /projects/{project}/imports/{import}/start',
    { project, import: id, ...choices },
    { signal, lostReplyHint: resumableMessage },
  )
}

/** Not aborted by the signal: it runs after an interrupt. */
export function cancelImport(
  { server, project }: ImportContext,
  id: string,
): Promise<ImportReport> {
  return callServer(
    server,
    'post /projects/{project}/imports/{import}/cancel',
    { project, import: id },
    { lostReplyHint: 'The import may continue.' },
  )
}

/** All invalid lines, as JSONL. */
export function requestImportErrors(
  { server, project, signal }: ImportContext,
  id: string,
): Promise<Response> {
  return streamFromServer(
    server,
    'get /projects/{project}/imports/{import}/report',
    { project, import: id },
    (response) => response,
    { signal },
  )
}
