import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BestOfNAccumulator, type EvaluatedSample } from './best-of-n-accumulator'

const sample = (isCorrect: boolean, score: number | null, vote: string): EvaluatedSample => ({
  isCorrect,
  isAnswered: true,
  vote,
  scores: { prmProduct: score, prmMinimum: score === null ? null : -score, score },
})
const unansweredSample: EvaluatedSample = {
  isCorrect: false,
  isAnswered: false,
  vote: null,
  scores: { prmProduct: null, prmMinimum: null, score: null },
}

function measure(problems: readonly (readonly EvaluatedSample[])[], scoredOnly = true) {
  const accumulator = new BestOfNAccumulator()
  for (const samples of problems) accumulator.add(samples, { scoredOnly })
  return accumulator.measure()
}

/** All subsets of this size. */
function listSubsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, i) =>
    listSubsets(items.slice(i + 1), size - 1).map((subset) => [item, ...subset]),
  )
}

const average = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

describe('BestOfNAccumulator', () => {
  test('returns the mean over all subsets of n samples of a problem, averaged over problems', () => {
    const samples = fc
      .uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 })
      .chain((scores) =>
        fc
          .array(fc.boolean(), { minLength: scores.length, maxLength: scores.length })
          .map((rights) => scores.map((score, i) => sample(rights[i]!, score, String(rights[i])))),
      )
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 4 }), (problems) => {
        const result = measure(problems)!
        for (const [i, n] of result.n.entries()) {
          const expected = average(
            problems.map((each) =>
              average(
                listSubsets(each, Math.min(n, each.length)).map((set) =>
                  Number(
                    set.reduce((a, b) => (b.scores.score! > a.scores.score! ? b : a)).isCorrect,
                  ),
                ),
              ),
            ),
          )
          expect(result.score[i]!.value).toBeCloseTo(expected, 9)
          const passed = average(
            problems.map((each) =>
              average(
                listSubsets(each, Math.min(n, each.length)).map((set) =>
                  Number(set.some(({ isCorrect }) => isCorrect)),
                ),
              ),
            ),
          )
          expect(result.pass[i]!.value).toBeCloseTo(passed, 9)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('returns curves up to the largest number of samples of any problem', () => {
    const fiveSamples = [0.9, 0.8, 0.7, 0.6, 0.5].map((score, i) =>
      sample(i === 0, score, String(i)),
    )
    const result = measure([fiveSamples, fiveSamples.slice(0, 2)])!
    expect(result.n).toEqual([1, 2, 4, 5])
    expect(result.score.at(-1)).toMatchObject({ value: 1, high: 1 })
    // `prmMinimum` is the negative score in these samples, so it selects the worst.
    expect(result.prmMinimum.at(-1)!.value).toBe(0)
    expect(result).toMatchObject({ problems: 2, samples: 7, sampledProblems: 0 })
    expect(result.scoreMinusMajority!.value).toBeGreaterThan(0.5)
  })

  test('skips problems with fewer than two graded samples', () => {
    expect(measure([[sample(true, 0.5, '1'), unansweredSample]])).toBeNull()
    expect(measure([[]])).toBeNull()
  })

  test('counts a sample without an answer as a failed attempt', () => {
    const result = measure([[sample(true, 0.5, '1'), sample(true, 0.4, '1'), unansweredSample]])!
    expect(result.n).toEqual([1, 2, 3])
    expect(result.score.map((share) => share!.value)).toEqual([
      expect.closeTo(2 / 3),
      expect.closeTo(1),
      1,
    ])
  })

  test('skips unscored samples if others have scores, and still computes the majority vote if none has a score', () => {
    const partlyScored = [sample(true, 0.9, '1'), sample(false, 0.1, '2'), sample(false, null, '2')]
    expect(measure([partlyScored])).toMatchObject({ samples: 2, n: [1, 2] })
    const withoutScores = [
      sample(true, null, '1'),
      sample(true, null, '1'),
      sample(false, null, '2'),
    ]
    const result = measure([withoutScores], false)!
    expect(result.score).toEqual([null, null, null])
    expect(result.scoreMinusMajority).toBeNull()
    expect(result.majority.at(-1)!.value).toBe(1)
  })

  test('returns no curves for step scores if one problem lacks them', () => {
    const withoutStepScores = [true, false].map((isCorrect): EvaluatedSample => ({
      ...sample(isCorrect, 0.5, String(isCorrect)),
      scores: { score: Number(isCorrect), prmProduct: null, prmMinimum: null },
    }))
    const result = measure([withoutStepScores, [sample(true, 0.9, '1'), sample(false, 0.1, '2')]])!
    expect(result.prmProduct).toEqual([null, null])
    expect(result.score.at(-1)!.value).toBe(1)
  })

  test('returns an interval of the difference of score and majority vote even if they select the same everywhere', () => {
    const problem = [sample(true, 0.9, 'a'), sample(true, 0.8, 'a'), sample(false, 0.1, 'b')]
    const result = measure(Array.from({ length: 10 }, () => problem))!
    const maxDifference = 1 - 0.025 ** (1 / 10)
    expect(result.scoreMinusMajority).toEqual({
      value: 0,
      low: expect.closeTo(-maxDifference, 9) as number,
      high: expect.closeTo(maxDifference, 9) as number,
    })
  })
})
