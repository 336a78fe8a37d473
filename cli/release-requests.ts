import type { createReleaseContract, getReleaseContract } from '@/lib/exports/contract'
import type { ReplyOf, RequestInputOf } from '@/lib/platform/contract'
import { callServer, type ProjectConnection, streamFromServer } from './server-connection'

export type Release = ReplyOf<typeof getReleaseContract>
export type ReleaseFile = Release['files'][number]
export type ReleaseInput = RequestInputOf<typeof createReleaseContract>

export function createRelease(
  { server, signal }: ProjectConnection,
  input: ReleaseInput,
): Promise<Release> {
  return callServer(server, 'post /projects/{project}/releases', input, {
    signal,
    lostReplyHint: 'The release may have been started: check with "stepmark release list".',
  })
}

export function getRelease(
  { server, project, signal }: ProjectConnection,
  number: number,
): Promise<Release> {
  return callServer(
    server,
    'get /projects/{project}/releases/{release}',
    { project, release: number },
    { signal },
  )
}

export function cancelRelease(
  { server, project }: ProjectConnection,
  number: number,
): Promise<Release> {
  return callServer(
    server,
    'post /projects/{project}/releases/{release}/cancel',
    { project, release: number },
    { lostReplyHint: 'The release may continue.' },
  )
}

/**
 * Downloads a file from a byte offset, which is read for each try. If the file has changed, the server sends all of it with
 * status 200.
 */
export function downloadFromByteOffset(
  { server, project, signal }: ProjectConnection,
  { number, file }: { number: number; file: ReleaseFile },
  readOffset: () => number,
  write: (response: Response) => Promise<void>,
): Promise<void> {
  return streamFromServer(
    server,
    'get /projects/{project}/releases/{release}/files/{file}',
    { project, release: number, file: file.name },
    write,
    { signal, makeHeaders: () => makeRangeHeaders(readOffset(), file) },
  )
}

const makeRangeHeaders = (from: number, { sha256 }: ReleaseFile): Record<string, string> =>
  from > 0 ? { range: `bytes=${from}-`, 'if-range': `"${sha256}"` } : {}
