import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { readSharedLines } from '@/lib/formats/testing/shared-data'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { runCommand } from './testing/run-command'
import { listen } from './testing/serve-api'
import { useTemporaryFolder } from './testing/temporary-folder'
import { useServer } from './testing/use-server'

useTestDatabase()
const server = useServer()
const folder = useTemporaryFolder()

const makeOurProject = () => makeProject({}, server.admin())
const countSolutions = (projectId: string) => getDatabase().solution.count({ where: { projectId } })
const writeLines = (lines: readonly unknown[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')

const goodLines = [makeProblemLine('one', [0.1, 0.2]), makeProblemLine('two', [0.3])]
const brokenLines = [
  makeProblemLine('one', [0.1, 0.2]),
  '{"problem": "cut off',
  { problem: 'No samples' },
  { ...makeProblemLine('two', [0.3]), answer: 12 },
]

describe('import', () => {
  test('brings a file in once, however often it is sent', async () => {
    const project = await makeOurProject()
    const text = writeLines(goodLines)
    const file = folder.write('good.jsonl', text)
    const first = await runCommand(['import', file, '--project', project.slug])
    expect(first).toMatchObject({ status: 0, stdout: '' })
    expect(first.stderr).toBe(
      `${file}: 2 lines, ${text.length} bytes (generic).\n  new: 2 problems, 3 solutions, 0 labellings\n` +
        '  into the queue: 3 solutions\n',
    )
    const { fileName } = await getDatabase().importBatch.findFirstOrThrow({
      where: { projectId: project.id },
    })
    expect(fileName).toBe('good.jsonl')
    const second = await runCommand(['import', file, '--project', project.slug, '--json'])
    expect(second).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(second.stdout)).toMatchObject({ solutions: 0, repeated: 3, refused: 0 })
    expect(await countSolutions(project.id)).toBe(3)
  })

  test('reads standard input', async () => {
    const project = await makeOurProject()
    const input = writeLines(goodLines)
    const { status } = await runCommand(['import', '-', '--project', project.slug], { input })
    expect(status).toBe(0)
    expect(await countSolutions(project.id)).toBe(3)
  })

  test('refuses a file for one broken line, and names lines as validate does', async () => {
    const project = await makeOurProject()
    const file = folder.write('broken.jsonl', writeLines(brokenLines))
    const refused = await runCommand(['import', file, '--project', project.slug])
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('3 lines cannot be used, so nothing was imported.')
    const named = (text: string) =>
      text
        .split('\n')
        .filter((line) => /^(\/|    )/.test(line))
        .slice(0, -1)
    const validated = await runCommand(['validate', file])
    expect(named(refused.stderr).length).toBeGreaterThanOrEqual(6)
    expect(named(refused.stderr)).toEqual(named(validated.stderr))
    expect(await countSolutions(project.id)).toBe(0)
  })

  test('takes the valid lines, and still ends with 1', async () => {
    const project = await makeOurProject()
    const input = writeLines(brokenLines)
    const { status, stderr } = await runCommand(
      ['import', '-', '--project', project.slug, '--take', 'valid-lines'],
      { input },
    )
    expect(status).toBe(1)
    expect(stderr).toMatch(/^-:2: column 21: /)
    expect(stderr).toContain('new: 1 problem, 2 solutions')
    expect(stderr).toContain('left out: 3 lines, named above')
    expect(await countSolutions(project.id)).toBe(2)
  })

  test('a dry run says what would come in and changes nothing', async () => {
    const project = await makeOurProject()
    const input = writeLines(goodLines)
    const argv = ['import', '-', '--project', project.slug, '--dry-run']
    const { status, stderr } = await runCommand(argv, { input })
    expect(status).toBe(0)
    expect(stderr).toContain('Nothing was changed; an import would add:\n  new: 2 problems')
    expect(await runCommand(argv, { input: writeLines(brokenLines) })).toMatchObject({ status: 1 })
    expect(await countSolutions(project.id)).toBe(0)
  })

  test('keeps labels that come with data, or leaves them out', async (context) => {
    const input = readSharedLines(context, 'prm800k/samples.jsonl').join('\n')
    for (const [labels, labellings] of [
      ['keep', 6],
      ['leave-out', 0],
    ] as const) {
      const project = await makeOurProject()
      const argv = ['import', '-', '--project', project.slug, '--labels', labels, '--json']
      const { stdout } = await runCommand(argv, { input })
      expect(JSON.parse(stdout)).toMatchObject({ format: 'prm800k', labellings, solutions: 6 })
    }
  })

  test('an empty file and an unknown project are refused', async () => {
    const project = await makeOurProject()
    const empty = await runCommand(['import', '-', '--project', project.slug])
    expect(empty).toMatchObject({ status: 1, stdout: '' })
    expect(empty.stderr).toContain('The file is empty')
    const unknown = await runCommand(['import', '-', '--project', 'nobody-knows'], {
      input: writeLines(goodLines),
    })
    expect(unknown).toMatchObject({ status: 1, stdout: '' })
    expect(unknown.stderr).toContain('There is no such project')
  })

  test('a large file with a wrong token is refused in words, not by a broken connection', async () => {
    const line = JSON.stringify({ problem: 'x'.repeat(900_000), samples: ['y'] })
    const file = folder.write('large.jsonl', `${line}\n`.repeat(60))
    const token = process.env.STEPMARK_TOKEN
    process.env.STEPMARK_TOKEN = 'smk_wrong'
    try {
      const { status, stdout, stderr } = await runCommand(['import', file, '--project', 'a'])
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain('The server does not know this token')
    } finally {
      process.env.STEPMARK_TOKEN = token
    }
  })

  test('a file that cannot be read to its end leaves nothing', async () => {
    const project = await makeOurProject()
    async function* breakOff() {
      yield Buffer.from(`${JSON.stringify(goodLines[0])}\n`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      throw new Error('the disk is gone')
    }
    const argv = ['import', '-', '--project', project.slug]
    const { status, stderr } = await runCommand(argv, { input: Readable.from(breakOff()) })
    expect(status).toBe(1)
    expect(stderr).toBe(
      'stepmark: - could not be read to its end (the disk is gone). Nothing was imported.\n',
    )
    expect(await countSolutions(project.id)).toBe(0)
  })

  test('says what of a file no screen serves yet', async () => {
    const project = await makeOurProject()
    const input = writeLines([{ problem: 'Why?', options: [['So.', 'Thus.']] }])
    const { stderr } = await runCommand(['import', '-', '--project', project.slug], { input })
    expect(stderr).toContain('kept, not served (of another flow): 1 solution\n')
  })

  test('a file that something on the way cut short ends with 1', async () => {
    const project = await makeOurProject()
    const whole = `${writeLines(goodLines)}\n`
    const kept = whole.indexOf('\n') + 1
    const cutting = await listen(
      createServer((incoming, outgoing) => {
        const { authorization = '' } = incoming.headers
        void buffer(incoming)
          .then((body) =>
            fetch(`${server.url()}${incoming.url}`, {
              method: 'POST',
              headers: { authorization },
              body: body.subarray(0, kept),
            }),
          )
          .then(async (reply) => outgoing.writeHead(reply.status).end(await reply.text()))
      }),
    )
    const { status, stderr } = await runCommand(
      ['import', '-', '--project', project.slug, '--url', cutting.url],
      { input: whole },
    )
    await cutting.stop()
    expect(status).toBe(1)
    expect(stderr).toContain(`The server read ${kept} of ${whole.length} bytes`)
  })

  test('a server that hangs up says nothing of whether the file came in', async () => {
    const rude = await listen(createServer((request) => request.socket.destroy()))
    const { status, stderr } = await runCommand(
      ['import', '-', '--project', 'a', '--url', rude.url],
      { input: writeLines(goodLines) },
    )
    await rude.stop()
    expect(status).toBe(1)
    expect(stderr).toContain('import it again, nothing is doubled')
  })
})
