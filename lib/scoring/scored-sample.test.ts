import { describe, expect, test } from 'vitest'
import { readScoredSample, type ScoredSample, computeSampleScores } from './scored-sample'

const read = (line: object): ScoredSample => {
  const result = readScoredSample({ problem: 'p', ...line })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.sample
}

describe('a scored sample', () => {
  test('belongs to the problem of unique_id, else of the statement', () => {
    expect(read({ unique_id: 'u' }).problem).toBe('u')
    expect(read({ unique_id: 7 }).problem).toBe('7')
    expect(read({}).problem).toBe('p')
    expect(readScoredSample({ answer: '1' })).toMatchObject({
      ok: false,
      problems: [{ location: 'line' }],
    })
  })

  test.each([
    [{ answer: '1', ground_truth_answer: '2' }, '1', '2'],
    [{ answer: '2', given_answer: '1' }, '1', '2'],
    [{ answer: '1', given_answer: null }, '1', null],
    [{ answer: null, ground_truth_answer: '2' }, null, '2'],
    [{ answer: ' ' }, null, null],
    [{ answer: 3 }, '3', null],
  ])('%j has the answer %j and the reference answer %j', (line, answer, referenceAnswer) => {
    expect(read(line)).toMatchObject({ answer, referenceAnswer })
  })

  test.each([
    [{ prm_score: '0.5' }, 'prm_score'],
    [{ is_correct: 1 }, 'is_correct'],
    [{ rating_probs: [{ '-1': 0.5, '1': 0.5 }] }, 'rating_probs[0]'],
    [
      {
        steps: ['a'],
        rating_probs: [
          [0, 0, 1],
          [0, 0, 1],
        ],
      },
      'rating_probs',
    ],
    [{ steps: ['a'], rating_probs: [], step_scores: [1, 1] }, 'step_scores'],
    [{ steps: 'a' }, 'steps'],
  ])('%j is rejected, at %s', (line, location) => {
    const result = readScoredSample({ problem: 'p', ...line })
    expect(result.ok ? null : result.problems[0]?.location).toBe(location)
  })
})

describe('the ranking score', () => {
  const probs = [
    { '-1': 0.1, '0': 0.2, '1': 0.7 },
    { '-1': 0.5, '0': 0.2, '1': 0.3 },
  ]
  const score = (line: object, aggregation = 'product' as const, neutral = 'positive' as const) =>
    computeSampleScores(read(line), { aggregation, neutral })

  test('is the product of P(0) + P(+1) rather than prm_score', () => {
    expect(score({ rating_probs: probs, prm_score: 9 })).toMatchObject({
      scores: { score: (0.7 + 0.2) * (0.3 + 0.2), minimum: 0.5, lowestStep: 1 },
    })
  })

  test('can count neutral as negative and use another aggregation', () => {
    const line = read({ rating_probs: probs })
    expect(computeSampleScores(line, { aggregation: 'last', neutral: 'negative' })).toMatchObject({
      scores: { score: 0.3, minimum: 0.3, lowestStep: 1 },
    })
    const otherSample = read({
      rating_probs: [
        [0.1, 0.8, 0.1],
        [0.5, 0, 0.5],
      ],
    })
    expect(
      computeSampleScores(otherSample, { aggregation: 'minimum', neutral: 'negative' }),
    ).toMatchObject({
      scores: { score: 0.1, lowestStep: 0 },
    })
  })

  test('is prm_score without step scores, and null without either', () => {
    expect(score({ prm_score: -17.5 })).toMatchObject({ scores: { score: -17.5, minimum: null } })
    expect(score({ rating_probs: [] })).toMatchObject({ scores: { score: null } })
  })

  test('uses P(correct) of each step from exported runs', () => {
    expect(score({ rating_probs: null, step_scores: [0.5, 1] })).toMatchObject({
      scores: { score: 0.5, minimum: 0.5, lowestStep: 0, uncertainty: Math.LN2 / 2 },
    })
  })

  test('comes with the disagreement in the line as its uncertainty', () => {
    expect(score({ disagreement: 0.25, rating_probs: probs })).toMatchObject({
      scores: { uncertainty: 0.25 },
    })
  })

  test('rejects invalid probabilities', () => {
    expect(score({ rating_probs: [[0.5, 0.5, 0.5]] })).toMatchObject({ ok: false })
  })
})
