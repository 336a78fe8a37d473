import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import {
  neutralPolicies,
  type NeutralPolicy,
  type PromptSeparator,
  outputFormatNames,
  type OutputFormatName,
} from './format-names'
import { outputFormats, requireNeutralPolicyForFormat } from './output-formats'
import { preferenceOutput } from './preference'
import type { Rating, StoredRecord } from './record'
import { anyPrm800kLine } from './testing/any-prm800k-line'
import { convertLines, readStoredRecords, writeStoredRecords } from './testing/convert-lines'
import { readSharedDataLines } from './testing/shared-data'
import type { TrlRow } from './trl-stepwise'

/* Compares the writers' output for PRM800K lines with the raw lines. */

interface RawStep {
  completions: { text: string; rating: Rating | null }[] | null
  human_completion: { text: string } | null
  chosen_completion: number | null
}
interface RawLine {
  question: { problem: string; pre_generated_steps?: string[] }
  label: { steps: RawStep[]; finish_reason: string }
}
type RatedText = [text: string, rating: Rating]

const readRaw = (line: string) => JSON.parse(line) as RawLine

/** The completion that the path continues with, as in TRL's converter of PRM800K. */
function findNext(step: RawStep): [string, Rating | null] | null {
  if (step.chosen_completion !== null) {
    const { text, rating } = step.completions![step.chosen_completion]!
    return [text, rating]
  }
  return step.human_completion && [step.human_completion.text, 1]
}

/** The rows of TRL's converter, except for unrated steps and steps after an error. */
function listRawRows({ label }: RawLine): { branches: RatedText[][]; path: RatedText[] } {
  const branches: RatedText[][] = []
  const path: RatedText[] = []
  for (const step of label.steps) {
    step.completions?.forEach(({ text, rating }, i) => {
      if (i !== step.chosen_completion && rating !== null) branches.push([...path, [text, rating]])
    })
    const [text, rating] = findNext(step) ?? ['', null]
    if (rating === null) break
    path.push([text, rating])
    if (rating === -1) break
  }
  return { branches, path }
}

/** The steps with labels in formats with one row per solution. */
function listRawPath({ question, label }: RawLine): RatedText[] {
  const path: RatedText[] = []
  for (const step of label.steps) {
    const first = step.completions?.[0]
    const [text, rating] = question.pre_generated_steps
      ? [first?.text ?? '', first?.rating ?? null]
      : (findNext(step) ?? ['', null])
    if (rating === null) break
    path.push([text, rating])
    if (rating === -1) break
  }
  return path
}

const cutAtNeutral = (row: RatedText[], neutral: NeutralPolicy): RatedText[] => {
  const end = neutral === 'drop' ? row.findIndex(([, rating]) => rating === 0) : -1
  return end < 0 ? row : row.slice(0, end)
}
const isCorrect = ([, rating]: RatedText, neutral: NeutralPolicy) =>
  rating === 1 || (rating === 0 && neutral === 'positive')

/** What a trainer could not read correctly. */
class Misread extends Error {}

function requireValue<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw new Misread(message)
  return value
}

/** Texts and labels of a line, as a trainer reads them. */
const readBack = {
  rlhflow(line: string) {
    const { conversations } = JSON.parse(line) as { conversations: { content: string }[] }
    const contents = conversations.map(({ content }) => content)
    const labels = contents.filter((_, i) => i % 2 === 1).map((sign) => sign === '+')
    return { texts: contents.filter((_, i) => i % 2 === 0), labels }
  },
  'qwen-prm'(line: string) {
    const row = JSON.parse(line) as { messages: { content: string }[]; labels: number[] }
    const parts = requireValue(row.messages[2], 'no answer').content.split('<extra_0>')
    if (parts.pop() !== '') throw new Misread('text after the last tag')
    return { texts: parts, labels: row.labels.map(Boolean) }
  },
  'math-shepherd'(line: string) {
    const { input, label } = JSON.parse(line) as { input: string; label: string }
    const texts = input.split('ки')
    const last = requireValue(texts.pop(), 'no text')
    let position = 0
    const labels = texts.map((part) => {
      const sign = label[position + part.length]
      if (!label.startsWith(part, position) || !['+', '-'].includes(sign ?? ''))
        throw new Misread(label)
      position += part.length + 1
      return sign === '+'
    })
    if (label.slice(position) !== last) throw new Misread(label)
    return { texts, labels }
  },
} as const

const anyPolicy = fc.constantFrom(...neutralPolicies)
const oneRowFormats = Object.keys(readBack) as (keyof typeof readBack)[]
const samples = 'prm800k/samples.jsonl'

