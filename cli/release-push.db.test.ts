import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { getReleaseContract } from '@/lib/exports/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, type TestProject, makeProject } from '@/prisma/seed/factories'
import { makeLabelledLines } from './testing/labelled-lines'
import { runCommand } from './testing/run-command'
import { listenOnFreePort } from './testing/serve-api'
import { type FakeHub, startFakeHub } from './testing/start-fake-hub'
import { useTemporaryFolder } from './testing/temporary-folder'
import { useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
useJobWorker()
const folder = useTemporaryFolder()
let project: TestProject
let files: ReplyOf<typeof getReleaseContract>['files'] = []
beforeAll(async () => {
  project = await makeProject({}, server.admin())
  await importLines(project, makeLabelledLines(0, 60))
  const formats = 'stepmark,trl-stepwise,trl-stepwise-parquet'
  const argv = ['--formats', formats, '--neutral', 'drop', '--test-share', '0.2', '--json']
  const { stdout } = await release('create', 'For everyone', ...argv)
  files = (JSON.parse(stdout) as { files: typeof files }).files
})

let hub: FakeHub
beforeEach(async () => {
  // The largest files are sent in parts, others whole, and the smallest in the commit.
  hub = await startFakeHub({ largeAbove: 3_000, partBytes: 20_000 })
  process.env.HF_TOKEN = hub.tokens.write
})
afterEach(async () => {
  await hub.stop()
  delete process.env.HF_TOKEN
})

const release = (...argv: string[]) => runCommand(['release', ...argv, '--project', project.slug])
const push = (number: string, ...more: string[]) =>
  release('push', number, '--repo', 'ada/steps', '--hub-url', hub.url, ...more)
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('`release push`', () => {
  test('uploads the release byte for byte to a private repository on the Hugging Face Hub', async () => {
    const { status, stdout, stderr } = await push('1')
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${hub.url}/datasets/ada/steps\n` })
    expect(stderr).toContain(`pushed: ${files.length} files of ${files.length} sent.`)
    const { isPrivate, files: pushedFiles, commits } = hub.datasets.get('ada/steps')!
    expect({ isPrivate, commits }).toEqual({
      isPrivate: true,
      commits: ['Release 1: For everyone'],
    })
    const atTop = ['README.md', 'SHA256SUMS', 'annotations.jsonl', 'manifest.json']
    const getRemotePath = (name: string) => (atTop.includes(name) ? name : `data/${name}`)
    expect([...pushedFiles.keys()].sort()).toEqual(
      files.map(({ name }) => getRemotePath(name)).sort(),
    )
    for (const { name, sha256 } of files)
      if (name !== 'README.md' && name !== 'SHA256SUMS')
        expect(hash(pushedFiles.get(getRemotePath(name))!.content), name).toBe(sha256)
    const ways = new Set([...hub.changes].map((change) => change.replace(/[0-9a-f]{64}/, 'OID')))
    expect([...ways]).toEqual(
      expect.arrayContaining([
        'PUT /storage/OID',
        'PUT /storage/OID/2',
        'POST /storage/OID/complete',
      ]),
    )
  })

  test('the dataset card and SHA256SUMS name the files by their paths on the Hub', async () => {
    await push('1')
    const { files: pushedFiles } = hub.datasets.get('ada/steps')!
    const card = pushedFiles.get('README.md')!.content.toString()
    const paths = [...card.matchAll(/^ +path: (.+)$/gm)].map((match) => match[1]!)
    expect(paths).toContain('data/trl-stepwise-train.parquet')
    for (const path of paths) expect(pushedFiles.has(path), path).toBe(true)
    const sums = pushedFiles.get('SHA256SUMS')!.content.toString().trim().split('\n')
    expect(sums.length).toBeGreaterThan(6)
    for (const line of sums) {
      const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line)!
      expect(hash(pushedFiles.get(path!)!.content), path).toBe(sum)
    }
  })

  test('a second push sends only files that are missing on the Hub', async () => {
    await push('1')
    hub.changes.length = 0
    const secondResult = await push('1')
    expect(secondResult.stderr).toContain('was already pushed. Nothing was sent.')
    expect(hub.changes).toEqual([])
    const { files: pushedFiles, commits } = hub.datasets.get('ada/steps')!
    pushedFiles.delete('manifest.json')
    pushedFiles.set('data/mine.txt', { content: Buffer.from('mine'), isLarge: false })
    const third = await push('1', '--json')
    expect(JSON.parse(third.stdout)).toMatchObject({ sent: 1, keptFiles: 1 })
    expect(commits).toHaveLength(2)
    expect(pushedFiles.has('manifest.json')).toBe(true)
    expect(pushedFiles.get('data/mine.txt')!.content.toString()).toBe('mine')
  })

  test('refuses to push to a public dataset without --public', async () => {
    hub.datasets.set('ada/steps', { isPrivate: false, files: new Map(), commits: [] })
    const rejectedResult = await push('1')
    expect(rejectedResult).toMatchObject({ status: 1, stdout: '' })
    expect(rejectedResult.stderr).toContain(
      'The repository ada/steps is public. Nothing was pushed.',
    )
    expect(hub.changes).toEqual([])
    expect(await push('1', '--public')).toMatchObject({ status: 0 })
    hub.datasets.clear()
    await push('1', '--public')
    expect(hub.datasets.get('ada/steps')).toMatchObject({ isPrivate: false })
  })

  test.each([
    ['hf_that_has_ended', 'The hub rejected HF_TOKEN'],
    ['hf_may_only_read', 'no write access to ada/steps'],
  ])('explains a rejected token without printing it (%s)', async (token, message) => {
    process.env.HF_TOKEN = token
    for (const isInteractive of [false, true]) {
      const argv = ['release', 'push', '1', '--project', project.slug, '--repo', 'ada/steps']
      const { status, stdout, stderr } = await runCommand([...argv, '--hub-url', hub.url], {
        isInteractive,
      })
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain(message)
      expect(stderr).not.toContain(token)
    }
    expect(hub.datasets.size).toBe(0)
  })

  test('never prints the token, even if the Hub repeats it in an error or is unreachable', async () => {
    const echoingServer = await listenOnFreePort(
      createServer((request, response) => {
        response.writeHead(418, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: `You said ${request.headers.authorization}` }))
      }),
    )
    const failure = await push('1', '--hub-url', echoingServer.url)
    await echoingServer.stop()
    const refusal = await push('1', '--hub-url', echoingServer.url)
    for (const { status, stderr } of [failure, refusal]) {
      expect(status).toBe(1)
      expect(stderr).not.toContain(hub.tokens.write)
    }
    expect(failure.stderr).toContain('The hub responded with 418: You said Bearer …')
    expect(refusal.stderr).toContain('(ECONNREFUSED). Push again')
  })

  test('requires the environment variable HF_TOKEN', async () => {
    process.env.HF_TOKEN = 'not_of_the_hub'
    const otherPush = await push('1')
    delete process.env.HF_TOKEN
    const pushWithoutToken = await push('1')
    expect([otherPush.status, pushWithoutToken.status]).toEqual([2, 2])
    expect(otherPush.stderr).not.toContain('not_of_the_hub')
    expect(pushWithoutToken.stderr).toContain('HF_TOKEN is not set')
    expect(await push('1', '--repo', 'steps')).toMatchObject({ status: 2 })
  })

  test('deletes its temporary files', async () => {
    const { TMPDIR } = process.env
    process.env.TMPDIR = folder.path('.')
    await push('1')
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
    const { readdirSync } = await import('node:fs')
    expect(readdirSync(folder.path('.'))).toEqual([])
  })
})
