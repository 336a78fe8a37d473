import { describe, expect, test } from 'vitest'
import { makeArithmeticSolutions } from '@/lib/scoring/testing/labelled-solutions'
import { prepareSimulation, simulatePolicy, type SimulationOptions } from './simulate'
import { readSimulatedPolicy } from './simulated-policy'

const solutions = makeArithmeticSolutions(120).map((solution) => ({
  ...solution,
  verdict: solution.ratings.includes(-1) ? ('wrong' as const) : ('correct' as const),
}))
const pool = prepareSimulation(solutions)
const options: SimulationOptions = { batch: 20, budget: null, heldOut: 0.3 }

function simulate(name: string, given: Partial<SimulationOptions> = {}, seed = 1) {
  const result = readSimulatedPolicy(name)
  if (!result.ok) throw new Error(result.reason)
  return [...simulatePolicy(pool, result.policy, seed, { ...options, ...given })]
}

describe('a policy replayed on known labels', { timeout: 30_000 }, () => {
  test('labels batch by batch until no whole batch is left', () => {
    // 60 problems of two solutions, 18 of which are kept apart: 84 are left.
    expect(simulate('random').map(({ labelled }) => labelled)).toEqual([20, 40, 60, 80])
    expect(simulate('random', { budget: 59 }).map(({ labelled }) => labelled)).toEqual([20, 40])
  })

  test('every wrong one of these has an error, and a convincing-wrong policy finds nothing else', () => {
    for (const name of ['convincing-wrong', 'wrong-at-random'])
      for (const { labelled, errors } of simulate(name)) expect(errors).toBe(labelled)
    const [, , , last] = simulate('random')
    expect(last!.errors).toBeLessThan(60)
  })

  test('reads each solution up to its first error', () => {
    const [first] = simulate('convincing-wrong', { batch: 42 })
    // All wrong ones that are left: errors stand at each of four places as often, or nearly.
    expect(first!.stepsRead).toBeGreaterThan(42)
    expect(first!.stepsRead).toBeLessThan(42 * 4)
    const [whole] = simulate('random', { batch: 84 })
    expect(whole!.stepsRead).toBe(first!.stepsRead + 42 * 4)
  })

  test('the scorer learns: it tells errors of problems that it did not see', () => {
    const last = simulate('random').at(-1)
    expect(last!.stepAuc).toBeGreaterThan(0.95)
    expect(last!.firstErrorHit).toBeGreaterThan(0.9)
  })

  test('the same seed gives the same run, another seed keeps other problems apart', () => {
    expect(simulate('uncertain')).toEqual(simulate('uncertain'))
    const read = [1, 2, 3].map((seed) => simulate('random', { batch: 84 }, seed)[0]!.stepsRead)
    expect(new Set(read).size).toBeGreaterThan(1)
  })

  test('80 to 20 is kept over a batch', () => {
    const [first] = simulate('paper-80-20')
    expect(first!.errors).toBeGreaterThanOrEqual(16)
  })
})