describe('six real lines of PRM800K', () => {
  test.for(['positive', 'negative'] as const)(
    'become the same TRL rows as with TRL’s own converter, neutral ratings exported as %s',
    (neutral, context) => {
      const rows = convertLines(
        'prm800k',
        'trl-stepwise',
        readSharedDataLines(context, samples),
        neutral,
      )
      const file = `formats/trl-stepwise.from-prm800k.neutral-${neutral}.jsonl`
      expect(rows).toEqual(readSharedDataLines(context, file))
      expect(rows).toHaveLength(37)
    },
  )

  test.for([
    ['processbench', 'processbench.from-prm800k.jsonl', 5],
    ['math-shepherd', 'math-shepherd.from-prm800k.jsonl', 6],
    ['rlhflow', 'rlhflow.from-prm800k.jsonl', 6],
    ['qwen-prm', 'qwen-extra0.from-prm800k.jsonl', 6],
  ] as const)('become %s lines, including all those in %s', ([to, file, count], context) => {
    const lines = convertLines('prm800k', to, readSharedDataLines(context, samples))
    expect(lines).toHaveLength(count)
    expect(lines).toEqual(expect.arrayContaining(readSharedDataLines(context, `formats/${file}`)))
  })

  test('are unchanged by a conversion to PRM800K, or to stepmark and back', (context) => {
    const lines = readSharedDataLines(context, samples)
    expect(convertLines('prm800k', 'prm800k', lines, null)).toEqual(lines)
    const stepmarkLines = convertLines('prm800k', 'stepmark', lines, null)
    expect(convertLines('stepmark', 'stepmark', stepmarkLines, null)).toEqual(stepmarkLines)
    expect(convertLines('stepmark', 'prm800k', stepmarkLines, null)).toEqual(lines)
  })
})

test('round-trips Math-Shepherd lines byte for byte', (context) => {
  const lines = readSharedDataLines(context, 'formats/math-shepherd.real.jsonl')
  expect(convertLines('math-shepherd', 'math-shepherd', lines)).toEqual(lines)
  expect(lines).toHaveLength(7)
})

test.for(['negative', 'positive'])(
  'round-trips TRL rows with neutral ratings exported as %s',
  (neutral, context) => {
    const file = `formats/trl-stepwise.from-prm800k.neutral-${neutral}.jsonl`
    const lines = readSharedDataLines(context, file)
    expect(convertLines('trl-stepwise', 'trl-stepwise', lines)).toEqual(lines)
  },
)

