import { command, requirePerson } from '@/lib/auth/server/operation'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { AppError } from '@/lib/platform/errors'
import { lockClaimer } from '@/lib/queue/server/claim.sql'
import { endLease } from '@/lib/queue/server/leases'
import { lockReopenedItems, reopenLease } from '@/lib/queue/server/reopen-lease'
import {
  reopenableMinutes,
  reopenAnnotationContract,
  saveAnnotationContract,
  submitAnnotationContract,
} from '../contract'
import { archiveAnnotation } from './archive.sql'
import { drawsAnswer, readBlindShare } from './blind-arm'
import { countDoneToday } from './progress.sql'
import { lockOwnAnnotation, openDrafts, type ReopenRow } from './reopen.sql'
import { holdWork } from './shape.sql'
import { writeAnnotation } from './write-annotation'

export const saveAnnotation = command(saveAnnotationContract, {
  action: 'annotation.save',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const work = await holdWork(db, holder, { lease: input.lease, leaseMinutes, endsLease: false })
    await writeAnnotation(db, makePlace(project, holder, work.solutionId), work, input, null)
    return { sequence: input.sequence, secondsLeft: work.secondsLeft }
  },
  audit: ({ lease, sequence }) => ({ target: `lease:${lease}`, detail: { sequence } }),
})

export const submitAnnotation = command(submitAnnotationContract, {
  action: 'annotation.submit',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const work = await holdWork(db, holder, { lease: input.lease, leaseMinutes, endsLease: true })
    const place = makePlace(project, holder, work.solutionId)
    const finish = { reason: input.finishReason, note: input.finishNote }
    const annotation = await writeAnnotation(db, place, work, input, finish)
    await endLease(db, holder, { id: input.lease }, 'done')
    return { annotation, doneToday: await countDoneToday(db, holder) }
  },
  audit: ({ finishReason }, { annotation }) => ({
    target: `annotation:${annotation}`,
    detail: { finishReason },
  }),
})

export const reopenAnnotation = command(reopenAnnotationContract, {
  action: 'annotation.reopen',
  scope: 'project',
  async run({ actor, db, project }, { annotation }) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimer(db, holder)
    const place = { ...holder, annotationId: annotation }
    const found = await lockOwnAnnotation(db, place, reopenableMinutes)
    if (!found) throw new AppError('not_found', 'You have no such annotation.')
    const refusal = findReopenProblem(found)
    if (refusal) throw new AppError('conflict', refusal)
    const { solutionId } = found
    // Opening a draft takes the solution's item: whoever takes two of them takes them in one order.
    await lockReopenedItems(db, holder, solutionId)
    await archiveAnnotation(db, { ...place, reason: 'reopened' })
    await openDrafts(db, { projectId: project.id, annotationIds: [annotation] })
    const { leaseMinutes } = project
    return {
      lease: await reopenLease(db, holder, { solutionId, leaseMinutes }),
      solution: solutionId,
    }
  },
  audit: ({ annotation }) => ({ target: `annotation:${annotation}` }),
  cover: (reply, coverId) => ({ ...reply, solution: coverId(reply.solution) }),
})

function findReopenProblem({ state, isFinal, isLast, isRecent }: ReopenRow): string | null {
  if (state === 'draft') return 'This annotation is open already.'
  if (isFinal || !isLast) return 'Only the annotation that you submitted last can be opened again.'
  return isRecent
    ? null
    : `An annotation can be opened again for ${reopenableMinutes} minutes after it was submitted.`
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
