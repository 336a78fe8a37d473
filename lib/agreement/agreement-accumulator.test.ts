import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandomGenerator } from '@/lib/platform/random'
import {
  type LabelledSolution,
  AgreementAccumulator,
  type AgreementMeasureOptions,
} from './agreement-accumulator'
import {
  agreementReportField,
  agreementMeasureNames,
  type AgreementMeasureName,
} from './agreement-report'
import { computeReferenceMeasures } from './testing/compute-reference-measures'
import {
  makeAnnotationsByLabeler,
  makeDoublyLabelledSolutions,
  simulateRatings,
} from './testing/simulated-raters'

const count = (solutions: readonly LabelledSolution[]) => {
  const accumulator = new AgreementAccumulator()
  for (const solution of solutions) accumulator.add(solution)
  return accumulator
}
const measure = (
  solutions: readonly LabelledSolution[],
  options: AgreementMeasureOptions = { resamples: 50 },
) => count(solutions).measure(options)

const sharedMeasures = agreementMeasureNames.filter((name) => name !== 'goldF1')
const kappasAndAlphas = [
  ...(['anyErrorKappa', 'alphaError', 'alphaNominal', 'alphaOrdinal'] as const),
  'fleissKappa',
] as const satisfies readonly AgreementMeasureName[]

/** Independent annotations, each solution of a different problem. */
function simulate(solutions: number, people: string[], options: object, seed = 7) {
  const draw = createRandomGenerator(seed)
  return Array.from({ length: solutions }, (_, i) => ({
    problem: `p${i}`,
    annotations: makeAnnotationsByLabeler(people, () => simulateRatings(draw, options)),
  }))
}

