import { describe, expect, test } from 'vitest'
import {
  captionBestOf,
  describeEvaluation,
  tellFew,
  titleBestOf,
  titleParted,
  titleYields,
} from './describe-evaluation'
import { findLearning } from './describe-learning'
import type { BestOf, EvaluationResult, Interval, PartedRound, YieldRow } from './evaluation'
import {
  findFloor,
  layOutEnds,
  listCurves,
  listTicks,
  nameCurve,
  pickPlaces,
  plotMargin,
  plotSize,
} from './lay-out-best-of'

const interval = (value: number, half: number | null = 0.05): Interval => ({
  value,
  low: half === null ? null : value - half,
  high: half === null ? null : value + half,
})
const curve = (...values: number[]) => values.map((value) => interval(value))

const bestOf: BestOf = {
  ...{ problems: 210, samples: 3_000, unanswered: 100, n: [1, 2, 16], drawnProblems: 0 },
  ...{ score: curve(0.4, 0.5, 0.62), prmProduct: curve(0.4, 0.5, 0.62) },
  ...{ prmMinimum: curve(0.4, 0.49, 0.6), majority: curve(0.4, 0.4, 0.58) },
  ...{ pass: curve(0.4, 0.6, 0.91), overMajority: interval(0.04, 0.02) },
}
const empty: EvaluationResult = {
  ...{ solutions: 0, settled: 0, scored: 0, annotations: 0, bestOf: null },
  ...{ solutionCalibration: null, stepCalibration: null, yields: [], versions: [], parted: [] },
  ...{ partedSteps: [], hints: [], hintedSteps: 0, hintsOf: 0, blind: null },
}
const parted = (round: number, share: Interval | null): PartedRound => ({
  ...{ round, steps: 100, problems: 30, surelyRightRatedWrong: 2, surelyWrongRatedRight: 1, share },
})
const yielded = (slice: string, perHundred: Interval, given: Partial<YieldRow> = {}): YieldRow => ({
  ...{ round: 1, slice, annotations: 50, problems: 50, stepsRead: 300, errors: 30, perHundred },
  ...given,
})

describe('what the page says first', () => {
  test('the numbers in sentences', () => {
    const result = {
      ...{ ...empty, solutions: 3_100, bestOf, parted: [parted(2, interval(0.03, 0.01))] },
      stepCalibration: { steps: 640, auc: interval(0.81, 0.03), error: null, bins: [] },
    }
    expect(describeEvaluation(result, null)).toBe(
      'Of up to 16 samples of a problem, the score picks a right one in 62.0 % [57.0, 67.0] of 210 problems; the majority vote in 58.0 %, and 91.0 % have one. Of a right and a wrong step it scores the right one higher with a chance of 0.81 [0.78, 0.84], over 640 ratings. In 3.0 % [2.0, 4.0] of the steps rated in round 2 it is sure and people say otherwise.',
    )
  })

  test('under 20 it says what is missing, and no number', () => {
    const few = {
      ...{ ...empty, solutions: 30, settled: 30, scored: 12, annotations: 1 },
      bestOf: { ...bestOf, problems: 19 },
      stepCalibration: { steps: 19, auc: interval(0.81), error: null, bins: [] },
    }
    expect(describeEvaluation(few, null)).toBe(
      'There is too little for a number that could be relied on: each needs 20 of what it counts. So far 12 solutions have scores and 1 annotation is in.',
    )
    expect(describeEvaluation(empty, null)).toMatch(/^There are no solutions here yet/)
  })
})

describe('of a scorer that learnt from ratings here', () => {
  const metrics = {
    ...{ heldOutSolutions: 60, heldOutSteps: 330, firstErrorHit: null, logLoss: null },
    ...{
      stepAuc: { model: 0.67, positionOnly: 0.6, random: 0.5 },
      calibrationError: null,
      bins: [],
    },
  }
  const result = {
    ...{ ...empty, solutions: 3_100, bestOf, parted: [parted(2, interval(0.003, 0.001))] },
    stepCalibration: { steps: 1_662, auc: interval(0.94, 0.01), error: null, bins: [] },
    versions: [{ version: 2, solutions: 300, steps: 1_647, metrics }],
  }
  const say = (given: EvaluationResult, version = 2) =>
    describeEvaluation(given, findLearning({ version }, given))

  test('the number of problems that it had not learnt from, and never that of the ratings that taught it', () => {
    expect(say(result)).toContain(
      'with a chance of 0.67 on problems that it had not learnt from, over 330 held-out ratings (it learnt from up to 1,647 of the 1,662 ratings here).',
    )
    expect(say(result)).not.toContain('0.94')
  })

  test('where too few were held out, or the version is not listed any more, no number', () => {
    const few = [{ ...result.versions[0]!, metrics: { ...metrics, heldOutSteps: 19 } }]
    for (const words of [say({ ...result, versions: few }), say(result, 7)]) {
      expect(words).toContain('How well it tells a right step from a wrong one cannot be said')
      expect(words).not.toMatch(/0\.94|0\.67/)
    }
  })

  test('what else it is compared with says so in the same sentence', () => {
    expect(say(result)).toContain('(it learnt from labels on some of these problems)')
    expect(say(result)).toContain('people say otherwise; it learnt from such ratings')
    const [first, more] = [interval(0.05, 0.01), interval(0.09, 0.01)]
    expect(
      titleParted([parted(1, first), parted(2, more)], findLearning({ version: 2 }, result)),
    ).toMatch(/^Where the scorer is sure/)
  })

  test('scores of anything else learnt from nothing here', () => {
    expect(findLearning({ version: null }, result)).toBeNull()
  })
})

