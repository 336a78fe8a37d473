import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inputFormatNames } from '@/lib/formats/format-names'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { runCommand } from './testing/run-command'
import { runStepmarkProcess } from './testing/run-stepmark-process'
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
  test('counts problems, solutions and steps after splitting texts', async () => {
    const { status, stdout, stderr } = await runCommand(['validate'], { input: goodLine })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    expect(stderr).toBe(
      '-: 1 line, 1 problem, 3 solutions, 4 steps, 0 annotations (generic). All lines are valid.\n',
    )
  })

  test('reports each invalid line with location, reason and excerpt', async () => {
    const file = folder.write('broken.jsonl', brokenFile)
    const { status, stdout, stderr } = await runCommand(['validate', file])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(
      `${file}:2: column 21: The line ends inside a string.\n    {"problem": "cut off\n`,
    )
    expect(stderr).toContain(`${file}:4: samples: `)
    expect(stderr).toContain(
      `${file}:5: answer: The same problem already occurs in line 1 with another answer: "`,
    )
    expect(stderr).toMatch(/4 lines, 1 problem, .* 3 lines invalid: fix them/)
  })

  test('mentions --column if the columns of a table have other names', async () => {
    const { stderr } = await runCommand(['validate'], { input: 'Question,Output\nWhy?,So.\n' })
    expect(stderr).toMatch(/-: the file can’t be read\. .* --column problem=Question\.\n$/)
  })

  test('counts no lines of a file that can’t be read', async () => {
    const { status, stderr } = await runCommand(['validate'], { input: 'Not\na\ntable\n' })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^-:1: file: The file is not JSON .*\n {4}Not\n-: the file can’t be read\.\n$/,
    )
  })

  test('--json prints the summary on standard output and invalid lines on standard error', async () => {
    const { status, stdout, stderr } = await runCommand(['validate', '-', '--json'], {
      input: brokenFile,
    })
    expect(status).toBe(1)
    const { lineErrors, ...counts } = JSON.parse(stdout) as Record<string, unknown[]>
    expect(counts).toEqual({
      lines: 4,
      invalidLines: 3,
      problems: 1,
      solutions: 3,
      annotations: 0,
      steps: 4,
      duplicates: 0,
      formats: ['generic'],
    })
    expect(lineErrors![0]).toEqual({
      line: 2,
      offset: goodLine.length + 1,
      location: 'column 21',
      reason: 'The line ends inside a string.',
      excerpt: '{"problem": "cut off',
    })
    expect(stderr).toMatch(/^-:2: column 21: /)
    expect(stderr).not.toContain('Every line')
  })

  test('counts a repeated solution once and rejects different content with its id', async () => {
    const repeatedProblem = {
      id: 'a',
      problem: 'What is 1 + 1?',
      samples: [{ id: 'a/1', steps: ['3'] }],
    }
    const conflictingProblem = { ...repeatedProblem, samples: [{ id: 'a/1', steps: ['4'] }] }
    const input = [
      goodLine,
      JSON.stringify(repeatedProblem),
      JSON.stringify(conflictingProblem),
    ].join('\n')
    const { status, stdout, stderr } = await runCommand(['validate', '--json'], { input })
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      problems: 1,
      solutions: 3,
      duplicates: 1,
      invalidLines: 1,
    })
    expect(stderr).toContain('-:3: samples[0]: The solution "a/1" already occurs in line 1')
  })

  test('rejects conflicting ids, different scores and alternatives to a missing step', async () => {
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
    expect(JSON.parse(stdout)).toMatchObject({ solutions: 1, duplicates: 0, invalidLines: 3 })
    expect(stderr).toContain('-:2: samples[0]: The solution "b/0" already occurs in line 1')
    expect(stderr).toContain('-:3: samples[1]: The solution "c/0" already occurs at samples[0]')
    expect(stderr).toContain('-:4: samples[0].alternatives["2"]: There is no step 2')
  })

  test('reads JSON arrays, tables and gzip files, and splits texts as requested', async () => {
    const list = folder.write('list.json', JSON.stringify([JSON.parse(goodLine)], null, 2))
    const listResult = await runCommand(['validate', list])
    expect(listResult.stderr).toBe(
      `${list}: 1 element, 1 problem, 3 solutions, 4 steps, 0 annotations (generic). All elements are valid.\n`,
    )
    const table = folder.write(
      'table.csv',
      'problem,text\n1 + 1?,"One.\nTwo.\n\nThree."\n2 + 2?,"4\n',
    )
    const { status, stderr } = await runCommand(['validate', table, '--splitting', 'line'])
    expect(status).toBe(1)
    expect(stderr).toContain(`${table}:6: line: A quote in this row is never closed`)
    expect(stderr).toMatch(
      /2 rows, 1 problem, 1 solution, 3 steps, 0 annotations \(csv\)\. 1 row invalid: fix it/,
    )
    const packed = folder.path('good.jsonl.gz')
    writeFileSync(packed, gzipSync(`${goodLine}\n`))
    const unpacked = await runCommand(['validate', packed, '--json'])
    expect(JSON.parse(unpacked.stdout)).toMatchObject({ lines: 1, solutions: 3, invalidLines: 0 })
    writeFileSync(packed, gzipSync(goodLine).subarray(0, 40))
    const cut = await runCommand(['validate', packed])
    expect({ status: cut.status, stdout: cut.stdout }).toEqual({ status: 1, stdout: '' })
    writeFileSync(packed, gzipSync(gzipSync(goodLine)))
    const duplicateRun = await runCommand(['validate', packed])
    expect(duplicateRun.stderr).toContain(
      `${packed}:1: file: The file is compressed with gzip twice`,
    )
  })

  test.each([
    [
      'line without samples',
      'one.jsonl',
      ['a', 'b'].map((completion) => JSON.stringify({ problem: 'Why?', id: 's', completion })),
      '2: line: The solution "s" already occurs in line 1 with different content: text "a" before, "b" now.',
    ],
    [
      'row',
      'one.csv',
      ['problem,id,text', 'Why?,s,a', 'Why?,s,b'],
      '3: line: The solution "s" already occurs in line 2 with different content: text "a" before, "b" now.',
    ],
    [
      'field of a line without samples',
      'one.jsonl',
      [JSON.stringify({ problem: 'Why?', completion: 'One.', step_scores: [0.5, 0.25] })],
      '1: step_scores: The text splits into 1 step, but there are 2 step scores.',
    ],
    [
      'field of a row',
      'one.csv',
      ['problem,text,step_scores', 'Why?,One.,"[0.5, 0.25]"'],
      '2: step_scores: The text splits into 1 step, but there are 2 step scores.',
    ],
    [
      'samples of a line',
      'one.jsonl',
      ['a', 'b'].map((text) => JSON.stringify({ problem: 'Why?', samples: [{ id: 's', text }] })),
      '2: samples[0]: The solution "s" already occurs in line 1',
    ],
  ])('locates an error of a solution in the %s', async (_, name, lines, message) => {
    const file = folder.write(name, lines.join('\n'))
    const { status, stderr } = await runCommand(['validate', file])
    expect(status).toBe(1)
    expect(stderr).toContain(`${file}:${message}`)
  })

  test.each(['+/v8-', '+/v9-', '+/v+-', '+/v/-'])(
    'rejects a UTF-7 table that begins with %s',
    async (mark) => {
      const input = `${mark}problem,text\nWhat is 1 +- 1?,"+AD4- 1"\n`
      const asCsv = ['--format', 'csv', '--column', `problem=${mark}problem`]
      for (const argv of [[], asCsv]) {
        const { status, stderr } = await runCommand(['validate', ...argv], { input })
        expect(status).toBe(1)
        expect(stderr).toContain('-:1: file: The file is UTF-7. Save it as UTF-8.')
      }
    },
  )

  test('reads batch output together with the file of --requests, and rejects it alone', async () => {
    const request = { custom_id: 'a', problem: '1 + 1?', answer: '2' }
    const requests = folder.write('requests.jsonl', JSON.stringify(request))
    const body = { model: 'm', choices: [{ message: { content: 'The answer is 3.' } }] }
    const line = { id: 'x', custom_id: 'a', response: { status_code: 200, body }, error: null }
    const batch = folder.write('batch.jsonl', JSON.stringify(line))
    const { status, stderr } = await runCommand(['validate', batch, '--requests', requests])
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: `${batch}: 1 line, 1 problem, 1 solution, 1 step, 0 annotations (openai-batch). All lines are valid.\n`,
    })
    const resultWithoutRequests = await runCommand(['validate', batch])
    expect(resultWithoutRequests.status).toBe(1)
    expect(resultWithoutRequests.stderr).toContain(
      `${batch}:1: custom_id: Batch output does not contain the problem`,
    )
    const invalidRequests = folder.write('broken-requests.jsonl', '{"custom_id": "a"}')
    const invalidRequestsResult = await runCommand([
      'validate',
      batch,
      '--requests',
      invalidRequests,
      '--json',
    ])
    expect(invalidRequestsResult).toMatchObject({ status: 1, stdout: '' })
    expect(invalidRequestsResult.stderr).toContain(
      `${invalidRequests}:1: body: Missing. Its value must be an object`,
    )
    const bothFromInput = await runCommand(['validate', '--requests', '-'])
    expect(bothFromInput.status).toBe(2)
  })

  test('prints at most 1,000 errors to the terminal, and all of them to the file of --errors', async () => {
    const packed = folder.path('many.jsonl.gz')
    writeFileSync(
      packed,
      gzipSync(Array.from({ length: 5_000 }, (_, i) => `{"problem": ${i}}`).join('\n')),
    )
    const { status, stdout, stderr } = await runCommand(['validate', packed])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    const shownProblems = stderr.split('\n').filter((line) => /:\d+: /.test(line))
    expect(shownProblems.length).toBe(1_000)
    const problemCount =
      Number(/([\d,]+) more errors/.exec(stderr)?.[1]?.replaceAll(',', '')) + 1_000
    expect(problemCount).toBeGreaterThanOrEqual(5_000)
    expect(stderr).toContain('To write all of them to a file, use --errors FILE.')

    const problems = folder.path('problems.jsonl')
    const repeatedRun = await runCommand(['validate', packed, '--errors', problems])
    expect(repeatedRun.stderr.length).toBeLessThan(500_000)
    expect(repeatedRun.stderr).toContain(`errors written to ${problems}.`)
    const lines = readFileSync(problems, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(problemCount)
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ line: 5_000, excerpt: '{"problem": 4999}' })
  })

  test('says how many errors are not shown if the file can’t be read to its end', async () => {
    const packed = folder.path('cut.jsonl.gz')
    writeFileSync(packed, gzipSync('{"problem": 1}\n'.repeat(100_000)))
    const { status, stderr } = await runCommand(['validate', packed])
    expect(status).toBe(1)
    expect(stderr.length).toBeLessThan(500_000)
    expect(stderr).toMatch(/[\d,]+ more errors not shown/)
  })

  test('rejects --errors for the file that it reads, for a folder and for a missing folder', async () => {
    const file = folder.write('kept.jsonl', brokenFile)
    for (const [path, reason] of [
      [file, 'is the file that is read'],
      [folder.path('.'), 'is a folder'],
      [folder.path('absent/problems.jsonl'), 'does not exist'],
    ] as const) {
      const { status, stderr } = await runCommand(['validate', file, '--errors', path])
      expect(status).toBe(2)
      expect(stderr).toContain(reason)
    }
    expect(readFileSync(file, 'utf8')).toBe(brokenFile)
  })

  test('writes errors in the requests to the --errors file, which is empty if all lines are valid', async () => {
    const problems = folder.path('problems.jsonl')
    const invalidRequests = folder.write('broken-requests.jsonl', '{"custom_id": "a"}')
    const argv = ['validate', folder.write('good.jsonl', goodLine), '--errors', problems]
    await runCommand([...argv, '--requests', invalidRequests])
    expect(JSON.parse(readFileSync(problems, 'utf8'))).toMatchObject({ line: 1, location: 'body' })
    expect(await runCommand(argv)).toMatchObject({ status: 0 })
    expect(readFileSync(problems, 'utf8')).toBe('')
  })

  test('prints no control characters from a file', async () => {
    const { stderr } = await runCommand(['validate'], { input: '{"\u001b[2J\u202e\u0007": 1' })
    expect(stderr).not.toMatch(/[\u001b\u202e\u0007]/)
  })

  test('exits with 1 for an empty file and with 2 for a missing file', async () => {
    const empty = await runCommand(['validate', folder.write('empty.jsonl', '\n\n')])
    expect(empty).toMatchObject({ status: 1, stdout: '' })
    expect(empty.stderr).toContain('empty')
    for (const [file, reason] of [
      [folder.path('absent.jsonl'), 'the file does not exist'],
      [folder.path('.'), 'it is a folder'],
    ] as const) {
      const { status, stderr } = await runCommand(['validate', file])
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: `stepmark: Can’t read ${file}: ${reason}. Nothing was changed.\n`,
      })
    }
  })

  test('draws progress only in a terminal and clears it', async () => {
    const { stderr } = await runCommand(['validate'], { input: brokenFile, isInteractive: true })
    expect(stderr).toContain('\u001b[K-:2: column 21')
    expect(stderr.split('\n').at(-2)).toMatch(/^\r\u001b\[K.*invalid/)
  })

  test('accepts samples of PRM800K and scored model output', async (context) => {
    const samples = readSharedDataLines(context, 'prm800k/samples.jsonl').join('\n')
    const labelledResult = await runCommand(['validate', '--json'], { input: samples })
    expect(labelledResult.status).toBe(0)
    expect(JSON.parse(labelledResult.stdout)).toMatchObject({
      lines: 6,
      annotations: 6,
      invalidLines: 0,
    })
    const name = 'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl'
    const candidates = readSharedDataLines(context, name).join('\n')
    const generated = await runCommand(['validate', '--json'], { input: candidates })
    expect(JSON.parse(generated.stdout)).toMatchObject({
      problems: 20,
      solutions: 320,
      invalidLines: 0,
    })
  })
})

