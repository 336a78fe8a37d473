import { command, requirePerson } from '@/lib/auth/server/operation'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { AppError } from '@/lib/platform/errors'
import { lockClaimer } from '@/lib/queue/server/claim.sql'
import { endLease } from '@/lib/queue/server/leases'
import { lockReopenedItems, reopenLease } from '@/lib/queue/server/reopen-lease'
import {
  reopenableMinutes,
  reopenLabellingContract,
  saveLabellingContract,
  submitLabellingContract,
} from '../contract'
import { archiveLabelling } from './archive.sql'
import { drawsAnswer, readBlindShare } from './blind-arm'
import { countDoneToday } from './progress.sql'
import { lockOwnLabelling, openDrafts, type ReopenRow } from './reopen.sql'
import { holdWork } from './shape.sql'
import { writeLabelling } from './write-labelling'

export const saveLabelling = command(saveLabellingContract, {
  action: 'labelling.save',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const work = await holdWork(db, holder, { lease: input.lease, leaseMinutes, endsLease: false })
    await writeLabelling(db, makePlace(project, holder, work.solutionId), work, input, null)
    return { sequence: input.sequence, secondsLeft: work.secondsLeft }
  },
  audit: ({ lease, sequence }) => ({ target: `lease:${lease}`, detail: { sequence } }),
})

export const submitLabelling = command(submitLabellingContract, {
  action: 'labelling.submit',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const work = await holdWork(db, holder, { lease: input.lease, leaseMinutes, endsLease: true })
    const place = makePlace(project, holder, work.solutionId)
    const finish = { reason: input.finishReason, note: input.finishNote }
    const labelling = await writeLabelling(db, place, work, input, finish)
    await endLease(db, holder, { id: input.lease }, 'done')
    return { labelling, doneToday: await countDoneToday(db, holder) }
  },
  audit: ({ finishReason }, { labelling }) => ({
    target: `labelling:${labelling}`,
    detail: { finishReason },
  }),
})

export const reopenLabelling = command(reopenLabellingContract, {
  action: 'labelling.reopen',
  scope: 'project',
  async run({ actor, db, project }, { labelling }) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimer(db, holder)
    const place = { ...holder, labellingId: labelling }
    const found = await lockOwnLabelling(db, place, reopenableMinutes)
    if (!found) throw new AppError('not_found', 'You have no such labelling.')
    const refusal = findReopenProblem(found)
    if (refusal) throw new AppError('conflict', refusal)
    const { solutionId } = found
    // Opening a draft takes the solution's item: whoever takes two of them takes them in one order.
    await lockReopenedItems(db, holder, solutionId)
    await archiveLabelling(db, { ...place, reason: 'reopened' })
    await openDrafts(db, { projectId: project.id, labellingIds: [labelling] })
    const { leaseMinutes } = project
    return {
      lease: await reopenLease(db, holder, { solutionId, leaseMinutes }),
      solution: solutionId,
    }
  },
  audit: ({ labelling }) => ({ target: `labelling:${labelling}` }),
  cover: (reply, coverId) => ({ ...reply, solution: coverId(reply.solution) }),
})

function findReopenProblem({ state, isFinal, isLast, isRecent }: ReopenRow): string | null {
  if (state === 'draft') return 'This labelling is open already.'
  if (isFinal || !isLast) return 'Only the labelling that you submitted last can be opened again.'
  return isRecent
    ? null
    : `A labelling can be opened again for ${reopenableMinutes} minutes after it was submitted.`
}

/** What is written says which guideline its annotator has said to have read: the project's may be newer. */
function makePlace(
  project: ProjectAccess,
  holder: { projectId: string; userId: string },
  solutionId: string,
) {
  const whose = { ...holder, solutionId }
  return {
    ...{ ...project, ...whose },
    guidelineVersion: project.guidelineRead,
    showsAnswer: drawsAnswer(project, whose),
    blindShare: readBlindShare(project),
  }
}
