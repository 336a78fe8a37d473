import { type AnnotationSettings, toContentSettings } from '@/lib/annotations/annotation-settings'
import type { SolutionKey } from '@/lib/annotations/server/lock-solution.sql'
import { readAlternativesAndExplanations } from '@/lib/annotations/server/option-reveals.sql'
import {
  toStoredExplanation,
  validateAnnotationContent,
} from '@/lib/annotations/server/validate-content'
import type { InputOf } from '@/lib/platform/contract'
import type { Transaction } from '@/lib/platform/server/database'
import type { ReviewedSolution } from '@/lib/reviews/server/reviewed-annotations.sql'
import type { adjudicateSolutionContract } from '../contract'
import type { StoredErrorAnswers } from './adjudications.sql'

interface AdjudicationToValidate {
  solution: Pick<ReviewedSolution, 'steps'>
  input: Pick<InputOf<typeof adjudicateSolutionContract>, 'ratings' | 'answers'>
  finishReason: 'solution' | 'found_error'
}

/** Validates the answers about the first error like those of an annotator. The ratings must be valid. */
export async function validateAdjudicatedAnswers(
  db: Transaction,
  settings: AnnotationSettings,
  solutionKey: SolutionKey,
  { solution, input: { ratings, answers }, finishReason }: AdjudicationToValidate,
): Promise<StoredErrorAnswers> {
  const lastStep = ratings.length - 1
  const hasError = finishReason === 'found_error'
  const candidates = hasError
    ? await readAlternativesAndExplanations(db, solutionKey, lastStep)
    : { options: [], explanations: [] }
  const { options, explanation, progress } = answers
  const content = {
    ratings,
    explanation,
    progress,
    supersededRatings: [],
    notes: [],
    tags: [],
    choices: {},
    humanOptions: {},
    supersededErrors: {},
    options: options.length > 0 ? { [lastStep]: options } : {},
  }
  const explanations = { [lastStep]: candidates.explanations }
  const shape = {
    flow: 'solution' as const,
    stepCount: solution.steps.length,
    endings: {},
    ...toContentSettings(settings),
    // Adjudications have no error types.
    errorTags: [],
    optionCounts: { [lastStep]: candidates.options.length },
    revealed: 'all' as const,
  }
  const locate = (field: string) => (field === 'ratings' ? field : `answers.${field}`)
  const finish = { reason: finishReason, note: null }
  validateAnnotationContent(content, { shape, explanations }, finish, locate)
  const storedExplanation = toStoredExplanation(explanation, lastStep, { explanations })
  return {
    optionRatings: options,
    explanation: storedExplanation?.text ?? null,
    explanationOption: storedExplanation?.option ?? null,
    progress,
  }
}
