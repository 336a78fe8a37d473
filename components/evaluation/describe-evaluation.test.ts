import { describe, expect, test } from 'vitest'
import {
  findAccuracyAxisMin,
  layOutCurveEnds,
  listAvailableCurveNames,
  listAccuracyTicks,
  getCurveLabel,
  pickTickPositions,
  bestOfNPlotMargin,
  bestOfNPlotSize,
} from './best-of-n-layout'
import {
  formatBestOfNCaption,
  formatBestOfNTitle,
  formatScorerAnnotatorDisagreementsTitle,
  formatYieldsTitle,
} from './describe-evaluation'
import type {
  BestOfN,
  EvaluationResult,
  ConfidenceInterval,
  RoundScorerAnnotatorDisagreements,
  YieldRow,
} from './evaluation'
import { summariseEvaluation } from './summarise-evaluation'
import {
  findTrainingOverlap,
  formatTrainingAucNote,
  formatTrainedScorerCaption,
  formatTrainingOverlapCaption,
} from './training-overlap'

const makeInterval = (value: number, halfWidth: number | null = 0.05): ConfidenceInterval => ({
  value,
  low: halfWidth === null ? null : value - halfWidth,
  high: halfWidth === null ? null : value + halfWidth,
})
const makeCurve = (...values: number[]) => values.map((value) => makeInterval(value))

const bestOf: BestOfN = {
  problems: 210,
  samples: 3_000,
  unanswered: 100,
  n: [1, 2, 16],
  sampledProblems: 0,
  score: makeCurve(0.4, 0.5, 0.62),
  prmProduct: makeCurve(0.4, 0.5, 0.62),
  prmMinimum: makeCurve(0.4, 0.49, 0.6),
  majority: makeCurve(0.4, 0.4, 0.58),
  pass: makeCurve(0.4, 0.6, 0.91),
  scoreMinusMajority: makeInterval(0.04, 0.02),
}
const emptyResult: EvaluationResult = {
  solutions: 0,
  graded: 0,
  scored: 0,
  annotations: 0,
  bestOf: null,
  solutionCalibration: null,
  stepCalibration: null,
  yields: [],
  versions: [],
  disagreementsByRound: [],
  disagreementSteps: [],
  hints: [],
  hintedSteps: 0,
  hintedSolutions: 0,
  hiddenReference: null,
}
const makeRound = (
  round: number,
  share: ConfidenceInterval | null,
  trainingSteps = 50,
): RoundScorerAnnotatorDisagreements => ({
  round,
  steps: 100,
  problems: 30,
  confidentCorrectRatedNegative: 2,
  confidentWrongRatedPositive: 1,
  share,
  trainingSteps,
})
const makeYield = (
  slice: string,
  errorsPer100Steps: ConfidenceInterval,
  overrides: Partial<YieldRow> = {},
): YieldRow => ({
  round: 1,
  slice,
  annotations: 50,
  problems: 50,
  stepsRead: 300,
  errors: 30,
  errorsPer100Steps,
  ...overrides,
})

const findItem = (items: ReturnType<typeof summariseEvaluation>, name: string) =>
  items.find((item) => item.name === name)

