import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleItems, createRandomGenerator } from '@/lib/platform/random'
import { scaleRuns } from '@/lib/platform/testing/report-figures'
import { type BestOfProblem, type BestOfSample, computeBestOfN } from './best-of-n'

type Sample = BestOfSample<'score'>
type Problem = BestOfProblem<'score'>

const makeSample = (
  isCorrect: boolean,
  score: number | null = 0,
  vote: string | null = isCorrect ? 'right' : 'wrong',
): Sample => ({ isCorrect, isAnswered: true, vote, scores: { score } })

const unansweredSample: Sample = {
  isCorrect: true,
  isAnswered: false,
  vote: null,
  scores: { score: 9 },
}
const kinds = ['score'] as const

describe('best-of-N in cases computed by hand', () => {
  test('has the expected curve if the correct sample has the second-highest of three scores', () => {
    const samples = [makeSample(false, 3), makeSample(true, 2), makeSample(false, 1)]
    const curves = computeBestOfN([{ samples }], [1, 2, 3], { kinds })
    // Only one of the sets of two leaves out the wrong sample with the highest score.
    expect(round(curves.scores.score)).toEqual([0.333333, 0.333333, 0])
    expect(round(curves.pass)).toEqual([0.333333, 0.666667, 1])
    expect(round(curves.majority)).toEqual([0.333333, 0.333333, 0])
  })

  test('shares ties evenly between samples', () => {
    const samples = [makeSample(true, 1, 'a'), makeSample(false, 1, 'b'), makeSample(false, 1, 'b')]
    const curves = computeBestOfN([{ samples }], [2, 3], { kinds })
    expect(round(curves.scores.score)).toEqual([0.333333, 0.333333])
    // Of the three pairs, two are a tie of a and b, and one is b and b.
    expect(round(curves.majority)).toEqual([0.333333, 0])
  })

  test('never picks a sample without an answer or counts it as correct', () => {
    const samples = [unansweredSample, makeSample(true, 1), makeSample(false, 0)]
    const curves = computeBestOfN([{ samples }], [1, 2, 3], { kinds })
    expect(round(curves.scores.score)).toEqual([0.333333, 0.666667, 1])
    expect(round(curves.pass)).toEqual([0.333333, 0.666667, 1])
    expect(round(curves.majority)).toEqual([0.333333, 0.5, 0.5])
    expect(round(computeBestOfN([{ samples: [unansweredSample] }], [1], { kinds }).pass)).toEqual([
      0,
    ])
  })

  test('counts missing samples as attempts without an answer', () => {
    const few: Problem = { samples: [makeSample(true)] }
    const many: Problem = { samples: [makeSample(false), makeSample(false)] }
    const problems = [few, many]
    expect(round(computeBestOfN(problems, [1, 2, 3], { kinds }).pass)).toEqual([0.25, 0.5, null])
    expect(round(computeBestOfN(problems, [1, 2, 3], { kinds, pool: 'own' }).pass)).toEqual([
      0.5,
      0.5,
      null,
    ])
    expect(round(computeBestOfN(problems, [1, 2, 3], { kinds, pool: 4 }).pass)).toEqual([
      0.125, 0.25, 0.375,
    ])
  })

  test('is null if a score or vote is missing, if n exceeds the samples, and without problems', () => {
    const samples = [makeSample(true, null), makeSample(false, 1, null)]
    const curves = computeBestOfN([{ samples }], [1, 3], { kinds })
    expect(curves.scores.score).toEqual([null, null])
    expect(curves.majority).toEqual([null, null])
    expect(curves.pass).toEqual([0.5, null])
    expect(computeBestOfN([], [1], { kinds })).toMatchObject({
      scores: { score: [null] },
      pass: [null],
    })
  })
})

const anySample: fc.Arbitrary<Sample> = fc.record({
  isCorrect: fc.boolean(),
  isAnswered: fc.boolean(),
  vote: fc.constantFrom('a', 'b', 'c', 'd'),
  scores: fc.record({ score: fc.constantFrom(-2, 0, 0.5, 0.5, 7) }),
})
const anyProblem = fc.record({ samples: fc.array(anySample, { maxLength: 7 }) })

test('computeBestOfN equals the mean over all sets of N samples', () => {
  fc.assert(
    fc.property(
      fc.array(anyProblem, { minLength: 1, maxLength: 3 }),
      fc.constantFrom<'largest' | 'own' | number>('largest', 'own', 8),
      (problems, pool) => {
        const maxSamples = Math.max(...problems.map(({ samples }) => samples.length))
        const reach = typeof pool === 'number' ? pool : maxSamples
        const n = [1, 2, 3, 5, 7].filter((size) => size <= reach)
        const results = computeBestOfN(problems, n, { kinds, pool })
        const expected = n.map((size) => countOut(problems, pool === 'own' ? null : reach, size))
        for (const [i, { score, majority, pass }] of expected.entries()) {
          expect(results.pass[i]).toBeCloseTo(pass, 10)
          expect(results.scores.score[i]).toBeCloseTo(score, 10)
          expect(results.majority[i]).toBeCloseTo(majority, 10)
        }
      },
    ),
    { numRuns: scaleRuns(300) },
  )
})

