import { createHash } from 'node:crypto'
import type * as HubModule from '@huggingface/hub'
import { AppError } from '@/lib/platform/errors'
import { ProgressReporter } from './progress'
import type { Terminal } from './terminal'

/** A dataset repository on the Hugging Face Hub or a compatible server. */
export interface HubRepository {
  /** `owner/name` */
  name: string
  hubUrl: string | undefined
  token: string
  /** Whether the repository may be public. */
  isPublic: boolean
}

export interface HubFile {
  /** Path in the repository. */
  path: string
  content: Blob
}

export interface HubPushResult {
  /** Number of new or changed files. */
  sent: number
  /** Number of files in the repository that are not from the release. */
  keptFiles: number
}

/**
 * Pushes files to a repository in one commit. Creates the repository if needed, private unless `isPublic`. Sends only new
 * or changed files, and makes no commit if there are none. Throws `AppError`, whose message never contains the token.
 */
export async function pushToHub(
  terminal: Terminal,
  repo: HubRepository,
  files: readonly HubFile[],
  { title, signal }: { title: string; signal: AbortSignal },
): Promise<HubPushResult> {
  try {
    const hub = await import('@huggingface/hub')
    const access = { accessToken: repo.token, hubUrl: repo.hubUrl }
    const repoReference = { type: 'dataset', name: repo.name } as const
    await ensureRepo(hub, repo)
    const existingFiles = new Map<string, string>()
    for await (const entry of hub.listFiles({ ...access, repo: repoReference, recursive: true }))
      if (entry.type === 'file') existingFiles.set(entry.path, entry.lfs?.oid ?? entry.oid ?? '')
    const changedFiles: HubFile[] = []
    for (const file of files)
      if (!(await isPushed(file, existingFiles.get(file.path)))) changedFiles.push(file)
    const releasePaths = new Set([...files.map(({ path }) => path), '.gitattributes'])
    const keptFiles = [...existingFiles.keys()].filter((path) => !releasePaths.has(path)).length
    if (changedFiles.length > 0)
      await upload(terminal, changedFiles, (pushedFiles) =>
        hub.uploadFilesWithProgress({
          ...access,
          repo: repoReference,
          files: pushedFiles,
          commitTitle: title,
          abortSignal: signal,
          // Plain Git LFS works with every compatible server.
          useXet: false,
        }),
      )
    return { sent: changedFiles.length, keptFiles }
  } catch (error) {
    signal.throwIfAborted()
    throw toAppError(error, repo)
  }
}

type Hub = typeof HubModule

/** Rejects a public repository without --public, so that data is not published by mistake. */
async function ensureRepo(
  hub: Hub,
  { name, hubUrl, token, isPublic }: HubRepository,
): Promise<void> {
  const access = { accessToken: token, hubUrl }
  const existing = await hub.datasetInfo({ ...access, name }).catch((error: unknown) => {
    if (readStatus(error) === 404) return null
    throw error
  })
  if (existing === null) {
    const visibility = isPublic ? 'public' : 'private'
    await hub.createRepo({ ...access, repo: { type: 'dataset', name }, visibility })
  } else if (!existing.private && !isPublic)
    throw new AppError(
      'conflict',
      `The repository ${name} is public. Nothing was pushed. Pass --public to push anyway, or use another repository.`,
    )
}

/** The hub identifies large files by SHA-256 and small ones by git hash. */
async function isPushed({ content }: HubFile, oid: string | undefined): Promise<boolean> {
  if (oid === undefined) return false
  const isLarge = oid.length === 64
  const hash = createHash(isLarge ? 'sha256' : 'sha1')
  if (!isLarge) hash.update(`blob ${content.size}\0`)
  for await (const chunk of content.stream()) hash.update(chunk)
  return hash.digest('hex') === oid
}

type Upload = (files: HubFile[]) => ReturnType<Hub['uploadFilesWithProgress']>

async function upload(terminal: Terminal, files: HubFile[], send: Upload): Promise<void> {
  const progress = new ProgressReporter(terminal, 'sending')
  const totalBytes = files.reduce((sum, { content }) => sum + content.size, 0)
  const sizes = new Map(files.map(({ path, content }) => [path, content.size]))
  const sentByPath = new Map<string, number>()
  try {
    for await (const update of send(files)) {
      if (update.event === 'fileProgress' && update.state === 'uploading')
        sentByPath.set(update.path, update.progress * (sizes.get(update.path) ?? 0))
      const sentBytes = [...sentByPath.values()].reduce((sum, bytes) => sum + bytes, 0)
      progress.show({ done: sentBytes, total: totalBytes })
    }
  } finally {
    progress.clear()
  }
}

function toAppError(error: unknown, { name, token, hubUrl }: HubRepository): unknown {
  if (error instanceof AppError) return error
  const hub = hubUrl ?? 'the hub'
  const status = readStatus(error)
  if (status === 401)
    return new AppError(
      'forbidden',
      'The hub rejected HF_TOKEN: it may have expired or been revoked. Create a new token in your Hugging Face settings. Nothing was pushed.',
    )
  if (status === 403)
    return new AppError(
      'forbidden',
      `HF_TOKEN has no write access to ${name}. Grant it access or use another repository. Nothing was pushed.`,
    )
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(token, '…')
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new AppError(
    'unavailable',
    status === null
      ? `The upload to ${hub} failed: ${message}${code}. Push again; files already there are not sent twice.`
      : `The hub responded with ${status}: ${message}. Push again; files already there are not sent twice.`,
  )
}

function readStatus(error: unknown): number | null {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : null
  return typeof status === 'number' ? status : null
}