describe('measures with known values', { timeout: 20_000 }, () => {
  test.each([true, false])(
    'every measure is 1 for identical annotations (stopping at the first error: %s)',
    async (stops) => {
      const draw = createRandomGenerator(3)
      const solutions = Array.from({ length: 60 }, (_, i) => {
        const ratings = simulateRatings(draw, { stops, hazard: 0.08 })
        return {
          problem: `p${i}`,
          annotations: makeAnnotationsByLabeler(['a', 'b', 'c'], () => ratings),
          gold: ratings.includes(-1) ? [ratings.indexOf(-1)] : [],
        }
      })
      const { measures, specific, pairs, weeks } = await measure(solutions)
      for (const name of agreementMeasureNames)
        expect(measures[name], name).toMatchObject({ value: 1, high: 1, missingReason: null })
      for (const name of agreementMeasureNames) expect(measures[name].low, name).toBeLessThan(1)
      expect(specific).toEqual([1, 1, 1])
      expect(pairs.map(({ exact }) => exact.value)).toEqual([1, 1, 1])
      expect(weeks).toEqual([{ week: '2026-03-02', solutions: 60, exact: pairs[0]!.exact }])
    },
  )

  test.each([true, false])(
    'kappas and alphas are near 0 for independent annotators (stopping at the first error: %s)',
    async (stops) => {
      const { measures } = await measure(simulate(20_000, ['a', 'b', 'c'], { stops }))
      for (const name of kappasAndAlphas) {
        expect(Math.abs(measures[name].value!), name).toBeLessThan(0.02)
        expect(measures[name].low!, name).toBeLessThan(0.01)
      }
      expect(measures.sameRating.value).toBeGreaterThan(0.3)
    },
  )

  test('measures of small examples equal those computed by hand', async () => {
    // Ten of each: the same error, an error a step later, an error that only the first finds, no error.
    const annotations = Array.from({ length: 10 }, (_, i) =>
      makeDoublyLabelledSolutions([
        [`p${i}`, [1, -1], [1, -1]],
        [`p${i}`, [1, -1], [1, 0, -1]],
        [`p${i}`, [-1], [1, 1, 1]],
        [`p${i}`, [1, 1, 1], [1, 0, 1]],
      ]),
    ).flat()
    const agreement = await measure(annotations)
    expect(agreement).toMatchObject({ solutions: 40, doublyLabelled: 40, problems: 10, people: 2 })
    expect(agreement.coLabelledSteps).toBe(10 * (2 + 2 + 1 + 3))
    const { measures } = agreement
    expect(measures.firstErrorExact.value).toBe(0.5)
    expect(measures.firstErrorWithinOne.value).toBe(0.75)
    // 3 of 4 agree; 0.75 * 0.5 + 0.25 * 0.5 by chance.
    expect(measures.anyErrorKappa.value).toBeCloseTo(0.5)
    expect(measures.sameRating.value).toBeCloseTo(5 / 8)
    // Of 160 ratings, 40 are negative and 20 neutral. The annotators disagree on the error at 20 of 80 steps, and on the
    // rating at 30.
    expect(measures.alphaError.value).toBeCloseTo(1 - (159 * 40) / (2 * 40 * 120))
    expect(measures.alphaNominal.value).toBeCloseTo(1 - (159 * 60) / 13_600)
    expect(agreement.confusion).toEqual([
      [10, 10, 10],
      [0, 0, 0],
      [0, 10, 40],
    ])
    expect(agreement.specific[0]).toBeCloseTo(0.5)
    expect(agreement.specific[1]).toBe(0)
    expect(agreement.specific[2]).toBeCloseTo(0.8)
    expect(agreement.pairs).toMatchObject([{ a: 'ann', b: 'ben', solutions: 40 }])
    expect(agreementReportField.parse(agreement)).toEqual(agreement)
    // All problems are alike, so only the number of solutions counts.
    expect(measures.firstErrorExact).toMatchObject({ value: 0.5, missingReason: null })
    expect(measures.firstErrorExact.low).toBeCloseTo(0.338, 3)
    expect(measures.firstErrorExact.high).toBeCloseTo(0.662, 3)
  })

  test('the same rating is the mean over steps of the share of equal pairs, whether two or three annotators rated a step', async () => {
    const ratings: Record<string, LabelledSolution['annotations'][number]['ratings']> = {
      a: [1, 1, 0],
      b: [1, 0, 0],
      c: [-1],
    }
    const solutions = Array.from({ length: 20 }, (_, i): LabelledSolution => ({
      problem: `p${i}`,
      annotations: makeAnnotationsByLabeler(['a', 'b', 'c'], (name) => [...ratings[name]!]),
    }))
    const { measures, coLabelledSteps } = await measure(solutions)
    expect(coLabelledSteps).toBe(60)
    // Of the three pairs at step 1 one is equal, and of the single pairs at steps 2 and 3 only the last.
    // All pairs together would give 2 of 5.
    expect(measures.sameRating.value).toBeCloseTo((1 / 3 + 0 + 1) / 3)
  })

  test('confusing neutral with positive lowers measures of three ratings, but not first-error agreement', async () => {
    const draw = createRandomGenerator(8)
    const solutions = Array.from({ length: 2_000 }, (_, i): LabelledSolution => {
      const truth = simulateRatings(draw, { hazard: 0.08, neutral: 0.1 })
      const rate = () =>
        truth.map((rating) => (rating === -1 || draw() >= 0.1 ? rating : rating === 1 ? 0 : 1))
      return { problem: `p${i}`, annotations: makeAnnotationsByLabeler(['a', 'b'], rate) }
    })
    const { measures } = await measure(solutions)
    for (const name of ['firstErrorExact', 'anyErrorKappa', 'alphaError'] as const)
      expect(measures[name].value, name).toBe(1)
    expect(measures.alphaNominal.value).toBeLessThan(0.7)
    expect(measures.gwetAc1.value).toBeGreaterThan(measures.alphaNominal.value! + 0.1)
  })

  test('the mean kappa of several pairs is weighted by the number of solutions that each pair shares', async () => {
    const errorRatings = [-1 as const]
    const noErrorRatings = [1 as const, 1 as const]
    const solutions = Array.from({ length: 30 }, (_, i): LabelledSolution => {
      const isWrong = i % 2 === 0
      const trueRatings = isWrong ? errorRatings : noErrorRatings
      const oppositeRatings = isWrong ? noErrorRatings : errorRatings
      return {
        problem: `p${i}`,
        annotations: makeAnnotationsByLabeler(i < 20 ? ['a', 'b'] : ['a', 'c'], (name) =>
          name === 'c' ? oppositeRatings : trueRatings,
        ),
      }
    })
    const { measures, pairs } = await measure(solutions)
    // a and b share 20 solutions with a kappa of 1, a and c share 10 with -1.
    expect(measures.anyErrorKappa.value).toBeCloseTo(1 / 3)
    expect(measures.firstErrorExact.value).toBeCloseTo(2 / 3)
    expect(pairs).toMatchObject([
      { a: 'a', b: 'b', solutions: 20, exact: { value: 1 } },
      { a: 'a', b: 'c', solutions: 10 },
    ])
    expect(pairs[1]!.exact.missingReason).toBe('10 solutions are labelled by both; 20 are needed')
  })
})

