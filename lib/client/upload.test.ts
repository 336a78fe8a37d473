import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { uploadImportFile } from './upload'

/** A server that stores one file, and handles each chunk as `chooseOutcome` decides. */
let server: Server
let baseUrl: string
let storedBytes: Buffer
let uploadedChunks: { offset: number; size: number }[]
let offsetRequests: number
type ChunkOutcome = 'take' | 'drop' | 'take and drop' | 'never answer' | number
let chooseOutcome: (nth: number) => ChunkOutcome

const id = '01900000-0000-7000-8000-000000000000'
const target = { project: 'sums', import: id, part: 'data' as const }

beforeEach(async () => {
  storedBytes = Buffer.alloc(0)
  uploadedChunks = []
  offsetRequests = 0
  chooseOutcome = () => 'take'
  server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function answer(request: IncomingMessage, response: ServerResponse) {
  const reply = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const { pathname, searchParams } = new URL(request.url!, baseUrl)
  if (request.method === 'GET') {
    expect(pathname).toBe(`/api/v1/projects/sums/imports/${id}`)
    offsetRequests += 1
    return reply(200, { receivedBytes: storedBytes.length, requestsBytes: null })
  }
  expect(pathname).toBe(`/api/v1/projects/sums/imports/${id}/files/data`)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const offset = Number(searchParams.get('offset'))
  const outcome = chooseOutcome(uploadedChunks.length)
  uploadedChunks.push({ offset, size: body.length })
  if (outcome === 'never answer') return
  if (outcome === 'drop') return void request.socket.destroy()
  if (typeof outcome === 'number')
    return reply(outcome, {
      code: outcomeCode(outcome),
      status: outcome,
      detail: `Refused with ${outcome}.`,
    })
  if (offset !== storedBytes.length)
    return reply(409, { code: 'conflict', detail: `${storedBytes.length} bytes are there.` })
  storedBytes = Buffer.concat([storedBytes, body])
  if (outcome === 'take and drop') return void request.socket.destroy()
  reply(200, { receivedBytes: storedBytes.length })
}

const outcomeCode = (status: number) =>
  ({ 400: 'invalid_input', 409: 'conflict', 429: 'rate_limited', 500: 'internal' })[status] ?? '?'

const pattern = Buffer.from(Array.from({ length: 251 }, (_, i) => i))
const makeBytes = (size: number) => Buffer.alloc(size, pattern)
const uploadFile = (file: Blob, more: Parameters<typeof uploadImportFile>[2] = {}) =>
  uploadImportFile(target, file, { baseUrl, firstWaitMs: 1, ...more })

it('uploads all bytes of a file in chunks and reports progress', async () => {
  const bytes = makeBytes(3_000_000)
  const messages: number[] = []
  await uploadFile(new Blob([bytes]), { onProgress: (sentCount) => messages.push(sentCount) })
  expect(storedBytes.equals(bytes)).toBe(true)
  expect(uploadedChunks.length).toBeGreaterThan(1)
  expect(Math.max(...uploadedChunks.map(({ size }) => size))).toBeLessThanOrEqual(8 * 1024 * 1024)
  expect(messages).toEqual([...messages].sort((a, b) => a - b))
  expect(messages.at(-1)).toBe(bytes.length)
})

it('never uploads a chunk of more than 8 MiB', async () => {
  const bytes = Buffer.alloc(40 * 1024 * 1024, 7)
  await uploadFile(new Blob([bytes]))
  expect(storedBytes.length).toBe(bytes.length)
  expect(Math.max(...uploadedChunks.map(({ size }) => size))).toBeLessThanOrEqual(8 * 1024 * 1024)
})

it('an upload starts after the bytes that the server already has', async () => {
  const bytes = makeBytes(1_000_000)
  storedBytes = bytes.subarray(0, 600_000)
  await uploadFile(new Blob([bytes]), { from: 600_000 })
  expect(storedBytes.equals(bytes)).toBe(true)
  expect(uploadedChunks[0]!.offset).toBe(600_000)
})

it.each([
  ['drop', 'Connection lost.'],
  ['take and drop', 'Connection lost.'],
  [429, 'The server is busy.'],
  [500, 'The server could not answer.'],
  [502, 'The server could not answer.'],
  [503, 'The server could not answer.'],
] as const)(
  'resumes after the response "%s" without sending duplicates, and says: %s',
  async (outcome, message) => {
    const bytes = makeBytes(2_000_000)
    const errors: (string | null)[] = []
    chooseOutcome = (nth) => (nth === 1 || nth === 2 ? outcome : 'take')
    await uploadFile(new Blob([bytes]), { onError: (error) => errors.push(error) })
    expect(storedBytes.equals(bytes)).toBe(true)
    expect(offsetRequests).toBe(2)
    expect(errors.at(-1)).toBeNull()
    expect(errors[0]).toBe(`${message} The upload resumes by itself.`)
  },
)

it('after a conflict, resumes at the offset that the server reports', async () => {
  const bytes = makeBytes(1_500_000)
  storedBytes = bytes.subarray(0, 700_001)
  await uploadFile(new Blob([bytes]))
  expect(storedBytes.equals(bytes)).toBe(true)
  expect(uploadedChunks[1]!.offset).toBe(700_001)
})

it('an upload fails without a retry if the server rejects a chunk with status 400', async () => {
  chooseOutcome = () => 400
  await expect(uploadFile(new Blob(['x']))).rejects.toMatchObject({ code: 'invalid_input' })
  expect(uploadedChunks.length).toBe(1)
})

it('an upload fails if the server rejects a chunk with a conflict although its offset is right', async () => {
  chooseOutcome = () => 409
  const errors: (string | null)[] = []
  const uploadPromise = uploadFile(new Blob(['x']), { onError: (error) => errors.push(error) })
  await expect(uploadPromise).rejects.toMatchObject({ code: 'conflict' })
  expect(uploadedChunks.length).toBe(1)
  expect(errors).toEqual([])
})

it('an upload fails after eight attempts without progress', async () => {
  chooseOutcome = (nth) => (nth === 0 ? 'take' : 'drop')
  const bytes = makeBytes(2_000_000)
  await expect(uploadFile(new Blob([bytes]))).rejects.toMatchObject({ code: 'unavailable' })
  expect(uploadedChunks.length).toBe(9)
})

it('an upload continues on a slow and unstable connection', async () => {
  const bytes = makeBytes(4_000_000)
  chooseOutcome = (nth) => (nth % 2 === 0 ? 'drop' : 'take')
  await uploadFile(new Blob([bytes]))
  expect(storedBytes.equals(bytes)).toBe(true)
  expect(uploadedChunks.length).toBeGreaterThan(16)
})

it('an upload fails if the server already has more bytes than the file', async () => {
  storedBytes = makeBytes(100)
  await expect(uploadFile(new Blob([makeBytes(50)]))).rejects.toThrow(
    /is not the file whose upload was started/,
  )
})

it('an upload stops when aborted, even while it sends or waits', async () => {
  const reason = new Error('cancelled')
  for (const outcome of ['never answer', 'drop'] as const) {
    const controller = new AbortController()
    chooseOutcome = () => {
      setTimeout(() => controller.abort(reason), 20)
      return outcome
    }
    const uploadPromise = uploadFile(new Blob([makeBytes(1_000_000)]), {
      signal: controller.signal,
      firstWaitMs: 60_000,
    })
    await expect(uploadPromise).rejects.toBe(reason)
  }
  expect(storedBytes.length).toBe(0)
})

it('an upload fails if the file was changed or deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stepmark-upload-'))
  const path = join(folder, 'a.jsonl')
  try {
    for (const change of [() => writeFileSync(path, 'shorter'), () => rmSync(path)]) {
      storedBytes = Buffer.alloc(0)
      uploadedChunks = []
      writeFileSync(path, makeBytes(2_000_000))
      const file = await openAsBlob(path)
      let isChanged = false
      const uploadPromise = uploadFile(file, {
        onProgress: () => {
          if (!isChanged) change()
          isChanged = true
        },
      })
      await expect(uploadPromise).rejects.toThrow(AppError)
      await expect(uploadPromise).rejects.toThrow(
        /changed, moved or deleted .* Nothing was imported/,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
