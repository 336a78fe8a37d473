import { createHash } from 'node:crypto'
import type * as HubModule from '@huggingface/hub'
import { AppError } from '@/lib/platform/errors'
import { Progress } from './progress'
import type { Shell } from './shell'

/** A repository for data sets on the Hugging Face hub, or on a server that speaks as it does. */
export interface HubRepo {
  /** `owner/name` */
  name: string
  hubUrl: string | undefined
  token: string
  /** It may be one that everybody can read. */
  isPublic: boolean
}

export interface HubFile {
  /** From the top of the repository. */
  path: string
  content: Blob
}

export interface Pushed {
  /** How many files were new or had changed there. */
  sent: number
  /** How many of the repository are none of ours. */
  others: number
}

/**
 * Puts files into a repository in one commit, and makes the repository where there is none, for its owner's eyes alone
 * unless told otherwise. Only what is not there already is sent: with nothing to be sent there is no commit. Throws
 * `AppError`, in whose words the token never is.
 */
export async function pushToHub(
  shell: Shell,
  repo: HubRepo,
  files: readonly HubFile[],
  { title, signal }: { title: string; signal: AbortSignal },
): Promise<Pushed> {
  try {
    const hub = await import('@huggingface/hub')
    const access = { accessToken: repo.token, hubUrl: repo.hubUrl }
    const designation = { type: 'dataset', name: repo.name } as const
    await ensureRepo(hub, repo)
    const there = new Map<string, string>()
    for await (const entry of hub.listFiles({ ...access, repo: designation, recursive: true }))
      if (entry.type === 'file') there.set(entry.path, entry.lfs?.oid ?? entry.oid ?? '')
    const changed: HubFile[] = []
    for (const file of files) if (!(await isThere(file, there.get(file.path)))) changed.push(file)
    const ours = new Set([...files.map(({ path }) => path), '.gitattributes'])
    const others = [...there.keys()].filter((path) => !ours.has(path)).length
    if (changed.length > 0)
      await upload(shell, changed, (sent) =>
        hub.uploadFilesWithProgress({
          ...access,
          repo: designation,
          files: sent,
          commitTitle: title,
          abortSignal: signal,
          // The plain way of Git LFS: every server that speaks the hub's protocol takes it.
          useXet: false,
        }),
      )
    return { sent: changed.length, others }
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error, repo)
  }
}

type Hub = typeof HubModule

/** Data must not come to be public because somebody forgot that a repository is. */
async function ensureRepo(hub: Hub, { name, hubUrl, token, isPublic }: HubRepo): Promise<void> {
  const access = { accessToken: token, hubUrl }
  const found = await hub.datasetInfo({ ...access, name }).catch((error: unknown) => {
    if (readStatus(error) === 404) return null
    throw error
  })
  if (found === null) {
    const visibility = isPublic ? 'public' : 'private'
    await hub.createRepo({ ...access, repo: { type: 'dataset', name }, visibility })
  } else if (!found.private && !isPublic)
    throw new AppError(
      'conflict',
      `Everybody can read ${name} on the hub. Nothing was sent. Say --public to push there all the same, or name another repository.`,
    )
}

/** The hub knows large files by their SHA-256, and small ones as git does. */
async function isThere({ content }: HubFile, oid: string | undefined): Promise<boolean> {
  if (oid === undefined) return false
  const isLarge = oid.length === 64
  const hash = createHash(isLarge ? 'sha256' : 'sha1')
  if (!isLarge) hash.update(`blob ${content.size}\0`)
  for await (const chunk of content.stream()) hash.update(chunk)
  return hash.digest('hex') === oid
}

type Upload = (files: HubFile[]) => ReturnType<Hub['uploadFilesWithProgress']>

async function upload(shell: Shell, files: HubFile[], send: Upload): Promise<void> {
  const progress = new Progress(shell, 'sending')
  const all = files.reduce((sum, { content }) => sum + content.size, 0)
  const sizes = new Map(files.map(({ path, content }) => [path, content.size]))
  const sent = new Map<string, number>()
  try {
    for await (const news of send(files)) {
      if (news.event === 'fileProgress' && news.state === 'uploading')
        sent.set(news.path, news.progress * (sizes.get(news.path) ?? 0))
      const done = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0)
      progress.show({ done, all })
    }
  } finally {
    progress.clear()
  }
}

function explain(error: unknown, { name, token, hubUrl }: HubRepo): unknown {
  if (error instanceof AppError) return error
  const hub = hubUrl ?? 'the hub'
  const status = readStatus(error)
  if (status === 401)
    return new AppError(
      'forbidden',
      'Nothing was changed on the hub: it does not know this token (HF_TOKEN). It may have ended or been revoked; make another in the settings of your account there.',
    )
  if (status === 403)
    return new AppError(
      'forbidden',
      `Nothing was changed on the hub: this token (HF_TOKEN) may not write to ${name}. Give it the right to write, or name a repository of your own.`,
    )
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(token, '…')
  const cause: unknown = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
  return new AppError(
    'unavailable',
    status === null
      ? `The files did not come to ${hub}: ${message}${code}. Push again: what is there is not sent twice.`
      : `The hub refused with ${status}: ${message}. Push again: what is there is not sent twice.`,
  )
}

function readStatus(error: unknown): number | null {
  const status: unknown = error instanceof Error ? Reflect.get(error, 'statusCode') : null
  return typeof status === 'number' ? status : null
}
