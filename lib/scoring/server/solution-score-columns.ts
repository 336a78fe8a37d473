import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryCopyWriter } from '@/lib/platform/server/binary-copy-writer'
import { aggregateScores } from '../aggregate-scores'
import type { LineScores } from '../score-line'
import type { StepScore } from '../step-scores'

/** The columns of `solution_score` that hold the result. */
export interface SolutionScoreColumns {
  stepScores: number[]
  product: number
  minimum: number
  geometricMean: number
  last: number
  /** `strict...`: P(0) counts with P(-1). */
  strictProduct: number
  strictMinimum: number
  strictGeometric: number
  strictLast: number
  lowestStep: number
  disagreement: number | null
}

export const scoreColumnsSql = Prisma.sql`step_scores::float8[] as "stepScores", product, minimum,
  geometric_mean as "geometricMean", last, strict_product as "strictProduct", strict_minimum as "strictMinimum",
  strict_geometric_mean as "strictGeometric", strict_last as "strictLast", lowest_step as "lowestStep", disagreement`

/** Throws if the scores are not probabilities. Callers have validated them. */
export function computeSolutionScoreColumns(
  steps: readonly StepScore[],
  disagreement: number | null = null,
): SolutionScoreColumns {
  const aggregated = aggregateScores(steps)
  if (!aggregated.ok) throw new RangeError(aggregated.reason)
  const { positive, negative, lowestStep } = aggregated.scores
  return {
    stepScores: steps.flatMap((step) => step),
    ...positive,
    strictProduct: negative.product,
    strictMinimum: negative.minimum,
    strictGeometric: negative.geometricMean,
    strictLast: negative.last,
    lowestStep,
    disagreement,
  }
}

/** `lowestStep`: null if only the whole solution has a score. */
export type ImportedSolutionScoreColumns = Omit<SolutionScoreColumns, 'lowestStep'> & {
  lowestStep: number | null
}

/**
 * Imported scores. A score of the whole solution is used for all aggregations. Step scores are rounded to a `real`, as
 * stored, so that a repeated line compares equal.
 */
export function computeImportedSolutionScoreColumns(
  scores: LineScores,
): ImportedSolutionScoreColumns {
  if (scores.of === 'steps') {
    const values = computeSolutionScoreColumns(scores.steps)
    return { ...values, stepScores: values.stepScores.map(Math.fround) }
  }
  const { score } = scores
  return {
    stepScores: [],
    product: score,
    minimum: score,
    geometricMean: score,
    last: score,
    strictProduct: score,
    strictMinimum: score,
    strictGeometric: score,
    strictLast: score,
    lowestStep: null,
    disagreement: null,
  }
}

/** The columns in the order of `appendScoreCopyRow`. */
export const scoreCopyFromStdinSql = `copy solution_score (project_id, run_id, solution_id, revision, step_scores, product, minimum,
  geometric_mean, last, strict_product, strict_minimum, strict_geometric_mean, strict_last, lowest_step, disagreement,
  content_key) from stdin (format binary)`

const copiedColumnCount = 16

export interface SolutionScoreRow {
  solutionId: string
  /** Revision of the steps that were scored. It may be outdated when the scores are stored. */
  revision: number
  values: SolutionScoreColumns
  contentKey: Buffer | null
}

/** @param keys project and run, from `uuidToBytes` */
export function appendScoreCopyRow(
  rows: BinaryCopyWriter,
  keys: { project: Buffer; run: Buffer },
  { solutionId, revision, values, contentKey }: SolutionScoreRow,
): void {
  rows.beginRow(copiedColumnCount)
  rows.bytes(keys.project)
  rows.bytes(keys.run)
  rows.uuid(solutionId)
  rows.smallint(revision)
  rows.reals(values.stepScores)
  rows.float8(values.product)
  rows.float8(values.minimum)
  rows.float8(values.geometricMean)
  rows.float8(values.last)
  rows.float8(values.strictProduct)
  rows.float8(values.strictMinimum)
  rows.float8(values.strictGeometric)
  rows.float8(values.strictLast)
  rows.smallint(values.lowestStep)
  rows.float8(values.disagreement)
  if (contentKey === null) rows.text(null)
  else rows.bytes(contentKey)
}
