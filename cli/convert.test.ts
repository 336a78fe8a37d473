import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { outputFormatNames } from '@/lib/formats/format-names'
import { outputFormats } from '@/lib/formats/output-formats'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { runCommand } from './testing/run-command'
import { runShellLineInProcesses } from './testing/run-stepmark-process'
import { useTemporaryFolder } from './testing/temporary-folder'

const folder = useTemporaryFolder()

const trl = '{"prompt":"Why?","completions":["A","B"],"labels":[true,false]}'
const toTrl = ['--to', 'trl-stepwise', '--neutral', 'positive']
const convert = (input: string, ...argv: string[]) => runCommand(['convert', ...argv], { input })

describe('convert', () => {
  test('writes converted lines to standard output and counts to standard error', async () => {
    expect(await convert(`${trl}\n\n${trl}\n`, ...toTrl)).toEqual({
      status: 0,
      stdout: `${trl}\n${trl}\n`,
      stderr: '-: 2 lines read, 2 lines written.\n',
    })
  })

  test('reads gzip files and pretty-printed JSON arrays', async () => {
    const packed = folder.path('a.jsonl.gz')
    writeFileSync(packed, gzipSync(`${trl}\n`))
    expect((await runCommand(['convert', packed, ...toTrl])).stdout).toBe(`${trl}\n`)
    const list = JSON.stringify([JSON.parse(trl), JSON.parse(trl)], null, 2)
    expect((await convert(list, ...toTrl)).stdout).toBe(`${trl}\n${trl}\n`)
  })

  test('reports each invalid line, converts the others and ends with 1', async () => {
    const invalidLine = '{"prompt": "Why?", "completions": ["A"], "labels": [0.5]}'
    const { status, stdout, stderr } = await convert(
      `${trl}\n${invalidLine}\n{"a": \n${trl}`,
      ...toTrl,
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: `${trl}\n${trl}\n` })
    expect(stderr).toContain(`-:2: labels[0]: Expected true or false.\n    ${invalidLine}\n`)
    expect(stderr).toContain('-:3: column ')
    expect(stderr).toContain('4 lines read, 2 lines written, 2 lines invalid.')
  })

  test('reads lines in the format of --from, even if they look like another format', async () => {
    const { status, stderr } = await convert(trl, '--from', 'processbench', ...toTrl)
    expect(status).toBe(1)
    expect(stderr).toContain('-:1: problem: Missing. Its value must be text')
  })

  test('counts lines without labels and lines that the target format cannot represent', async () => {
    const generic = '{"problem": "Why?", "samples": ["A", "B"]}'
    const unfinishedLine = JSON.stringify({
      labeler: 'a',
      timestamp: '2026-03-02T09:01:10',
      generation: null,
      is_quality_control_question: false,
      is_initial_screening_question: true,
      question: { problem: 'Why?', ground_truth_answer: null },
      label: { steps: [], total_time: 1, finish_reason: 'give_up' },
    })
    const { status, stdout, stderr } = await convert(`${generic}\n${unfinishedLine}\n`, ...toTrl)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toBe(
      '-: 2 lines read, 0 lines written, 1 line without labels, 1 line without an equivalent in trl-stepwise. ' +
        'Nothing was converted: the format trl-stepwise can’t express these labels (see docs/exports.md).\n',
    )
    const partialRun = await convert(`${generic}\n${unfinishedLine}\n${trl}\n`, ...toTrl)
    expect({ ...partialRun, stderr: '' }).toEqual({ status: 0, stdout: `${trl}\n`, stderr: '' })
    expect(partialRun.stderr).not.toContain('Nothing')
    const noLabels = await convert(`${generic}\n`, '--to', 'csv')
    expect(noLabels.status).toBe(1)
    expect(noLabels.stderr).toMatch(/ Nothing was converted: the file has no labels\./)
    const invalidLineRun = await convert('{}\n', ...toTrl)
    expect(invalidLineRun.status).toBe(1)
    expect(invalidLineRun.stderr).toMatch(/1 line invalid\. Nothing was converted\.\n$/)
  })

  test('exits with code 1 for an empty file, but still writes the header of a table', async () => {
    const { status, stdout, stderr } = await convert('', '--to', 'csv')
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^problem,solution,.*,text\n$/) as string,
    })
    expect(stderr).toBe('-: the file is empty.\n')
  })

  test.each(outputFormatNames.filter((name) => outputFormats[name].needsNeutral))(
    '%s requires --neutral',
    async (to) => {
      const { status, stdout, stderr } = await convert(trl, '--to', to)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/--neutral .*positive, negative or drop.*Nothing was written/)
    },
  )

  test('derives the same ids in every run, and one id per problem and solution', async () => {
    const first = await convert(`${trl}\n${trl}\n`, '--to', 'stepmark')
    const secondResult = await convert(`${trl}\n${trl}\n`, '--to', 'stepmark')
    expect(secondResult.stdout).toBe(first.stdout)
    interface Line {
      problem: { id: string }
      solution: { id: string }
      annotation: { id: string }
    }
    const [a, b] = first.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
    expect([a!.problem, a!.solution.id]).toEqual([b!.problem, b!.solution.id])
    expect(a!.annotation.id < b!.annotation.id).toBe(true)
    const uuid = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/
    for (const { id } of [a!.problem, a!.solution, a!.annotation]) expect(id).toMatch(uuid)
  })
})