describe('docs/formats.md', () => {
  const doc = readFileSync(join(repositoryRoot, 'docs', 'formats.md'), 'utf8')
  const sections = new Map(
    doc.split('\n## `').map((section): [string, string[]] => {
      const examples = section.matchAll(/```(?:json|csv)\n([^]*?)```/g)
      return [section.slice(0, section.indexOf('`')), [...examples].map(([, text]) => text!)]
    }),
  )
  const [, ...requests] = sections.get('openai-batch') ?? []

  test('has a section and a table row for every format', () => {
    expect([...sections.keys()].slice(1).sort()).toEqual([...inputFormatNames].sort())
    for (const name of inputFormatNames) expect(doc).toContain(`\n| [\`${name}\`](#${name}) `)
  })

  test.each(inputFormatNames)('the example of %s is valid and can be imported', async (name) => {
    const file = folder.write('example', sections.get(name)?.[0] ?? '')
    const requestFile = folder.write('requests', requests.join('\n'))
    const argv = ['validate', file, '--requests', requestFile, '--json']
    const { status, stdout, stderr } = await runCommand(argv)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const solutions = name === 'prmbench' || name === 'versaprm' ? 2 : 1
    expect(JSON.parse(stdout)).toMatchObject({ formats: [name], lines: 1, solutions })
  })

  test('both examples of a request file are valid together with the batch example', async () => {
    expect(requests).toHaveLength(2)
    const requestFile = folder.write('requests', requests.join('\n'))
    const [batch = ''] = sections.get('openai-batch') ?? []
    const input = ['alg-17', 'alg-18'].map((id) => batch.replace('alg-17', id)).join('\n')
    const { stdout } = await runCommand(['validate', '-', '--requests', requestFile, '--json'], {
      input,
    })
    expect(JSON.parse(stdout)).toMatchObject({ invalidLines: 0, problems: 2, solutions: 2 })
  })
})

