import { readdirSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { makeLabelledProject } from '@/lib/exports/server/testing/labelled-project'
import { requestRelease, runRequestedRelease } from '@/lib/exports/server/testing/test-releases'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { hostileNames } from '@/lib/platform/testing/hostile-names'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, type TestProject } from '@/prisma/seed/factories'
import {
  testApiOrigin,
  findOperation,
  type RequestHeaders,
  makeTokenHeaders,
  openTestApi,
  buildCallRequest,
} from './testing/api-client'

useTestDatabase()

/** Every twelfth name, which covers each kind and extension. A full run uses all. */
const names = hostileNames.filter((_, i) => isFullTestRun || i % 12 === 0)
const timeoutMs = 300_000

let project: TestProject
let headers: RequestHeaders
let api: Awaited<ReturnType<typeof openTestApi>>
let filesBefore: string[]
beforeAll(async () => {
  filesBefore = readdirSync(repositoryRoot)
  api = await openTestApi()
  ;({ project } = await makeLabelledProject(1))
  headers = await makeTokenHeaders(project.admin, 'write')
})

const fetchApi = async (call: string, input: object, by = headers, file = '') =>
  api.fetch(buildCallRequest(findOperation(call), { project: project.slug, ...input }, by, file))

/** The name is stored unchanged, or rejected with a reason. */
async function expectAcceptedOrRefused(
  reply: Response,
  name: string,
  field: string,
): Promise<boolean> {
  const body = (await reply.json()) as Record<string, unknown>
  expect([200, 400], JSON.stringify(name)).toContain(reply.status)
  if (reply.status === 200) expect(body[field]).toBe(name)
  return reply.status === 200
}

/** The download has a safe file name and content type, and is never displayed. */
function expectSafe(reply: Response): void {
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[A-Za-z0-9][\w .-]*"$/,
  )
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('content-type')).toMatch(
    /^(application\/(json|x-ndjson)|text\/(csv|markdown|plain))(; charset=utf-8)?$/,
  )
}

test('there are at least 200 hostile names', () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(200)
})

test(
  'the name of an imported file is only stored as text, and never used as a path',
  async () => {
    let acceptedCount = 0
    for (const fileName of names) {
      const reply = await fetchApi('createImport', { fileName })
      const id = ((await reply.clone().json()) as { import: string }).import
      if (!(await expectAcceptedOrRefused(reply, fileName, 'fileName'))) continue
      acceptedCount += 1
      const input = { import: id, part: 'data', offset: 0 }
      expect((await fetchApi('uploadImportFile', input, headers, '{}\n')).status).toBe(200)
      const list = (await (await fetchApi('getImport', { import: id })).json()) as {
        fileName: string
      }
      expect(list.fileName).toBe(fileName)
      expect((await fetchApi('cancelImport', { import: id })).status).toBe(200)
    }
    expect(acceptedCount).toBeGreaterThan(names.length / 2)
    expect(readdirSync(repositoryRoot)).toEqual(filesBefore)
  },
  timeoutMs,
)

test(
  'a release file can be downloaded only by its own name, whatever the release is called',
  async () => {
    const validNames = names.filter((name) => name.trim() !== '' && name.isWellFormed())
    for (const name of validNames.slice(0, isFullTestRun ? 20 : 4)) {
      const reply = await fetchApi('createRelease', { name, formats: ['csv'] })
      if (!(await expectAcceptedOrRefused(reply.clone(), name, 'name'))) continue
      const { number } = (await reply.json()) as { number: number }
      const { files } = await runRequestedRelease(project, number)
      for (const { name: file } of files) {
        const response = await fetchApi('downloadReleaseFile', { release: number, file })
        expect(response.status).toBe(200)
        expectSafe(response)
        await response.body?.cancel()
      }
    }
    const { number } = await requestRelease(project)
    await runRequestedRelease(project, number)
    const filesUrl = `${testApiOrigin}/api/v1/projects/${project.slug}/releases/${number}/files/`
    for (const name of names) {
      if (name === 'manifest.json') continue
      for (const spelling of [encodeURIComponent(name.toWellFormed()), name.toWellFormed()]) {
        const reply = await api.fetch(new Request(`${filesUrl}${spelling}`, { headers }))
        const isOtherPath =
          new URL(`${filesUrl}${spelling}`).pathname !== `${new URL(filesUrl).pathname}${spelling}`
        // An address that resolves to another path is a different request, with the same permissions.
        if (!isOtherPath) expect([400, 404], name).toContain(reply.status)
        expect(reply.status).toBeLessThan(500)
        await reply.body?.cancel()
      }
    }
  },
  timeoutMs,
)

test(
  'a project of any name has a slug of letters and digits, which names its downloads',
  async () => {
    const admin = await makeTokenHeaders(await makePerson({ isInstanceAdmin: true }), 'write')
    let createdCount = 0
    for (const name of names) {
      const reply = await fetchApi('createProject', { project: undefined, name }, admin)
      expect([200, 400, 409], JSON.stringify(name)).toContain(reply.status)
      const { slug } = (await reply.json()) as { slug?: string }
      if (slug === undefined) continue
      createdCount += 1
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      if (createdCount > 5 && !isFullTestRun) continue
      const response = await fetchApi('exportAnnotations', { project: slug, format: 'csv' }, admin)
      expectSafe(response)
      await response.body?.cancel()
    }
    expect(createdCount).toBeGreaterThan(names.length / 4)
  },
  timeoutMs,
)
