import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProblemLine, type TestProject, makeProject } from '@/prisma/seed/factories'
import { uploadChunkBytes, minUploadChunkBytes } from './file-chunks'
import { forwardRequest, serveWithFaults, type FaultInjector } from './testing/faulty-server'
import { runCommand } from './testing/run-command'
import { startStepmarkProcess } from './testing/run-stepmark-process'
import type { ServedApi } from './testing/serve-api'
import { serveOnSlowConnection } from './testing/slow-connection'
import { useTemporaryFolder } from './testing/temporary-folder'
import { useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
useJobWorker()
const folder = useTemporaryFolder()
const lines = [makeProblemLine('one', [0.1, 0.2]), makeProblemLine('two', [0.3])]
const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
let project: TestProject
beforeAll(async () => {
  project = await makeProject({}, server.admin())
})

const statesOf = async () => {
  const where = { projectId: project.id }
  const batches = await getDatabase().importBatch.findMany({ where, orderBy: { createdAt: 'asc' } })
  return batches.map(({ state }) => state)
}

async function withFault<T>(fault: FaultInjector, run: (api: ServedApi) => Promise<T>): Promise<T> {
  const api = await serveWithFaults(() => server.url(), fault)
  try {
    return await run(api)
  } finally {
    await api.stop()
  }
}

/** More than one chunk, with the invalid line first, so that nothing is imported. */
const makeLarge = (name: string) =>
  folder.write(name, `{\n${`${' '.repeat(1023)}\n`.repeat(9 * 1024)}{}\n`)

describe('an import over an unreliable connection', () => {
  test('continues after lost replies, server errors and rate-limit replies', async () => {
    let requestCount = 0
    const kinds: string[] = []
    const fault: FaultInjector = async (request, response, body) => {
      if (request.method === 'GET' || request.url!.endsWith('/imports')) return false
      requestCount += 1
      if (requestCount === 1) {
        // The request arrives but the reply is lost.
        await forwardRequest(server.url(), request, body)
        request.socket.destroy()
        kinds.push('lost')
      } else if (requestCount === 2) {
        response.writeHead(502).end('<html></html>')
        kinds.push('502')
      } else if (requestCount === 4) {
        const problem = { code: 'rate_limited', detail: 'Too many calls.', retryAfterSeconds: 0.1 }
        response.writeHead(429).end(JSON.stringify(problem))
        kinds.push('429')
      } else if (requestCount === 5) {
        await forwardRequest(server.url(), request, body)
        request.socket.destroy()
        kinds.push('start lost')
      } else return false
      return true
    }
    const { status, stderr } = await withFault(fault, ({ url }) =>
      runCommand(['import', '-', '--project', project.slug, '--url', url], { input: text }),
    )
    expect({ status, kinds }).toEqual({ status: 0, kinds: ['lost', '502', '429', 'start lost'] })
    expect(stderr).toContain('The server answered 502. Retrying in 1 second.')
    expect(stderr).toContain('new: 2 problems, 3 solutions')
    expect(await statesOf()).toEqual(['done'])
  })

  test('continues in smaller chunks if the connection is too slow for large ones', async () => {
    const chunks: number[] = []
    const api = await serveOnSlowConnection(
      () => server.url(),
      { bytesPerSecond: 6 * 1024 * 1024, requestTimeoutMs: 500 },
      ({ method }, bytes) => method === 'PUT' && chunks.push(bytes),
    )
    const { slug } = await makeProject({}, server.admin())
    const file = folder.write('slow.jsonl', `${text}${`${' '.repeat(1023)}\n`.repeat(9 * 1024)}`)
    try {
      const argv = ['import', file, '--project', slug, '--url', api.url]
      const { status, stderr } = await runCommand(argv)
      expect({ status, stderr }).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('Slow connection: now sending chunks of'),
      })
      expect(stderr).toContain('new: 2 problems, 3 solutions')
    } finally {
      await api.stop()
    }
    // Nothing was sent twice, and no chunk was larger than the connection allows.
    expect(chunks.reduce((sum, bytes) => sum + bytes, 0)).toBe(text.length + 9 * 1024 * 1024)
    expect(Math.max(...chunks)).toBeLessThanOrEqual(uploadChunkBytes / 4)
    expect(Math.max(...chunks)).toBeGreaterThanOrEqual(minUploadChunkBytes)
  })

  test('sends no chunk below the minimum size on the slowest connection', async () => {
    const sizes: number[] = []
    const { slug } = await makeProject({}, server.admin())
    const { status, stderr } = await withFault(
      (request, response, body) => {
        if (request.method !== 'PUT') return false
        sizes.push(body.length)
        const tooLargeReply = JSON.stringify({ code: 'too_large', detail: 'Enough.' })
        if (sizes.length === 8) response.writeHead(413).end(tooLargeReply)
        else response.writeHead(408).end()
        return true
      },
      ({ url }) =>
        runCommand(['import', makeLarge('slowest.jsonl'), '--project', slug, '--url', url]),
    )
    expect(sizes).toEqual(
      [8, 4, 2, 1, 1 / 2, 1 / 4, 1 / 4, 1 / 4].map((mebibytes) => mebibytes * 1024 ** 2),
    )
    expect(status).toBe(1)
    expect(stderr.match(/Slow connection/g)).toHaveLength(5)
    expect(stderr).toContain('The server answered 408. Retrying')
  })

  test('keeps the uploaded part of an interrupted file, and --resume sends only the remaining bytes', async () => {
    const file = makeLarge('large.jsonl')
    const projectOptions = ['--project', project.slug]
    const isSecond = (url = '') => url.includes(`offset=${uploadChunkBytes}`)
    const rejectedResult = await withFault(
      (request, response) => {
        if (!isSecond(request.url)) return false
        const problem = { code: 'too_large', detail: 'Enough.' }
        response.writeHead(413).end(JSON.stringify(problem))
        return true
      },
      ({ url }) => runCommand(['import', file, ...projectOptions, '--url', url]),
    )
    expect(rejectedResult).toMatchObject({ status: 1, stdout: '' })
    const { id, bytes } = await getDatabase().importBatch.findFirstOrThrow({
      where: { projectId: project.id, state: 'receiving' },
    })
    expect(Number(bytes)).toBe(uploadChunkBytes)
    const putUrls: string[] = []
    const resumed = await withFault(
      (request) => {
        if (request.method === 'PUT') putUrls.push(request.url!)
        return false
      },
      ({ url }) => runCommand(['import', file, '--resume', id, ...projectOptions, '--url', url]),
    )
    expect(putUrls).toHaveLength(1)
    expect(putUrls[0]).toContain(`offset=${uploadChunkBytes}`)
    expect(resumed.stderr).toContain(`${file}:1: `)
    expect(resumed.stderr).toContain(`${file}:9218: `)
    expect(await statesOf()).toEqual(['done', 'rejected'])
  })

  test('--resume rejects a file that is shorter than the part already uploaded', async () => {
    const file = makeLarge('other.jsonl')
    const projectOptions = ['--project', project.slug]
    await withFault(
      (request, response) => {
        if (request.method !== 'PUT' || !request.url!.includes(`offset=${uploadChunkBytes}`))
          return false
        response.writeHead(413).end(JSON.stringify({ code: 'too_large', detail: 'Enough.' }))
        return true
      },
      ({ url }) => runCommand(['import', file, ...projectOptions, '--url', url]),
    )
    const { id } = await getDatabase().importBatch.findFirstOrThrow({
      where: { projectId: project.id, state: 'receiving' },
    })
    const short = folder.write('short.jsonl', text)
    const { status, stderr } = await runCommand([
      'import',
      short,
      '--resume',
      id,
      ...projectOptions,
    ])
    expect(status).toBe(1)
    expect(stderr).toContain('so it is a different file. Nothing was changed.')
    expect(await runCommand(['import', '--resume', id, ...projectOptions])).toMatchObject({
      status: 2,
    })
  })

  test('--resume imports nothing if the file differs from the part already uploaded', async () => {
    const blank = (name: string, first: string) =>
      folder.write(name, `${first.padEnd(uploadChunkBytes - 1)}\n${text}`)
    const projectOptions = ['--project', (await makeProject({}, server.admin())).slug]
    const ids: string[] = []
    await withFault(
      (request, response) => {
        if (request.method !== 'PUT' || !request.url!.includes(`offset=${uploadChunkBytes}`))
          return false
        ids.push(/imports\/([^/]+)/.exec(request.url!)![1]!)
        response.writeHead(413).end(JSON.stringify({ code: 'too_large', detail: 'Enough.' }))
        return true
      },
      ({ url }) => runCommand(['import', blank('was.jsonl', ''), ...projectOptions, '--url', url]),
    )
    const paddedFile = blank('is.jsonl', '{"problem": "Why?", "samples": ["So."]}')
    const { status, stderr } = await runCommand([
      'import',
      paddedFile,
      '--resume',
      ids[0]!,
      ...projectOptions,
    ])
    expect(status).toBe(1)
    expect(stderr).toMatch(/The uploaded file differs from its SHA-256\. Nothing was imported/)
  })

  test('gives up after nine rejected attempts and prints the command to continue', async () => {
    let tries = 0
    const argv = ['import', '-', '--project', project.slug]
    const { status, stderr } = await withFault(
      (request, response) => {
        if (request.method !== 'PUT') return false
        tries += 1
        const problem = { code: 'rate_limited', detail: 'Too many.', retryAfterSeconds: 0.01 }
        response.writeHead(429).end(JSON.stringify(problem))
        return true
      },
      ({ url }) => runCommand([...argv, '--url', url], { input: text }),
    )
    expect({ status, tries }).toEqual({ status: 1, tries: 9 })
    expect(stderr).toMatch(
      /To continue: stepmark import FILE --resume [0-9a-f-]{36} --project [\w-]+\nstepmark: Too many\.\n/,
    )
  })

  test('creates only one import even if the first reply is lost', async () => {
    const { id, slug } = await makeProject({}, server.admin())
    let opened = 0
    const fault: FaultInjector = async (request, _response, body) => {
      if (!request.url!.endsWith('/imports')) return false
      opened += 1
      if (opened > 1) return false
      await forwardRequest(server.url(), request, body)
      request.socket.destroy()
      return true
    }
    const { status, stderr } = await withFault(fault, ({ url }) =>
      runCommand(['import', '-', '--project', slug, '--url', url], { input: text }),
    )
    expect({ status, opened }).toEqual({ status: 0, opened: 2 })
    expect(stderr).toContain('Retrying in')
    expect(await getDatabase().importBatch.count({ where: { projectId: id } })).toBe(1)
  })
})

