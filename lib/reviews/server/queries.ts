import { query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { findFirstErrorOfAnnotation } from '@/lib/formats/annotation-rules'
import { cutPage } from '@/lib/platform/cut-page'
import { AppError } from '@/lib/platform/errors'
import { typesetReply } from '@/lib/typesetting/server/typeset-reply'
import { getAnnotationContract, listAnnotationsContract } from '../contract'
import { findFirstStepToReview } from '../find-first-changed-step'
import { toAnnotationContentRow } from './annotation-content.sql'
import {
  findNextAnnotationToReview,
  listAnnotationsByReviewState,
  listReviewsOfAnnotation,
} from './annotation-reviews.sql'
import { describeAnnotationContent } from './describe-annotation-content'
import {
  describeReviewedAnnotation,
  describeReviewedSolution,
} from './describe-reviewed-annotation'
import { findAcceptanceRefusalReason } from './review-refusals'
import {
  findReturnedAnnotationVersion,
  findReviewedAnnotation,
  findReviewedSolution,
  countStepsWithRevealedOptions,
  findAnnotationContent,
  makeReviewScope,
  type ReviewReaderScope,
} from './reviewed-annotations.sql'
import { roundSubmissionTime } from './submission-times'

export const listAnnotations = query(listAnnotationsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }, { state, person, sample, after, limit }) {
    const scope = makeReviewScope(project)
    // The time of a return is the reviewer's.
    const hidesTimes = scope.hidesTimes && state !== 'returned'
    const filter = { state, person, sample }
    const rows = await listAnnotationsByReviewState(db, scope, filter, { after, limit: limit + 1 })
    const { page, next } = cutPage(rows, limit, ({ cursor }) => cursor)
    return {
      annotations: page.map(({ cursor: _, at, ...row }) => ({
        ...row,
        at: roundSubmissionTime(at.toISOString(), hidesTimes),
      })),
      areTimesRounded: hidesTimes,
      next,
    }
  },
})

export const getAnnotation = query(getAnnotationContract, {
  action: 'review.read',
  scope: 'project',
  async run({ actor, db, project }, { annotation, state, person, sample, around }) {
    const { userId } = requirePerson(actor)
    const scope = makeReviewScope(project)
    const row = await findReviewedAnnotation(db, scope, annotation)
    if (!row || row.state === null) throw makeAnnotationNotFoundError()
    const [content, returnedVersion, solution, reviews, reveals] = await Promise.all([
      findAnnotationContent(db, project.id, annotation),
      findReturnedAnnotationVersion(db, project.id, annotation),
      findReviewedSolution(db, { projectId: project.id, solutionId: row.solutionId }),
      listReviewsOfAnnotation(db, project.id, annotation),
      countStepsWithRevealedOptions(db, project.id, annotation),
    ])
    if (!content || !solution || solution.flow !== 'solution') throw makeAnnotationNotFoundError()
    // Drafts are private, so a returned annotation is shown as it was when it was returned.
    const isReturned = row.state === 'returned'
    const isSameRevision = returnedVersion?.revision === solution.revision
    const shownContent = isReturned
      ? isSameRevision && toAnnotationContentRow(returnedVersion)
      : content
    if (!shownContent) throw makeAnnotationNotFoundError()
    const { errorTags } = project
    const hasPrevious = !isReturned && returnedVersion !== null && isSameRevision
    const previousContent = hasPrevious ? toAnnotationContentRow(returnedVersion) : null
    const firstStepToReview = findFirstStepToReview(
      previousContent,
      shownContent,
      findFirstErrorOfAnnotation(shownContent),
    )
    const next = await findNextAnnotationToReview(db, scope, { state, person, sample }, annotation)
    return typesetReply((typesetter) => ({
      ...describeReviewedSolution(
        typesetter,
        row.solutionId,
        solution,
        around ?? firstStepToReview,
      ),
      ...describeReviewedAnnotation(row, userId, scope),
      ...describeAnnotationContent(typesetter, shownContent, errorTags),
      acceptRefusal: findAcceptanceRefusalReason(row, userId),
      previous: previousContent && {
        ...describeAnnotationContent(typesetter, previousContent, errorTags),
        submittedAt: readTime(returnedVersion!, scope),
      },
      reveals,
      reviews,
      isDisputed: row.isDisputed,
      areTimesRounded: scope.hidesTimes,
      next,
    }))
  },
})

const readTime = (
  { submitted_at: at }: { submitted_at: string | null },
  { hidesTimes }: ReviewReaderScope,
) => at && roundSubmissionTime(new Date(at).toISOString(), hidesTimes)

function makeAnnotationNotFoundError(): AppError {
  return new AppError('not_found', 'Annotation not found, or its annotator has reopened it.')
}
