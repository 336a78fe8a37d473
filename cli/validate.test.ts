import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSharedLines } from '@/lib/formats/testing/shared-data'
import { runCommand } from './testing/run-command'
import { runProcess } from './testing/run-process'
import { useTemporaryFolder } from './testing/temporary-folder'

const folder = useTemporaryFolder()

const goodLine = JSON.stringify({
  id: 'a',
  problem: 'What is 1 + 1?',
  answer: '2',
  samples: [{ id: 'a/0', text: 'One.\nTwo.' }, { id: 'a/1', steps: ['3'] }, 'Bare text.'],
})
const brokenFile = [
  goodLine,
  '{"problem": "cut off',
  '',
  JSON.stringify({ problem: 'No samples', samples: 'none' }),
  JSON.stringify({ id: 'a', problem: 'What is 1 + 1?', answer: '3', samples: ['x'] }),
].join('\n')

describe('validate', () => {
  test('counts what is there, texts split', async () => {
    const { status, stdout, stderr } = await runCommand(['validate'], { input: goodLine })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    expect(stderr).toBe(
      '-: 1 line, 1 problem, 3 solutions, 4 steps, 0 labellings (generic). Every line can be used.\n',
    )
  })

  test('names each line that cannot be used, with place, reason and how it begins', async () => {
    const file = folder.write('broken.jsonl', brokenFile)
    const { status, stdout, stderr } = await runCommand(['validate', file])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(
      `${file}:2: column 21: The line ends inside a string.\n    {"problem": "cut off\n`,
    )
    expect(stderr).toContain(`${file}:4: samples: `)
    expect(stderr).toContain(
      `${file}:5: answer: The same problem stands in line 1 with other content.`,
    )
    expect(stderr).toMatch(/4 lines, 1 problem, .* 3 lines cannot be used: mend them/)
  })

  test('--json gives the summary on standard output and still names lines on the other', async () => {
    const { status, stdout, stderr } = await runCommand(['validate', '-', '--json'], {
      input: brokenFile,
    })
    expect(status).toBe(1)
    const { problemsByLine, ...counts } = JSON.parse(stdout) as Record<string, unknown[]>
    expect(counts).toEqual({
      lines: 4,
      refused: 3,
      problems: 1,
      solutions: 3,
      labellings: 0,
      steps: 4,
      repeated: 0,
      formats: ['generic'],
    })
    expect(problemsByLine![0]).toEqual({
      line: 2,
      offset: goodLine.length + 1,
      place: 'column 21',
      reason: 'The line ends inside a string.',
      start: '{"problem": "cut off',
    })
    expect(stderr).toMatch(/^-:2: column 21: /)
    expect(stderr).not.toContain('Every line')
  })

  test('counts a repeated solution once, and refuses other content under its id', async () => {
    const again = { id: 'a', problem: 'What is 1 + 1?', samples: [{ id: 'a/1', steps: ['3'] }] }
    const other = { ...again, samples: [{ id: 'a/1', steps: ['4'] }] }
    const input = [goodLine, JSON.stringify(again), JSON.stringify(other)].join('\n')
    const { status, stdout, stderr } = await runCommand(['validate', '--json'], { input })
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ problems: 1, solutions: 3, repeated: 1, refused: 1 })
    expect(stderr).toContain('-:3: samples[0]: The solution "a/1" stands in line 1')
  })

  test('refuses what an import would: two contents of one id in a line, another score, steps that are not there', async () => {
    const write = (samples: unknown[]) => JSON.stringify({ problem: 'Why?', samples })
    const input = [
      write([{ id: 'b/0', steps: ['1'], score: 0.5 }]),
      write([{ id: 'b/0', steps: ['1'], score: 0.6 }]),
      write([
        { id: 'c/0', steps: ['1'] },
        { id: 'c/0', steps: ['2'] },
      ]),
      write([{ text: 'One.\n\nTwo.', alternatives: { '2': ['Three.'] } }]),
    ].join('\n')
    const { stdout, stderr } = await runCommand(['validate', '--json'], { input })
    expect(JSON.parse(stdout)).toMatchObject({ solutions: 1, repeated: 0, refused: 3 })
    expect(stderr).toContain('-:2: samples[0]: The solution "b/0" stands in line 1')
    expect(stderr).toContain('-:3: samples[1]: The solution "c/0" stands at samples[0] already')
    expect(stderr).toContain('-:4: samples[0].alternatives["2"]: There is no step 2')
  })

  test('shows no control characters out of a file', async () => {
    const { stderr } = await runCommand(['validate'], { input: '{"\u001b[2J\u202e\u0007": 1' })
    expect(stderr).not.toMatch(/[\u001b\u202e\u0007]/)
  })

  test('an empty file is an error of the data, an absent one wrong usage', async () => {
    const empty = await runCommand(['validate', folder.write('empty.jsonl', '\n\n')])
    expect(empty).toMatchObject({ status: 1, stdout: '' })
    expect(empty.stderr).toContain('empty')
    for (const [file, reason] of [
      [folder.path('absent.jsonl'), 'there is no such file'],
      [folder.path('.'), 'it is a folder'],
    ] as const) {
      const { status, stderr } = await runCommand(['validate', file])
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: `stepmark: ${file} cannot be read: ${reason}. Nothing was done.\n`,
      })
    }
  })

  test('draws progress only where somebody watches, and clears it', async () => {
    const { stderr } = await runCommand(['validate'], { input: brokenFile, isWatched: true })
    expect(stderr).toContain('\u001b[K-:2: column 21')
    expect(stderr.split('\n').at(-2)).toMatch(/^\r\u001b\[K.*cannot be used/)
  })

  test('finds nothing wrong with real files', async (context) => {
    const samples = readSharedLines(context, 'prm800k/samples.jsonl').join('\n')
    const labelled = await runCommand(['validate', '--json'], { input: samples })
    expect(labelled.status).toBe(0)
    expect(JSON.parse(labelled.stdout)).toMatchObject({ lines: 6, labellings: 6, refused: 0 })
    const name = 'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl'
    const candidates = readSharedLines(context, name).join('\n')
    const generated = await runCommand(['validate', '--json'], { input: candidates })
    expect(JSON.parse(generated.stdout)).toMatchObject({ problems: 20, solutions: 320, refused: 0 })
  })
})

test('validate is a process that loads neither Prisma nor Next', async () => {
  const coverage = mkdtempSync(join(tmpdir(), 'stepmark-loaded-'))
  try {
    const file = folder.write('good.jsonl', goodLine)
    const { status } = await runProcess(['validate', file], { env: { NODE_V8_COVERAGE: coverage } })
    expect(status).toBe(0)
    const loaded = readdirSync(coverage)
      .flatMap((name) => readFileSync(join(coverage, name), 'utf8').match(/"url":"[^"]+"/g) ?? [])
      .join('\n')
    expect(loaded).toMatch(/node_modules\/commander[^]*check-file/)
    expect(loaded).not.toMatch(/prisma|node_modules\/(next|pg|hono|pino)\//i)
  } finally {
    rmSync(coverage, { recursive: true, force: true })
  }
})