test('the kappa of two annotators does not depend on who submits first', async () => {
  const solutions = Array.from({ length: 20 }, (_, i): LabelledSolution => {
    // Strict finds an error in 15, mild in 5 of them. Each submits first half of the time.
    const rate = (name: string): (1 | -1)[] => [i < (name === 'strict' ? 15 : 5) ? -1 : 1]
    const names = i % 2 === 0 ? ['strict', 'mild'] : ['mild', 'strict']
    return { problem: `p${i}`, annotations: makeAnnotationsByLabeler(names, rate) }
  })
  const { anyErrorKappa } = (await measure(solutions)).measures
  expect(anyErrorKappa.value).toBeCloseTo(0.2)
})

test('measures computed from sums per problem equal those counted over all solutions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.boolean(), async (seed, stops) => {
      const draw = createRandomGenerator(seed)
      const names = ['a', 'b', 'c', 'd', 'e'].filter(() => draw() < 0.9).slice(0, 4)
      fc.pre(names.length >= 2)
      const solutions = Array.from({ length: 40 }, (_, i): LabelledSolution => {
        const own = simulateRatings(draw, { stops, steps: 4 })
        const people = names.filter((_name, i) => i < 2 || draw() < 0.6)
        const annotations = makeAnnotationsByLabeler(people, () =>
          draw() < 0.5 ? own : simulateRatings(draw, { stops, steps: 4 }),
        )
        return { problem: `p${i % 7}`, annotations }
      })
      const { measures } = await measure(solutions, { resamples: 1 })
      const expected = computeReferenceMeasures(solutions)
      for (const [name, value] of Object.entries(expected))
        if (value === null)
          expect(measures[name as AgreementMeasureName].missingReason, name).not.toBeNull()
        else expect(measures[name as AgreementMeasureName].value, name).toBeCloseTo(value, 9)
    }),
    { numRuns: 40 },
  )
})

describe('measures without a value', () => {
  test('fewer than 20 doubly labelled solutions give the reason instead of values', async () => {
    const solutions = simulate(19, ['a', 'b'], {})
    const singleAnnotations = simulate(50, ['a'], {}).map((each, i) => ({
      ...each,
      problem: `q${i}`,
    }))
    const tooFew = await measure([...solutions, ...singleAnnotations])
    expect(tooFew).toMatchObject({ solutions: 69, doublyLabelled: 19, problems: 19 })
    for (const name of sharedMeasures)
      expect(tooFew.measures[name]).toEqual({
        value: null,
        low: null,
        high: null,
        missingReason: '19 solutions are labelled by two people; 20 are needed',
      })
    expect(tooFew.specific).toEqual([null, null, null])
    expect(tooFew.measures.goldF1.missingReason).toBe('No gold solution is labelled; 20 are needed')
    const [agreementOf1] = [await measure(solutions.slice(0, 1))]
    expect(agreementOf1.measures.alphaError.missingReason).toMatch(
      /^1 solution is labelled by two people;/,
    )
    const agreementOf20 = await measure(simulate(20, ['a', 'b'], {}))
    expect(agreementOf20.measures.firstErrorExact.missingReason).toBeNull()
  })

  test('without annotations, there are no pairs or weeks, and first-error agreement has a reason instead of a value', async () => {
    const { measures, pairs, weeks } = await measure([])
    expect(measures.firstErrorExact.missingReason).toMatch(/^No solution is labelled by two people/)
    expect([pairs, weeks]).toEqual([[], []])
  })

  test('if all ratings are equal, kappas and alphas have a reason instead of a value, and the others are 1', async () => {
    const { measures } = await measure(
      makeDoublyLabelledSolutions(Array.from({ length: 20 }, (_, i) => [`p${i}`, [1, 1], [1, 1]])),
    )
    expect(measures.alphaNominal.missingReason).toMatch(/^All ratings are the same/)
    expect(measures.fleissKappa.missingReason).toMatch(/^All ratings are the same/)
    expect(measures.alphaError.missingReason).toMatch(
      /^All steps with two ratings are negative, or none/,
    )
    expect(measures.anyErrorKappa.missingReason).toMatch(
      /^Each pair of annotators found an error in all/,
    )
    for (const name of ['firstErrorExact', 'gwetAc1', 'gwetAc2', 'sameRating'] as const)
      expect(measures[name].value, name).toBe(1)
  })

  test('F1 has no value unless gold includes solutions with an error and solutions without one', async () => {
    const solutions = simulate(30, ['a'], {}).map((each) => ({ ...each, gold: [2] }))
    const { measures } = await measure(solutions)
    expect(measures.goldF1.missingReason).toMatch(/^Needs gold with an error/)
  })

  test('solutions of a single problem give values without confidence intervals', async () => {
    const solutions = simulate(40, ['a', 'b'], {}).map((each) => ({ ...each, problem: 'p' }))
    const { firstErrorExact } = (await measure(solutions)).measures
    expect(firstErrorExact).toMatchObject({ low: null, high: null, missingReason: null })
    expect(firstErrorExact.value).toBeGreaterThan(0)
  })
})