describe('any lines of PRM800K', () => {
  test('round-trip byte for byte', () => {
    fc.assert(
      fc.property(anyPrm800kLine, (line) => {
        expect(convertLines('prm800k', 'prm800k', [line], null)).toEqual([line])
      }),
    )
  })

  test('give the rows of TRL’s converter without unrated steps or steps after an error', () => {
    fc.assert(
      fc.property(anyPrm800kLine, anyPolicy, (line, neutral) => {
        const raw = readRaw(line)
        const { branches, path } = listRawRows(raw)
        const isIncluded = (row: RatedText[]) =>
          neutral !== 'drop' || row.every(([, rating]) => rating !== 0)
        const expected = [...branches.filter(isIncluded), cutAtNeutral(path, neutral)]
          .filter((row) => row.length > 0)
          .map((row): TrlRow => ({
            prompt: raw.question.problem,
            completions: row.map(([text]) => text),
            labels: row.map((step) => isCorrect(step, neutral)),
          }))
        const rows = convertLines('prm800k', 'trl-stepwise', [line], neutral)
        expect(rows.map((row) => JSON.parse(row) as TrlRow)).toEqual(expected)
      }),
      { numRuns: scaleRuns(500) },
    )
  })

  test.each(oneRowFormats)('give %s one label per rated step of the path', (to) => {
    fc.assert(
      fc.property(anyPrm800kLine, anyPolicy, (line, neutral) => {
        const raw = readRaw(line)
        const path = cutAtNeutral(listRawPath(raw), neutral)
        const lines = convertLines('prm800k', to, [line], neutral)
        expect(lines).toHaveLength(path.length > 0 ? 1 : 0)
        for (const { texts, labels } of lines.map(readBack[to])) {
          expect(labels).toEqual(path.map((step) => isCorrect(step, neutral)))
          path.forEach(([text], i) => {
            if (!/[<[к]/.test(text)) expect(texts[i]).toContain(text)
          })
        }
      }),
      { numRuns: scaleRuns(500) },
    )
  })

  test('give one ProcessBench line with all steps and the first error or -1, or none if unfinished', () => {
    fc.assert(
      fc.property(anyPrm800kLine, anyPolicy, (line, neutral) => {
        const raw = readRaw(line)
        const path = listRawPath(raw)
        const isError = ([, rating]: RatedText) =>
          rating === -1 || (rating === 0 && neutral === 'negative')
        const count = raw.question.pre_generated_steps?.length ?? path.length
        const isEnd =
          raw.label.finish_reason === 'solution' &&
          path.length > 0 &&
          path.length >= Math.max(count, raw.label.steps.length)
        const isIncluded = neutral !== 'drop' || path.every(([, rating]) => rating !== 0)
        const hasRow = isIncluded && (path.some(isError) || isEnd)
        const rows = convertLines('prm800k', 'processbench', [line], neutral)
        expect(rows).toHaveLength(hasRow ? 1 : 0)
        for (const row of rows) {
          const { steps, label } = JSON.parse(row) as { steps: string[]; label: number }
          expect(label).toBe(path.findIndex(isError))
          expect(steps).toHaveLength(Math.max(count, path.length))
          expect(steps.slice(0, path.length)).toEqual(path.map(([text]) => text))
        }
      }),
      { numRuns: scaleRuns(500) },
    )
  })

  test('give preference pairs of texts that end in a negative and in a better option', () => {
    fc.assert(
      fc.property(anyPrm800kLine, anyPolicy, (line, neutral) => {
        const raw = readRaw(line)
        const betterTexts = new Set<string>()
        const negativeTexts = new Set<string>()
        for (const { completions, human_completion: human } of raw.label.steps) {
          for (const { text, rating } of completions ?? []) {
            if (rating === 1 || (rating === 0 && neutral === 'positive')) betterTexts.add(text)
            if (rating === -1) negativeTexts.add(text)
          }
          if (human) betterTexts.add(human.text)
        }
        for (const row of convertLines('prm800k', 'preference', [line], neutral)) {
          const { chosen, rejected } = JSON.parse(row) as { chosen: string; rejected: string }
          expect([...betterTexts].some((text) => chosen.endsWith(text))).toBe(true)
          expect([...negativeTexts].some((text) => rejected.endsWith(text))).toBe(true)
        }
      }),
      { numRuns: scaleRuns(500) },
    )
  })
})

describe('a policy for neutral ratings', () => {
  const formatsWithPolicy: OutputFormatName[] = [
    'trl-stepwise',
    'processbench',
    'math-shepherd',
    'rlhflow',
    'qwen-prm',
    'preference',
  ]

  test.each(outputFormatNames)(
    'is required for the format %s only if it has no neutral rating',
    (format) => {
      expect(outputFormats[format].needsNeutral).toBe(formatsWithPolicy.includes(format))
      const requirePolicy = () => requireNeutralPolicyForFormat(format, null)
      if (formatsWithPolicy.includes(format))
        expect(requirePolicy).toThrow(/positive, negative or drop\.$/)
      else expect(requirePolicy).not.toThrow()
      expect(() => requireNeutralPolicyForFormat(format, 'drop')).not.toThrow()
    },
  )

  test.each(formatsWithPolicy)(
    'is also required if the writer of %s is called directly',
    (format) => {
      const records = readStoredRecords('big-bench-mistake', [
        '{"input": "1 + 1 =", "steps": ["3"], "mistake_index": 0}',
      ])
      expect(() => writeStoredRecords(format, records, null)).toThrow(/positive, negative or drop/)
    },
  )
})

describe('preference pairs', () => {
  const step = (...options: [string, Rating | null][]) => ({
    completions: options.map(([text, rating]) => ({ text, rating, flagged: false })),
    human_completion: null,
    chosen_completion: options[0]?.[1] === -1 ? null : 0,
  })
  const line = (question: object, steps: object[]) =>
    JSON.stringify({
      labeler: 'a',
      timestamp: '2023-01-01T00:00:00',
      generation: null,
      is_quality_control_question: false,
      is_initial_screening_question: false,
      question,
      label: { steps, total_time: 1, finish_reason: 'found_error' },
    })
  const phase2 = (...texts: string[]) => ({
    problem: 'Why?',
    ground_truth_solution: null,
    ground_truth_answer: null,
    pre_generated_steps: texts,
    pre_generated_answer: null,
    pre_generated_verifier_score: null,
  })
  const pairs = (text: string, neutral: NeutralPolicy) =>
    convertLines('prm800k', 'preference', [text], neutral).map((row) => JSON.parse(row) as unknown)

  const readPrompt = (
    statement: string,
    promptSeparator?: PromptSeparator,
    options = ['A', 'b'],
  ) => {
    const [error, better] = options
    const question = { ...phase2(error!), problem: statement }
    const text = line(question, [step([error!, -1], [better!, 1])])
    const [record] = readStoredRecords('prm800k', [text])
    const [row] = preferenceOutput.write(record!, { neutral: 'drop', promptSeparator })
    return (JSON.parse(row!) as { prompt: string }).prompt
  }

  test('separate the prompt from both texts by a blank line, a line break or nothing', () => {
    expect(readPrompt('Why?')).toBe('Why?\n\n')
    expect(readPrompt('Why?', 'blank-line')).toBe('Why?\n\n')
    expect(readPrompt('Why?', 'line-break')).toBe('Why?\n')
    expect(readPrompt('Why?', 'none')).toBe('Why?')
  })

  test('are written in linear time if the prompt has a long run of spaces', () => {
    const statement = `Why${' '.repeat(400_000)}?`
    const startCpu = process.cpuUsage()
    expect(readPrompt(statement)).toBe(`${statement}\n\n`)
    // Quadratic time would be minutes.
    expect(process.cpuUsage(startCpu).user).toBeLessThan(2_000_000)
  })

  test('get only the line breaks that the prompt and both texts do not have yet', () => {
    expect(readPrompt('Why?\n')).toBe('Why?\n\n')
    expect(readPrompt('Why?\n\n')).toBe('Why?\n\n')
    expect(readPrompt('Why?', undefined, ['\nA', '\n\nb'])).toBe('Why?\n')
    expect(readPrompt('Why?', undefined, ['A', '\n\nb'])).toBe('Why?\n\n')
    expect(readPrompt('Why?\n\n', 'none')).toBe('Why?\n\n')
  })

  test('are written for each better alternative at the error, after the same steps', () => {
    const text = line(phase2('A', 'B', 'C'), [
      step(['A', 0]),
      step(['B', -1], ['b', 1], ['n', 0], ['w', -1], ['u', null]),
    ])
    const validRow = { prompt: 'Why?\n\n', chosen: 'A\n\nb', rejected: 'A\n\nB' }
    expect(pairs(text, 'negative')).toEqual([validRow])
    expect(pairs(text, 'drop')).toEqual([validRow])
    expect(pairs(text, 'positive')).toEqual([validRow, { ...validRow, chosen: 'A\n\nn' }])
  })

  test('are written for each negative option next to the chosen one in the step-choice flow', () => {
    const text = line({ problem: 'Why?', ground_truth_answer: null }, [
      step(['A', 1], ['x', -1], ['y', 1]),
      {
        ...step(['p', -1], ['q', -1]),
        human_completion: { text: 'H', rating: null, source: 'human', flagged: false },
      },
      step(['n', 0], ['z', -1]),
    ])
    const pair = (selectedText: string, rejectedText: string) => ({
      prompt: 'Why?\n\n',
      chosen: selectedText,
      rejected: rejectedText,
    })
    const positive = [pair('A', 'x'), pair('A\n\nH', 'A\n\np'), pair('A\n\nH', 'A\n\nq')]
    expect(pairs(text, 'negative')).toEqual(positive)
    expect(pairs(text, 'positive')).toEqual([...positive, pair('A\n\nH\n\nn', 'A\n\nH\n\nz')])
  })
})

test('writes superseded ratings of imported labels, but not those of annotations made in Stepmark', () => {
  const [record] = readStoredRecords('trl-stepwise', [
    '{"prompt": "Why?", "completions": ["A", "B", "C"], "labels": [true, false, true]}',
  ])
  expect(record!.annotation).toMatchObject({ ratings: [1, -1], supersededRatings: [1] })
  const ownRecord: StoredRecord = {
    ...record!,
    annotation: { ...record!.annotation, origin: 'own' },
  }
  const count = (record: StoredRecord) => {
    const [row = ''] = writeStoredRecords('math-shepherd', [record])
    return row.split('ки').length - 1
  }
  expect(count(record!)).toBe(3)
  expect(count(ownRecord)).toBe(2)
  const rows = writeStoredRecords('trl-stepwise', [ownRecord]).map(
    (row) => JSON.parse(row) as TrlRow,
  )
  expect(rows.map(({ labels }) => labels)).toEqual([[true, false], [true]])
})

test('Math-Shepherd: ends the text after its last label if the solution continues', () => {
  const text = 'Why? Step 1: A ки \nStep 2: B ки \nStep 3: C ки '
  const [record] = readStoredRecords('math-shepherd', [
    JSON.stringify({ input: text, label: text.replaceAll('ки', '+'), task: 'GSM8K' }),
  ])
  const { annotation } = record!
  const ownRecord: StoredRecord = {
    ...record!,
    annotation: { ...annotation, origin: 'own', labeler: 'ada', ratings: [1, -1] },
  }
  expect(writeStoredRecords('math-shepherd', [ownRecord])).toEqual([
    '{"input":"Why? Step 1: A ки \\nStep 2: B ки","label":"Why? Step 1: A + \\nStep 2: B -","task":"GSM8K"}',
  ])
})
