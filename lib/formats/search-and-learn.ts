import { z } from 'zod'
import { formatQuantity } from '@/lib/platform/format'
import type { InputFormat } from './input-format'
import { displayedTextField, textOrNumberField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'
import type { SolutionRecord } from './record'

const perSolution = ['scores', 'agg_scores', 'completion_tokens'] as const

const searchAndLearnLine = z
  .looseObject({
    problem: displayedTextField,
    answer: textOrNumberField.nullish(),
    solution: z.string().nullish(),
    unique_id: z.string().nullish(),
    subject: z.string().nullish(),
    level: textOrNumberField.nullish(),
    completions: z.array(displayedTextField).min(1),
    scores: z
      .array(
        z.union([z.number(), z.array(z.number())], {
          error: 'Expected a number, or a list of numbers, one for each step.',
        }),
      )
      .nullish(),
    agg_scores: z.array(z.number()).nullish(),
    completion_tokens: z.array(z.unknown()).nullish(),
  })
  .superRefine((line, context) => {
    for (const key of perSolution) {
      const count = line[key]?.length ?? line.completions.length
      if (count === line.completions.length) continue
      const message = `The line has ${formatQuantity(line.completions.length, 'completion')} but ${formatQuantity(count, 'entry', 'entries')} here.`
      context.addIssue({ code: 'custom', message, path: [key] })
    }
  })

type SearchAndLearnLine = z.infer<typeof searchAndLearnLine>

const lineKeys: ReadonlySet<string> = new Set(Object.keys(searchAndLearnLine.shape))

/**
 * Reads one line of search-and-learn's output. Its step scores belong to the parts between empty
 * lines. If there are as many scores as parts, the parts are the steps. Otherwise the steps of
 * the scores are unknown: the text is split like any other, and the scores are stored as metadata.
 */
function readSearchAndLearn(value: unknown): ReadResult {
  const checked = searchAndLearnLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const problem = makeProblemRecord(line.problem, {
    externalId: blankToNull(line.unique_id),
    answer: line.answer == null ? null : blankToNull(String(line.answer)),
    referenceSolution: blankToNull(line.solution),
    subject: line.subject ?? null,
    level: line.level == null ? null : String(line.level),
    metadata: pickUnknownKeys(line, lineKeys),
  })
  const solutions = line.completions.map((text, i) => readCompletion(line, text, i))
  return { ok: true, record: { problem, solutions } }
}

function readCompletion(line: SearchAndLearnLine, text: string, i: number): SolutionRecord {
  const scores = line.scores?.[i]
  const tokens = line.completion_tokens?.[i]
  const metadata = tokens === undefined ? {} : { completion_tokens: tokens }
  const score = line.agg_scores?.[i] ?? (typeof scores === 'number' ? scores : null)
  if (!Array.isArray(scores)) return makeSolutionRecord({ text, score, metadata })
  const scoredSteps = matchScores(text, scores)
  return scoredSteps
    ? makeSolutionRecord({ ...scoredSteps, score, metadata })
    : makeSolutionRecord({ text, score, metadata: { ...metadata, scores } })
}

/** Steps and their scores; null if their numbers differ. A blank part is not a step, and its score is dropped. */
function matchScores(
  text: string,
  scores: readonly number[],
): { steps: string[]; stepScores: number[] } | null {
  const parts = text.split('\n\n')
  const isStep = parts.map((part) => part.trim() !== '')
  const steps = parts.filter((_, i) => isStep[i])
  if (scores.length === parts.length) {
    return { steps, stepScores: scores.filter((_, i) => isStep[i]) }
  }
  return scores.length === steps.length ? { steps, stepScores: [...scores] } : null
}

export const searchAndLearnInput: InputFormat = {
  detects: (value) => typeof value.problem === 'string' && Array.isArray(value.completions),
  read: readSearchAndLearn,
}