test('`validate` loads neither Prisma nor Next', async () => {
  const coverage = mkdtempSync(join(tmpdir(), 'stepmark-loaded-'))
  try {
    const file = folder.write('good.jsonl', goodLine)
    const { status } = await runStepmarkProcess(['validate', file], {
      env: { NODE_V8_COVERAGE: coverage },
    })
    expect(status).toBe(0)
    const urls = readdirSync(coverage)
      .flatMap((name) => [
        ...readFileSync(join(coverage, name), 'utf8').matchAll(/"url":"(file:[^"]+)"/g),
      ])
      .map(([, url]) => url!)
    // Bundles are named after their first source. Comments name the others.
    const comments = urls.flatMap(
      (url) => readFileSync(fileURLToPath(url), 'utf8').match(/^\/\/ \S+$/gm) ?? [],
    )
    const loaded = [...urls, ...comments].join('\n')
    expect(loaded).toMatch(/check-import-file/)
    expect(loaded).toMatch(/node_modules\/commander\//)
    expect(loaded).not.toMatch(/prisma|node_modules\/(next|pg|hono|pino)\//i)
  } finally {
    rmSync(coverage, { recursive: true, force: true })
  }
})

describe('--column', () => {
  const input = 'Question,Output\nWhat?,"One.\n\nTwo."\n'
  const columns = ['--column', 'problem=Question', '--column', 'text=Output']

  test('reads the problem and the solution from the named columns of a CSV file', async () => {
    expect(await runCommand(['validate'], { input })).toMatchObject({ status: 1 })
    const { status, stderr } = await runCommand(['validate', ...columns], { input })
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr:
        '-: 1 row, 1 problem, 1 solution, 2 steps, 0 annotations (csv). All rows are valid.\n',
    })
  })

  test.each([
    [['--column', 'Question'], /Use MEANING=COLUMN/],
    [['--column', 'question=Question'], /Meanings: problem, text, steps/],
    [['--column', 'problem='], /Use MEANING=COLUMN/],
    [[...columns, '--column', 'text=Note'], /Two columns for text/],
    [[...columns, '--format', 'generic'], /the format generic has none/],
  ])('is rejected in the wrong command line %j', async (argv, message) => {
    const { status, stdout, stderr } = await runCommand(['validate', ...argv], { input })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(message)
  })
})
