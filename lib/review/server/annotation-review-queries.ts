import { query, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import { withColours } from '@/lib/problems/server/with-colours'
import { getAnnotationContract, listAnnotationsContract } from '../annotation-review-contract'
import { describeReviewed, describeSolution } from './describe-reviewed'
import { describeSaid } from './describe-said'
import { findAcceptRefusal } from './refuse-return'
import { findReturned, findReviewed, findReviewedSolution, findSaid, readAs } from './reviewed.sql'
import { findNextReview, listReviewRows, listReviews } from './reviews.sql'
import { readArchived } from './said.sql'

export const listAnnotations = query(listAnnotationsContract, {
  action: 'review.read',
  scope: 'project',
  async run({ db, project }, { state, person, sample, after, limit }) {
    const of = readAs(project)
    const filter = { state, person, sample }
    const rows = await listReviewRows(db, of, filter, { after, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    return {
      annotations: shown.map(({ cursor: _, at, ...row }) => ({ ...row, at: at.toISOString() })),
      next: rows.length > limit ? shown.at(-1)!.cursor : null,
    }
  },
})

export const getAnnotation = query(getAnnotationContract, {
  action: 'review.read',
  scope: 'project',
  async run({ actor, db, project }, { annotation, state, person }) {
    const { userId } = requirePerson(actor)
    const of = readAs(project)
    const row = await findReviewed(db, of, annotation)
    if (!row || row.state === null) throw makeNotFound()
    const [said, returned, solution, acts] = await Promise.all([
      findSaid(db, project.id, annotation),
      findReturned(db, project.id, annotation),
      findReviewedSolution(db, { projectId: project.id, solutionId: row.solutionId }),
      listReviews(db, project.id, annotation),
    ])
    if (!said || !solution || solution.flow !== 'solution') throw makeNotFound()
    // One that was sent back is in work, which is nobody else's business: what is shown is what was sent back.
    const isBack = row.state === 'returned'
    const isSame = returned?.revision === solution.revision
    const now = isBack ? isSame && readArchived(returned) : said
    if (!now) throw makeNotFound()
    const { errorTags } = project
    const hasBefore = !isBack && returned !== null && isSame
    return withColours({
      ...describeSolution(row.solutionId, solution),
      ...describeReviewed(row, userId),
      ...describeSaid(now, errorTags),
      acceptRefusal: findAcceptRefusal(row, userId),
      before: hasBefore
        ? { ...describeSaid(readArchived(returned), errorTags), submittedAt: readTime(returned) }
        : null,
      acts,
      isDisputed: row.isDisputed,
      next: await findNextReview(db, of, { state, person }, annotation),
    })
  },
})

const readTime = ({ submitted_at: at }: { submitted_at: string | null }) =>
  at === null ? null : new Date(at).toISOString()

function makeNotFound(): AppError {
  return new AppError(
    'not_found',
    'There is no such annotation to be reviewed, or its annotator has it open.',
  )
}
