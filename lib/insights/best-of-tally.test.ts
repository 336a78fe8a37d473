import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BestOfTally, type Sample } from './best-of-tally'

const sample = (isCorrect: boolean, score: number | null, vote: string): Sample => ({
  ...{ isCorrect, isAnswered: true, vote },
  scores: { prmProduct: score, prmMinimum: score === null ? null : -score, score },
})
const unanswered: Sample = {
  ...{ isCorrect: false, isAnswered: false, vote: null },
  scores: { prmProduct: null, prmMinimum: null, score: null },
}

function measure(problems: readonly (readonly Sample[])[], scoredOnly = true) {
  const tally = new BestOfTally()
  for (const samples of problems) tally.add(samples, { scoredOnly })
  return tally.measure()
}

/** Each set of `size` of these samples. */
function listSets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, i) =>
    listSets(items.slice(i + 1), size - 1).map((rest) => [item, ...rest]),
  )
}

const average = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length

describe('best of N over problems', () => {
  test('as counted over every set of samples, the mean of problems, each taken whole where it has fewer', () => {
    const samples = fc
      .uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 })
      .chain((scores) =>
        fc
          .array(fc.boolean(), { minLength: scores.length, maxLength: scores.length })
          .map((rights) => scores.map((score, i) => sample(rights[i]!, score, String(rights[i])))),
      )
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 4 }), (problems) => {
        const found = measure(problems)!
        for (const [i, n] of found.n.entries()) {
          const expected = average(
            problems.map((each) =>
              average(
                listSets(each, Math.min(n, each.length)).map((set) =>
                  Number(
                    set.reduce((a, b) => (b.scores.score! > a.scores.score! ? b : a)).isCorrect,
                  ),
                ),
              ),
            ),
          )
          expect(found.score[i]!.value).toBeCloseTo(expected, 9)
          const passed = average(
            problems.map((each) =>
              average(
                listSets(each, Math.min(n, each.length)).map((set) =>
                  Number(set.some(({ isCorrect }) => isCorrect)),
                ),
              ),
            ),
          )
          expect(found.pass[i]!.value).toBeCloseTo(passed, 9)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('sizes go up to what the largest problem has, and the last one takes it whole', () => {
    const five = [0.9, 0.8, 0.7, 0.6, 0.5].map((score, i) => sample(i === 0, score, String(i)))
    const found = measure([five, five.slice(0, 2)])!
    expect(found.n).toEqual([1, 2, 4, 5])
    expect(found.score.at(-1)).toEqual({ value: 1, low: 1, high: 1 })
    // The minimum is turned round here: it chooses the worst.
    expect(found.prmMinimum.at(-1)!.value).toBe(0)
    expect(found).toMatchObject({ problems: 2, samples: 7, drawnProblems: 0 })
    expect(found.overMajority!.value).toBeGreaterThan(0.5)
  })

  test('a problem with one settled sample is none', () => {
    expect(measure([[sample(true, 0.5, '1'), unanswered]])).toBeNull()
    expect(measure([[]])).toBeNull()
  })

  test('an attempt without an answer is drawn like any other and never chosen', () => {
    const found = measure([[sample(true, 0.5, '1'), sample(true, 0.4, '1'), unanswered]])!
    expect(found.n).toEqual([1, 2, 3])
    expect(found.score.map((share) => share!.value)).toEqual([
      expect.closeTo(2 / 3),
      expect.closeTo(1),
      1,
    ])
  })

  test('where there are scores, samples without are left out; where there are none, votes still count', () => {
    const half = [sample(true, 0.9, '1'), sample(false, 0.1, '2'), sample(false, null, '2')]
    expect(measure([half])).toMatchObject({ samples: 2, n: [1, 2] })
    const bare = [sample(true, null, '1'), sample(true, null, '1'), sample(false, null, '2')]
    const found = measure([bare], false)!
    expect(found.score).toEqual([null, null, null])
    expect(found.overMajority).toBeNull()
    expect(found.majority.at(-1)!.value).toBe(1)
  })

  test('one problem without step scores takes their curves away, not the others', () => {
    const bare = [true, false].map((isCorrect): Sample => ({
      ...sample(isCorrect, 0.5, String(isCorrect)),
      scores: { score: Number(isCorrect), prmProduct: null, prmMinimum: null },
    }))
    const found = measure([bare, [sample(true, 0.9, '1'), sample(false, 0.1, '2')]])!
    expect(found.prmProduct).toEqual([null, null])
    expect(found.score.at(-1)!.value).toBe(1)
  })
})
