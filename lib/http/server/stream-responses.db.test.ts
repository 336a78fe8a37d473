import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '@/lib/auth/actor'
import { fileQuery, streamQuery } from '@/lib/auth/server/operation'
import { openFileWriter, readStoredFile } from '@/lib/files/server/stored-files'
import { defineContract, z } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import { projectSlugField } from '@/lib/platform/fields'
import { getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import { createFileResponse, createLineResponse } from './stream-responses'

useTestDatabase()

const content = randomBytes(3_000_000)
const sha256 = createHash('sha256').update(content).digest('hex')
let project: TestProject
let fileId: string

beforeAll(async () => {
  project = await makeProject()
  fileId = await runTransaction(getTransferDatabase(), async (transaction) => {
    const writer = await openFileWriter(transaction, project.id)
    await writer.write(content)
    return (await writer.close()).fileId
  })
})

const input = z.strictObject({ project: projectSlugField })
const path = '/projects/{project}/tried' as const
const download = fileQuery(
  defineContract({
    name: 'tryDownload',
    method: 'get',
    path,
    summary: '',
    sends: 'bytes',
    input,
    reply: z.unknown(),
  }),
  {
    action: 'release.read',
    scope: 'project',
    run: async ({ db, project: { id } }) => ({
      fileName: 'trl-stepwise-train.parquet',
      mediaType: 'application/vnd.apache.parquet',
      bytes: content.length,
      sha256,
      read: (from, to) => readStoredFile(db, { projectId: id, fileId }, { from, to }),
    }),
  },
)

const makeRequest = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://stepmark.test', { method, headers })

async function fetchApi(
  headers: Record<string, string> = {},
  actor: Actor = project.admin,
  method = 'GET',
) {
  const reply = await download.execute(actor, { project: project.slug })
  const response = createFileResponse(reply, makeRequest(headers, method), 'request')
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

test('sends a stored file whole, as a download, with its hash', async () => {
  const { status, headers, body } = await fetchApi()
  expect(status).toBe(200)
  expect(body.equals(content)).toBe(true)
  expect(headers).toEqual({
    'accept-ranges': 'bytes',
    'cache-control': 'no-store, no-transform',
    'content-disposition': 'attachment; filename="trl-stepwise-train.parquet"',
    'content-length': '3000000',
    'content-type': 'application/vnd.apache.parquet',
    etag: `"${sha256}"`,
    'x-content-type-options': 'nosniff',
    'x-request-id': 'request',
    'x-stepmark-length': '3000000',
  })
})

test('answers HEAD with the headers of GET and no body, even for a range', async () => {
  for (const headers of [{}, { range: 'bytes=-5' }, { range: 'bytes=3000000-' }]) {
    const [head, got] = [
      await fetchApi(headers as Record<string, string>, project.admin, 'HEAD'),
      await fetchApi(headers as Record<string, string>),
    ]
    expect(head).toEqual({ ...got, body: Buffer.alloc(0) })
  }
})

test('sends 304 without a body if the client already has the file', async () => {
  for (const tag of [`"${sha256}"`, `W/"${sha256}"`, `"a", "${sha256}"`, '*']) {
    const { status, headers, body } = await fetchApi({ 'if-none-match': tag, range: 'bytes=0-9' })
    expect([status, headers.etag, body.length]).toEqual([304, `"${sha256}"`, 0])
  }
  for (const tag of ['"0"', sha256]) {
    const { status, body } = await fetchApi({ 'if-none-match': tag })
    expect([status, body.length]).toEqual([200, 3_000_000])
  }
})

describe('a requested byte range', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=1048570-1048590', 1_048_570, 1_048_591],
    ['bytes=2999990-', 2_999_990, 3_000_000],
    ['bytes=-5', 2_999_995, 3_000_000],
  ])('is sent without other bytes: %s', async (range, from, to) => {
    const { status, headers, body } = await fetchApi({ range })
    expect(status).toBe(206)
    expect(body.equals(content.subarray(from, to))).toBe(true)
    expect(headers['content-range']).toBe(`bytes ${from}-${to - 1}/3000000`)
    expect(headers['content-length']).toBe(String(to - from))
    expect(headers.etag).toBe(`"${sha256}"`)
  })

  test("that begins after the end of the file is rejected with the file's length", async () => {
    const { status, headers, body } = await fetchApi({ range: 'bytes=3000000-' })
    expect(status).toBe(416)
    expect(headers['content-range']).toBe('bytes */3000000')
    expect(body).toHaveLength(0)
  })

  test('is sent if If-Range matches the file; otherwise the whole file is sent', async () => {
    const range = 'bytes=0-9'
    expect((await fetchApi({ range, 'if-range': `"${sha256}"` })).status).toBe(206)
    for (const ifRange of ['"0"', `W/"${sha256}"`, 'Sun, 22 Nov 2026 07:00:00 GMT']) {
      const { status, body } = await fetchApi({ range, 'if-range': ifRange })
      expect(status).toBe(200)
      expect(body).toHaveLength(3_000_000)
    }
  })
})

