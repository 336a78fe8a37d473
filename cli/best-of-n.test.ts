import { describe, expect, test } from 'vitest'
import { runCommand } from './testing/run-command'

interface Curves {
  n: number[]
  prm_product: (number | null)[]
  prm_min: (number | null)[]
  orm: (number | null)[]
  majority: (number | null)[]
  pass: (number | null)[]
}

async function measure(lines: readonly object[], ...argv: string[]) {
  const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const result = await runCommand(['best-of-n', ...argv], { input })
  return { ...result, curves: JSON.parse(result.stdout) as Curves }
}

const probs = (...rows: [number, number, number][]) =>
  rows.map(([negative, neutral, positive]) => ({ '-1': negative, '0': neutral, '1': positive }))

/** The second sample is best by product, the first by minimum, the third by outcome score. */
const samples = [
  {
    answer: '4',
    is_correct: true,
    rating_probs: probs([0.2, 0.1, 0.7], [0.2, 0, 0.8], [0.2, 0, 0.8]),
    orm_score: 0.2,
  },
  { answer: '5', is_correct: false, rating_probs: probs([0.3, 0, 0.7]), orm_score: 0.4 },
  { answer: '4', is_correct: true, rating_probs: probs([0.9, 0, 0.1]), orm_score: 3 },
].map((sample) => ({ ...sample, unique_id: 'p', ground_truth_answer: '4' }))