/** The procedure of PRM800K's evaluation: pad, shuffle, take n, leave out samples without an answer, take the best. */
test('computeBestOfN is close to the mean over 6,000 randomly sampled sets', () => {
  const draw = createRandomGenerator(5)
  const problems = [40, 33].map((count, p) => ({
    samples: Array.from({ length: count }, (_, i) => ({
      ...makeSample(draw() < 0.4, Math.floor(draw() * 12), `answer ${Math.floor(draw() * 6)}`),
      isAnswered: (i + p) % 9 !== 0,
    })),
  }))
  const n = [1, 4, 16]
  const results = computeBestOfN(problems, n, { kinds })
  const trials = 6_000
  for (const [i, size] of n.entries()) {
    const sums = { score: 0, pass: 0, majority: 0 }
    for (let trial = 0; trial < trials; trial++)
      for (const { samples } of problems) {
        const padded = [...samples, ...Array.from({ length: 40 - samples.length }, () => null)]
        const answered = sampleItems(padded, size, draw).filter(
          (sample) => sample?.isAnswered === true,
        )
        const judged = judgeSet(answered as Sample[], averageRight(samples))
        for (const kind of ['score', 'pass', 'majority'] as const) sums[kind] += judged[kind]
      }
    const mean = (sum: number) => sum / trials / problems.length
    // At most five standard errors of 12,000 samples.
    expect(Math.abs(mean(sums.score) - results.scores.score[i]!)).toBeLessThan(0.023)
    expect(Math.abs(mean(sums.pass) - results.pass[i]!)).toBeLessThan(0.023)
    expect(Math.abs(mean(sums.majority) - results.majority[i]!)).toBeLessThan(0.023)
  }
})

test('computes best-of-N for as many samples as PRM800K has without overflow, by sampling votes', () => {
  // The correct answer has one vote more than any other: all samples together show it, each drawn once.
  const samples = Array.from({ length: 1_860 }, (_, i) =>
    makeSample(i < 500, i % 7, i < 500 ? 'right' : i < 999 ? 'wrong' : `wrong ${i}`),
  )
  const { pass, majority, sampled, scores } = computeBestOfN([{ samples }], [1, 930, 1_860], {
    kinds,
  })
  expect(sampled).toBe(1)
  expect(pass[0]).toBeCloseTo(500 / 1_860, 9)
  expect(pass.slice(1)).toEqual([1, 1])
  expect(majority[0]).toBeCloseTo(500 / 1_860, 1)
  expect(majority[2]).toBe(1)
  expect(scores.score[0]).toBeCloseTo(500 / 1_860, 9)
})

test('best-of-N with sampled votes is close to best-of-N with exact votes', () => {
  const make = (times: number) => ({
    samples: Array.from({ length: 240 * times }, (_, i) =>
      makeSample(i % 12 < 5, 0, i % 12 < 5 ? 'right' : `wrong ${i % 2}`),
    ),
  })
  const counted = computeBestOfN([make(1)], [1, 5, 15], { kinds })
  const results = computeBestOfN([make(20)], [1, 5, 15, 900], { kinds })
  expect([counted.sampled, results.sampled]).toEqual([0, 1])
  for (const i of [0, 1, 2])
    expect(Math.abs(counted.majority[i]! - results.majority[i]!)).toBeLessThan(0.07)
})

const round = (values: readonly (number | null)[]) =>
  values.map((value) => (value === null ? null : Math.round(value * 1e6) / 1e6))

interface Judged {
  score: number
  majority: number
  pass: number
}

function countOut(problems: readonly Problem[], pool: number | null, size: number): Judged {
  const sums = { score: 0, majority: 0, pass: 0 }
  for (const { samples } of problems) {
    const missingCount = Math.max(0, (pool ?? 0) - samples.length)
    const all = [...samples, ...Array.from({ length: missingCount }, () => null)]
    const sets = listSets(all, Math.min(size, all.length))
    for (const set of sets) {
      const answeredSamples = set.filter((sample) => sample?.isAnswered === true) as Sample[]
      const judged = judgeSet(answeredSamples, averageRight(samples))
      for (const kind of ['score', 'majority', 'pass'] as const)
        sums[kind] += judged[kind] / sets.length / problems.length
    }
  }
  return sums
}

/** For each answer, the share of its samples that are correct. */
const averageRight = (samples: readonly Sample[]) => (vote: string | null) => {
  const samplesWithVote = samples.filter((sample) => sample.isAnswered && sample.vote === vote)
  return samplesWithVote.filter(({ isCorrect }) => isCorrect).length / samplesWithVote.length
}

function judgeSet(
  answeredSamples: readonly Sample[],
  right: (vote: string | null) => number,
): Judged {
  if (answeredSamples.length === 0) return { score: 0, majority: 0, pass: 0 }
  const top = Math.max(...answeredSamples.map(({ scores }) => scores.score!))
  const best = answeredSamples.filter(({ scores }) => scores.score === top)
  const votes = [...Map.groupBy(answeredSamples, ({ vote }) => vote)]
  const maxVotes = Math.max(...votes.map(([, samplesWithVote]) => samplesWithVote.length))
  const winners = votes
    .filter(([, samplesWithVote]) => samplesWithVote.length === maxVotes)
    .map(([vote]) => vote)
  return {
    score: best.filter(({ isCorrect }) => isCorrect).length / best.length,
    majority: winners.reduce((sum, vote) => sum + right(vote), 0) / winners.length,
    pass: answeredSamples.some(({ isCorrect }) => isCorrect) ? 1 : 0,
  }
}

function listSets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, i) =>
    listSets(items.slice(i + 1), size - 1).map((subset) => [item, ...subset]),
  )
}