describe('summariseEvaluation', () => {
  test('lists best-of-N, majority, pass@N, step AUC and confident disagreements with intervals', () => {
    const result = {
      ...emptyResult,
      solutions: 3_100,
      bestOf,
      disagreementsByRound: [makeRound(2, makeInterval(0.03, 0.01))],
      stepCalibration: { steps: 640, auc: makeInterval(0.81, 0.03), error: null, bins: [] },
    }
    expect(summariseEvaluation(result, null)).toEqual([
      { name: 'Best of 16', value: '62.0%', bounds: '[57.0, 67.0]', note: '210 problems' },
      { name: 'Majority vote', value: '58.0%', bounds: '[53.0, 63.0]', note: '210 problems' },
      { name: 'Pass@16', value: '91.0%', bounds: '[86.0, 96.0]', note: '210 problems' },
      { name: 'Step AUC', value: '0.81', bounds: '[0.78, 0.84]', note: '640 ratings' },
      {
        name: 'Confident disagreements',
        value: '3.0%',
        bounds: '[2.0, 4.0]',
        note: 'Round 2',
      },
    ])
  })

  test('shows n instead of a key number if it is based on fewer than 20', () => {
    const sparseResult = {
      ...emptyResult,
      solutions: 30,
      graded: 30,
      scored: 12,
      annotations: 1,
      bestOf: { ...bestOf, problems: 19 },
      stepCalibration: { steps: 19, auc: makeInterval(0.81), error: null, bins: [] },
    }
    const items = summariseEvaluation(sparseResult, null)
    expect(items.map(({ value }) => value)).toEqual([null, null, null, null, null])
    expect(items.map(({ note }) => note)).toEqual([
      ...['n = 19 (needs 20)', 'n = 19 (needs 20)', 'n = 19 (needs 20)', 'n = 19 (needs 20)'],
      'n = 0 (needs 20)',
    ])
  })
})

describe('the evaluation of a scorer trained on ratings of this project', () => {
  const metrics = {
    heldOutProblems: 20,
    heldOutAnnotations: 60,
    heldOutSteps: 330,
    heldOutErrors: 30,
    firstErrorHit: null,
    logLoss: null,
    stepAuc: { model: 0.67, positionOnly: 0.6, random: 0.5 },
    calibrationError: null,
    shareCorrect: null,
    bins: [],
    groups: [],
    groupCounts: [],
  }
  const result = {
    ...emptyResult,
    solutions: 3_100,
    bestOf,
    disagreementsByRound: [makeRound(2, makeInterval(0.003, 0.001))],
    stepCalibration: { steps: 1_662, auc: makeInterval(0.94, 0.01), error: null, bins: [] },
    versions: [{ version: 2, solutions: 300, steps: 1_647, metrics }],
  }
  const summarise = (each: EvaluationResult, version = 2) =>
    summariseEvaluation(each, findTrainingOverlap({ version }, each))

  test('shows the AUC on held-out problems, never the one on training data', () => {
    expect(findItem(summarise(result), 'Step AUC')).toEqual({
      name: 'Step AUC',
      value: '0.67',
      bounds: '',
      note: '330 held-out ratings',
    })
  })

  test('says next to the AUC how many ratings were training data, and the AUC on held-out problems', () => {
    const round = { ...makeRound(2, makeInterval(0.003, 0.001), 280), steps: 283 }
    const knownOverlap = findTrainingOverlap(
      { version: 2 },
      { ...result, disagreementsByRound: [round, { ...round, round: 3, trainingSteps: 0 }] },
    )!
    expect(formatTrainingAucNote(knownOverlap)).toBe(
      '280 of these 566 ratings were training data, so this AUC is too high. On held-out problems: 0.67 (330 ratings).',
    )
    expect(formatTrainingOverlapCaption(knownOverlap)).toBe(
      'Scorer v2 was trained on 280 of the 566 ratings here, so its results look better than they are.',
    )
    expect(formatTrainedScorerCaption(knownOverlap)).toBe(
      'Scorer v2 was trained on 280 ratings of this project, so its results look better than they are.',
    )
    const sparseMetrics = { ...metrics, heldOutErrors: 2 }
    const sparseOverlap = findTrainingOverlap(
      { version: 2 },
      {
        disagreementsByRound: [round],
        versions: [{ ...result.versions[0]!, metrics: sparseMetrics }],
      },
    )!
    expect(formatTrainingAucNote(sparseOverlap)).toBe(
      '280 of these 283 ratings were training data, so this AUC is too high. On held-out problems: too few ratings.',
    )
  })

  test('shows no AUC with too few held-out ratings, or for a scorer version without metrics', () => {
    const sparseVersions = [{ ...result.versions[0]!, metrics: { ...metrics, heldOutSteps: 19 } }]
    for (const items of [summarise({ ...result, versions: sparseVersions }), summarise(result, 7)])
      expect(findItem(items, 'Step AUC')).toMatchObject({
        value: null,
        note: 'Too few held-out ratings',
      })
  })

  test('marks best-of-N and disagreement numbers that include training data', () => {
    const items = summarise(result)
    expect(findItem(items, 'Best of 16')?.note).toBe('210 problems, some trained on')
    expect(findItem(items, 'Confident disagreements')?.note).toBe(
      'Round 2; includes training ratings',
    )
    const [firstShare, highShare] = [makeInterval(0.05, 0.01), makeInterval(0.09, 0.01)]
    expect(
      formatScorerAnnotatorDisagreementsTitle(
        [makeRound(1, firstShare), makeRound(2, highShare)],
        findTrainingOverlap({ version: 2 }, result),
      ),
    ).toBe('Confident disagreements')
  })

  test('does not mention training data if no rating was used to train the scorer', () => {
    const untrainedResult = {
      ...result,
      disagreementsByRound: [makeRound(1, makeInterval(0.003, 0.001), 0)],
    }
    expect(findTrainingOverlap({ version: 2 }, untrainedResult)).toBeNull()
    const items = summarise(untrainedResult)
    expect(findItem(items, 'Step AUC')).toMatchObject({ value: '0.94', note: '1,662 ratings' })
    expect(findItem(items, 'Confident disagreements')?.note).toBe('Round 1')
  })

  test('excludes rounds with training ratings from the comparison, and does not mark the others', () => {
    const rounds = [
      makeRound(1, makeInterval(0.01, 0.005)),
      makeRound(2, makeInterval(0.05, 0.01), 0),
      makeRound(3, makeInterval(0.09, 0.01), 0),
    ]
    const mixedResult = { ...result, disagreementsByRound: rounds }
    const overlap = findTrainingOverlap({ version: 2 }, mixedResult)
    expect(overlap).not.toBeNull()
    expect(formatScorerAnnotatorDisagreementsTitle(rounds, overlap)).toBe(
      'Confident disagreements increased',
    )
    expect(findItem(summarise(mixedResult), 'Confident disagreements')?.note).toBe('Round 3')
  })

  test('finds no training overlap for scores without a scorer version', () => {
    expect(findTrainingOverlap({ version: null }, result)).toBeNull()
  })
})

