import { describe, expect, test } from 'vitest'
import type { Rating } from '@/lib/formats/record'
import { createRandomGenerator } from '@/lib/platform/random'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { DawidSkeneModel } from './dawid-skene'
import { decideConsensusByMajority } from './majority'
import type { SolutionVotes } from './vote-posteriors'

const label = (steps: number, position: number): Rating[] =>
  Array.from({ length: position < 0 ? steps : position + 1 }, (_, i) => (i === position ? -1 : 1))

interface Simulated extends SolutionVotes {
  problem: string
  truth: number | null
}

/** Annotators with individual accuracies, whose errors fall uniformly on the other steps. */
function simulate(
  accuracies: Readonly<Record<string, number>>,
  { solutions = 600, steps = 6, each = Infinity, seed = 5 } = {},
): Simulated[] {
  const draw = createRandomGenerator(seed)
  const pick = (count: number) => Math.floor(draw() * count)
  return Array.from({ length: solutions }, (_, i) => {
    const truth = pick(steps + 1) - 1
    const people = Object.keys(accuracies)
    while (people.length > each) people.splice(pick(people.length), 1)
    const annotations = people.map((labeler) => {
      const isRight = draw() < accuracies[labeler]!
      const wrongStep = pick(steps) - 1
      const position = isRight ? truth : wrongStep >= truth ? wrongStep + 1 : wrongStep
      return { labeler, ratings: label(steps, position) }
    })
    return { problem: `${seed}/${i}`, steps, annotations, truth: truth < 0 ? null : truth }
  })
}

function fit(solutions: readonly (SolutionVotes & { problem?: string })[]) {
  const model = new DawidSkeneModel()
  for (const [i, solution] of solutions.entries())
    model.add(solution, solution.problem ?? `problem ${i}`)
  return model.fit()
}

type Decision = { kind: string; firstError?: number | null }
const countRight = (solutions: readonly Simulated[], decide: (each: Simulated) => Decision) =>
  solutions.filter((each) => decide(each).firstError === each.truth).length

const byMajority = ({ annotations }: SolutionVotes): Decision =>
  decideConsensusByMajority(annotations)

