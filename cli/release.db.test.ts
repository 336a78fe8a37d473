import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { getReleaseContract } from '@/lib/exports/contract'
import type { ReplyOf } from '@/lib/platform/contract'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, type TestProject, makeProject } from '@/prisma/seed/factories'
import { serveWithFaults } from './testing/faulty-server'
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
  await importLines(project, makeLabelledLines(0, 20))
})

const release = (...argv: string[]) => runCommand(['release', ...argv, '--project', project.slug])
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const show = async (number: string) =>
  JSON.parse((await release('show', number, '--json')).stdout) as ReplyOf<typeof getReleaseContract>

describe('release', () => {
  test('`create` waits for the release and prints its number; `list` and `show` describe it', async () => {
    const formats = ['--formats', 'stepmark,trl-stepwise', '--neutral', 'drop']
    const created = await release(
      'create',
      'First',
      ...formats,
      '--test-share',
      '0.3',
      '--seed',
      '1',
    )
    expect({ ...created, stderr: '' }).toEqual({ status: 0, stdout: '1\n', stderr: '' })
    expect(created.stderr).toMatch(/^Release 1, First: \d+ files\.\n {2}train: \d+ annotations of/)
    const { options, counts, files, state } = await show('1')
    expect({ options, state }).toMatchObject({
      state: 'done',
      options: {
        formats: ['stepmark', 'trl-stepwise'],
        neutral: 'drop',
        split: { testShare: 0.3, seed: '1' },
      },
    })
    expect(counts!.train.annotations + counts!.test.annotations).toBe(20)
    expect((await release('list')).stdout).toMatch(/^1 {2}First {2}done {2}\d+ files/)
    const summary = await release('show', '1')
    for (const file of files) expect(summary.stdout).toContain(file.sha256)
  })

  test('`create` sends format, filter, consensus and held-out options; `held-out` adds, lists and removes lists', async () => {
    const problems = makeLabelledLines(0, 3).map(({ question }) => JSON.stringify(question))
    const list = folder.write('secret-test.jsonl', `${problems.join('\n')}\n`)
    const addedResult = await release('held-out', 'add', list)
    expect(addedResult).toMatchObject({ status: 0, stdout: 'secret-test\n' })
    expect(addedResult.stderr).toContain('List "secret-test" added: 3 problems, 3 in the project.')
    expect((await release('held-out', 'list')).stdout).toMatch(/^secret-test {2}3 problems {2}3 in/)
    const argv =
      '--formats stepmark,preference --neutral drop --prompt-separator none --labels imported --generations 1,2 --from 2020-01-01 --until 2030-01-01T00:00:00+02:00 ' +
      '--include unfinished,gold --include screening,irregular --consensus latest --held-out secret-test ' +
      '--held-out-action test --events --json'
    const created = await release('create', 'Everything', ...argv.split(' '))
    expect({ ...created, stdout: '' }).toMatchObject({ status: 0 })
    const { options, counts } = JSON.parse(created.stdout) as ReplyOf<typeof getReleaseContract>
    expect(options).toMatchObject({
      events: true,
      promptSeparator: 'none',
      consensus: 'latest',
      filters: {
        labels: 'imported',
        generations: [1, 2],
        from: '2020-01-01T00:00:00Z',
        until: '2030-01-01T00:00:00+02:00',
        includeUnfinished: true,
        includeGold: true,
        includeScreening: true,
        includeIrregular: true,
      },
      heldOut: { action: 'test' },
    })
    expect(counts).toMatchObject({ train: { problems: 17 }, test: { problems: 3 } })
    const unknown = await release('create', 'A', '--formats', 'stepmark', '--held-out', 'other')
    expect(unknown).toMatchObject({ status: 2, stdout: '' })
    expect(unknown.stderr).toContain(
      'No held-out list "other" in this project. Its lists: secret-test.',
    )
    expect(await release('held-out', 'remove', 'secret-test')).toMatchObject({ status: 0 })
    expect((await release('held-out', 'list')).stderr).toBe(
      'No held-out lists yet. Add one with "stepmark release held-out add".\n',
    )
  })

  test('`create` excludes problems of all held-out lists by default, and accepts names with commas', async () => {
    const problems = makeLabelledLines(0, 3).map(({ question }) => JSON.stringify(question))
    const list = folder.write('a.jsonl', `${problems.join('\n')}\n`)
    await release('held-out', 'add', list, '--name', 'Ours, and theirs')
    const make = async (...more: string[]) => {
      const argv = ['create', 'A', '--formats', 'csv', '--json', ...more]
      return JSON.parse((await release(...argv)).stdout) as ReplyOf<typeof getReleaseContract>
    }
    const { options, counts } = await make()
    expect(options.heldOut.lists).toHaveLength(1)
    expect(counts).toMatchObject({ train: { problems: 17 }, heldOut: { problems: 3 } })
    const named = await make('--held-out', 'Ours, and theirs', '--held-out-action', 'test')
    expect(named.options.heldOut).toEqual({ lists: options.heldOut.lists, action: 'test' })
    const releaseWithoutHeldOut = await make('--no-held-out')
    expect(releaseWithoutHeldOut).toMatchObject({ counts: { train: { problems: 20 } } })
    expect(releaseWithoutHeldOut.options.heldOut.lists).toEqual([])
    const filters = [
      '--subjects',
      'Algebra, linear',
      '--subjects',
      'Geometry',
      '--annotators',
      'a,b',
    ]
    const until = ['--until', '2030-01-31']
    const filteredArguments = [
      'create',
      'B',
      '--formats',
      'csv',
      ...filters,
      ...until,
      '--slices',
      'x',
    ]
    const { status, stderr } = await release(...filteredArguments)
    expect(status).toBe(1)
    expect(stderr).toContain('has no files. No submitted annotations in this project by “a,b”.')
    const { releases } = JSON.parse((await release('list', '--json')).stdout) as {
      releases: ReplyOf<typeof getReleaseContract>[]
    }
    expect(releases[0]!.options.filters).toMatchObject({
      subjects: ['Algebra, linear', 'Geometry'],
      labelers: ['a,b'],
      // The day is included.
      until: '2030-02-01T00:00:00Z',
      slices: ['x'],
    })
    await release('held-out', 'remove', 'Ours, and theirs')
  })

  test('`create` requires --neutral if a format needs it', async () => {
    const { status, stderr } = await release('create', 'A', '--formats', 'stepmark,rlhflow')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^stepmark: The format rlhflow .*--neutral positive, negative or drop/)
  })

  test('`download` verifies the hash of every file and does not download existing files again', async () => {
    const target = folder.path('first')
    const { status, stdout, stderr } = await release('download', '1', '--out', target)
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${target}\n` })
    expect(stderr).toMatch(/^\d+ files, .* All SHA-256 match\.\n$/)
    const { files } = await show('1')
    expect(readdirSync(target).sort()).toEqual(files.map(({ name }) => name).sort())
    for (const { name, sha256 } of files)
      expect(hash(readFileSync(join(target, name)))).toBe(sha256)
    writeFileSync(join(target, 'README.md'), 'scribbled over')
    const secondResult = await release('download', '1', '--out', target)
    expect(secondResult.stderr).toContain(`${files.length - 1} already there`)
    expect(readFileSync(join(target, 'README.md'), 'utf8')).toContain('pretty_name')
  })

  test('`download` fetches one file by name', async () => {
    const target = folder.path('one')
    await release('download', '1', '--file', 'manifest.json', '--out', target)
    expect(readdirSync(target)).toEqual(['manifest.json'])
    const missingFileRun = await release('download', '1', '--file', 'other.json', '--out', target)
    expect(missingFileRun).toMatchObject({ status: 2 })
    expect(missingFileRun.stderr).toContain('has no file "other.json". Its files: ')
  })

  test('`download` continues an interrupted file after the last received byte', async () => {
    const ranges: (string | undefined)[] = []
    const { files } = await show('1')
    const file = files.find(({ name }) => name.startsWith('stepmark-train'))!
    const half = Math.floor(file.bytes / 2)
    const api = await serveWithFaults(
      () => server.url(),
      async (request, response) => {
        if (!request.url!.endsWith(file.name)) return false
        ranges.push(request.headers.range)
        if (ranges.length > 1) return false
        const { authorization = '' } = request.headers
        const upstreamResponse = await fetch(server.url() + request.url!, {
          headers: { authorization },
        })
        const bytes = Buffer.from(await upstreamResponse.arrayBuffer())
        response.writeHead(200, { 'content-length': String(bytes.length) })
        response.write(bytes.subarray(0, half))
        setTimeout(() => response.destroy(), 50)
        return true
      },
    )
    const target = folder.path('broken')
    const argv = ['download', '1', '--file', file.name, '--out', target, '--url', api.url]
    const { status, stderr } = await release(...argv)
    await api.stop()
    expect({ status, ranges }).toEqual({ status: 0, ranges: [undefined, `bytes=${half}-`] })
    expect(stderr).toContain('Retrying')
    expect(hash(readFileSync(join(target, file.name)))).toBe(file.sha256)
  })

  test('`download` starts an interrupted file again if the server ignores range requests', async () => {
    const { files } = await show('1')
    const file = files.find(({ name }) => name.startsWith('stepmark-train'))!
    let requests = 0
    const api = await serveWithFaults(
      () => server.url(),
      async (request, response) => {
        if (!request.url!.endsWith(file.name)) return false
        requests += 1
        const { authorization = '' } = request.headers
        const upstreamResponse = await fetch(server.url() + request.url!, {
          headers: { authorization },
        })
        const bytes = Buffer.from(await upstreamResponse.arrayBuffer())
        response.end(requests === 1 ? bytes.subarray(0, 100) : bytes)
        return true
      },
    )
    const target = folder.path('without-ranges')
    const argv = ['download', '1', '--file', file.name, '--out', target, '--url', api.url]
    const { status, stderr } = await release(...argv)
    await api.stop()
    expect({ status, requests }).toEqual({ status: 0, requests: 2 })
    expect(stderr).toContain(
      `The download of ${file.name} was interrupted after 100 bytes. Retrying`,
    )
    expect(hash(readFileSync(join(target, file.name)))).toBe(file.sha256)
  })

  test('`download` discards a file whose hash differs', async () => {
    const target = folder.path('forged')
    const forgingServer = await serveWithFaults(
      () => server.url(),
      (request, response) => {
        if (!request.url!.endsWith('manifest.json')) return false
        response.end('x'.repeat(files.find(({ name }) => name === 'manifest.json')!.bytes))
        return true
      },
    )
    const { files } = await show('1')
    const argv = ['--file', 'manifest.json', '--out', target, '--url', forgingServer.url]
    const { status, stderr } = await release('download', '1', ...argv)
    await forgingServer.stop()
    expect(status).toBe(1)
    expect(stderr).toContain('its SHA-256 does not match. The download was discarded')
    expect(readdirSync(target)).toEqual([])
  })

  test('`download` writes nothing outside of its folder, whatever names the server sends', async () => {
    const evil = await serveWithFaults(
      () => server.url(),
      (request, response) => {
        if (!request.url!.endsWith('/releases/1')) return false
        const files = [{ name: '../evil', bytes: 1, sha256: hash(Buffer.from('x')), rows: null }]
        response.end(JSON.stringify({ number: 1, state: 'done', files }))
        return true
      },
    )
    const { status, stderr } = await release(
      'download',
      '1',
      '--out',
      folder.path('evil/in'),
      '--url',
      evil.url,
    )
    await evil.stop()
    expect(status).toBe(1)
    expect(stderr).toContain(
      'The server sent the invalid file name "../evil". Nothing was written.',
    )
    expect(readdirSync(folder.path('evil'))).toEqual(['in'])
  })

  test('`create --since` exports only annotations that the earlier release lacks; `diff` compares releases', async () => {
    await importLines(project, makeLabelledLines(20, 5))
    const formats = ['--formats', 'stepmark,trl-stepwise', '--neutral', 'drop']
    const split = ['--test-share', '0.3', '--seed', '1']
    const all = (await release('create', 'All', ...formats, ...split)).stdout.trim()
    const argv = ['diff', '1', all]
    const { status, stdout, stderr } = await release(...argv)
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: '5 added, 0 removed, 0 changed, 0 moved, 20 unchanged.\n',
    })
    expect(
      stdout.match(/^added +(train|test) +problem .*How much is \d+ \+ \d+\? +solution /gm),
    ).toHaveLength(5)
    expect(JSON.parse((await release(...argv, '--json')).stdout)).toMatchObject({ added: 5 })
    const incrementalRelease = await release(
      'create',
      'New',
      '--formats',
      'stepmark',
      '--since',
      '1',
      '--json',
    )
    const { counts, options } = JSON.parse(incrementalRelease.stdout) as ReplyOf<
      typeof getReleaseContract
    >
    expect(counts!.train.annotations + counts!.test.annotations).toBe(5)
    // As in the base release.
    expect(options.split).toEqual({ testShare: 0.3, seed: '1' })
    expect(
      (await release('show', incrementalRelease.stderr.match(/^Release (\d+)/)![1]!)).stdout,
    ).toContain('  excluded: 20 unchanged since the earlier release\n')
    const number = Number(incrementalRelease.stderr.match(/^Release (\d+)/)![1]!)
    expect(
      await release('create', 'Empty', '--formats', 'stepmark', '--since', String(number)),
    ).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^stepmark: None of 25 .* is new or changed since release ${number}\\. Release ${number + 1} failed and has no files\\.\n$`,
          'm',
        ),
      ) as string,
    })
  })

  test('`show` rejects an unknown number, and shows the state of a release created with --detach', async () => {
    expect(await release('show', '999')).toMatchObject({ status: 1, stdout: '' })
    const created = await release('create', 'Later', '--formats', 'csv', '--detach')
    expect(created.status).toBe(0)
    expect(created.stderr).toContain(`stepmark release show ${created.stdout.trim()} --project`)
    await expect.poll(async () => (await show(created.stdout.trim())).state).toBe('done')
  })
})
