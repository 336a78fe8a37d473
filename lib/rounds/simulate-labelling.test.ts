import { describe, expect, test } from 'vitest'
import { makeArithmeticSolutions } from '@/lib/scoring/testing/labelled-solutions'
import {
  prepareSimulationPool,
  simulateLabelling,
  type SimulationOptions,
} from './simulate-labelling'
import { parseSimulatedPolicy } from './simulated-policy'

const solutions = makeArithmeticSolutions(120).map((solution) => ({
  ...solution,
  verdict: solution.ratings.includes(-1) ? ('wrong' as const) : ('correct' as const),
}))
const pool = prepareSimulationPool(solutions)
const options: SimulationOptions = { batch: 20, budget: null, heldOutShare: 0.3 }

function simulate(name: string, changes: Partial<SimulationOptions> = {}, seed = 1) {
  const result = parseSimulatedPolicy(name)
  if (!result.ok) throw new Error(result.reason)
  return [...simulateLabelling(pool, result.policy, seed, { ...options, ...changes })]
}

let randomBatches: ReturnType<typeof simulate> | null = null
/** Simulated once for all tests, because it trains a scorer after each batch. */
const simulateRandom = () => (randomBatches ??= simulate('random'))

describe('simulateLabelling', { timeout: 30_000 }, () => {
  test('stops when less than a full batch of solutions or of the budget is left', () => {
    // 60 problems with two solutions, of which 18 problems are held out: 84 solutions remain.
    expect(simulateRandom().map(({ labelled }) => labelled)).toEqual([20, 40, 60, 80])
    expect(simulate('random', { budget: 59 }).map(({ labelled }) => labelled)).toEqual([20, 40])
  })

  test('selects only wrong answers with convincing-wrong and wrong-at-random', () => {
    for (const name of ['convincing-wrong', 'wrong-at-random'])
      for (const { labelled, errors } of simulate(name)) expect(errors).toBe(labelled)
    const [first] = simulateRandom()
    expect(first!.errors).toBeLessThan(first!.labelled)
  })

  test('counts the steps read up to the first error', () => {
    // This batch has all 42 wrong solutions that are not held out. Their errors are spread over four steps.
    const [first] = simulate('convincing-wrong', { batch: 42 })
    expect(first!.stepsRead).toBeGreaterThan(42)
    expect(first!.stepsRead).toBeLessThan(42 * 4)
    const [checkpointOfAll] = simulate('random', { batch: 84 })
    expect(checkpointOfAll!.stepsRead).toBe(first!.stepsRead + 42 * 4)
  })

  test('trains a scorer that finds errors in held-out problems', () => {
    const last = simulateRandom().at(-1)
    expect(last!.stepAuc).toBeGreaterThan(0.95)
    expect(last!.firstErrorHit).toBeGreaterThan(0.9)
  })

  test('is reproducible, with other held-out problems for another seed', () => {
    expect(simulate('uncertain')).toEqual(simulate('uncertain'))
    const stepsReadBySeed = [1, 2, 3].map(
      (seed) => simulate('random', { batch: 84 }, seed)[0]!.stepsRead,
    )
    expect(new Set(stepsReadBySeed).size).toBeGreaterThan(1)
  })

  test('selects at least 16 wrong answers in the first batch of 20 with paper-80-20', () => {
    const [first] = simulate('paper-80-20')
    expect(first!.errors).toBeGreaterThanOrEqual(16)
  })
})
