import type {
  cancelReleaseContract,
  createReleaseContract,
  downloadReleaseFileContract,
  getReleaseContract,
} from '@/lib/exports/contract'
import type { ReplyOf, SentInputOf } from '@/lib/platform/contract'
import { keepTrying } from './keep-trying'
import { callServer, readFromServer, type Server } from './server'
import type { Shell } from './shell'

export type Release = ReplyOf<typeof getReleaseContract>
export type ReleaseFile = Release['files'][number]
export type ReleaseInput = SentInputOf<typeof createReleaseContract>

export interface ReleaseCalls {
  shell: Shell
  server: Server
  project: string
  signal?: AbortSignal
}

const ofRelease = '/projects/{project}/releases/{release}'

export function createRelease(
  { server, signal }: ReleaseCalls,
  input: ReleaseInput,
): Promise<Release> {
  return callServer<typeof createReleaseContract>(
    server,
    { method: 'post', path: '/projects/{project}/releases' },
    input,
    { signal, ifLost: 'The release may have been begun: "stepmark release list" shows it.' },
  )
}

export function getRelease(calls: ReleaseCalls, number: number, ifLost?: string): Promise<Release> {
  const { server, project, signal } = calls
  return callServer<typeof getReleaseContract>(
    server,
    { method: 'get', path: ofRelease },
    { project, release: number },
    { signal, ifLost },
  )
}

/** As `getRelease`, for the middle of something: waits for a server that is away. */
export function watchRelease(calls: ReleaseCalls, number: number): Promise<Release> {
  return keepTrying(
    calls.shell,
    () => getRelease(calls, number, 'The release stays as it is.'),
    calls.signal,
  )
}

export function cancelRelease({ server, project }: ReleaseCalls, number: number): Promise<Release> {
  return callServer<typeof cancelReleaseContract>(
    server,
    { method: 'post', path: `${ofRelease}/cancel` },
    { project, release: number },
    { ifLost: 'The release may go on.' },
  )
}

/** The file from a byte on. A server that has another file by now sends all of it, with status 200. */
export function downloadFrom(
  { server, project, signal }: ReleaseCalls,
  number: number,
  file: ReleaseFile,
  from: number,
): Promise<Response> {
  const headers: Record<string, string> =
    from > 0 ? { range: `bytes=${from}-`, 'if-range': `"${file.sha256}"` } : {}
  return readFromServer<typeof downloadReleaseFileContract>(
    server,
    { method: 'get', path: `${ofRelease}/files/{file}` },
    { project, release: number, file: file.name },
    { headers, signal },
  )
}