test('`convert --prompt-separator` sets the text after the prompt of preference pairs, and is rejected for other formats', async () => {
  const line = JSON.stringify(preferenceLine)
  const readPrompt = async (...more: string[]) => {
    const { stdout } = await convert(line, '--to', 'preference', '--neutral', 'drop', ...more)
    return (JSON.parse(stdout) as { prompt: string }).prompt
  }
  expect(await readPrompt()).toBe('Why?\n\n')
  expect(await readPrompt('--prompt-separator', 'line-break')).toBe('Why?\n')
  expect(await readPrompt('--prompt-separator', 'none')).toBe('Why?')
  const refusal = await convert(line, '--to', 'csv', '--prompt-separator', 'none')
  expect({ ...refusal, stderr: '' }).toEqual({ status: 2, stdout: '', stderr: '' })
  expect(refusal.stderr).toContain('--prompt-separator works only with the format preference')
})

const preferenceLine = {
  labeler: 'a',
  timestamp: '2023-01-01T00:00:00',
  generation: null,
  is_quality_control_question: false,
  is_initial_screening_question: false,
  question: {
    problem: 'Why?',
    ground_truth_solution: null,
    ground_truth_answer: null,
    pre_generated_steps: ['A'],
    pre_generated_answer: null,
    pre_generated_verifier_score: null,
  },
  label: {
    steps: [
      {
        completions: [
          { text: 'A', rating: -1, flagged: null },
          { text: 'b', rating: 1, flagged: false },
        ],
        human_completion: null,
        chosen_completion: null,
      },
    ],
    total_time: 1,
    finish_reason: 'found_error',
  },
}

describe('convert with PRM800K lines', () => {
  const samples = 'prm800k/samples.jsonl'

  test('returns the same bytes after converting to stepmark and back to prm800k', async (context) => {
    const file = readSharedDataLines(context, samples).join('\n') + '\n'
    expect((await convert(file, '--to', 'prm800k')).stdout).toBe(file)
    const storedText = (await convert(file, '--to', 'stepmark')).stdout
    expect((await convert(storedText, '--to', 'stepmark')).stdout).toBe(storedText)
    expect((await convert(storedText, '--to', 'prm800k')).stdout).toBe(file)
  })

  test('writes the same training data from prm800k lines as from their conversion to stepmark', async (context) => {
    const file = readSharedDataLines(context, samples).join('\n') + '\n'
    const storedText = (await convert(file, '--to', 'stepmark')).stdout
    for (const to of ['trl-stepwise', 'math-shepherd', 'rlhflow', 'qwen-prm', 'preference'])
      expect((await convert(storedText, '--to', to, '--neutral', 'negative')).stdout, to).toBe(
        (await convert(file, '--to', to, '--neutral', 'negative')).stdout,
      )
  })
})

