import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test, type TestContext } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { runCommand } from './testing/run-command'
import { useTemporaryFolder } from './testing/temporary-folder'

const folder = useTemporaryFolder()

interface Chosen {
  id: string
  rank: number
  slice: string
  reason: string
  selection_probability: number
}

const write = (lines: readonly object[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

async function select(lines: readonly object[], ...argv: string[]) {
  const result = await runCommand(['select', '-', '--policy', ...argv], { input: write(lines) })
  const rows = result.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Chosen)
  return { ...result, chosen: rows, ids: rows.map(({ id }) => id).join(' ') }
}

const line = (id: string, problem: string, score: number | null, more: object = {}) => ({
  id,
  unique_id: problem,
  steps: [id, 'end'],
  is_correct: false,
  prm_score: score,
  ...more,
})
const lines = [
  line('a', 'p', 0.5),
  line('b', 'p', 0.9),
  line('c', 'p', 0.95, { is_correct: true }),
  line('d', 'q', 0.7),
  line('e', 'q', 0.7, { steps: ['shorter'] }),
  line('f', 'q', -3),
  line('g', 'r', 12),
]

describe('select', () => {
  test('convincing-wrong with --per-problem selects the K highest-scored wrong answers of each problem', async () => {
    const { status, ids, chosen, stderr } = await select(
      ...[lines, 'convincing-wrong', '--per-problem', '1'],
    )
    expect({ status, ids }).toEqual({ status: 0, ids: 'g b e' })
    expect(chosen[1]).toEqual({
      ...lines[1],
      rank: 2,
      slice: 'convincing-wrong',
      reason: 'highest-scored of 2 eligible wrong answers to its problem',
      selection_probability: 1,
    })
    expect(stderr).toBe(
      '-: 7 lines of 3 problems: 3 selected, 3 over the limit per problem, 1 in no slice.\n',
    )
    const selectedPairs = await select(lines, 'convincing-wrong', '--per-problem', '2')
    expect(selectedPairs.ids).toBe('g b e d a')
    expect(selectedPairs.chosen.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
  })

  test('convincing-wrong with --top selects the K highest-scored wrong answers in total', async () => {
    expect((await select(lines, 'convincing-wrong', '--top', '2')).ids).toBe('g b')
    expect((await select(lines, 'convincing-wrong', '--top', '99')).ids).toBe('g b e d a f')
  })

  test('paper-80-20 selects 80% convincing wrong answers of each problem, then its other highest-scored solutions', async () => {
    const many = [
      ...[0.9, 0.8, 0.7, 0.6, 0.5].map((score, i) => line(`w${i}`, 'p', score)),
      ...[0.3, 0.99].map((score, i) => line(`r${i}`, 'p', score, { is_correct: true })),
    ]
    expect((await select(many, 'paper-80-20', '--n', '5')).ids).toBe('w0 w1 w2 w3 r1')
  })

  test('right-answer-weak-process selects correct answers, lowest step score first', async () => {
    const right = (id: string, chances: number[]) =>
      line(id, id, 0.5, {
        is_correct: true,
        steps: chances.map(String),
        rating_probs: chances.map((chance) => ({ '-1': 1 - chance, '0': 0, '1': chance })),
      })
    const all = [right('a', [0.9, 0.4]), right('b', [0.2, 1]), ...lines]
    const { ids, chosen } = await select(all, 'right-answer-weak-process')
    expect(ids).toBe('b a')
    expect(chosen[0]?.reason).toBe('lowest step score 0.20 at step 1')
    expect((await select(lines, 'right-answer-weak-process')).ids).toBe('')
  })

  test('uncertain selects the solutions with the highest scorer disagreement first', async () => {
    const all = [line('a', 'p', 1, { disagreement: 0.1 }), line('b', 'p', 1, { disagreement: 0.4 })]
    expect((await select([...lines, ...all], 'uncertain', '--top', '1')).ids).toBe('b')
  })

  test('breaks ties in uncertainty by file order, whatever the score', async () => {
    const all = [0.2, 0.9, 0.5].map((score, i) => line(`${i}`, `p${i}`, score, { disagreement: 1 }))
    expect((await select(all, 'uncertain', '--top', '3')).ids).toBe('0 1 2')
  })

  test('`random` selects the requested number of solutions, reproducibly for a seed', async () => {
    const { ids, chosen } = await select(lines, 'random', '--n', '3', '--seed', '4')
    expect(chosen).toHaveLength(3)
    for (const line of chosen)
      expect(line).toMatchObject({ slice: 'random', selection_probability: 3 / 7 })
    expect((await select(lines, 'random', '--n', '3', '--seed', '4')).ids).toBe(ids)
    const otherSelections = await Promise.all(
      ['5', '6', '7'].map(async (seed) => select(lines, 'random', '--n', '3', '--seed', seed)),
    )
    expect(
      new Set([ids, ...otherSelections.map((selection) => selection.ids)]).size,
    ).toBeGreaterThan(1)
  })

  test('adds a random sample only with --exploration', async () => {
    const all = Array.from({ length: 40 }, (_, i) => line(`${i}`, `p${i}`, i))
    const { chosen } = await select(all, 'convincing-wrong', '--top', '20')
    expect(chosen.every(({ slice }) => slice === 'convincing-wrong')).toBe(true)
    const explored = await select(all, 'convincing-wrong', '--top', '20', '--exploration', '0.25')
    expect(explored.chosen).toHaveLength(20)
    const sample = explored.chosen.filter(({ slice }) => slice === 'random')
    expect(sample.map((line) => line.selection_probability)).toEqual([
      0.125, 0.125, 0.125, 0.125, 0.125,
    ])
  })

  test('convincing-wrong grades lines without is_correct, and excludes answers that are not known to be wrong', async () => {
    const makeGraded = (id: string, answer: string | null) =>
      line(id, id, 0.5, { is_correct: null, answer, ground_truth_answer: '1/2' })
    const all = [makeGraded('a', '0.5'), makeGraded('b', '3'), makeGraded('c', null)]
    const { ids, chosen } = await select(all, 'convincing-wrong', '--top', '9')
    expect(ids).toBe('b')
    expect(chosen[0]?.reason).toBe('only eligible wrong answer to its problem')
  })

  test('counts identical steps of a problem once, by the highest score', async () => {
    const steps = ['the', 'same']
    const duplicateSamples = [
      line('a', 'p', 0.2, { steps }),
      line('b', 'p', 0.8, { steps }),
      line('c', 'p', 0.8, { steps }),
      line('d', 'q', 0.1, { steps }),
    ]
    expect((await select(duplicateSamples, 'convincing-wrong', '--top', '9')).ids).toBe('b d')
  })

  test('ranks by the product of P(0) + P(+1), or by the chosen aggregation', async () => {
    const probs = (id: string, ...rows: [number, number, number][]) =>
      line(id, id, 99, { steps: rows.map(String), rating_probs: rows })
    const all = [
      probs('a', [0.1, 0.5, 0.4], [0.1, 0, 0.9]),
      probs('b', [0, 0, 1], [0.3, 0, 0.7]),
      probs('c', [0.5, 0, 0.5], [0, 0, 1]),
    ]
    const selectBy = async (...argv: string[]) =>
      (await select(all, 'convincing-wrong', '--top', '9', ...argv)).ids
    expect(await selectBy()).toBe('a b c')
    expect(await selectBy('--neutral', 'negative')).toBe('b c a')
    expect(await selectBy('--aggregation', 'last')).toBe('c a b')
    expect(await selectBy('--aggregation', 'minimum')).toBe('a b c')
  })

  test('keeps every byte of a line, including unknown keys', async () => {
    const unusualLine =
      '{ "problem":"p","is_correct":false, "prm_score":1.50, "note":{"é":[1,  2.0]} }'
    const { stdout } = await runCommand(['select', '--policy', 'convincing-wrong', '--top', '1'], {
      input: unusualLine,
    })
    expect(stdout.startsWith(`${unusualLine.slice(0, -2)}, "rank": 1, `)).toBe(true)
  })

  test('reports invalid lines and selects from the valid ones', async () => {
    const input = `${write(lines.slice(0, 1))}{"problem": "p", "prm_score": NaN}\n{"prm_score": 1}\n`
    const { status, stdout, stderr } = await runCommand(
      ['select', '--policy', 'convincing-wrong', '--top', '9'],
      { input },
    )
    expect(status).toBe(1)
    expect(stdout.split('\n')).toHaveLength(2)
    expect(stderr).toMatch(/^-:2: prm_score: Numbers must be finite/)
    expect(stderr).toMatch(/\n-:3: line: The line does not include a problem/)
    expect(stderr).toMatch(/2 lines invalid\.\n$/)
  })

  test('reports an invalid step score at step_scores if rating_probs is null', async () => {
    const invalidLine = line('h', 'p', 1, { rating_probs: null, step_scores: [1, 2] })
    const { stderr } = await select([invalidLine], 'convincing-wrong', '--top', '9')
    expect(stderr).toMatch(/^-:1: step_scores: Step 2: a score is not between 0 and 1/)
  })

  test('rejects lines that were selected before, unless --replace is set', async () => {
    const { stdout } = await select(lines, 'convincing-wrong', '--top', '2')
    const selectArguments = ['select', '--policy', 'convincing-wrong', '--top', '1']
    expect(await runCommand(selectArguments, { input: stdout })).toMatchObject({
      status: 1,
      stdout: '',
    })
    const replaced = await runCommand([...selectArguments, '--replace'], { input: stdout })
    expect(JSON.parse(replaced.stdout)).toMatchObject({ id: 'g', rank: 1 })
  })

  test('reads files, gzip and empty input', async () => {
    const file = folder.write('samples.jsonl', write(lines))
    const packed = folder.path('samples.jsonl.gz')
    writeFileSync(packed, gzipSync(write(lines)))
    const argv = ['--policy', 'convincing-wrong', '--top', '2']
    const { stdout } = await runCommand(['select', file, ...argv])
    expect(stdout.split('\n')).toHaveLength(3)
    expect((await runCommand(['select', packed, ...argv])).stdout).toBe(stdout)
    expect(await runCommand(['select', ...argv])).toMatchObject({ status: 0, stdout: '' })
    expect(await runCommand(['select', 'nowhere.jsonl', ...argv])).toMatchObject({ status: 2 })
  })

  test('convincing-wrong with --per-problem selects the same solutions as PRM800K’s published algorithm, for random samples', async () => {
    const sample = fc.record({
      problem: fc.constantFrom('p', 'q', 'r'),
      score: fc.constantFrom(0, 0.25, 0.5, 0.5, 1),
      isCorrect: fc.boolean(),
      steps: fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(sample, { maxLength: 14 }),
        fc.integer({ min: 1, max: 3 }),
        async (samples, k) => {
          // The same steps have the same score and the same answer.
          const all = new Map(
            samples.map((sample) => [`${sample.problem}/${sample.steps.join()}`, sample]),
          )
          const lines = samples.map((sample, i) => {
            const { score, isCorrect, steps } = all.get(`${sample.problem}/${sample.steps.join()}`)!
            return line(String(i), sample.problem, score, { is_correct: isCorrect, steps })
          })
          const ranked = lines
            .filter((sample) => !sample.is_correct)
            .toSorted((a, b) => b.prm_score! - a.prm_score! || a.steps.length - b.steps.length)
          const names = new Set<string>()
          const firstOccurrences = ranked.filter(({ unique_id: problem, steps }) => {
            const name = `${problem}/${steps.join()}`
            return !names.has(name) && names.add(name)
          })
          const ofAll = firstOccurrences.slice(0, k).map(({ id }) => id)
          const ofEach = firstOccurrences.filter(
            (sample) =>
              firstOccurrences
                .filter((candidate) => candidate.unique_id === sample.unique_id)
                .indexOf(sample) < k,
          )
          const top = await select(lines, 'convincing-wrong', '--top', String(k))
          expect(top.ids).toBe(ofAll.join(' '))
          const each = await select(lines, 'convincing-wrong', '--per-problem', String(k))
          expect(each.ids).toBe(ofEach.map(({ id }) => id).join(' '))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('convincing-wrong with --per-problem 1 selects one wrong answer per problem from real model samples, highest score first', async (context) => {
    const { chosen, status } = await select(
      ...[readRealSamples(context), 'convincing-wrong', '--per-problem', '1'],
    )
    expect(status).toBe(0)
    const samples = chosen as unknown as { prm_score: number; unique_id: string }[]
    expect(samples.length).toBeGreaterThan(10)
    const scores = samples.map((sample) => sample.prm_score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(new Set(samples.map((sample) => sample.unique_id)).size).toBe(samples.length)
  })
})

function readRealSamples(context: TestContext): object[] {
  const file = 'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl'
  return readSharedDataLines(context, file).flatMap((text) => {
    const { id, answer, samples } = JSON.parse(text) as {
      id: string
      answer: string
      samples: { text: string; answer?: string; score: number }[]
    }
    return samples.map((sample) => ({
      unique_id: id,
      ground_truth_answer: answer,
      answer: sample.answer ?? null,
      text: sample.text,
      prm_score: sample.score,
    }))
  })
}
