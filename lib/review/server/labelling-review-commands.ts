import { command, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { acceptLabellingContract, returnLabellingContract } from '../labelling-review-contract'
import { lockLabelling } from './lock-labelling.sql'
import { lockSolution } from './lock-solution.sql'
import { findAcceptRefusal, findReturnRefusal } from './refuse-return'
import { findReviewed, type ReadingOf, type ReviewedRow, readAs } from './reviewed.sql'
import { insertReviews } from './reviews.sql'
import { sendBack } from './send-back'

export const returnLabelling = command(returnLabellingContract, {
  action: 'labelling.return',
  scope: 'project',
  async run({ actor, db, project }, { labelling, submittedAt, note }) {
    const { userId } = requirePerson(actor)
    const of = readAs(project)
    const { solutionId } = await getReviewed(db, of, labelling)
    const place = { projectId: project.id, solutionId }
    await lockSolution(db, place)
    const row = await getReviewed(db, of, labelling)
    refuseUnread(row, submittedAt)
    const refusal = findReturnRefusal(row)
    if (refusal !== null) throw new AppError('conflict', `${refusal} Nothing was changed.`)
    const which = { projectId: project.id, labellingIds: [labelling] }
    await sendBack(db, which, { note: note.trim(), userId })
    return { labelling, solution: solutionId, state: 'returned' as const }
  },
  audit: ({ labelling }, { solution }) => ({
    target: `labelling:${labelling}`,
    detail: { act: 'returned', solution },
  }),
})

export const acceptLabelling = command(acceptLabellingContract, {
  action: 'labelling.accept',
  scope: 'project',
  async run({ actor, db, project }, { labelling, submittedAt, note }) {
    const { userId } = requirePerson(actor)
    const of = readAs(project)
    await lockLabelling(db, { ...of, labelling })
    const row = await getReviewed(db, of, labelling)
    refuseUnread(row, submittedAt)
    const refusal = findAcceptRefusal(row, userId)
    if (refusal !== null) throw new AppError('conflict', `${refusal} Nothing was changed.`)
    await insertReviews(
      db,
      { ...of, labellings: [labelling] },
      { act: 'accepted', note: note.trim(), userId },
    )
    const { state } = await getReviewed(db, of, labelling)
    return { labelling, state: state! }
  },
  audit: ({ labelling }) => ({ target: `labelling:${labelling}`, detail: { act: 'accepted' } }),
})

async function getReviewed(
  db: Transaction,
  of: ReadingOf,
  labelling: string,
): Promise<ReviewedRow> {
  const row = await findReviewed(db, of, labelling)
  if (!row) throw new AppError('not_found', 'There is no such labelling in this project.')
  return row
}

/** What is sent back or accepted is what was read. */
function refuseUnread({ isSubmitted, submittedAt }: ReviewedRow, seen: string): void {
  if (!isSubmitted)
    throw new AppError(
      'conflict',
      'This labelling is with its annotator by now: it was sent back or opened again. Nothing was changed.',
    )
  if (submittedAt !== null && submittedAt !== seen)
    throw new AppError(
      'conflict',
      'This labelling was submitted anew since you read it. Nothing was changed: look at it as it is.',
    )
}
