import { describe, expect, test } from 'vitest'
import {
  captionBestOf,
  describeEvaluation,
  tellFew,
  titleBestOf,
  titleParted,
  titleYields,
} from './describe-evaluation'
import type { BestOf, EvaluationResult, Interval, PartedRound, YieldRow } from './evaluation'
import {
  findFloor,
  layOutEnds,
  listCurves,
  listTicks,
  nameCurve,
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
  ...{ problems: 210, samples: 3_100, n: [1, 2, 16], drawnProblems: 0 },
  ...{ score: curve(0.4, 0.5, 0.62), prmProduct: curve(0.4, 0.5, 0.62) },
  ...{ prmMinimum: curve(0.4, 0.49, 0.6), majority: curve(0.4, 0.4, 0.58) },
  ...{ pass: curve(0.4, 0.6, 0.91), overMajority: interval(0.04, 0.02) },
}
const empty: EvaluationResult = {
  ...{ solutions: 0, settled: 0, scored: 0, labellings: 0, bestOf: null },
  ...{ solutionCalibration: null, stepCalibration: null, yields: [], versions: [], parted: [] },
  ...{ partedSteps: [], hints: [], hintedSteps: 0, hintsOf: 0 },
}
const parted = (round: number, share: Interval | null): PartedRound => ({
  ...{ round, steps: 100, problems: 30, surelyRightRatedWrong: 2, surelyWrongRatedRight: 1, share },
})
const yielded = (slice: string, perHundred: Interval, given: Partial<YieldRow> = {}): YieldRow => ({
  ...{ round: 1, slice, labellings: 50, problems: 50, stepsRead: 300, errors: 30, perHundred },
  ...given,
})

describe('what the page says first', () => {
  test('the numbers in sentences', () => {
    const result = {
      ...{ ...empty, solutions: 3_100, bestOf, parted: [parted(2, interval(0.03, 0.01))] },
      stepCalibration: { steps: 640, auc: interval(0.81, 0.03), error: null, bins: [] },
    }
    expect(describeEvaluation(result)).toBe(
      'Of up to 16 samples of a problem, the score picks a right one in 62.0 % [57.0, 67.0] of 210 problems; the majority vote in 58.0 %, and 91.0 % have one. Of a right and a wrong step it scores the right one higher with a chance of 0.81 [0.78, 0.84], over 640 ratings. In 3.0 % [2.0, 4.0] of the steps rated in round 2 it is sure and people say otherwise.',
    )
  })

  test('under 20 it says what is missing, and no number', () => {
    const few = {
      ...{ ...empty, solutions: 30, settled: 30, scored: 12, labellings: 1 },
      bestOf: { ...bestOf, problems: 19 },
      stepCalibration: { steps: 19, auc: interval(0.81), error: null, bins: [] },
    }
    expect(describeEvaluation(few)).toBe(
      'There is too little for a number that could be relied on: each needs 20 of what it counts. So far 12 solutions have scores and 1 labelling is in.',
    )
    expect(describeEvaluation(empty)).toMatch(/^There are no solutions here yet/)
  })
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
    expect(captionBestOf({ ...bestOf, overMajority: interval(-0.04, 0.02) })).toContain(
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
    expect(titleYields([yielded('uncertain', interval(13, 2), { labellings: 19 }), random])).toBe(
      unsaid,
    )
    expect(titleYields([])).toBe(unsaid)
  })

  test('where the sure scorer is contradicted more than before', () => {
    const [first, more, less] = [interval(0.05, 0.01), interval(0.09, 0.01), interval(0.01, 0.005)]
    expect(titleParted([parted(1, first), parted(2, more)])).toMatch(/more than they did$/)
    expect(titleParted([parted(1, first), parted(2, less)])).toMatch(/less than they did$/)
    expect(titleParted([parted(1, first), parted(2, first)])).toMatch(/as often as before$/)
    // Labels of no round are no round before.
    expect(titleParted([parted(0, first), parted(1, more)])).toMatch(/^Where the scorer is sure/)
    expect(titleParted([parted(1, first), parted(2, null)])).toMatch(/^Where the scorer is sure/)
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
