import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenOnFreePort } from './serve-api'

/** A dataset repository on the hub. */
export interface FakeHubDataset {
  isPrivate: boolean
  files: Map<string, { content: Buffer; isLarge: boolean }>
  commits: string[]
}

export interface FakeHub {
  url: string
  datasets: Map<string, FakeHubDataset>
  /** Every call that changes something: `POST /api/repos/create`. */
  changes: string[]
  /** Tokens by their rights. Every other token is rejected. */
  tokens: { write: string; read: string }
  stop(): Promise<void>
}

interface Request {
  method: string
  path: string
  body: Buffer
  token: string
}

interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/**
 * A server with the part of the Hugging Face hub's protocol that pushes a dataset: creating a
 * repository, listing it, asking how to send each file, LFS batches, uploads whole and in parts,
 * and the commit. It stores what it receives, checks every hash, and rejects every request without
 * the right token.
 */
export async function startFakeHub(
  options: { largeAbove?: number; partBytes?: number } = {},
): Promise<FakeHub> {
  const hub = new Hub(options)
  const api = await listenOnFreePort(
    createServer((incoming, outgoing) => {
      void (async () => {
        const { status, body, headers } = hub.handle(await readRequest(incoming))
        outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
        outgoing.end(body === undefined ? '' : JSON.stringify(body))
      })().catch(() => outgoing.destroy())
    }),
  )
  hub.url = api.url
  const { datasets, changes, tokens } = hub
  return { url: api.url, datasets, changes, tokens, stop: api.stop }
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const token = (headers.authorization ?? '').replace(/^Bearer /, '')
  return { method, path: url.split('?')[0]!, body: await buffer(incoming), token }
}