test('sends nothing of a file without permission', async () => {
  const expectRefusal = async (actor: Actor, code: string) =>
    expect(fetchApi({}, actor)).rejects.toMatchObject({ code })
  await expectRefusal(await makePerson(), 'not_found')
  await expectRefusal(await makeMember(project, 'reviewer'), 'forbidden')
  await expectRefusal({ kind: 'anonymous' }, 'unauthenticated')
})

test('stops reading a file when the client disconnects, and aborts the response when reading fails', async () => {
  const reply = await download.execute(project.admin, { project: project.slug })
  let isEnded = false
  const read = async function* () {
    try {
      for (;;) yield new Uint8Array(10)
    } finally {
      isEnded = true
    }
  }
  const reader = createFileResponse({ ...reply, read }, makeRequest(), 'r').body!.getReader()
  await reader.read()
  await reader.cancel()
  expect(isEnded).toBe(true)
  const failWhileReading = async function* () {
    yield new Uint8Array(10)
    throw new Error('the database went away')
  }
  const broken = createFileResponse({ ...reply, read: failWhileReading }, makeRequest(), 'r')
  await expect(broken.arrayBuffer()).rejects.toThrow('the database went away')
})

test.each([
  ['labels.csv', 'filename="labels.csv"'],
  ['a"b;\r\nc.csv', `filename="a_b___c.csv"; filename*=UTF-8''a%22b%3B%0D%0Ac.csv`],
  ["l'été (2).csv", `filename="l__t_ _2_.csv"; filename*=UTF-8''l%27%C3%A9t%C3%A9%20%282%29.csv`],
])('sends lines as the file %j with its content type', async (fileName, disposition) => {
  const lines = streamQuery(
    defineContract({
      name: 'tryLines',
      method: 'get',
      path,
      summary: '',
      sends: 'lines',
      input,
      reply: z.unknown(),
    }),
    {
      action: 'export.run',
      scope: 'project',
      fileName: () => fileName,
      // The charset comes from the response.
      mediaType: () => 'text/csv',
      async *run() {
        yield 'a,b'
        yield '1,2'
      },
    },
  )
  const reply = await lines.execute(project.admin, { project: project.slug })
  const response = await createLineResponse(reply, 'request')
  expect(response.headers.get('content-disposition')).toBe(`attachment; ${disposition}`)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(await response.text()).toBe('a,b\n1,2\n')
})

describe('streamed lines', () => {
  const reply = (blocks: AsyncIterable<string[]>) => ({ fileName: 'a.jsonl', blocks, headers: {} })

  test('all end with a line end, whatever the blocks', async () => {
    async function* blocks() {
      yield ['a']
      yield ['b', 'c']
    }
    const response = await createLineResponse(reply(blocks()), 'request')
    expect(await response.text()).toBe('a\nb\nc\n')
  })

  test('throw an error that occurs before the first line, so that it becomes an error response', async () => {
    const refusal = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new AppError('not_found', 'There is no such import.')),
      }),
    }
    await expect(createLineResponse(reply(refusal), 'request')).rejects.toThrow(
      'There is no such import.',
    )
  })

  test('are no longer read when the client disconnects', async () => {
    let isReleased = false
    async function* count(): AsyncGenerator<string[]> {
      try {
        for (let i = 0; ; i++) yield ['x'.repeat(10_000)]
      } finally {
        isReleased = true
      }
    }
    const response = await createLineResponse(reply(count()), 'request')
    await response.body!.cancel()
    expect(isReleased).toBe(true)
  })
})
