import { readFileSync, truncateSync } from 'node:fs'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { maxInputFileBytes } from './file-options'
import { runCommand } from './testing/run-command'
import { useTemporaryFolder } from './testing/temporary-folder'
import { useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
useJobWorker()
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
  test('imports a file once, no matter how often it is sent', async () => {
    const project = await makeOurProject()
    const text = writeLines(goodLines)
    const file = folder.write('good.jsonl', text)
    const first = await runCommand(['import', file, '--project', project.slug])
    expect(first).toMatchObject({ status: 0, stdout: '' })
    expect(first.stderr).toBe(
      `${file}: 2 lines, ${text.length} bytes (generic).\n  new: 2 problems, 3 solutions, 0 annotations\n` +
        '  queued: 3 solutions\n',
    )
    const { fileName } = await getDatabase().importBatch.findFirstOrThrow({
      where: { projectId: project.id },
    })
    expect(fileName).toBe('good.jsonl')
    const second = await runCommand(['import', file, '--project', project.slug, '--json'])
    expect(second).toMatchObject({ status: 0, stderr: '' })
    expect(JSON.parse(second.stdout)).toMatchObject({
      state: 'done',
      solutions: 0,
      duplicates: 3,
      invalidLines: 0,
    })
    expect(await countSolutions(project.id)).toBe(3)
  })

  test('counts existing and repeated solutions as duplicates', async () => {
    const project = await makeOurProject()
    const [firstLine, secondLine] = goodLines
    const argv = ['import', '-', '--project', project.slug]
    await runCommand(argv, { input: writeLines([firstLine]) })
    const { stderr } = await runCommand(argv, {
      input: writeLines([firstLine, secondLine, secondLine]),
    })
    expect(stderr).toContain(
      'new: 1 problem, 1 solution, 0 annotations\n  queued: 1 solution\n' +
        '  duplicates (already imported, or twice in the file): 3 solutions\n',
    )
  })

  test('imports lines from standard input', async () => {
    const project = await makeOurProject()
    const input = writeLines(goodLines)
    const { status } = await runCommand(['import', '-', '--project', project.slug], { input })
    expect(status).toBe(0)
    expect(await countSolutions(project.id)).toBe(3)
  })

  test('imports nothing from a file with invalid lines, and reports them as validate does', async () => {
    const project = await makeOurProject()
    const file = folder.write('broken.jsonl', writeLines(brokenLines))
    const rejectedResult = await runCommand(['import', file, '--project', project.slug])
    expect(rejectedResult).toMatchObject({ status: 1, stdout: '' })
    expect(rejectedResult.stderr).toContain('3 lines invalid, so nothing was imported.')
    const listErrorLines = (text: string) =>
      text
        .split('\n')
        .filter((line) => /^(\/|    )/.test(line))
        .slice(0, -1)
    const validated = await runCommand(['validate', file])
    expect(listErrorLines(rejectedResult.stderr).length).toBeGreaterThanOrEqual(6)
    expect(listErrorLines(rejectedResult.stderr)).toEqual(listErrorLines(validated.stderr))
    expect(await countSolutions(project.id)).toBe(0)
  })

  test('--invalid-lines skip imports the valid lines and exits with 1', async () => {
    const project = await makeOurProject()
    const input = writeLines(brokenLines)
    const { status, stderr } = await runCommand(
      ['import', '-', '--project', project.slug, '--invalid-lines', 'skip'],
      { input },
    )
    expect(status).toBe(1)
    expect(stderr).toMatch(/^-:2: column 21: /)
    expect(stderr).toContain('new: 1 problem, 2 solutions')
    expect(stderr).toContain('invalid: 3 lines, listed above')
    expect(await countSolutions(project.id)).toBe(2)
  })

  test('a dry run previews the import and changes nothing', async () => {
    const project = await makeOurProject()
    const input = writeLines(goodLines)
    const argv = ['import', '-', '--project', project.slug, '--dry-run']
    const { status, stderr } = await runCommand(argv, { input })
    expect(status).toBe(0)
    expect(stderr).toContain('Nothing was changed. An import would give:\n  new: 2 problems')
    const brokenResult = await runCommand([...argv, '--labels', 'drop'], {
      input: writeLines(brokenLines),
    })
    expect(brokenResult.status).toBe(1)
    expect(brokenResult.stderr).toContain(
      'Nothing was changed. An import would be rejected (3 invalid lines). With --invalid-lines skip it would give:\n  new: 1 problem',
    )
    expect(brokenResult.stderr).toContain('\n  queued: 2 solutions')
    expect(brokenResult.stderr).toMatch(
      /To import the valid lines without uploading again: .* --labels drop --invalid-lines skip$/m,
    )
    expect(await countSolutions(project.id)).toBe(0)
  })

  test('imports the labels in the data or ignores them', async (context) => {
    const input = readSharedDataLines(context, 'prm800k/samples.jsonl').join('\n')
    for (const [labels, annotations] of [
      ['keep', 6],
      ['drop', 0],
    ] as const) {
      const project = await makeOurProject()
      const argv = ['import', '-', '--project', project.slug, '--labels', labels, '--json']
      const { stdout } = await runCommand(argv, { input })
      expect(JSON.parse(stdout)).toMatchObject({ formats: 'prm800k', annotations, solutions: 6 })
    }
  })

  test('rejects an empty file and an unknown project', async () => {
    const project = await makeOurProject()
    const empty = await runCommand(['import', '-', '--project', project.slug])
    expect(empty).toMatchObject({ status: 1, stdout: '' })
    expect(empty.stderr).toContain('The file is empty')
    expect(await getDatabase().importBatch.count({ where: { projectId: project.id } })).toBe(0)
    const unknown = await runCommand(['import', '-', '--project', 'unknown-project'], {
      input: writeLines(goodLines),
    })
    expect(unknown).toMatchObject({ status: 1, stdout: '' })
    expect(unknown.stderr).toContain('Project not found, or you are not a member.')
  })

  test('reports a wrong token even if the server closes the connection during a large upload', async () => {
    const line = JSON.stringify({ problem: 'x'.repeat(900_000), samples: ['y'] })
    const file = folder.write('large.jsonl', `${line}\n`.repeat(60))
    const token = process.env.STEPMARK_TOKEN
    process.env.STEPMARK_TOKEN = 'smk_wrong'
    try {
      const { status, stdout, stderr } = await runCommand(['import', file, '--project', 'a'])
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain('The server rejected STEPMARK_TOKEN')
    } finally {
      process.env.STEPMARK_TOKEN = token
    }
  })

  test('imports nothing from a file that can’t be read to its end', async () => {
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
      'stepmark: - couldn’t be read to the end (the disk is gone). Nothing was imported.\n',
    )
    expect(await countSolutions(project.id)).toBe(0)
  })

  test('reports how many imported solutions can’t be served because of their flow or missing steps', async () => {
    const project = await makeOurProject()
    const input = writeLines([{ problem: 'Why?', options: [['So.', 'Thus.']] }])
    const { stderr } = await runCommand(['import', '-', '--project', project.slug], { input })
    expect(stderr).toContain('not queued (other flow or no steps): 1 solution\n')
  })

  test('imports several files, and an invalid file does not affect the others', async () => {
    const project = await makeOurProject()
    const invalidFile = folder.write('first-bad.jsonl', writeLines(brokenLines))
    const validFile = folder.write('then-good.jsonl', writeLines(goodLines))
    const argv = ['import', invalidFile, validFile, '--project', project.slug]
    const { status, stderr } = await runCommand(argv)
    expect(status).toBe(1)
    expect(stderr).toContain(`${invalidFile}:2: column 21: `)
    expect(stderr).toContain(`${validFile}: 2 lines`)
    expect(await countSolutions(project.id)).toBe(3)
  })

  test('sends nothing if one of the file names is wrong', async () => {
    const project = await makeOurProject()
    const validFile = folder.write('good-again.jsonl', writeLines(goodLines))
    const argv = ['import', validFile, folder.path('missing.jsonl'), '--project', project.slug]
    expect(await runCommand(argv)).toMatchObject({ status: 2, stdout: '' })
    expect(await getDatabase().importBatch.count({ where: { projectId: project.id } })).toBe(0)
  })

  test('rejects a file above the server’s limit before sending it', async () => {
    const project = await makeOurProject()
    const file = folder.write('huge.jsonl', '')
    truncateSync(file, maxInputFileBytes + 1)
    const { status, stderr } = await runCommand(['import', file, '--project', project.slug])
    expect(status).toBe(2)
    expect(stderr).toContain(
      'it is larger than 2 GiB. Split it or compress it with gzip. Nothing was changed.',
    )
  })

  test('uploads gzip files without decompressing them', async () => {
    const project = await makeOurProject()
    const packed = gzipSync(writeLines(goodLines))
    const input = Readable.from([packed])
    const argv = ['import', '-', '--project', project.slug, '--json']
    const { status, stdout } = await runCommand(argv, { input })
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ solutions: 3, receivedBytes: packed.length })
  })

  test('splits texts into steps by --splitting', async () => {
    const input = writeLines([
      { problem: 'Why?', answer: '4', samples: ['a\n\nb\nc\n\nThe answer is 4.'] },
    ])
    for (const [splitting, steps] of [
      ['line', 4],
      ['blank-line', 3],
    ] as const) {
      const project = await makeOurProject()
      const argv = ['import', '-', '--project', project.slug, '--splitting', splitting, '--json']
      const { stdout } = await runCommand(argv, { input })
      const { samples } = JSON.parse(stdout) as { samples: { steps: string[] }[] }
      expect(samples[0]!.steps).toHaveLength(steps)
    }
  })

  test('says that --splitting was ignored for solutions whose steps are in the file', async () => {
    const labelled = { prompt: 'Why?', completions: ['a\n\nb', 'c'], labels: [true, false] }
    const text = { problem: 'How?', answer: '4', samples: ['a\n\nb'] }
    const importWith = async (lines: readonly object[], ...more: string[]) => {
      const project = await makeOurProject()
      const argv = ['import', '-', '--project', project.slug, ...more]
      return (await runCommand(argv, { input: writeLines(lines) })).stderr
    }
    const ignored = '  --splitting ignored: 1 solution has its steps in the file\n'
    expect(await importWith([labelled], '--splitting', 'line')).toContain(ignored)
    expect(await importWith([labelled, text], '--splitting', 'line')).toContain(ignored)
    expect(await importWith([text], '--splitting', 'line')).not.toContain('ignored')
    expect(await importWith([labelled])).not.toContain('ignored')
  })

  test('reads the problem of each batch response from the file of --requests', async () => {
    const project = await makeOurProject()
    const requests = folder.write(
      'requests.jsonl',
      writeLines([{ custom_id: 'a', problem: 'How much is 2 + 2?', answer: '4' }]),
    )
    const choices = [
      { index: 0, message: { role: 'assistant', content: 'It is 5.\nThe answer is 5.' } },
    ]
    const body = { model: 'm', choices }
    const input = writeLines([
      { id: 'x', custom_id: 'a', response: { status_code: 200, body }, error: null },
    ])
    const argv = ['import', '-', '--project', project.slug, '--requests', requests]
    const { status, stderr } = await runCommand(argv, { input })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    expect(stderr).toContain('(openai-batch)')
    const { statement } = await getDatabase().problem.findFirstOrThrow({
      where: { projectId: project.id },
    })
    expect(statement).toBe('How much is 2 + 2?')
  })

  test('reports every invalid line, even those that the server does not list', async () => {
    const project = await makeOurProject()
    const input = writeLines(Array.from({ length: 250 }, () => '{"problem": 1}'))
    const argv = ['import', '-', '--project', project.slug]
    const { status, stderr } = await runCommand(argv, { input })
    expect(status).toBe(1)
    const lineReferences = stderr.match(/^-:\d+: /gm) ?? []
    expect(new Set(lineReferences).size).toBe(250)
    expect(stderr).not.toContain('may be incomplete')
  })

  test('--resume imports the file of a dry run without sending it again', async () => {
    const project = await makeOurProject()
    const projectOptions = ['--project', project.slug]
    const input = writeLines(brokenLines)
    const dryRunResult = await runCommand(['import', '-', ...projectOptions, '--dry-run'], {
      input,
    })
    const [id] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(dryRunResult.stderr) ?? ['']
    const rejectedResult = await runCommand(['import', '--resume', id, ...projectOptions])
    expect(rejectedResult).toMatchObject({ status: 1, stdout: '' })
    expect(rejectedResult.stderr).toContain('so nothing was imported')
    const acceptedResult = await runCommand([
      'import',
      '--resume',
      id,
      ...projectOptions,
      '--invalid-lines',
      'skip',
    ])
    expect(acceptedResult.stderr).toContain('new: 1 problem, 2 solutions')
    const status = await runCommand(['import', '--status', id, ...projectOptions, '--json'])
    expect(JSON.parse(status.stdout)).toMatchObject({ import: id, state: 'done', invalidLines: 3 })
    expect(await countSolutions(project.id)).toBe(2)
  })

  test('--detach prints the import id, which --status and --resume accept', async () => {
    const project = await makeOurProject()
    const projectOptions = ['--project', project.slug]
    const input = writeLines(goodLines)
    const { status, stdout } = await runCommand(['import', '-', ...projectOptions, '--detach'], {
      input,
    })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^[0-9a-f-]{36}\n$/)
    const watched = await runCommand(['import', '--resume', stdout.trim(), ...projectOptions])
    expect(watched).toMatchObject({ status: 0, stdout: '' })
    expect(watched.stderr).toContain('new: 2 problems, 3 solutions')
  })

  test('draws a progress bar in a terminal and clears it', async () => {
    const project = await makeOurProject()
    const file = folder.write('watched.jsonl', writeLines(goodLines))
    const { stderr } = await runCommand(['import', file, '--project', project.slug], {
      isInteractive: true,
    })
    const bytes = readFileSync(file).length
    expect(stderr).toContain(`sending [${'-'.repeat(24)}]   0% 0 bytes of ${bytes} bytes`)
    expect(stderr.split('\r\u001b[K').at(-1)).toMatch(/^.*watched\.jsonl: 2 lines, /)
  })
})