const computeHash = (algorithm: string, ...parts: (string | Buffer)[]) => {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

class Hub {
  url = ''
  readonly datasets = new Map<string, FakeHubDataset>()
  readonly changes: string[] = []
  readonly tokens = { write: `hf_${randomBytes(12).toString('hex')}`, read: 'hf_may_only_read' }
  /** LFS objects by SHA-256. */
  private readonly objects = new Map<string, Buffer>()
  /** Parts of LFS objects that are sent in parts, by SHA-256 and number. */
  private readonly parts = new Map<string, Buffer>()
  private readonly largeAbove: number
  private readonly partBytes: number

  constructor({
    largeAbove = 1_000,
    partBytes = 1_000_000,
  }: {
    largeAbove?: number
    partBytes?: number
  }) {
    this.largeAbove = largeAbove
    this.partBytes = partBytes
  }

  handle(request: Request): Reply {
    const { method, path } = request
    if (method !== 'GET') this.changes.push(`${method} ${path}`)
    // Upload URLs are secrets themselves and are used without the token.
    if (path.startsWith('/storage/'))
      return request.token === '' ? this.store(request) : { status: 400 }
    const { write, read } = this.tokens
    if (request.token !== write && request.token !== read)
      return makeErrorReply(401, `Invalid credentials: ${request.token}`)
    if (method !== 'GET' && request.token !== write) return makeErrorReply(403, 'Forbidden')
    if (path === '/api/repos/create') return this.create(readJson(request.body) as NewRepo)
    const batch = /^\/datasets\/([\w.-]+\/[\w.-]+)\.git\/info\/lfs\/objects\/batch$/.exec(path)
    if (batch) return this.planUploads(readJson(request.body) as { objects: LfsObject[] })
    const [, name, operation] = /^\/api\/datasets\/([\w.-]+\/[\w.-]+)\/(\w+)\/\w+$/.exec(path) ?? []
    const dataset = this.datasets.get(name ?? '')
    if (!dataset) return makeErrorReply(404, 'Repository not found')
    if (operation === 'revision') return { status: 200, body: describeDataset(name!, dataset) }
    if (operation === 'tree') return { status: 200, body: listTree(dataset) }
    if (operation === 'preupload')
      return this.chooseModes(readJson(request.body) as { files: NewFile[] })
    return operation === 'commit'
      ? this.commit(dataset, request.body)
      : makeErrorReply(404, 'Not found')
  }

  private create(input: NewRepo): Reply {
    const id = `${input.organization}/${input.name}`
    if (input.type !== 'dataset') return makeErrorReply(400, 'This hub has data sets only')
    if (this.datasets.has(id)) return makeErrorReply(409, 'You already created this dataset repo')
    this.datasets.set(id, {
      isPrivate: input.visibility === 'private',
      files: new Map(),
      commits: [],
    })
    return { status: 200, body: { url: `${this.url}/datasets/${id}`, id } }
  }

  private chooseModes({ files }: { files: NewFile[] }): Reply {
    const uploads = files.map(({ path, size }) => ({
      path,
      uploadMode: size > this.largeAbove || path.endsWith('.parquet') ? 'lfs' : 'regular',
    }))
    return { status: 200, body: { files: uploads } }
  }

  private planUploads({ objects }: { objects: LfsObject[] }): Reply {
    const plannedUploads = objects.map(({ oid, size }) => {
      if (this.objects.has(oid)) return { oid, size }
      const href = `${this.url}/storage/${oid}`
      if (size <= this.partBytes) return { oid, size, actions: { upload: { href } } }
      const count = Math.ceil(size / this.partBytes)
      const parts = Array.from({ length: count }, (_, i) => [
        `${i + 1}`.padStart(5, '0'),
        `${href}/${i + 1}`,
      ])
      const header = { ...Object.fromEntries(parts), chunk_size: `${this.partBytes}` }
      return { oid, size, actions: { upload: { href: `${href}/complete`, header } } }
    })
    return { status: 200, body: { transfer: 'basic', objects: plannedUploads } }
  }

  private store({ path, body }: Request): Reply {
    const [, , oid = '', part] = path.split('/')
    if (part !== undefined && part !== 'complete') {
      this.parts.set(`${oid}/${part}`, body)
      return { status: 200, headers: { etag: `"${computeHash('md5', body)}"` } }
    }
    let content = body
    if (part === 'complete') {
      const { parts } = readJson(body) as { parts: { partNumber: number; etag: string }[] }
      const contents = parts.map(({ partNumber }) => this.parts.get(`${oid}/${partNumber}`)!)
      if (parts.some(({ etag }, i) => etag !== `"${computeHash('md5', contents[i]!)}"`))
        return makeErrorReply(400, 'A part is another')
      content = Buffer.concat(contents)
    }
    if (computeHash('sha256', content) !== oid)
      return makeErrorReply(400, 'The content is not what was announced')
    this.objects.set(oid, content)
    return { status: 200, body: {} }
  }

  private commit(dataset: FakeHubDataset, body: Buffer): Reply {
    const lines = body
      .toString()
      .split('\n')
      .map((line) => JSON.parse(line) as CommitLine)
    const changedFiles = new Map<string, { content: Buffer; isLarge: boolean }>()
    let title = ''
    for (const { key, value } of lines) {
      if (key === 'header') title = value.summary
      else if (key === 'file')
        changedFiles.set(value.path, {
          content: Buffer.from(value.content, 'base64'),
          isLarge: false,
        })
      else {
        const content = this.objects.get(value.oid)
        if (content?.length !== value.size) return makeErrorReply(400, `${value.path} was not sent`)
        changedFiles.set(value.path, { content, isLarge: true })
      }
    }
    for (const [path, file] of changedFiles) dataset.files.set(path, file)
    dataset.commits.push(title)
    const commitOid = computeHash('sha1', body)
    return {
      status: 200,
      body: { commitOid, commitUrl: `${this.url}/commit/${commitOid}`, success: true },
    }
  }
}

interface NewRepo {
  organization: string
  name: string
  type: string
  visibility: string
}

interface NewFile {
  path: string
  size: number
}

interface LfsObject {
  oid: string
  size: number
}

type CommitLine =
  | { key: 'header'; value: { summary: string } }
  | { key: 'file'; value: { path: string; content: string } }
  | { key: 'lfsFile'; value: { path: string; oid: string; size: number } }

const readJson = (body: Buffer): unknown => JSON.parse(body.toString())

const makeErrorReply = (status: number, error: string): Reply => ({ status, body: { error } })

const describeDataset = (id: string, { isPrivate }: FakeHubDataset) => ({
  _id: id,
  id,
  private: isPrivate,
  downloads: 0,
  likes: 0,
  gated: false,
  lastModified: '2026-11-22T00:00:00.000Z',
})

function listTree({ files }: FakeHubDataset) {
  return [...files].map(([path, { content, isLarge }]) => {
    const { length: size } = content
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${computeHash('sha256', content)}\nsize ${size}\n`
    const storedBytes = isLarge ? Buffer.from(pointer) : content
    const oid = computeHash('sha1', `blob ${storedBytes.length}\0`, storedBytes)
    const lfs = { oid: computeHash('sha256', content), size, pointerSize: pointer.length }
    return { type: 'file', path, size, oid, ...(isLarge ? { lfs } : {}) }
  })
}
