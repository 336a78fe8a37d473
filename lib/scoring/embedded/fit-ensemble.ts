import { mixHash } from './characters'
import { markFamiliarWords, measureTrust } from './familiarity'
import {
  computeBaseLogits,
  computeLogit,
  fitMember,
  makeMemberState,
  type MemberState,
} from './fit-member'
import { fitCalibration, type CalibrationData } from './logistic'
import {
  featureCount,
  ensembleMemberCount,
  outputCount,
  type ScorerModel,
  weightsPerFeature,
} from './scorer-model'
import type { TrainingRows } from './training-rows'

/**
 * Fits an ensemble on the chosen rows. Each member leaves out a different fifth of the problems; what the
 * members predict for those calibrates the ensemble.
 * @returns null if `advance` returned false
 */
export function fitEnsemble(
  rows: TrainingRows,
  rowIndices: Int32Array,
  seed: number,
  advance: (doneCount: number) => boolean,
): ScorerModel | null {
  const model = makeModel(rows, rowIndices, seed)
  const state = makeMemberState()
  const unseen: UnseenLogitsByOutput = {
    negative: { logits: [], trust: [], isTrue: [] },
    positive: { logits: [], trust: [], isTrue: [] },
  }
  for (let member = 0; member < ensembleMemberCount; member++) {
    const isLeftOut = (row: number) => findUntrainedMember(rows, row) === member
    const otherRows = rowIndices.filter((row) => !isLeftOut(row))
    const fittedRows = otherRows.length > 0 ? otherRows : rowIndices.slice()
    if (!fitMember(rows, fittedRows, seed * ensembleMemberCount + member, state, advance))
      return null
    const familiar = markFamiliarWords(rows, fittedRows)
    for (const row of rowIndices)
      if (isLeftOut(row)) recordUnseenLogits(rows, row, { state, familiar }, unseen)
    storeMember(state, member, model)
  }
  const { negative, positive } = model.calibration
  model.calibration = {
    negative: fitCalibration(unseen.negative, negative.base),
    positive: fitCalibration(unseen.positive, positive.base),
  }
  return model
}

type UnseenLogitsByOutput = Record<keyof ScorerModel['calibration'], CalibrationData>

/** The member that was not trained on a row's problem. */
const findUntrainedMember = (rows: TrainingRows, row: number) =>
  (mixHash(rows.problemHashes[rows.solutions[row]!]! ^ 0x1b873593) >>> 0) % ensembleMemberCount

function makeModel(rows: TrainingRows, rowIndices: Int32Array, seed: number): ScorerModel {
  const [negative, positive] = computeBaseLogits(rows, rowIndices)
  return {
    seed: seed >>> 0,
    solutions: new Set(Array.from(rowIndices, (row) => rows.solutions[row]!)).size,
    steps: rowIndices.length,
    weights: new Float32Array(featureCount * weightsPerFeature),
    biases: new Float64Array(weightsPerFeature),
    familiar: markFamiliarWords(rows, rowIndices),
    calibration: {
      negative: { slope: 1, intercept: 0, base: negative },
      positive: { slope: 1, intercept: 0, base: positive },
    },
  }
}

function recordUnseenLogits(
  rows: TrainingRows,
  row: number,
  { state, familiar }: { state: MemberState; familiar: Uint8Array },
  { negative, positive }: UnseenLogitsByOutput,
): void {
  const rating = rows.ratings[row]!
  const start = rows.starts[row]!
  const trust = measureTrust(familiar, rows.indices, {
    start: start + rows.plainCounts[row]!,
    end: start + rows.wordEnds[row]!,
  })
  negative.logits.push(computeLogit(rows, row, state, 0))
  negative.trust.push(trust)
  negative.isTrue.push(rating < 0)
  if (rating < 0) return
  positive.logits.push(computeLogit(rows, row, state, 1))
  positive.trust.push(trust)
  positive.isTrue.push(rating > 0)
}

function storeMember(
  { parameters, biases }: MemberState,
  member: number,
  model: ScorerModel,
): void {
  const offset = member * outputCount
  model.biases.set(biases, offset)
  for (let from = 0, to = offset; from < parameters.length; from += 4, to += weightsPerFeature) {
    const [negative, positive] = [parameters[from]!, parameters[from + 2]!]
    if (negative !== 0) model.weights[to] = Math.f16round(negative)
    if (positive !== 0) model.weights[to + 1] = Math.f16round(positive)
  }
}
