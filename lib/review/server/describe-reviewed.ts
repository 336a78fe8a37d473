import type { ReplyTypesetter } from '@/lib/problems/reply-typesetter'
import { readStepIds } from '../step-revision'
import { findReturnRefusal } from './review-refusals'
import type { ReviewedRow, ReviewedSolution } from './reviewed.sql'

export const stepChoiceRefusal =
  'Solutions of the step-choice flow can’t be adjudicated, because each annotator takes their own path.'

/** A solution for reviewers, with typeset texts. */
export function describeSolution(
  typesetter: ReplyTypesetter,
  solution: string,
  details: ReviewedSolution,
) {
  const { externalId, revision, statement, answer, reference, score, steps } = details
  const ids = readStepIds(details)
  const typesetNullable = (text: string | null) =>
    text === null ? null : { text: typesetter.answer(text), source: text }
  return {
    ...{ solution, externalId, revision, score },
    problem: typesetter.textWithSource(statement),
    answer: typesetNullable(answer),
    reference: typesetNullable(reference),
    steps: steps.map((step, i) => ({ id: ids[i]!, ...typesetter.textWithSource(step) })),
  }
}

/** The annotator and status of an annotation, for reviewers. */
export function describeReviewed(row: ReviewedRow, reviewer: string) {
  const { annotation, person, isImported, submittedAt, state, userId } = row
  const isOwn = userId === reviewer
  return {
    annotation,
    person,
    isOwn,
    isImported,
    submittedAt,
    state,
    returnRefusal: findReturnRefusal(row),
  }
}
