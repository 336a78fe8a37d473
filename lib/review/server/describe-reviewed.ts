import { typeset } from '@/lib/annotations/server/typeset'
import { typesetAnswer } from '@/lib/problems/typeset-answer'
import { readStepIds } from '../step-revision'
import { findReturnRefusal } from './refuse-return'
import type { ReviewedRow, ReviewedSolution } from './reviewed.sql'

/** Why a solution of the step-choice flow is not adjudicated. */
export const choiceRefusal =
  'Its steps are choices between options, and everybody goes a path of their own: there is nothing to rule on.'

/** A solution for its reviewers, with its texts set. */
export function describeSolution(solution: string, found: ReviewedSolution) {
  const { externalId, revision, statement, answer, reference, score, steps } = found
  const ids = readStepIds(found)
  const setAnswer = (text: string | null) =>
    text === null ? null : { text: typesetAnswer(text), source: text }
  return {
    ...{ solution, externalId, revision, score },
    problem: typeset(statement),
    answer: setAnswer(answer),
    reference: setAnswer(reference),
    steps: steps.map((step, i) => ({ id: ids[i]!, ...typeset(step) })),
  }
}

/** An annotation as a reviewer of it reads who made it and where it stands. */
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
