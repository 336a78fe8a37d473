import { query } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import { typesetReply } from '@/lib/problems/server/typeset-reply'
import { getAnnotationContract, listAnnotationsContract } from '../annotation-review-contract'
import { describeReviewed, describeSolution } from './describe-reviewed'
import { findFirstReadStep } from '../find-changed-step'
import { describeContent, findError } from './describe-content'
import { findAcceptRefusal } from './review-refusals'
import {
  findReturned,
  findReviewedAnnotation,
  findReviewedSolution,
  countReveals,
  findContent,
  toReviewScope,
} from './reviewed.sql'
import { findNextReview, listReviewRows, listReviews } from './reviews.sql'
import { toArchivedContent } from './annotation-content.sql'

export const listAnnotations = query(listAnnotationsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }, { state, person, sample, after, limit }) {
    const of = toReviewScope(project)
    const filter = { state, person, sample }
    const rows = await listReviewRows(db, of, filter, { after, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return {
      annotations: page.map(({ cursor: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
      next: rows.length > limit ? page.at(-1)!.cursor : null,
    }
  },
})

export const getAnnotation = query(getAnnotationContract, {
  action: 'review.read',
  scope: 'project',
  async run({ actor, db, project }, { annotation, state, person, around }) {
    const { userId } = requirePerson(actor)
    const of = toReviewScope(project)
    const row = await findReviewedAnnotation(db, of, annotation)
    if (!row || row.state === null) throw makeAnnotationNotFound()
    const [content, returned, solution, reviews, reveals] = await Promise.all([
      findContent(db, project.id, annotation),
      findReturned(db, project.id, annotation),
      findReviewedSolution(db, { projectId: project.id, solutionId: row.solutionId }),
      listReviews(db, project.id, annotation),
      countReveals(db, project.id, annotation),
    ])
    if (!content || !solution || solution.flow !== 'solution') throw makeAnnotationNotFound()
    // Drafts are private, so a returned annotation is shown as it was when it was sent back.
    const isReturned = row.state === 'returned'
    const isSameRevision = returned?.revision === solution.revision
    const shownContent = isReturned ? isSameRevision && toArchivedContent(returned) : content
    if (!shownContent) throw makeAnnotationNotFound()
    const { errorTags } = project
    const hasPrevious = !isReturned && returned !== null && isSameRevision
    const before = hasPrevious ? toArchivedContent(returned) : null
    const firstReadStep = findFirstReadStep(before, shownContent, findError(shownContent))
    const next = await findNextReview(db, of, { state, person }, annotation)
    return typesetReply((typesetter) => ({
      ...describeSolution(typesetter, row.solutionId, solution, around ?? firstReadStep),
      ...describeReviewed(row, userId),
      ...describeContent(typesetter, shownContent, errorTags),
      acceptRefusal: findAcceptRefusal(row, userId),
      previous: before && {
        ...describeContent(typesetter, before, errorTags),
        submittedAt: readTime(returned!),
      },
      reveals,
      reviews,
      isDisputed: row.isDisputed,
      next,
    }))
  },
})

const readTime = ({ submitted_at: at }: { submitted_at: string | null }) =>
  at === null ? null : new Date(at).toISOString()

function makeAnnotationNotFound(): AppError {
  return new AppError('not_found', 'Annotation not found, or its annotator has reopened it.')
}
