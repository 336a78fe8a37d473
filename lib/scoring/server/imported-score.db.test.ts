import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { aggregateScores } from '../aggregate-scores'
import { parseImportedStepScores } from '../parse-step-scores'
import { importedScoreSql } from './imported-score.sql'

useTestDatabase()

type Scores = (number | number[])[] | null

async function readScore(
  stepScores: Scores,
  score: number | null = null,
  stepCount = stepScores?.length ?? 1,
) {
  const steps = Array.from({ length: stepCount }, () => 'Step.')
  const [row] = await getDatabase().$queryRaw<{ score: number | null }[]>`
    select ${importedScoreSql} as score
    from (select ${score}::float8 as score, ${JSON.stringify(stepScores)}::jsonb as step_scores, ${steps}::text[] as steps) s`
  return row!.score
}

function computeScore(stepScores: Scores, stepCount: number): number | null {
  const steps = parseImportedStepScores(stepScores, stepCount)
  const result = steps && aggregateScores(steps)
  return result?.ok ? result.scores.positive.product : null
}

const probability = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(0, 1, 1e-200, 5e-324),
)
const anyNumber = fc.oneof(
  { weight: 9, arbitrary: probability },
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
const triple = fc
  .tuple(probability, probability, fc.constantFrom(0, 0.005, 0.5))
  .map(([first, second, excess]) => [first * second, first * (1 - second), 1 - first + excess])

test('the score from imported step scores is the one that a round computes', async () => {
  const anyScores = fc.oneof(
    fc.array(anyNumber, { minLength: 1, maxLength: 40 }),
    fc.array(triple, { minLength: 1, maxLength: 40 }),
  )
  await fc.assert(
    fc.asyncProperty(anyScores, async (scores) => {
      const expected = computeScore(scores, scores.length)
      const actual = await readScore(scores)
      if (expected === null) expect(actual).toBeNull()
      else expect(Math.abs(actual! - expected)).toBeLessThanOrEqual(1e-9 * expected)
    }),
  )
})

test('an imported score takes precedence, and step scores that do not fit the steps are ignored', async () => {
  expect(await readScore([0.5], 7)).toBe(7)
  expect(await readScore(null)).toBeNull()
  expect(await readScore([0.5], null, 2)).toBeNull()
  expect(await readScore([0.5, 0.5], null, 1)).toBeNull()
})

test('long solutions keep their order where the product would be 0', async () => {
  const long = Array.from({ length: 400 }, () => 0.1)
  const [longScore, longerScore] = [await readScore(long), await readScore([...long, 0.1])]
  expect(longScore).toBeGreaterThan(longerScore!)
  expect(longerScore).toBeGreaterThan(0)
})
