import { computeStudentTCriticalValue } from '@/lib/platform/beta-quantile'
import type { SimulationCheckpoint } from './simulate-labelling'

/** All checkpoints of one policy with one seed. */
export interface SimulatedRun {
  policy: string
  seed: number
  checkpoints: readonly SimulationCheckpoint[]
}

/** Mean over seeds and its 95% interval (Student's t); no interval for a single seed. */
export interface MeanEstimate {
  mean: number
  low: number | null
  high: number | null
}

export interface SimulatedPolicySummary {
  policy: string
  /** Only checkpoints that every seed reached. */
  checkpoints: CheckpointSummary[]
}

export interface CheckpointSummary {
  labelled: number
  stepsRead: MeanEstimate
  errors: MeanEstimate
  errorsPerHundred: MeanEstimate
  stepAuc: MeanEstimate | null
  firstErrorHit: MeanEstimate | null
  /** Differences within each seed from the baseline; null for the baseline, or if a seed of it lacks this checkpoint. */
  difference: {
    errorsPerHundred: MeanEstimate
    stepAuc: MeanEstimate | null
    /** From the baseline's step AUC after as many steps, by linear interpolation between its checkpoints. */
    stepAucAtEqualSteps: MeanEstimate | null
  } | null
}

/** Summarises runs by policy, in order, each compared with `baseline`. */
export function summariseSimulatedRuns(
  runs: readonly SimulatedRun[],
  baseline: string,
): SimulatedPolicySummary[] {
  const policies = Map.groupBy(runs, ({ policy }) => policy)
  const baselineRuns = new Map((policies.get(baseline) ?? []).map((run) => [run.seed, run]))
  return [...policies].map(([policy, all]) => ({
    policy,
    checkpoints: listCommonCounts(all).map((labelledCount) =>
      summarise(
        all.map((run) => ({
          checkpoint: findCheckpoint(run, labelledCount)!,
          baseline: policy === baseline ? undefined : baselineRuns.get(run.seed),
        })),
      ),
    ),
  }))
}

const findCheckpoint = ({ checkpoints }: SimulatedRun, labelledCount: number) =>
  checkpoints.find((checkpoint) => checkpoint.labelled === labelledCount)

const listCommonCounts = (runs: readonly SimulatedRun[]): number[] =>
  (runs[0]?.checkpoints ?? [])
    .map(({ labelled }) => labelled)
    .filter((labelledCount) => runs.every((run) => findCheckpoint(run, labelledCount)))

function summarise(
  pairs: readonly { checkpoint: SimulationCheckpoint; baseline: SimulatedRun | undefined }[],
): CheckpointSummary {
  const all = pairs.map(({ checkpoint }) => checkpoint)
  const baselineCheckpoints = pairs.map(({ checkpoint, baseline }) =>
    baseline ? findCheckpoint(baseline, checkpoint.labelled) : undefined,
  )
  const compare = (
    pick: (checkpoint: SimulationCheckpoint) => number | null,
    pickBaseline: (i: number) => number | null | undefined,
  ) => estimateKnown(all.map((checkpoint, i) => subtract(pick(checkpoint), pickBaseline(i))))
  const rates = baselineCheckpoints.every((checkpoint) => checkpoint)
    ? compare(perHundred, (i) => perHundred(baselineCheckpoints[i]!))
    : null
  return {
    labelled: all[0]?.labelled ?? 0,
    stepsRead: estimateMean(all.map(({ stepsRead }) => stepsRead)),
    errors: estimateMean(all.map(({ errors }) => errors)),
    errorsPerHundred: estimateMean(all.map(perHundred)),
    stepAuc: estimateShare(all.map(({ stepAuc }) => stepAuc)),
    firstErrorHit: estimateShare(all.map(({ firstErrorHit }) => firstErrorHit)),
    difference: rates && {
      errorsPerHundred: rates,
      stepAuc: compare(
        ({ stepAuc }) => stepAuc,
        (i) => baselineCheckpoints[i]?.stepAuc,
      ),
      stepAucAtEqualSteps: compare(
        ({ stepAuc }) => stepAuc,
        (i) => interpolateAuc(pairs[i]?.baseline, pairs[i]?.checkpoint.stepsRead ?? 0),
      ),
    },
  }
}

const perHundred = ({ errors, stepsRead }: SimulationCheckpoint) =>
  stepsRead === 0 ? 0 : (100 * errors) / stepsRead

const subtract = (a: number | null | undefined, b: number | null | undefined) =>
  a == null || b == null ? null : a - b

/**
 * The step AUC of a run after a number of steps; null before its first checkpoint and after its
 * last.
 */
function interpolateAuc(run: SimulatedRun | undefined, stepsRead: number): number | null {
  const checkpoints = run?.checkpoints ?? []
  const after = checkpoints.findIndex((checkpoint) => checkpoint.stepsRead >= stepsRead)
  const [left, right] = [checkpoints[after - 1], checkpoints[after]]
  if (!right) return null
  if (right.stepsRead === stepsRead) return right.stepAuc
  if (!left || left.stepAuc === null || right.stepAuc === null) return null
  const fraction = (stepsRead - left.stepsRead) / (right.stepsRead - left.stepsRead)
  return left.stepAuc + fraction * (right.stepAuc - left.stepAuc)
}

const estimateKnown = (values: readonly (number | null)[]): MeanEstimate | null => {
  const knownValues = values.filter((value) => value !== null)
  return knownValues.length === values.length && knownValues.length > 0
    ? estimateMean(knownValues)
    : null
}

/** Clamps the interval of a share to 0 and 1. */
function estimateShare(values: readonly (number | null)[]): MeanEstimate | null {
  const interval = estimateKnown(values)
  if (interval === null || interval.low === null || interval.high === null) return interval
  return { ...interval, low: Math.max(0, interval.low), high: Math.min(1, interval.high) }
}

export function estimateMean(values: readonly number[]): MeanEstimate {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  if (count < 2) return { mean, low: null, high: null }
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  const half = computeStudentTCriticalValue(count - 1) * Math.sqrt(variance / count)
  return { mean, low: mean - half, high: mean + half }
}
