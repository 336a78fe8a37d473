import { evaluationOptionsField } from '@/lib/evaluation/contract'
import type { EvaluationOptions, ScoreSource } from './evaluation'

type Parameters = Readonly<Record<string, string | string[] | undefined>>

/** The newest scores, with the defaults of the API. */
export function chooseDefaultEvaluationOptions(sources: readonly ScoreSource[]): EvaluationOptions {
  // A run over unlabelled solutions has no ratings to compare its scores with.
  const newestRun =
    sources.find(({ run, scope }) => run !== null && scope !== 'unlabelled') ??
    sources.find(({ run }) => run !== null)
  return evaluationOptionsField.parse({ scores: newestRun?.scores ?? 'imported' })
}

/** Options in the URL. Invalid ones, and scores that don't exist, are replaced by defaults. */
export function readEvaluationOptions(
  parameters: Parameters,
  sources: readonly ScoreSource[],
): EvaluationOptions {
  const defaults = chooseDefaultEvaluationOptions(sources)
  let options = defaults
  for (const name of ['scores', 'aggregation', 'neutral'] as const) {
    const value = parameters[name]
    if (value === undefined) continue
    const parseResult = evaluationOptionsField.safeParse({ ...options, [name]: value })
    if (parseResult.success) options = parseResult.data
  }
  const isAvailable = sources.some(({ scores }) => scores === options.scores)
  return isAvailable ? options : { ...options, scores: defaults.scores }
}

/** `/projects/maths/evaluate?neutral=negative` */
export function evaluationOptionsHref(
  slug: string,
  options: EvaluationOptions,
  defaults: EvaluationOptions,
): string {
  const parameters = new URLSearchParams()
  for (const name of ['scores', 'aggregation', 'neutral'] as const)
    if (options[name] !== defaults[name]) parameters.set(name, options[name])
  const query = parameters.toString()
  return `/projects/${slug}/evaluate${query ? `?${query}` : ''}`
}

export const areEvaluationOptionsEqual = (a: EvaluationOptions, b: EvaluationOptions) =>
  a.scores === b.scores && a.aggregation === b.aggregation && a.neutral === b.neutral