test('the best-of-N caption counts solutions without an answer as failures', () => {
  expect(formatBestOfNCaption(bestOf, null)).toContain(
    'subsets of 3,100 solutions. 100 solutions without an answer count as failures.',
  )
  expect(formatBestOfNCaption({ ...bestOf, unanswered: 0 }, null)).toContain(
    'subsets of 3,000 solutions.',
  )
})

describe('titles and captions of the evaluation plots', () => {
  test.each([
    [makeInterval(0.04, 0.02), 'Selecting by score beats the majority vote'],
    [makeInterval(-0.04, 0.02), 'The majority vote beats selecting by score'],
    [makeInterval(0.04, 0.05), 'Best of N: score and majority vote do not differ significantly'],
    [makeInterval(0.04, null), 'Best of N: score and majority vote do not differ significantly'],
    [null, 'Best of N'],
  ])(
    'claim a best-of-N winner only if the interval of the difference excludes zero: %j',
    (scoreMinusMajority, title) => {
      expect(formatBestOfNTitle({ scoreMinusMajority })).toBe(title)
    },
  )

  test('use a true minus sign in differences', () => {
    expect(
      formatBestOfNCaption({ ...bestOf, scoreMinusMajority: makeInterval(-0.04, 0.02) }, null),
    ).toContain('−4.0 [−6.0, −2.0] points')
  })

  test('claim a difference between a slice and the random sample only if their intervals are disjoint', () => {
    const random = makeYield('random', makeInterval(6, 2))
    expect(formatYieldsTitle([makeYield('convincing-wrong', makeInterval(13, 2)), random])).toBe(
      'Convincing but wrong finds more errors than the random sample in round 1',
    )
    expect(formatYieldsTitle([makeYield('uncertain', makeInterval(2, 1)), random])).toBe(
      'Uncertain finds fewer errors than the random sample in round 1',
    )
    const neutralTitle = 'Errors per 100 steps'
    expect(formatYieldsTitle([makeYield('uncertain', makeInterval(9, 2)), random])).toBe(
      neutralTitle,
    )
    expect(
      formatYieldsTitle([makeYield('uncertain', makeInterval(13, 2), { annotations: 19 }), random]),
    ).toBe(neutralTitle)
    expect(formatYieldsTitle([])).toBe(neutralTitle)
  })

  test('say whether confident disagreements changed significantly from the first to the last round', () => {
    const [firstShare, highShare, lowShare] = [
      makeInterval(0.05, 0.01),
      makeInterval(0.09, 0.01),
      makeInterval(0.01, 0.005),
    ]
    expect(
      formatScorerAnnotatorDisagreementsTitle(
        [makeRound(1, firstShare), makeRound(2, highShare)],
        null,
      ),
    ).toMatch(/increased$/)
    expect(
      formatScorerAnnotatorDisagreementsTitle(
        [makeRound(1, firstShare), makeRound(2, lowShare)],
        null,
      ),
    ).toMatch(/decreased$/)
    expect(
      formatScorerAnnotatorDisagreementsTitle(
        [makeRound(1, firstShare), makeRound(2, firstShare)],
        null,
      ),
    ).toMatch(/did not change significantly$/)
    // Annotations outside rounds don't count as the first round.
    expect(
      formatScorerAnnotatorDisagreementsTitle(
        [makeRound(0, firstShare), makeRound(1, highShare)],
        null,
      ),
    ).toMatch(/^Confident disagreements$/)
    expect(
      formatScorerAnnotatorDisagreementsTitle([makeRound(1, firstShare), makeRound(2, null)], null),
    ).toMatch(/^Confident disagreements$/)
  })
})

