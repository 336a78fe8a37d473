import { describe, expect, test } from 'vitest'
import { makeArithmeticSolutions } from '@/lib/scoring/testing/labelled-solutions'
import { hashText } from './characters'
import { encodeModel } from './encode-model'
import { scoreSteps } from './score-steps'
import type { TrainingExample } from './scorer-model'
import { trainScorer, type TrainingOptions } from './train-scorer'

const examples = makeArithmeticSolutions(200)

function train(solutions: readonly TrainingExample[], options: Partial<TrainingOptions> = {}) {
  const result = trainScorer(solutions, { seed: 1, ...options })
  if (!result.ok) throw new Error(result.problem)
  return result.scorer
}

let trainedScorer: ReturnType<typeof train> | null = null
/** Trained once for all tests. */
const trainExamples = () => (trainedScorer ??= train(examples))

const toBytes = (solutions: readonly TrainingExample[], seed = 1) =>
  encodeModel(train(solutions, { seed }).model)

// Each fit passes over all weights of a model: a tenth of a second without other load.
describe('training', { timeout: 30_000 }, () => {
  test('finds the errors of held-out problems', () => {
    const { metrics, model } = trainExamples()
    expect(metrics.scorer.stepAuc).toBeGreaterThan(0.95)
    expect(metrics.scorer.firstErrorHit).toBeGreaterThan(0.9)
    expect(metrics.positionOnly.stepAuc).toBeLessThan(0.8)
    expect(metrics.random).toEqual({ stepAuc: 0.5, firstErrorHit: 0.25 })
    expect(metrics.logLoss).toBeLessThan(metrics.baseLogLoss ?? 0)
    expect(metrics.calibrationError).toBeLessThan(0.1)
    expect(metrics.calibration.reduce((sum, { steps }) => sum + steps, 0)).toBe(
      metrics.heldOutSteps,
    )
    expect(model).toMatchObject({ seed: 1, solutions: 200 })
  })

  test('gives a held-out AUC near chance if ratings depend on the problem, not on the steps', () => {
    // Ratings are random by problem. Each problem has a word of its own, by which a model trained on it knows the rating.
    const relabelled = examples.map((example): TrainingExample => {
      const hash = hashText(`${example.problemId} drawn`)
      const word = Array.from(
        example.problemId.slice(8),
        (digit) => 'abcdefghij'[Number(digit)],
      ).join('')
      return {
        ...example,
        steps: example.steps.map((step) => `${word}${word} ${step} ${word}${word}${word}`),
        ratings: [hash % 2 === 0 ? 1 : -1],
      }
    })
    const { metrics } = train(relabelled)
    expect(metrics.scorer.stepAuc).toBeGreaterThan(0.2)
    expect(metrics.scorer.stepAuc).toBeLessThan(0.8)
  })

  test('gives the same bytes for the same seed, and others for another seed', () => {
    const bytes = encodeModel(trainExamples().model)
    expect(toBytes(examples)).toEqual(bytes)
    expect(toBytes(examples, 2)).not.toEqual(bytes)
  })

  test('ignores steps and ratings after the first error, and unrated steps', () => {
    const bytes = encodeModel(trainExamples().model)
    const longer = examples.map((example): TrainingExample => {
      const isWrong = example.ratings.includes(-1)
      return {
        ...example,
        steps: [...example.steps, 'A step of another kind: 2 + 2 = 5'],
        ratings: isWrong ? [...example.ratings, -1, 0, 1] : [...example.ratings, null],
      }
    })
    const cut = examples.map((example) => ({
      ...example,
      steps: example.steps.slice(0, example.ratings.length),
    }))
    expect(toBytes(longer)).toEqual(bytes)
    expect(toBytes(cut)).toEqual(bytes)
  })

  test('learns nothing from an unrated step, and continues after it', () => {
    const skipped = examples.map((example): TrainingExample => ({
      ...example,
      ratings: example.ratings.map((rating, step) => (step === 1 ? null : rating)),
    }))
    const presentRatings = skipped
      .flatMap(({ ratings }) => ratings)
      .filter((rating) => rating !== null)
    // An unrated error does not end the annotation.
    expect(train(skipped).model.steps).toBe(presentRatings.length)
  })

  test('holds out a problem regardless of the order and of other problems', () => {
    const heldOut = (solutions: readonly TrainingExample[]) =>
      train(solutions).metrics.heldOutAnnotations
    const { heldOutAnnotations } = trainExamples().metrics
    expect(heldOut(examples.toReversed())).toBe(heldOutAnnotations)
    const [first, second] = [examples.slice(0, 80), examples.slice(80)]
    expect(heldOut(first) + heldOut(second)).toBe(heldOutAnnotations)
    expect(heldOutAnnotations % 2, 'solutions of a problem stay together').toBe(0)
  })

  test('learns to tell negative, neutral and positive steps apart', () => {
    const style = (rating: -1 | 0 | 1, i: number): TrainingExample => ({
      problemId: `p${i}`,
      problem: 'Say something.',
      steps: [
        { '-1': 'rain falls upwards', '0': 'let us think about it', '1': 'water is wet' }[rating],
      ],
      ratings: [rating],
    })
    const solutions = Array.from({ length: 150 }, (_, i) =>
      style((((i * 7) % 3) - 1) as -1 | 0 | 1, i),
    )
    const { model } = train(solutions)
    for (const rating of [-1, 0, 1] as const) {
      const [scores] = scoreSteps(model, style(rating, 0)).steps
      expect(scores?.[rating + 1]).toBeGreaterThan(0.7)
    }
  })

  test('predicts the share of errors in the training data for a step of unknown words', () => {
    const ratings = examples.flatMap((example) => example.ratings)
    const share = ratings.filter((rating) => rating === -1).length / ratings.length
    const score = (step: string) => {
      const { model } = train(examples)
      return scoreSteps(model, { problem: 'What is osmosis', steps: [step] }).steps[0]![0]
    }
    // In the training data, a step without a false equation is always correct.
    expect(score('So 3 * 4 = 12.')).toBeLessThan(0.1)
    expect(score('Water crosses membranes towards higher salt concentrations')).toBeCloseTo(
      share,
      2,
    )
  })

  test('measures each source and each subject separately, if there are several', () => {
    const { metrics } = train(
      examples.map((example, i) => ({
        ...example,
        source: 'sums.jsonl',
        subject: (i >> 1) % 2 === 0 ? 'even' : 'odd',
      })),
    )
    expect(metrics.groups.map(({ kind, name }) => `${kind} ${name}`).toSorted()).toEqual([
      'subject even',
      'subject odd',
    ])
    const counts = metrics.groups.map((group) => group.metrics.heldOutSteps)
    expect(counts.reduce((a, b) => a + b)).toBe(metrics.heldOutSteps)
    for (const group of metrics.groups) expect(group.metrics.scorer.stepAuc).toBeGreaterThan(0.9)
  })

  test.each<[string, TrainingExample[]]>([
    ['one solution', examples.slice(0, 1)],
    ['one problem', examples.slice(0, 2)],
    ['no error', examples.filter(({ ratings }) => !ratings.includes(-1))],
    ['nothing but errors', examples.map((example) => ({ ...example, ratings: [-1 as const] }))],
    [
      'more ratings than steps',
      examples.map((example) => ({ ...example, steps: example.steps.slice(0, 1) })),
    ],
    ['the same problem everywhere', examples.map((example) => ({ ...example, problemId: 'one' }))],
    ['empty texts', [{ problemId: '', problem: '', steps: ['', ''], ratings: [1, -1] }]],
  ])('can learn from %s', (_name, solutions) => {
    const { model, metrics } = train(solutions)
    const { steps } = scoreSteps(model, examples[0]!)
    expect(steps.flat().every(Number.isFinite)).toBe(true)
    for (const value of [metrics.logLoss, metrics.scorer.stepAuc, metrics.calibrationError])
      expect(value === null || Number.isFinite(value)).toBe(true)
  })

  test.each([
    [[]],
    [[{ ...examples[0]!, ratings: [null, null] }]],
    [[{ ...examples[0]!, steps: [] }]],
  ])('rejects data without a rated step (%#)', (solutions) => {
    expect(trainScorer(solutions, { seed: 1 })).toEqual({ ok: false, problem: 'nothing_rated' })
  })

  test('reports progress, and stops when asked to', () => {
    const shares: number[] = []
    train(examples, { onProgress: (share) => void shares.push(share) })
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.length).toBeGreaterThan(5)
    expect(shares.at(-1)).toBe(1)
    expect(shares.every((share) => share > 0 && share <= 1)).toBe(true)
    for (const calls of [1, 2, shares.length - 1]) {
      let count = 0
      const shouldStop = () => ++count >= calls
      expect(trainScorer(examples, { seed: 1, shouldStop })).toEqual({
        ok: false,
        problem: 'stopped',
      })
      expect(count).toBe(calls)
    }
  })
})