describe('best-of-n', () => {
  test('averages the accuracy of each strategy over all subsets of n samples', async () => {
    const { status, curves, stderr } = await measure(samples, '--n', '1,2,3')
    expect(status).toBe(0)
    expect(Object.keys(curves)).toEqual(['n', 'prm_product', 'prm_min', 'orm', 'majority', 'pass'])
    expect(curves.n).toEqual([1, 2, 3])
    const third = expect.closeTo(1 / 3, 9) as number
    const twoThirds = expect.closeTo(2 / 3, 9) as number
    // Sample 2 is chosen from {1, 2} and {2, 3}, sample 1 from {1, 3}.
    expect(curves.prm_product).toEqual([twoThirds, third, 0])
    expect(curves.prm_min).toEqual([twoThirds, twoThirds, 1])
    expect(curves.orm).toEqual([twoThirds, twoThirds, 1])
    // With n = 2, the answers 4 and 5 are tied in two of the three sets.
    expect(curves.majority).toEqual([twoThirds, twoThirds, expect.closeTo(1, 9)])
    expect(curves.pass).toEqual([twoThirds, 1, 1])
    expect(stderr).toBe('-: 3 lines of 1 problem.\n')
  })

  test('counts neutral steps as negative with --neutral negative', async () => {
    const samplesWithNeutralStep = [
      { ...samples[0], rating_probs: probs([0, 0.9, 0.1]) },
      samples[1]!,
    ]
    expect((await measure(samplesWithNeutralStep, '--n', '2')).curves.prm_product).toEqual([1])
    const { curves } = await measure(samplesWithNeutralStep, '--n', '2', '--neutral', 'negative')
    expect(curves.prm_product).toEqual([0])
  })

  test('reports null with a reason for results that cannot be computed', async () => {
    const samplesWithoutScores = samples.map(({ answer, is_correct }, i) => ({
      problem: 'p',
      answer,
      is_correct,
      prm_score: i === 1 ? -5 : 2 ** i,
    }))
    const { curves, stderr } = await measure(samplesWithoutScores, '--n', '1,3,4')
    expect(curves.prm_product).toEqual([expect.closeTo(2 / 3, 9), 1, null])
    expect(curves.prm_min).toEqual([null, null, null])
    expect(curves.orm).toEqual([null, null, null])
    expect(curves.pass[2]).toBeNull()
    expect(stderr).toContain('3 lines without step scores; 3 lines without an out')
  })

  test('grades a sample without an answer as incorrect', async () => {
    const gradedLines = [
      { problem: 'p', answer: '0.5', ground_truth_answer: '1/2', prm_score: 0 },
      { problem: 'p', answer: null, ground_truth_answer: '1/2', prm_score: 1, is_correct: true },
    ]
    const { curves, stderr } = await measure(gradedLines, '--n', '1,2')
    expect(curves.prm_product).toEqual([0.5, 1])
    expect(curves.pass).toEqual([0.5, 1])
    expect(stderr).toContain('1 line without an answer')
  })

  test('counts missing samples of a problem as failures, unless --pool own is set', async () => {
    const sample = { problem: 'q', answer: '1', is_correct: true, orm_score: 1 }
    const pass = async (...argv: string[]) =>
      (await measure([...samples, sample], '--n', '1', ...argv)).curves.pass[0]
    expect(await pass()).toBeCloseTo((2 / 3 + 1 / 3) / 2, 9)
    expect(await pass('--pool', 'own')).toBeCloseTo((2 / 3 + 1) / 2, 9)
    expect(await pass('--pool', '6')).toBeCloseTo((2 / 6 + 1 / 6) / 2, 9)
  })

  test('reports invalid lines', async () => {
    const invalidSample = { problem: 'p', answer: '1', rating_probs: probs([0.5, 0.5, 0.5]) }
    const { status, stderr, curves } = await measure([...samples, invalidSample], '--n', '1')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^-:4: rating_probs: Step 1: the three probabilities sum to 1.500/)
    expect(curves.pass[0]).toBeCloseTo(2 / 3, 9)
  })

  test.each([[null], [[]]])(
    'reports an invalid step score at step_scores if rating_probs is %j',
    async (noProbs) => {
      const invalidSample = { problem: 'p', answer: '1', rating_probs: noProbs, step_scores: [2] }
      const { stderr } = await measure([...samples, invalidSample], '--n', '1')
      expect(stderr).toMatch(/^-:4: step_scores: Step 1: a score is not between 0 and 1/)
    },
  )

  test('--as-evaluate excludes unsure samples and problems with fewer than two graded samples', async () => {
    const sample = (problem: string, fields: object) => ({ unique_id: problem, ...fields })
    const samples = [
      sample('p', { answer: '4', is_correct: true, prm_score: 0.5 }),
      sample('p', { answer: '5', is_correct: false, prm_score: 0.4 }),
      // Unsure, because there is no reference answer.
      sample('p', { answer: '6', prm_score: 0.9 }),
      sample('p', { answer: null, prm_score: 0.9 }),
      sample('q', { answer: '6', prm_score: 0.9 }),
      sample('q', { answer: '4', is_correct: true, prm_score: 0.5 }),
    ]
    const defaultReport = await measure(samples, '--n', '3')
    expect(defaultReport.curves.prm_product[0]).toBeCloseTo(1 / 4, 9)
    expect(defaultReport.stderr).toContain('2 lines with an unsure answer, counted as incorrect')
    const { status, curves, stderr } = await measure(samples, '--n', '1,2,3', '--as-evaluate')
    expect(status).toBe(0)
    expect(curves.prm_product).toEqual([1 / 3, 2 / 3, 1].map((share) => expect.closeTo(share, 9)))
    expect(stderr).toContain('6 lines of 1 problem counted')
    expect(stderr).toContain('2 lines with an unsure answer, excluded')
    const resultWithBothOptions = await runCommand([
      'best-of-n',
      '--n',
      '1',
      '--pool',
      'own',
      '--as-evaluate',
    ])
    expect(resultWithBothOptions.status).toBe(2)
  })

  test('rejects a line in the import format (with `samples`) instead of counting it as a sample without an answer', async () => {
    const input = `${JSON.stringify({ problem: 'p', answer: '4', samples: [{ answer: '4' }] })}\n`
    for (const argv of [
      ['best-of-n', '--n', '1'],
      ['select', '--policy', 'convincing-wrong', '--per-problem', '1'],
    ]) {
      const { status, stderr } = await runCommand(argv, { input })
      expect(status).toBe(1)
      expect(stderr).toMatch(/^-:1: samples: This line has `samples`: .* Import it/)
    }
  })
})