describe('docs/exports.md', () => {
  const doc = readFileSync(join(repositoryRoot, 'docs', 'exports.md'), 'utf8')
  const [, example = ''] = /`example\.jsonl`:\n\n```text\n([^]*?)```/.exec(doc) ?? []
  const commands = [
    ...doc.matchAll(
      /```sh\nnpm run -s stepmark -- (convert example\.jsonl .*)\n```\n\n```text\n([^]*?)```/g,
    ),
  ].map(([, command, output]) => [command!.split(' '), output!] as const)

  test('has an example of every format except stepmark, which is in docs/formats.md', () => {
    const formats = commands.map(([argv]) => argv[argv.indexOf('--to') + 1])
    expect(formats).toEqual(outputFormatNames.filter((name) => name !== 'stepmark'))
    for (const name of outputFormatNames) expect(doc).toContain(`\n## \`${name}\`\n`)
  })

  test('has every format in its overview', () => {
    const [, table = ''] = /\n\| format +\|[^\n]*\n([^]*?)\n\n/.exec(doc) ?? []
    const names = [...table.matchAll(/^\| `([^`]*)` /gm)].map(([, name]) => name)
    expect(names).toEqual([...outputFormatNames])
  })

  test.each(commands)(
    'the output documented for stepmark %j is what the command writes',
    async (argv, output) => {
      const file = folder.write('example.jsonl', example)
      const args = argv.map((word) => (word === 'example.jsonl' ? file : word))
      expect(await runCommand(args)).toMatchObject({ status: 0, stdout: output })
    },
  )
})

test('the example in convert --help writes the expected line', async () => {
  const { stdout } = await runCommand(['convert', '--help'])
  const [, example = ''] = /Example:\n {2}\$ ([^]*)$/.exec(stdout) ?? []
  const { status, stdout: written } = await runShellLineInProcesses(example.trim())
  expect({ status, written }).toEqual({
    status: 0,
    written: '{"prompt":"1 + 1 =","completions":["So 3."],"labels":[false]}\n',
  })
})

describe('`convert --consensus`', () => {
  const line = (
    labeler: string,
    ratings: number[],
    more: { time?: string; steps?: string[]; problem?: string } = {},
  ) =>
    JSON.stringify({
      labeler,
      timestamp: more.time ?? '2026-03-02T09:00:00',
      generation: null,
      is_quality_control_question: false,
      is_initial_screening_question: false,
      question: {
        problem: more.problem ?? 'Why?',
        ground_truth_solution: null,
        ground_truth_answer: null,
        pre_generated_steps: more.steps ?? ['A', 'B', 'C'],
        pre_generated_answer: null,
        pre_generated_verifier_score: null,
      },
      label: {
        steps: ratings.map((rating, i) => ({
          completions: [{ text: (more.steps ?? ['A', 'B', 'C'])[i], rating, flagged: null }],
          human_completion: null,
          chosen_completion: rating === -1 ? null : 0,
        })),
        total_time: 1,
        finish_reason: ratings.at(-1) === -1 ? 'found_error' : 'solution',
      },
    })
  const processbench = ['--to', 'processbench', '--neutral', 'positive', '--consensus']
  const readLabels = (stdout: string) =>
    stdout
      .split('\n')
      .filter((row) => row !== '')
      .map((row) => (JSON.parse(row) as { label: number }).label)
  const votedLines = [
    ...[line('ann', [1, -1]), line('ben', [1, 1, 1]), line('cat', [0, -1])],
    ...[line('ann', [-1], { steps: ['D'] }), line('ben', [1], { steps: ['D'] })],
    ...[
      line('ann', [-1], { steps: ['E'] }),
      line('ann', [1], { steps: ['E'], time: '2026-03-03T00:00:00' }),
    ],
  ].join('\n')

  test('writes one row per solution and counts ties and superseded annotations', async () => {
    const { status, stdout, stderr } = await convert(votedLines, ...processbench, 'majority')
    expect(status).toBe(0)
    expect(readLabels(stdout)).toEqual([1, -1])
    expect(stderr).toBe(
      '-: 7 lines read, 2 lines written. Annotations excluded: 2 of solutions with a tie, ' +
        'which need adjudication; 1 superseded by the same annotator.\n',
    )
    const weightedRun = await convert(votedLines, ...processbench, 'dawid-skene')
    expect(readLabels(weightedRun.stdout)).toEqual([1, -1])
    expect(weightedRun.stderr).toContain('2 of solutions with a tie')
    const latest = await convert(votedLines, ...processbench, 'latest')
    expect(readLabels(latest.stdout)).toEqual([1, -1, -1])
  })

  test('dawid-skene decides a disagreement only if the weights are more than noise', async () => {
    const disagreement = [line('ann', [-1], { steps: ['D'] }), line('ben', [1], { steps: ['D'] })]
    // Cat agrees with Ann on each of these problems. Without Cat, no one is known to be right.
    const outvotedLines = Array.from({ length: 30 }, (_, i) => [
      line('ann', [1, -1], { problem: `Problem ${i}` }),
      line('ben', [1, 1, 1], { problem: `Problem ${i}` }),
      line('cat', [1, -1], { problem: `Problem ${i}` }),
    ]).flat()
    const partialResult = await convert(
      [...outvotedLines.filter((_, i) => i % 3 !== 2), ...disagreement].join('\n'),
      ...processbench,
      'dawid-skene',
    )
    expect(readLabels(partialResult.stdout)).toEqual([])
    const fullResult = await convert(
      [...outvotedLines, ...disagreement].join('\n'),
      ...processbench,
      'dawid-skene',
    )
    expect(readLabels(fullResult.stdout).at(-1)).toBe(0)
  })

  test('computes the same consensus from stepmark lines as from prm800k lines', async () => {
    const conversion = await convert(votedLines, '--to', 'stepmark')
    const secondResult = await convert(conversion.stdout, ...processbench, 'majority')
    expect(readLabels(secondResult.stdout)).toEqual([1, -1])
    const { stdout } = await convert(
      conversion.stdout,
      '--to',
      'prm800k',
      '--consensus',
      'majority',
    )
    expect(JSON.parse(stdout.split('\n')[0]!)).toMatchObject({
      labeler: 'majority',
      label: { steps: [{ completions: [{ rating: 1 }] }, { completions: [{ rating: -1 }] }] },
    })
  })

  test('rejects input formats without annotators, --to stepmark, and --consensus adjudicated', async () => {
    const unnamedRun = await convert(trl, ...processbench, 'majority')
    expect(unnamedRun.status).toBe(1)
    expect(unnamedRun.stderr).toContain('does not name the annotator')
    const conversion = await convert(votedLines, '--to', 'stepmark', '--consensus', 'majority')
    expect(conversion).toMatchObject({ status: 2, stdout: '' })
    expect(conversion.stderr).toContain('can’t have combined rows (majority)')
    const adjudicatedRun = await convert(votedLines, ...processbench, 'adjudicated')
    expect(adjudicatedRun).toMatchObject({ status: 2, stdout: '' })
    expect(adjudicatedRun.stderr).toContain('A file does not contain adjudications')
  })
})