describe('agreement with gold', () => {
  test('F1 counts each accepted first error as correct, and “no error” as correct for gold without an error', async () => {
    const solutions = Array.from({ length: 20 }, (_, i): LabelledSolution => {
      const hasError = i < 8
      // In 6 of 8 with an error, an accepted one is found. In 9 of 12 without an error, none is found.
      const ratings: (1 | -1)[] = hasError
        ? i < 3
          ? [1, -1]
          : i < 6
            ? [1, 1, -1]
            : [-1]
        : i < 17
          ? [1, 1, 1]
          : [-1]
      return {
        problem: `p${i}`,
        annotations: makeAnnotationsByLabeler(['a'], () => ratings),
        gold: hasError ? [1, 2] : [],
      }
    })
    const { measures } = await measure(solutions)
    expect(measures.goldF1.value).toBeCloseTo(0.75)
    expect(measures.goldF1.low).toBeLessThan(0.75)
    expect((await measure(solutions.slice(1))).measures.goldF1.missingReason).toMatch(
      /^19 gold solutions/,
    )
  })
})

describe('the order of annotations', () => {
  test('only the latest annotation of each annotator counts, whatever the order of the input', async () => {
    const relabelledSolutions = Array.from({ length: 20 }, (_, i): LabelledSolution => {
      const first = { labeler: 'a', ratings: [-1 as const], submittedAt: '2026-03-02T09:00:00Z' }
      const second = { ...first, ratings: [1 as const], submittedAt: '2026-03-02T09:00:00.5Z' }
      const otherAnnotation = {
        labeler: 'b',
        ratings: [1 as const],
        submittedAt: '2026-03-01T10:00:00',
      }
      return {
        problem: `p${i}`,
        annotations:
          i % 2 === 0 ? [second, first, otherAnnotation] : [otherAnnotation, first, second],
      }
    })
    const agreement = await measure(relabelledSolutions)
    expect(agreement).toMatchObject({ doublyLabelled: 20, people: 2 })
    expect(agreement.measures.firstErrorExact.value).toBe(1)
    expect(agreement.confusion[2][2]).toBe(20)
    const labelledByOnePerson = relabelledSolutions.map(({ problem, annotations }) => ({
      problem,
      annotations: annotations.filter(({ labeler }) => labeler === 'a'),
    }))
    expect(await measure(labelledByOnePerson)).toMatchObject({ solutions: 20, doublyLabelled: 0 })
  })

  test('rows of the confusion matrix are the ratings of the earlier annotation, and weeks begin on Monday (UTC)', async () => {
    const solutions = Array.from({ length: 40 }, (_, i): LabelledSolution => {
      // The last moment of Sunday, or the first of Monday.
      const submittedAt = i < 20 ? '2026-03-01T23:59:59.999999Z' : '2026-03-01T20:00:00-05:00'
      return {
        problem: `p${i}`,
        annotations: [
          { labeler: 'late', ratings: [0], submittedAt },
          { labeler: 'early', ratings: [1], submittedAt: '2026-02-11T00:00:00' },
        ],
      }
    })
    const { confusion, weeks } = await measure(solutions)
    expect(confusion[2]).toEqual([0, 40, 0])
    expect(weeks.map(({ week, solutions: all }) => [week, all])).toEqual([
      ['2026-02-23', 20],
      ['2026-03-02', 20],
    ])
  })

  test('the report does not depend on annotators’ names or the order of the input', async () => {
    const people = ['ann', 'ben', 'cyd', 'dan']
    const draw = createRandomGenerator(5)
    const solutions = Array.from({ length: 80 }, (_, i): LabelledSolution => {
      const firstPerson = Math.floor(draw() * 3)
      const [first, ...otherAnnotations] = makeAnnotationsByLabeler(
        people.slice(firstPerson, firstPerson + 3),
        () => simulateRatings(draw),
      )
      // Half of the other annotations copy the first, so that annotators agree often.
      const annotations = [
        first!,
        ...otherAnnotations.map((each) =>
          draw() < 0.5 ? each : { ...each, ratings: first!.ratings },
        ),
      ]
      return { problem: `p${i % 31}`, annotations, gold: i % 3 === 0 ? [] : [i % 5] }
    })
    const expected = await measure(solutions)
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.constantFrom('x-', 'z'), async (seed, prefix) => {
        const shuffle = createRandomGenerator(seed)
        const keyedSolutions = solutions.map((each) => ({ key: shuffle(), each }))
        const shuffled = keyedSolutions
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => ({
            ...each,
            annotations: each.annotations
              .map((annotation) => ({ ...annotation, labeler: prefix + annotation.labeler }))
              .reverse(),
          }))
        const agreement = await measure(shuffled)
        for (const name of agreementMeasureNames)
          for (const key of ['value', 'low', 'high'] as const)
            expect(agreement.measures[name][key], name).toBeCloseTo(
              expected.measures[name][key]!,
              9,
            )
        expect(agreement.confusion).toEqual(expected.confusion)
        expect(agreement.pairs.map(({ a, solutions: all }) => [a, all])).toEqual(
          expected.pairs.map(({ a, solutions: all }) => [prefix + a, all]),
        )
      }),
      { numRuns: 5 },
    )
  })
})