describe('Ctrl-C', () => {
  const stateOf = async (slug: string) => {
    const batch = await getDatabase().importBatch.findFirst({ where: { project: { slug } } })
    return batch?.state
  }

  const bytesOf = async (slug: string) => {
    const batch = await getDatabase().importBatch.findFirst({ where: { project: { slug } } })
    return Number(batch?.bytes)
  }

  test('cancels an import that is being sent', async () => {
    const { slug } = await makeProject({}, server.admin())
    const child = startStepmarkProcess(['import', '-', '--project', slug])
    // More than one chunk. Standard input stays open, as in a terminal.
    child.write(' '.repeat(uploadChunkBytes + 1))
    // By now the command waits for more input.
    await expect.poll(() => bytesOf(slug)).toBe(uploadChunkBytes)
    const { status, stderr } = await child.end('SIGINT')
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'Cancelling the import. Press Ctrl-C again to quit at once.\n' +
        '-: The import was cancelled. Nothing was imported.\nstepmark: Stopped.\n',
    })
    expect(await stateOf(slug)).toBe('cancelled')
  })

  test('cancels an import that is running', async () => {
    const { slug, id } = await makeProject({}, server.admin())
    const { lock, release } = await holdProject(id)
    await lock
    const command = runCommand(['import', folder.write('held.jsonl', text), '--project', slug])
    await expect.poll(() => stateOf(slug)).toBe('running')
    process.emit('SIGINT')
    const { status, stderr } = await command
    release()
    expect({ status, stderr }).toMatchObject({ status: 1 })
    expect(stderr).toContain('The import was cancelled. Nothing was imported.')
    expect(await stateOf(slug)).toBe('cancelled')
    expect(await getDatabase().solution.count({ where: { projectId: id } })).toBe(0)
  })

  test('pressed a second time, quits without waiting for the cancellation', async () => {
    const { slug } = await makeProject({}, server.admin())
    const api = await serveWithFaults(
      () => server.url(),
      (request) => {
        const isCancel = request.url!.endsWith('/cancel')
        return isCancel ? new Promise<boolean>(() => {}) : false
      },
    )
    const child = startStepmarkProcess(['import', '-', '--project', slug, '--url', api.url])
    child.write(' '.repeat(uploadChunkBytes + 1))
    // By now the command knows the id of the import.
    await expect.poll(() => bytesOf(slug)).toBe(uploadChunkBytes)
    child.kill('SIGINT')
    await expect.poll(child.stderr).toContain('Press Ctrl-C again')
    const { status } = await child.end('SIGINT')
    await api.stop()
    expect(status).toBe('SIGINT')
  })

  /** A server that creates the import, but delays its reply until released. */
  async function holdOpening() {
    const openedSignal = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    const { url, stop } = await serveWithFaults(
      () => server.url(),
      async (request, response, body) => {
        if (!request.url!.endsWith('/imports')) return false
        const reply = await forwardRequest(server.url(), request, body)
        openedSignal.resolve()
        await mayAnswer.promise
        response.writeHead(reply.status).end(await reply.text())
        return true
      },
    )
    onTestFinished(stop)
    return { url, opened: openedSignal.promise, answer: () => mayAnswer.resolve() }
  }

  test('cancels an import that is being created', async () => {
    const { slug } = await makeProject({}, server.admin())
    const { url, opened, answer } = await holdOpening()
    const argv = ['import', '-', '--project', slug, '--url', url]
    const command = runCommand(argv, { input: text })
    await opened
    process.emit('SIGINT')
    answer()
    expect(await command).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Waiting for the server. Press Ctrl-C again to quit at once.\n' +
        'Cancelling the import. Press Ctrl-C again to quit at once.\n' +
        '-: The import was cancelled. Nothing was imported.\nstepmark: Stopped.\n',
    })
    expect(await stateOf(slug)).toBe('cancelled')
  })

  test('pressed a second time while the import is being created, quits at once', async () => {
    const { slug } = await makeProject({}, server.admin())
    const { url, opened } = await holdOpening()
    const child = startStepmarkProcess(['import', '-', '--project', slug, '--url', url])
    child.write(' '.repeat(uploadChunkBytes + 1))
    await opened
    child.kill('SIGINT')
    await expect.poll(child.stderr).toContain('Press Ctrl-C again')
    expect(await child.end('SIGINT')).toMatchObject({ status: 'SIGINT' })
  })
})

/** Another import that locks the project until it is released. */
async function holdProject(projectId: string) {
  let release = () => {}
  let locked = () => {}
  const lock = new Promise<void>((resolve) => (locked = resolve))
  const lockRelease = new Promise<void>((resolve) => (release = resolve))
  void getDatabase().$transaction(
    async (db) => {
      await db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`import/${projectId}`}, 0))`
      locked()
      await lockRelease
    },
    { timeout: 25_000 },
  )
  return { lock, release: () => release() }
}
