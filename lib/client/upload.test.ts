import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '@/lib/platform/errors'
import { uploadImportFile } from './upload'

/** A server that keeps one file, and meets each piece as `meet` says. */
let server: Server
let baseUrl: string
let stored: Buffer
let pieces: { offset: number; size: number }[]
let asked: number
type Fate = 'take' | 'drop' | 'take and drop' | 'never answer' | number
let meet: (nth: number) => Fate

const id = '01900000-0000-7000-8000-000000000000'
const at = { project: 'sums', import: id, part: 'data' as const }

beforeEach(async () => {
  stored = Buffer.alloc(0)
  pieces = []
  asked = 0
  meet = () => 'take'
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
    asked += 1
    return reply(200, { receivedBytes: stored.length, requestsBytes: null })
  }
  expect(pathname).toBe(`/api/v1/projects/sums/imports/${id}/files/data`)
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const offset = Number(searchParams.get('offset'))
  const fate = meet(pieces.length)
  pieces.push({ offset, size: body.length })
  if (fate === 'never answer') return
  if (fate === 'drop') return void request.socket.destroy()
  if (typeof fate === 'number')
    return reply(fate, { code: fateCode(fate), detail: `Refused with ${fate}.` })
  if (offset !== stored.length)
    return reply(409, { code: 'conflict', detail: `${stored.length} bytes are there.` })
  stored = Buffer.concat([stored, body])
  if (fate === 'take and drop') return void request.socket.destroy()
  reply(200, { receivedBytes: stored.length })
}

const fateCode = (status: number) =>
  ({ 400: 'invalid_input', 409: 'conflict', 429: 'rate_limited', 500: 'internal' })[status] ?? '?'

const makeBytes = (size: number) => Buffer.from(Array.from({ length: size }, (_, i) => i % 251))
const send = (file: Blob, more: Parameters<typeof uploadImportFile>[2] = {}) =>
  uploadImportFile(at, file, { baseUrl, firstWaitMs: 1, ...more })

it('sends a file in pieces that join to the same bytes, and tells how far it is', async () => {
  const bytes = makeBytes(3_000_000)
  const told: number[] = []
  await send(new Blob([bytes]), { onProgress: (sent) => told.push(sent) })
  expect(stored.equals(bytes)).toBe(true)
  expect(pieces.length).toBeGreaterThan(1)
  expect(Math.max(...pieces.map(({ size }) => size))).toBeLessThanOrEqual(8 * 1024 * 1024)
  expect(told).toEqual([...told].sort((a, b) => a - b))
  expect(told.at(-1)).toBe(bytes.length)
})

it('never sends a piece of more than 8 MiB', async () => {
  const bytes = Buffer.alloc(40 * 1024 * 1024, 7)
  await send(new Blob([bytes]))
  expect(stored.length).toBe(bytes.length)
  expect(Math.max(...pieces.map(({ size }) => size))).toBeLessThanOrEqual(8 * 1024 * 1024)
})

it('begins where the server stands', async () => {
  const bytes = makeBytes(1_000_000)
  stored = bytes.subarray(0, 600_000)
  await send(new Blob([bytes]), { from: 600_000 })
  expect(stored.equals(bytes)).toBe(true)
  expect(pieces[0]!.offset).toBe(600_000)
})

it.each(['drop', 'take and drop', 429, 500, 502, 503] as const)(
  'goes on after %s, and doubles nothing',
  async (fate) => {
    const bytes = makeBytes(2_000_000)
    const troubles: (string | null)[] = []
    meet = (nth) => (nth === 1 || nth === 2 ? fate : 'take')
    await send(new Blob([bytes]), { onTrouble: (words) => troubles.push(words) })
    expect(stored.equals(bytes)).toBe(true)
    expect(asked).toBe(2)
    expect(troubles.at(-1)).toBeNull()
    expect(troubles[0]).toMatch(/goes on by itself/)
  },
)

it('asks where the server stands when a piece does not fit, and goes on there', async () => {
  const bytes = makeBytes(1_500_000)
  stored = bytes.subarray(0, 700_001)
  await send(new Blob([bytes]))
  expect(stored.equals(bytes)).toBe(true)
  expect(pieces[1]!.offset).toBe(700_001)
})

it('gives up on what the server does not want, at once', async () => {
  meet = () => 400
  await expect(send(new Blob(['x']))).rejects.toMatchObject({ code: 'invalid_input' })
  expect(pieces.length).toBe(1)
})

it('gives up on a conflict at the very place where the server stands', async () => {
  meet = () => 409
  await expect(send(new Blob(['x']))).rejects.toMatchObject({ code: 'conflict' })
  expect(pieces.length).toBe(1)
})

it('gives up after eight tries that brought nothing, and not before', async () => {
  meet = (nth) => (nth === 0 ? 'take' : 'drop')
  const bytes = makeBytes(2_000_000)
  await expect(send(new Blob([bytes]))).rejects.toMatchObject({ code: 'unavailable' })
  expect(pieces.length).toBe(9)
})

it('is patient with a line that breaks often but moves', async () => {
  const bytes = makeBytes(4_000_000)
  meet = (nth) => (nth % 2 === 0 ? 'drop' : 'take')
  await send(new Blob([bytes]))
  expect(stored.equals(bytes)).toBe(true)
  expect(pieces.length).toBeGreaterThan(16)
})

it('says that the server has another file, where it has more than there is', async () => {
  stored = makeBytes(100)
  await expect(send(new Blob([makeBytes(50)]))).rejects.toThrow(/must be another one/)
})

it('stops when it is told to, also in the middle of a piece and while it waits', async () => {
  const reason = new Error('cancelled')
  for (const fate of ['never answer', 'drop'] as const) {
    const controller = new AbortController()
    meet = () => {
      setTimeout(() => controller.abort(reason), 20)
      return fate
    }
    const sent = send(new Blob([makeBytes(1_000_000)]), {
      signal: controller.signal,
      firstWaitMs: 60_000,
    })
    await expect(sent).rejects.toBe(reason)
  }
  expect(stored.length).toBe(0)
})

it('says in words that the file was changed or is gone meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stepmark-upload-'))
  const path = join(folder, 'a.jsonl')
  try {
    for (const change of [() => writeFileSync(path, 'shorter'), () => rmSync(path)]) {
      stored = Buffer.alloc(0)
      pieces = []
      writeFileSync(path, makeBytes(2_000_000))
      const file = await openAsBlob(path)
      let isChanged = false
      const sent = send(file, {
        onProgress: () => {
          if (!isChanged) change()
          isChanged = true
        },
      })
      await expect(sent).rejects.toThrow(AppError)
      await expect(sent).rejects.toThrow(/changed, moved or removed .* Nothing was imported/)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