describe('confidence intervals', { timeout: 20_000 }, () => {
  const widthOf = async (
    solutions: readonly LabelledSolution[],
    options?: AgreementMeasureOptions,
  ) => {
    const { measures } = await measure(solutions, { resamples: 1_000, ...options })
    return sharedMeasures.map((name) => measures[name].high! - measures[name].low!)
  }

  test('do not get narrower when solutions are duplicated, because whole problems are resampled', async () => {
    const solutions = simulate(100, ['a', 'b'], {})
    const [widths, duplicatedWidths] = [
      await widthOf(solutions),
      await widthOf([...solutions, ...solutions]),
    ]
    // Alpha depends on the number of ratings, so it differs slightly.
    for (const [i, width] of widths.entries())
      expect(duplicatedWidths[i]! / width).toBeCloseTo(1, 1)
    const otherProblems = solutions.map((each, i) => ({ ...each, problem: `other ${i}` }))
    const widthsWithOtherProblems = await widthOf([...solutions, ...otherProblems])
    for (const [i, width] of widths.entries())
      expect(widthsWithOtherProblems[i]! / width).toBeLessThan(0.85)
  })

  test('change their width by less than 12% when problems are grouped into fewer bootstrap blocks', async () => {
    const solutions = simulate(4_000, ['a', 'b'], {})
    const groupedWidths = await widthOf(solutions)
    const ungroupedWidths = await widthOf(solutions, { maxBlocks: 10_000 })
    for (const [i, width] of ungroupedWidths.entries()) {
      expect(groupedWidths[i]! / width).toBeGreaterThan(0.88)
      expect(groupedWidths[i]! / width).toBeLessThan(1.12)
    }
  })

  test('are equal for the same seed and differ for another seed, with the same value', async () => {
    const accumulator = count(simulate(60, ['a', 'b'], {}))
    const first = await accumulator.measure({ resamples: 200 })
    expect(await accumulator.measure({ resamples: 200 })).toEqual(first)
    const agreementWithOtherSeed = await accumulator.measure({ resamples: 200, seed: 2 })
    expect(agreementWithOtherSeed.measures.alphaError.value).toBe(first.measures.alphaError.value)
    expect(agreementWithOtherSeed.measures.alphaError).not.toEqual(first.measures.alphaError)
  })

  test('are computed with regular calls of onPause', async () => {
    let pauses = 0
    await count(simulate(30, ['a', 'b'], {})).measure({
      onPause: async () => {
        pauses += 1
        await Promise.resolve()
      },
    })
    expect(pauses).toBe(100)
  })
})

test('the report lists a limited number of annotator pairs, those with most shared solutions first', async () => {
  const draw = createRandomGenerator(1)
  const names = Array.from({ length: 40 }, (_, i) => `person ${String(i).padStart(2, '0')}`)
  const all = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]))
  const solutions = all.flatMap((people, i) =>
    Array.from({ length: i === 779 ? 4 : 1 + (i % 3) }, (_, j) => ({
      problem: `p${i}.${j}`,
      annotations: makeAnnotationsByLabeler(people, () => simulateRatings(draw)),
    })),
  )
  const { pairs, people, measures } = await measure(solutions, { resamples: 2 })
  expect(measures.anyErrorKappa.value).toBeCloseTo(
    computeReferenceMeasures(solutions).anyErrorKappa!,
    9,
  )
  expect(people).toBe(40)
  expect(pairs).toHaveLength(400)
  expect(pairs[0]).toMatchObject({ a: 'person 38', b: 'person 39', solutions: 4 })
  expect(pairs[1]).toMatchObject({ a: 'person 00', b: 'person 03', solutions: 3 })
})
