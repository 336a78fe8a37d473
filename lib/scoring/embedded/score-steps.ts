import { measureTrust } from './familiarity'
import { Featuriser, type StepFeatures } from './featurise'
import { computeCalibratedProbability, plainFeatureValue } from './logistic'
import { ensembleMemberCount, type ScorerModel, weightsPerFeature } from './scorer-model'

export interface ScoredSteps {
  /**
   * Per step [P(-1), P(0), P(+1)], which sum to 1: the mean over the members, given that no earlier step is an error,
   * because labels end at the first one.
   */
  steps: [negative: number, neutral: number, positive: number][]
  /** Per step, in nats: the disagreement of the members (BALD: entropy of their mean less their mean entropy). */
  disagreement: number[]
  /** Per step, in nats: the entropy of their mean. */
  entropy: number[]
}

// Reused for every solution, because it is large and scoring is synchronous.
let featuriser: Featuriser | undefined
const plainSums = new Float64Array(weightsPerFeature)
const wordSums = new Float64Array(weightsPerFeature)

/** Scores the steps of a solution, each from the problem and the steps up to it. */
export function scoreSteps(
  model: ScorerModel,
  solution: { problem: string; steps: readonly string[] },
): ScoredSteps {
  featuriser ??= new Featuriser()
  featuriser.startSolution(solution.problem)
  const scoredSteps: ScoredSteps = { steps: [], disagreement: [], entropy: [] }
  for (const text of solution.steps) scoreStep(model, featuriser.describeStep(text), scoredSteps)
  return scoredSteps
}

/** A solution's disagreement: the mean over its steps, so that it does not grow with length; 0 without steps. */
export function averageDisagreement({ disagreement }: Pick<ScoredSteps, 'disagreement'>): number {
  const sum = disagreement.reduce((total, value) => total + value, 0)
  return disagreement.length === 0 ? 0 : sum / disagreement.length
}

function scoreStep(model: ScorerModel, features: StepFeatures, scoredSteps: ScoredSteps): void {
  sumWeights(model.weights, features)
  const { calibration, familiar } = model
  const { indices, plain, wordsEnd } = features
  const trust = measureTrust(familiar, indices, { start: plain, end: wordsEnd })
  let [negative, neutral, positive, meanEntropy] = [0, 0, 0, 0]
  for (let member = 0; member < ensembleMemberCount; member++) {
    const offset = member * 2
    const negativeProbability = computeCalibratedProbability(
      calibration.negative,
      readLogit(model, features, offset),
      trust,
    )
    const positiveProbability = computeCalibratedProbability(
      calibration.positive,
      readLogit(model, features, offset + 1),
      trust,
    )
    const [n, p] = [negativeProbability, (1 - negativeProbability) * positiveProbability]
    const o = (1 - negativeProbability) * (1 - positiveProbability)
    negative += n / ensembleMemberCount
    neutral += o / ensembleMemberCount
    positive += p / ensembleMemberCount
    meanEntropy += computeEntropy(n, o, p) / ensembleMemberCount
  }
  const entropy = computeEntropy(negative, neutral, positive)
  scoredSteps.steps.push([negative, neutral, positive])
  scoredSteps.entropy.push(entropy)
  scoredSteps.disagreement.push(Math.max(0, entropy - meanEntropy))
}

function sumWeights(weights: Float32Array, { indices, plain, count }: StepFeatures): void {
  plainSums.fill(0)
  wordSums.fill(0)
  for (let i = 0; i < plain; i++) addWeights(weights, indices[i]!, plainSums)
  for (let i = plain; i < count; i++) addWeights(weights, indices[i]!, wordSums)
}

function addWeights(weights: Float32Array, feature: number, sums: Float64Array): void {
  const from = feature * weightsPerFeature
  for (let k = 0; k < weightsPerFeature; k++) sums[k] = sums[k]! + weights[from + k]!
}

const readLogit = ({ biases }: ScorerModel, { wordWeight }: StepFeatures, offset: number) =>
  biases[offset]! + plainSums[offset]! * plainFeatureValue + wordSums[offset]! * wordWeight

const computeEntropy = (a: number, b: number, c: number) =>
  -(computeEntropyTerm(a) + computeEntropyTerm(b) + computeEntropyTerm(c))

const computeEntropyTerm = (share: number) => (share > 0 ? share * Math.log(share) : 0)
