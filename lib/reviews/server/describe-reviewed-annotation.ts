import { estimateStepCost, findStepPageRange } from '@/lib/annotations/step-page'
import { readStepIds } from '@/lib/steps/step-revision'
import { maxPageTextCharacters, type ReplyTypesetter } from '@/lib/typesetting/reply-typesetter'
import { findReturnRefusalReason } from './review-refusals'
import type {
  ReviewedAnnotationRow,
  ReviewedSolution,
  ReviewReaderScope,
} from './reviewed-annotations.sql'
import { roundSubmissionTime } from './submission-times'

export const stepChoiceAdjudicationRefusalMessage =
  'Solutions of the step-choice flow can’t be adjudicated, because each annotator takes their own path.'

/** A solution for reviewers, with typeset texts. */
export function describeReviewedSolution(
  typesetter: ReplyTypesetter,
  solution: string,
  details: ReviewedSolution,
  /** A step of the page to get. */
  around: number,
) {
  const { externalId, revision, statement, answer, reference, score, steps } = details
  const ids = readStepIds(details)
  const page = findStepPageRange(steps.map(estimateStepCost), around)
  const typesetNullable = (text: string | null) =>
    text === null
      ? null
      : text.length > maxPageTextCharacters
        ? typesetter.beginningWithSource(text)
        : { text: typesetter.answer(text), source: text }
  return {
    solution,
    externalId,
    revision,
    score,
    problem: typesetter.beginningWithSource(statement),
    answer: typesetNullable(answer),
    reference: typesetNullable(reference),
    steps: steps.slice(page.start, page.end).map((step, i) => ({
      id: ids[page.start + i]!,
      ...typesetter.beginningWithSource(step),
    })),
    pageStart: page.start,
    stepCount: steps.length,
  }
}

/** The annotator and status of an annotation, for reviewers. */
export function describeReviewedAnnotation(
  row: ReviewedAnnotationRow,
  reviewer: string,
  { hidesTimes }: Pick<ReviewReaderScope, 'hidesTimes'>,
) {
  const { annotation, person, isImported, submittedAt, version, state, userId } = row
  const isOwn = userId === reviewer
  return {
    annotation,
    person,
    isOwn,
    isImported,
    submittedAt: submittedAt && roundSubmissionTime(submittedAt, hidesTimes),
    version,
    state,
    returnRefusal: findReturnRefusalReason(row),
  }
}
