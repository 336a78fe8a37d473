import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { makeLabelledProject } from '@/lib/exports/server/testing/labelled-project'
import { makeTestRelease } from '@/lib/exports/server/testing/test-releases'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makePerson,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { buildApiRouter } from './api'

useTestDatabase()

const origin = 'http://stepmark.test'
let project: TestProject

beforeAll(async () => {
  process.env.NEXTAUTH_URL = origin
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  // More rows than the reader buffers.
  ;({ project } = await makeLabelledProject(200))
  await makeTestRelease(project)
})

async function download(file: string, headers: Record<string, string> = {}, by = project.admin) {
  const token = await createToken.execute(by, { name: 't', scope: 'read', days: 1 })
  const response = await buildApiRouter().fetch(
    new Request(`${origin}/api/v1/projects/${project.slug}/releases/1/files/${file}`, {
      headers: { authorization: `Bearer ${token.secret}`, ...headers },
    }),
  )
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

test('a release file downloads under its own name, whole or in ranges that add up to its hash', async () => {
  const wholeFile = await download('manifest.json')
  expect(wholeFile.status).toBe(200)
  expect(wholeFile.headers.get('content-type')).toBe('application/json')
  expect(wholeFile.headers.get('content-disposition')).toBe('attachment; filename="manifest.json"')
  const sha256 = createHash('sha256').update(wholeFile.body).digest('hex')
  const etag = wholeFile.headers.get('etag')
  expect(etag).toBe(`"${sha256}"`)
  const first = await download('manifest.json', { range: 'bytes=0-99' })
  const partialDownload = await download('manifest.json', {
    range: 'bytes=100-',
    'if-range': etag!,
  })
  expect([first.status, partialDownload.status]).toEqual([206, 206])
  expect(Buffer.concat([first.body, partialDownload.body]).equals(wholeFile.body)).toBe(true)
  const outOfRange = await download('manifest.json', { range: `bytes=${wholeFile.body.length}-` })
  expect(outOfRange.status).toBe(416)
})

test('HEAD of a line export reads no lines and opens no transaction', async () => {
  const token = await createToken.execute(project.admin, { name: 'h', scope: 'read', days: 1 })
  const response = await buildApiRouter().fetch(
    new Request(`${origin}/api/v1/projects/${project.slug}/export?format=stepmark`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token.secret}` },
    }),
  )
  expect([response.status, response.body]).toEqual([200, null])
  expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
  const [row] = await getDatabase().$queryRaw<[{ open: bigint }]>`
    select count(*) as open from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`
  expect(row.open).toBe(0n)
})

test('an unknown file, and a file of a project that the caller is not a member of, return not_found', async () => {
  expect((await download('nothing.json')).status).toBe(404)
  const outsider = await makePerson()
  expect((await download('manifest.json', {}, outsider)).status).toBe(404)
})

test('the report of an import that is unknown or of another project returns not_found before any line is sent', async () => {
  const otherProject = await makeProject()
  const { import: foreign } = await importLines(otherProject, [makeProblemLine('p', [0.5])])
  const token = await createToken.execute(project.admin, { name: 'r', scope: 'read', days: 1 })
  for (const id of [randomUUID(), foreign]) {
    const response = await buildApiRouter().fetch(
      new Request(`${origin}/api/v1/projects/${project.slug}/imports/${id}/report`, {
        headers: { authorization: `Bearer ${token.secret}` },
      }),
    )
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ])
  }
})
