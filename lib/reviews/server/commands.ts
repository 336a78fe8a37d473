import { lockSolution } from '@/lib/annotations/server/lock-solution.sql'
import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { acceptAnnotationContract, returnAnnotationContract } from '../contract'
import { insertReviews } from './annotation-reviews.sql'
import { lockReviewedAnnotation } from './lock-annotation.sql'
import { returnAnnotations } from './return-annotations'
import { findAcceptanceRefusalReason, findReturnRefusalReason } from './review-refusals'
import {
  findReviewedAnnotation,
  type ReviewScope,
  type ReviewedAnnotationRow,
  makeReviewScope,
} from './reviewed-annotations.sql'

export const returnAnnotation = command(returnAnnotationContract, {
  action: 'annotation.return',
  scope: 'project',
  async run({ actor, db, project }, { annotation, version, note }) {
    const { userId } = requirePerson(actor)
    const scope = makeReviewScope(project)
    const { solutionId } = await getReviewedAnnotation(db, scope, annotation)
    const solutionKey = { projectId: project.id, solutionId }
    await lockSolution(db, solutionKey)
    const row = await getReviewedAnnotation(db, scope, annotation)
    requireReadVersion(row, version)
    const refusal = findReturnRefusalReason(row)
    if (refusal !== null) throw new AppError('conflict', `${refusal} Nothing was changed.`)
    const target = { projectId: project.id, annotationIds: [annotation] }
    await returnAnnotations(db, target, { note: note.trim(), userId })
    return { annotation, solution: solutionId, state: 'returned' as const }
  },
  audit: ({ annotation }, { solution }) => ({
    target: `annotation:${annotation}`,
    detail: { operation: 'returned', solution },
  }),
})

export const acceptAnnotation = command(acceptAnnotationContract, {
  action: 'annotation.accept',
  scope: 'project',
  async run({ actor, db, project }, { annotation, version, note }) {
    const { userId } = requirePerson(actor)
    const scope = makeReviewScope(project)
    await lockReviewedAnnotation(db, { ...scope, annotation })
    const row = await getReviewedAnnotation(db, scope, annotation)
    requireReadVersion(row, version)
    const refusal = findAcceptanceRefusalReason(row, userId)
    if (refusal !== null) throw new AppError('conflict', `${refusal} Nothing was changed.`)
    await insertReviews(
      db,
      { ...scope, annotations: [annotation] },
      { action: 'accepted', note: note.trim(), userId },
    )
    const { state } = await getReviewedAnnotation(db, scope, annotation)
    return { annotation, state: state! }
  },
  audit: ({ annotation }) => ({
    target: `annotation:${annotation}`,
    detail: { operation: 'accepted' },
  }),
})

async function getReviewedAnnotation(
  db: Transaction,
  scope: ReviewScope,
  annotation: string,
): Promise<ReviewedAnnotationRow> {
  const row = await findReviewedAnnotation(db, scope, annotation)
  if (!row) throw new AppError('not_found', 'Annotation not found in this project.')
  return row
}

/** Rejects an action on a version that the reviewer has not read. */
function requireReadVersion(
  { isSubmitted, version }: ReviewedAnnotationRow,
  readVersion: number,
): void {
  if (!isSubmitted)
    throw new AppError('conflict', 'This annotation was returned or reopened. Nothing was changed.')
  if (version !== readVersion)
    throw new AppError(
      'conflict',
      'This annotation was submitted again since you opened it. Nothing was changed. Check the new version first.',
    )
}
