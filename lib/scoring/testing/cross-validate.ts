import { readItemRecord } from '@/lib/formats/detect-input-format'
import type { InputFormatName } from '@/lib/formats/format-names'
import { hashText, mixHash } from '@/lib/scoring/embedded/characters'
import { learnErrorRateByPosition } from '@/lib/scoring/embedded/learn-error-rate-by-position'
import { type HeldOutPrediction, measureScorer } from '@/lib/scoring/embedded/measure-scorer'
import { predictHeldOutExample } from '@/lib/scoring/embedded/score-held-out'
import type { EmbeddedScorerMetrics } from '@/lib/scoring/embedded/scorer-metrics'
import type { TrainingExample } from '@/lib/scoring/embedded/scorer-model'
import { trainScorer } from '@/lib/scoring/embedded/train-scorer'

const foldCount = 5

/** Labelled solutions of a file's lines. A problem that occurs with different choices (Mr-Ben) counts as one. */
export function readLabelledSolutionLines(
  format: InputFormatName | 'auto',
  lines: readonly string[],
): TrainingExample[] {
  return lines.flatMap((text, line) => {
    const item = { line: line + 1, offset: 0, byteLength: text.length, text }
    const result = readItemRecord(format, item)
    if (!result.ok) throw new Error(`Line ${line + 1}: ${JSON.stringify(result.errors)}`)
    const { problem, solutions } = result.record
    const { Question_UUID: question } = problem.metadata
    const problemId = typeof question === 'string' ? question : problem.identity
    return solutions.flatMap(({ steps, annotations }) =>
      annotations.map(({ ratings }) => ({
        problemId,
        problem: problem.statement,
        steps: steps ?? [],
        ratings,
        source: result.format,
        subject: problem.subject ?? null,
      })),
    )
  })
}

/** Five folds by problem: each solution is predicted by a scorer that was not trained on its problem. */
export function crossValidateScorer(
  examples: readonly TrainingExample[],
  seed: number,
): EmbeddedScorerMetrics {
  const chooseFold = ({ problemId }: TrainingExample) =>
    (mixHash(hashText(problemId) ^ Math.imul(seed + 1, 0x9e3779b1)) >>> 0) % foldCount
  const predicted = Array.from({ length: foldCount }, (_, fold): HeldOutPrediction[] => {
    const training = examples.filter((example) => chooseFold(example) !== fold)
    const result = trainScorer(training, { seed })
    if (!result.ok) throw new Error(result.problem)
    const estimateErrorRate = learnErrorRateByPosition(training.map(({ ratings }) => ratings))
    return examples
      .filter((example) => chooseFold(example) === fold)
      .map((example) => predictHeldOutExample(result.scorer.model, estimateErrorRate, example))
  })
  return measureScorer(predicted.flat())
}

export const labelledDatasets = [
  { format: 'big-bench-mistake', file: 'labelled/big-bench-mistake-arithmetic.jsonl' },
  { format: 'mr-ben', file: 'labelled/mr-ben-math.jsonl' },
] as const satisfies { format: InputFormatName; file: string }[]