describe('one-coin Dawid-Skene on the first error', () => {
  test('finds the true first error of over 93% of solutions although inaccurate annotators outvote an accurate one', () => {
    const truth = { good: 0.95, fair: 0.8, b1: 0.35, b2: 0.35, b3: 0.35 }
    const solutions = simulate(truth, { steps: 2, solutions: 1_500 })
    const fittedModel = fit(solutions)
    const [ours, theirs] = [
      countRight(solutions, (each) => fittedModel.decide(each)),
      countRight(solutions, byMajority),
    ]
    expect(ours / solutions.length).toBeGreaterThan(0.93)
    expect(theirs / solutions.length).toBeLessThan(0.8)
    for (const [labeler, accuracy] of Object.entries(truth)) {
      const estimate = fittedModel.annotators.get(labeler)!
      expect(Math.abs(estimate.accuracy - accuracy), labeler).toBeLessThan(0.05)
      expect(estimate.annotations).toBe(1_500)
    }
  })

  test('estimates each annotator’s accuracy from two annotations per solution if pairs of annotators overlap', () => {
    const truth = { a: 0.95, b: 0.9, c: 0.85, d: 0.5, e: 0.4 }
    const solutions = simulate(truth, { each: 2, solutions: 3_000, seed: 2 })
    const fittedModel = fit(solutions)
    for (const [labeler, accuracy] of Object.entries(truth))
      expect(
        Math.abs(fittedModel.annotators.get(labeler)!.accuracy - accuracy),
        labeler,
      ).toBeLessThan(0.08)
    // With two votes, a majority is both or nothing.
    expect(countRight(solutions, (each) => fittedModel.decide(each))).toBeGreaterThan(
      1.15 * countRight(solutions, byMajority),
    )
  })

  test('returns posterior probabilities that are calibrated', () => {
    const truth = { a: 0.8, b: 0.7, c: 0.6, d: 0.5 }
    const solutions = simulate(truth, { solutions: 6_000, each: 3 })
    const fittedModel = fit(solutions)
    const bins = Array.from({ length: 10 }, () => ({ sum: 0, right: 0, count: 0 }))
    for (const each of solutions) {
      const decision = fittedModel.decide(each)
      if (decision.kind === 'tied') continue
      const bin = bins[Math.min(9, Math.floor(decision.posterior * 10))]!
      bin.count += 1
      bin.sum += decision.posterior
      bin.right += Number(decision.firstError === each.truth)
    }
    const filledBins = bins.filter(({ count }) => count >= 500)
    expect(filledBins.length).toBeGreaterThan(2)
    for (const { sum, right, count } of filledBins)
      expect(Math.abs(right - sum) / count).toBeLessThan(0.06)
  })

  test('returns the majority’s first error if annotators are equally accurate', () => {
    const draw = createRandomGenerator(9)
    // Each of three is outvoted equally often, so that their accuracies are equal.
    const solutions = Array.from({ length: 300 }, (_, i): SolutionVotes => {
      const [position, wrongStep] = [Math.floor(draw() * 4) - 1, 3]
      const positions = [position, position, position]
      if (i % 2 === 0) positions[(i / 2) % 3] = wrongStep
      return {
        steps: 4,
        annotations: positions.map((each, j) => ({ labeler: `p${j}`, ratings: label(4, each) })),
      }
    })
    const fittedModel = fit(solutions)
    const accuracies = [...fittedModel.annotators.values()].map(({ accuracy }) => accuracy)
    expect(Math.max(...accuracies) - Math.min(...accuracies)).toBeLessThan(1e-6)
    for (const solution of solutions) {
      const { posterior, ...decision } = fittedModel.decide(solution)
      expect(decision).toEqual(decideConsensusByMajority(solution.annotations))
      expect(posterior).toBeGreaterThan(0.5)
    }
  })

  test('returns a tie if two equally accurate annotators disagree', () => {
    const solution: SolutionVotes = {
      steps: 5,
      annotations: [
        { labeler: 'a', ratings: label(5, -1) },
        { labeler: 'b', ratings: label(5, 2) },
      ],
    }
    const decision = fit([solution]).decide(solution)
    expect(decision).toMatchObject({ kind: 'tied', between: [2, null] })
    expect(decision.posterior).toBeLessThan(0.5)
  })

  test('returns a tie if two annotators disagree and neither shares solutions with anyone else', () => {
    // One annotator has other solutions alone. With any sample of problems, that gives them the higher estimate.
    const vote = (labeler: string, position: number) => ({ labeler, ratings: label(6, position) })
    const singlyLabelled = Array.from({ length: 600 }, () => ({
      steps: 6,
      annotations: [vote('a', 1)],
    }))
    const disputed = { steps: 6, annotations: [vote('a', 1), vote('b', 2)] }
    const doublyLabelled = Array.from({ length: 60 }, () => disputed)
    const unrelatedSolutions = simulate({ x: 0.9, y: 0.9, z: 0.4 }, { seed: 4 })
    const fittedModel = fit([...singlyLabelled, ...doublyLabelled, ...unrelatedSolutions])
    const [a, b] = ['a', 'b'].map((labeler) => fittedModel.annotators.get(labeler)!.accuracy)
    expect(a! - b!).toBeGreaterThan(0.5)
    expect(fittedModel.decide(disputed)).toMatchObject({ kind: 'tied', between: [1, 2] })
  })

  test('returns a tie if each annotator shares solutions only with the next one in a chain', () => {
    const solutions = simulate({ a: 0.75, b: 0.75, c: 0.75 }, { solutions: 300, seed: 7 }).map(
      ({ steps, annotations }, i) => ({
        steps,
        annotations: annotations.filter(({ labeler }) => labeler !== (i % 2 === 0 ? 'a' : 'c')),
      }),
    )
    const fittedModel = fit(solutions)
    const disputed = solutions.filter(
      (each) => decideConsensusByMajority(each.annotations).kind === 'tied',
    )
    expect(disputed.length).toBeGreaterThan(50)
    for (const each of disputed) expect(fittedModel.decide(each).kind).toBe('tied')
  })

  test('resolves fewer than 5% of the disagreements between three equally accurate annotators', () => {
    let [disputed, decided] = [0, 0]
    for (let seed = 1; seed <= (isFullTestRun ? 400 : 40); seed++) {
      const solutions = simulate({ a: 0.75, b: 0.75, c: 0.75 }, { solutions: 120, seed })
      const fittedModel = fit(solutions)
      const ties = solutions.filter(
        (each) => decideConsensusByMajority(each.annotations).kind === 'tied',
      )
      disputed += ties.length
      decided += ties.filter((each) => fittedModel.decide(each).kind === 'agreed').length
    }
    expect(disputed).toBeGreaterThan(100)
    expect(decided / disputed).toBeLessThan(0.05)
  })

  test('resamples whole problems, so that many equal solutions of one problem do not resolve a disagreement', () => {
    // In one problem of many equal solutions, a is in the majority and b is not.
    const vote = (labeler: string, position: number) => ({ labeler, ratings: label(4, position) })
    const repeated = Array.from({ length: 40 }, () => ({
      steps: 4,
      annotations: [vote('a', 1), vote('b', 2), vote('c', 1)],
    }))
    const disputed = { steps: 4, annotations: [vote('a', 0), vote('b', 3)] }
    const agreed = Array.from({ length: 20 }, (_, i) => ({
      problem: `agreed ${i}`,
      steps: 4,
      annotations: [vote('a', 1), vote('b', 1), vote('c', 1)],
    }))
    const ofManyProblems = repeated.map((each, i) => ({ ...each, problem: `repeated ${i}` }))
    const ofOneProblem = repeated.map((each) => ({ ...each, problem: 'repeated' }))
    expect(fit([...agreed, ...ofManyProblems]).decide(disputed)).toMatchObject({ firstError: 0 })
    expect(fit([...agreed, ...ofOneProblem]).decide(disputed).kind).toBe('tied')
  })

  test('estimates the same accuracies for two groups without shared solutions together as separately', () => {
    const firstGroup = simulate({ a: 0.95, b: 0.9, c: 0.3 }, { seed: 3 })
    const secondGroup = simulate({ x: 0.9, y: 0.9, z: 0.4 }, { seed: 4 })
    const { annotators } = fit([...firstGroup, ...secondGroup])
    for (const [labeler, accuracy] of fit(firstGroup).annotators)
      expect(annotators.get(labeler)!.accuracy).toBeCloseTo(accuracy.accuracy, 3)
    expect(annotators.get('z')!.accuracy).toBeLessThan(annotators.get('x')!.accuracy - 0.3)
  })

  test('estimates nearly the same accuracies if each solution is counted three times', () => {
    // Copies have the same pattern of votes, so this fails if a pattern is not counted once for each of its solutions.
    const solutions = simulate({ a: 0.9, b: 0.7, c: 0.5 }, { solutions: 2_000 })
    const copies = [0, 1, 2].flatMap((copy) =>
      solutions.map((each) => ({ ...each, problem: `${each.problem}, copy ${copy}` })),
    )
    const [single, tripled] = [fit(solutions).annotators, fit(copies).annotators]
    for (const [labeler, { accuracy, annotations }] of single) {
      const triple = tripled.get(labeler)!
      expect(triple.annotations).toBe(3 * annotations)
      // The prior of 4 annotations weighs less among 6,000.
      expect(Math.abs(triple.accuracy - accuracy)).toBeLessThan(0.005)
    }
  })

  test('does not depend on the order of solutions or annotators', () => {
    const solutions = simulate({ a: 0.9, b: 0.7, c: 0.5 }, { solutions: 200 })
    const reversed = solutions
      .map((each) => ({ ...each, annotations: each.annotations.toReversed() }))
      .reverse()
    const [fittedInOrder, fittedReversed] = [fit(solutions), fit(reversed)]
    for (const [labeler, { accuracy }] of fittedInOrder.annotators)
      expect(fittedReversed.annotators.get(labeler)!.accuracy).toBeCloseTo(accuracy, 9)
    for (const [i, solution] of solutions.entries()) {
      const [first, second] = [
        fittedInOrder.decide(solution),
        fittedReversed.decide(reversed[199 - i]!),
      ]
      expect(second.posterior).toBeCloseTo(first.posterior, 9)
      expect(second.kind).toBe(first.kind)
    }
  })

  test('returns the first error of a single annotation, and uses the default accuracy for annotators it has not seen', () => {
    const solution = { steps: 3, annotations: [{ labeler: 'new', ratings: label(3, 1) }] }
    const decision = fit([]).decide(solution)
    expect(decision).toMatchObject({ kind: 'agreed', firstError: 1, ratings: [1, -1] })
    expect(decision.posterior).toBeCloseTo(0.75)
  })
})
