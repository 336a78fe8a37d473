import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, type TestProject, makeProject } from '@/prisma/seed/factories'
import { forwardRequest, serveWithFaults } from './testing/faulty-server'
import { makeLabelledLines } from './testing/labelled-lines'
import { runCommand } from './testing/run-command'
import { useTemporaryFolder } from './testing/temporary-folder'
import { useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
useJobWorker()
const folder = useTemporaryFolder()
let project: TestProject

beforeAll(async () => {
  project = await makeProject({}, server.admin())
  await importLines(project, makeLabelledLines(0, 40))
})

interface LostReplyRun {
  result: Awaited<ReturnType<typeof runCommand>>
  /** `POST /projects`, once per try. */
  requests: string[]
}

/** Ways to lose a reply after the server has executed the request. */
const losses = {
  'no reply arrives': async (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    await (await forwardRequest(server.url(), request, body)).arrayBuffer()
    response.destroy()
  },
  // As when the connection to the database ends while the transaction commits.
  'a 503 arrives': async (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    await (await forwardRequest(server.url(), request, body)).arrayBuffer()
    const problem = { title: 'unavailable', status: 503, code: 'unavailable', detail: 'Try again.' }
    response
      .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' })
      .end(JSON.stringify(problem))
  },
  'half a reply arrives': async (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
  ) => {
    const reply = await forwardRequest(server.url(), request, body)
    const bytes = Buffer.from(await reply.arrayBuffer())
    response.writeHead(reply.status, {
      'content-type': reply.headers.get('content-type') ?? '',
      'content-length': bytes.length,
    })
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  },
} as const
const cases = Object.keys(losses) as (keyof typeof losses)[]

/** Runs a command behind a proxy that loses the first reply to each call. */
async function runWithLosses(
  loss: keyof typeof losses,
  argv: readonly string[],
): Promise<LostReplyRun> {
  const requests: string[] = []
  const proxy = await serveWithFaults(server.url, async (request, response, body) => {
    const name = `${request.method} ${request.url!.replace('/api/v1', '').replace(/\?.*/, '')}`
    const isFirst = !requests.includes(name)
    requests.push(name)
    if (isFirst) await losses[loss](request, response, body)
    return isFirst
  })
  try {
    return { result: await runCommand([...argv, '--url', proxy.url]), requests }
  } finally {
    await proxy.stop()
  }
}

const ofProject = () => ['--project', project.slug]

describe.each(cases)('if %s', (loss) => {
  test('a read command repeats its request', async () => {
    const { result, requests } = await runWithLosses(loss, ['project', 'list'])
    expect(result.status).toBe(0)
    expect(result.stdout).toContain(project.slug)
    expect(result.stderr).toContain('Retrying in')
    expect(requests).toEqual(['GET /projects', 'GET /projects'])
  })

  test('`project create` repeats the request and creates one project', async () => {
    const name = `After: ${loss}`
    const { result, requests } = await runWithLosses(loss, ['project', 'create', name])
    expect(result.status).toBe(0)
    expect(requests).toEqual(['POST /projects', 'POST /projects'])
    const projects = await getDatabase().project.findMany({ where: { name } })
    expect(projects.map(({ slug }) => slug)).toEqual([result.stdout.trim()])
  })

  test('`release create` repeats the request, starts one release and waits for it', async () => {
    const before = await countReleases()
    const { result, requests } = await runWithLosses(loss, [
      ...['release', 'create', loss, '--formats', 'csv'],
      ...ofProject(),
    ])
    expect(result).toMatchObject({ status: 0 })
    expect(requests.filter((name) => name.startsWith('POST'))).toHaveLength(2)
    expect(await countReleases()).toBe(before + 1)
  })

  test('`export` repeats the request and writes the whole file', async () => {
    const [interruptedFile, completeFile] = [
      folder.path(`${loss}.jsonl`),
      folder.path(`${loss}-whole.jsonl`),
    ]
    const argv = ['export', '--format', 'prm800k', ...ofProject(), '--out']
    await runCommand([...argv, completeFile])
    const { result, requests } = await runWithLosses(loss, [...argv, interruptedFile])
    expect(result.status).toBe(0)
    expect(requests).toHaveLength(2)
    expect(readFileSync(completeFile, 'utf8').split('\n')).toHaveLength(41)
    expect(readFileSync(interruptedFile, 'utf8')).toBe(readFileSync(completeFile, 'utf8'))
    expect(result.stderr).toContain('40 annotations')
  })

  test('`user invite` does not repeat the request, and reports that the link is lost', async () => {
    const email = `${loss.replaceAll(' ', '-')}@example.org`
    const argv = ['user', 'invite', email, ...ofProject()]
    const { result, requests } = await runWithLosses(loss, argv)
    expect(result.status).toBe(1)
    expect(requests).toHaveLength(1)
    expect(result.stderr).toContain('The invite may have been created, but its link is lost')
    expect(result.stderr).not.toMatch(/Nothing was|Retrying/)
    expect(await getDatabase().invite.count({ where: { email } })).toBe(1)
  })
})

const countReleases = () => getDatabase().release.count({ where: { projectId: project.id } })

test('an export to standard output whose reply is cut short is reported as incomplete', async () => {
  const { result, requests } = await runWithLosses('half a reply arrives', [
    ...['export', '--format', 'prm800k', ...ofProject()],
  ])
  expect(result.status).toBe(1)
  expect(requests).toHaveLength(1)
  expect(result.stderr).toContain('The output is incomplete: discard it.')
})