describe('the best-of-N plot', () => {
  test('has only one curve for the product of step scores if that is the ranking score', () => {
    expect(listAvailableCurveNames(bestOf)).toEqual(['score', 'prmMinimum', 'majority', 'pass'])
    expect(getCurveLabel(bestOf, 'score')).toBe('PRM product (ranking score)')
    expect(getCurveLabel({ ...bestOf, score: makeCurve(0, 0, 0) }, 'score')).toBe('Ranking score')
    const withoutMinimum = { ...bestOf, prmMinimum: [null, null, null] }
    expect(listAvailableCurveNames(withoutMinimum)).toEqual(['score', 'majority', 'pass'])
  })

  test('starts the y axis at the tick below the lowest value', () => {
    expect(findAccuracyAxisMin(bestOf)).toBe(0.2)
    expect(
      findAccuracyAxisMin({ ...bestOf, n: [1], score: makeCurve(0.8), prmProduct: makeCurve(0.8) }),
    ).toBe(0.2)
    expect(listAccuracyTicks(0.2)).toEqual([0.2, 0.4, 0.6, 0.8, 1])
    expect(listAccuracyTicks(0)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect(listAccuracyTicks(0.7)).toEqual([0.7, 0.8, 0.9, 1])
  })

  test('omits every second tick of more than seven on narrow screens, but keeps the largest n', () => {
    const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]
    expect(pickTickPositions(sizes, true)).toEqual([0, 2, 4, 6, 8])
    expect(pickTickPositions(sizes.slice(0, 8), true)).toEqual([1, 3, 5, 7])
    expect(pickTickPositions(sizes.slice(0, 7), true)).toHaveLength(7)
    expect(pickTickPositions(sizes, false)).toHaveLength(9)
  })

  test('keeps curve labels apart and inside the plot', () => {
    const ends = layOutCurveEnds({ ...bestOf, pass: bestOf.score })
    const positions = ends.map(({ nameY }) => nameY)
    for (const [i, position] of positions.entries()) {
      expect(position).toBeGreaterThan(0)
      expect(position).toBeLessThanOrEqual(bestOfNPlotSize.height - bestOfNPlotMargin.bottom)
      if (i > 0) expect(position - positions[i - 1]!).toBeGreaterThanOrEqual(18)
    }
    expect(ends.map(({ y }) => y)).toEqual(ends.map(({ y }) => y).toSorted((a, b) => a - b))
  })
})
