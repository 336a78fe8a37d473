import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { findScoreMismatch, readScoreLine } from './score-line'

const id = '01990000-0000-7000-8000-000000000001'

const read = (line: unknown) => {
  const result = readScoreLine(line)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.line
}

const listErrors = (line: unknown) => {
  const result = readScoreLine(line)
  return result.ok ? [] : result.problems.map(({ location, reason }) => `${location}: ${reason}`)
}

describe('the solution of a score line', () => {
  test.each([
    [
      { solution_id: id.toUpperCase(), external_id: 'a' },
      { by: 'id', id },
    ],
    [
      { external_id: 12, unique_id: 'p' },
      { by: 'external-id', id: '12' },
    ],
    [
      { unique_id: 'p', problem: '1 + 1 =', steps: ['2'] },
      { by: 'content', problem: 'p', statement: '1 + 1 =', text: null },
    ],
    [
      { problem: '1 + 1 =', text: '2' },
      { by: 'content', problem: null, statement: '1 + 1 =', text: '2' },
    ],
  ])('is identified in %j as %j', (fields, solution) => {
    expect(read({ prm_score: 1, ...fields }).solution).toEqual(solution)
  })

  it('can’t be missing', () => {
    for (const fields of [{}, { unique_id: 'p' }, { problem: '1 + 1 =' }, { steps: ['2'] }])
      expect(listErrors({ prm_score: 1, ...fields })).toEqual([
        expect.stringMatching(/^line: The line does not include a solution. Add "solution_id"/),
      ])
    expect(listErrors({ solution_id: 'p1/0', prm_score: 1 })).toEqual([
      expect.stringMatching(/^solution_id: Expected the id of a solution/),
    ])
  })
})

describe('readScoreLine', () => {
  const probs = [{ '-1': 0.1, '0': 0.2, '1': 0.7 }]

  it('uses rating_probs, else step_scores, else the solution score', () => {
    const all = { solution_id: id, rating_probs: probs, step_scores: [0.9], prm_score: -3 }
    expect(read(all).scores).toMatchObject({ of: 'steps', steps: [[0.1, 0.2, 0.7]] })
    const steps = read({ ...all, rating_probs: null })
    expect(steps.scores).toMatchObject({ of: 'steps', steps: [0.9] })
    const lineWithOneScore = read({ ...all, rating_probs: [], step_scores: [] })
    expect(lineWithOneScore.scores).toEqual({ of: 'whole', score: -3 })
  })

  it('accepts three probabilities per step in rating_probs and in step_scores', () => {
    const three = [[0.1, 0.2, 0.7]]
    for (const key of ['rating_probs', 'step_scores'])
      expect(read({ solution_id: id, [key]: three }).scores).toMatchObject({ steps: three })
  })

  test.each([
    [{}, /^line: The line has no score/],
    [{ prm_score: '0.9' }, /^prm_score: Expected a number/],
    [{ prm_score: Infinity }, /^prm_score: /],
    [{ step_scores: [0.5, NaN] }, /^step_scores\[1\]: /],
    [{ step_scores: [0.5, 1.5] }, /^step_scores: Step 2: a score is not between 0 and 1/],
    [{ step_scores: [0.5, [0.1, 0.2, 0.7]] }, /^step_scores\[1\]: .*mixed/],
    [{ rating_probs: [[0.5, 0.5, 0.5]] }, /^rating_probs: Step 1: .*sum to 1\.500/],
    [{ rating_probs: [{ '-1': 1, '0': 0 }] }, /^rating_probs\[0\]: /],
    [{ step_scores: [0.5], steps: ['a', 'b'] }, /^step_scores: There are 2 steps but 1 step score/],
    [{ prm_score: 1, steps: ['a\0'] }, /^steps\[0\]: The text contains a NUL/],
  ])('rejects %o', (fields, reason) => {
    expect(listErrors({ solution_id: id, ...fields })).toEqual([expect.stringMatching(reason)])
  })

  it('never throws and returns only finite numbers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (probs_, scores, whole) => {
        const result = readScoreLine({
          solution_id: id,
          rating_probs: probs_,
          step_scores: scores,
          prm_score: whole,
        })
        if (!result.ok) return result.problems.length > 0
        const { scores: lineScores } = result.line
        const numbers = lineScores.of === 'whole' ? [lineScores.score] : lineScores.steps.flat()
        return numbers.length > 0 && numbers.every((value) => Number.isFinite(value))
      }),
    )
  })
})

it('reports a score line whose steps or number of scores differ from those of the solution', () => {
  const ofSteps = read({ solution_id: id, step_scores: [0.5, 0.6] })
  const lineWithOneScore = read({ solution_id: id, prm_score: 7 })
  expect(findScoreMismatch(ofSteps, { steps: 2, hasSameSteps: true })).toBeNull()
  expect(findScoreMismatch(ofSteps, { steps: 3, hasSameSteps: true })?.reason).toMatch(
    /^There are 3 steps/,
  )
  expect(findScoreMismatch(ofSteps, { steps: 2, hasSameSteps: false })?.location).toBe('steps')
  expect(findScoreMismatch(lineWithOneScore, { steps: 3, hasSameSteps: true })).toBeNull()
  expect(findScoreMismatch(lineWithOneScore, { steps: 3, hasSameSteps: false })?.location).toBe(
    'steps',
  )
})