test('samples without an answer are among those that best of N draws', () => {
  expect(captionBestOf(bestOf, null)).toContain(
    'sets of n of their 3,100 samples, 100 of which gave no answer and are drawn as failures;',
  )
  expect(captionBestOf({ ...bestOf, unanswered: 0 }, null)).toContain('their 3,000 samples;')
})

describe('titles say what can be told', () => {
  test.each([
    [interval(0.04, 0.02), 'Choosing by score solves more than the majority vote'],
    [interval(-0.04, 0.02), 'The majority vote solves more than choosing by score'],
    [interval(0.04, 0.05), 'Best of N: the score and the majority vote cannot be told apart'],
    [interval(0.04, null), 'Best of N: the score and the majority vote cannot be told apart'],
    [null, 'Best of N'],
  ])('best of N, %j', (overMajority, title) => {
    expect(titleBestOf({ overMajority })).toBe(title)
  })

  test('a difference below nothing has a minus sign of its own', () => {
    expect(captionBestOf({ ...bestOf, overMajority: interval(-0.04, 0.02) }, null)).toContain(
      '−4.0 [−6.0, −2.0] points',
    )
  })

  test('yields: the slice that surely finds more, or less, than chance; else only what it is', () => {
    const random = yielded('random', interval(6, 2))
    expect(titleYields([yielded('convincing-wrong', interval(13, 2)), random])).toBe(
      'Convincing wrong finds more errors than chance in round 1',
    )
    expect(titleYields([yielded('uncertain', interval(2, 1)), random])).toBe(
      'Uncertain finds fewer errors than chance in round 1',
    )
    const unsaid = 'Errors found per 100 steps read'
    expect(titleYields([yielded('uncertain', interval(9, 2)), random])).toBe(unsaid)
    expect(titleYields([yielded('uncertain', interval(13, 2), { annotations: 19 }), random])).toBe(
      unsaid,
    )
    expect(titleYields([])).toBe(unsaid)
  })

  test('where the sure scorer is contradicted more than before', () => {
    const [first, more, less] = [interval(0.05, 0.01), interval(0.09, 0.01), interval(0.01, 0.005)]
    expect(titleParted([parted(1, first), parted(2, more)], null)).toMatch(/more than they did$/)
    expect(titleParted([parted(1, first), parted(2, less)], null)).toMatch(/less than they did$/)
    expect(titleParted([parted(1, first), parted(2, first)], null)).toMatch(/as often as before$/)
    // Labels of no round are no round before.
    expect(titleParted([parted(0, first), parted(1, more)], null)).toMatch(
      /^Where the scorer is sure/,
    )
    expect(titleParted([parted(1, first), parted(2, null)], null)).toMatch(
      /^Where the scorer is sure/,
    )
  })
})

describe('the plot of best of N', () => {
  test('a product that ranks is said once, by its name', () => {
    expect(listCurves(bestOf)).toEqual(['score', 'prmMinimum', 'majority', 'pass'])
    expect(nameCurve(bestOf, 'score')).toBe('PRM product, which ranks')
    expect(nameCurve({ ...bestOf, score: curve(0, 0, 0) }, 'score')).toBe('Score that ranks')
    const none = { ...bestOf, prmMinimum: [null, null, null] }
    expect(listCurves(none)).toEqual(['score', 'majority', 'pass'])
  })

  test('the axis begins under what is lowest, in even steps to 1', () => {
    expect(findFloor(bestOf)).toBe(0.2)
    expect(findFloor({ ...bestOf, n: [1], score: curve(0.8), prmProduct: curve(0.8) })).toBe(0.2)
    expect(listTicks(0.2)).toEqual([0.2, 0.4, 0.6, 0.8, 1])
    expect(listTicks(0)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(listTicks(0.7)).toEqual([0.7, 0.8, 0.9, 1])
  })

  test('on a phone not every n has a tick, but the largest has', () => {
    const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]
    expect(pickPlaces(sizes, true)).toEqual([0, 2, 4, 6, 8])
    expect(pickPlaces(sizes.slice(0, 8), true)).toEqual([1, 3, 5, 7])
    expect(pickPlaces(sizes.slice(0, 7), true)).toHaveLength(7)
    expect(pickPlaces(sizes, false)).toHaveLength(9)
  })

  test('names leave each other room and stay inside', () => {
    const ends = layOutEnds({ ...bestOf, pass: bestOf.score })
    const places = ends.map(({ nameY }) => nameY)
    for (const [i, place] of places.entries()) {
      expect(place).toBeGreaterThan(0)
      expect(place).toBeLessThanOrEqual(plotSize.height - plotMargin.bottom)
      if (i > 0) expect(place - places[i - 1]!).toBeGreaterThanOrEqual(18)
    }
    expect(ends.map(({ y }) => y)).toEqual(ends.map(({ y }) => y).toSorted((a, b) => a - b))
  })
})

test('a number that too few stand behind gives way to how many there are', () => {
  expect([1, 19, 20].map((count) => tellFew(count, 'error'))).toEqual([
    'too few: 1 error',
    'too few: 19 errors',
    null,
  ])
})
