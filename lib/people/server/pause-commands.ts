import { command, query } from '@/lib/auth/server/operation'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { hidesSubmissionTimes, roundSubmissionTime } from '@/lib/reviews/server/submission-times'
import {
  endPauseContract,
  pauseAnnotatorContract,
  previewPauseEndContract,
} from '../pause-contract'
import { insertPause } from './pause-rule.sql'
import { countWithdrawableAnnotations, withdrawAnnotationsSince } from './pause.sql'

/** Ending a pause may withdraw every annotation of an annotator, so it gets more time than other calls. */
const endPauseTimeoutMs = 60_000

export const pauseAnnotator = command(pauseAnnotatorContract, {
  action: 'person.pause',
  scope: 'project',
  async run({ actor, db, project }, { user, message }) {
    const memberKey = { projectId: project.id, userId: user }
    const member = await db.member.findUnique({
      where: { projectId_userId: memberKey },
      select: { role: true },
    })
    if (!member) throw new AppError('not_found', 'Member not found in this project.')
    if (member.role !== 'annotator')
      throw new AppError('conflict', 'Only annotators can be paused.')
    const byUserId = requirePerson(actor).userId
    const pause = await insertPause(db, {
      ...memberKey,
      byUserId,
      message: message.trim(),
      judgement: null,
    })
    if (pause === null) throw new AppError('conflict', 'This annotator is already paused.')
    return { pause }
  },
  audit: ({ user }, { pause }) => ({ target: `user:${user}`, detail: { pause } }),
})

export const previewPauseEnd = query(previewPauseEndContract, {
  action: 'person.read',
  scope: 'project',
  async run({ db, project }, { pause, since }) {
    const { userId } = await getPause(db, project.id, pause)
    const scope = { projectId: project.id, userId, since: limitPrecision(project, since) }
    return countWithdrawableAnnotations(db, scope)
  },
})

export const endPause = command(endPauseContract, {
  action: 'pause.review',
  scope: 'project',
  timeoutMs: endPauseTimeoutMs,
  async run({ actor, db, project }, { pause, decision, since }) {
    const projectId = project.id
    const endedById = requirePerson(actor).userId
    const { userId } = await getPause(db, projectId, pause)
    if (userId === endedById)
      throw new AppError('forbidden', 'Only another reviewer or an admin can end your pause.')
    const [endedPause] = await db.$queryRaw<{ id: string }[]>`
      update pause set ended_at = now(), ended_by_id = ${endedById}::uuid, decision_note = ${decision.trim()}
      where project_id = ${projectId}::uuid and id = ${pause}::uuid and ended_at is null returning id`
    if (!endedPause)
      throw new AppError(
        'conflict',
        'Someone else has ended this pause. Nothing was changed. Reload the page to see their decision.',
      )
    if (since === null) return { pause, withdrawn: 0, withdrawnSince: null, queued: 0 }
    const firstInstant = limitPrecision(project, since)
    const withdrawal = await withdrawAnnotationsSince(db, {
      projectId,
      userId,
      since: firstInstant,
    })
    await db.$executeRaw`
      update pause set withdrawn = ${withdrawal.withdrawn}, withdrawn_since = ${firstInstant}::timestamptz
      where project_id = ${projectId}::uuid and id = ${pause}::uuid`
    return { pause, ...withdrawal, withdrawnSince: firstInstant }
  },
  audit: ({ pause }, { withdrawn, withdrawnSince, queued }) => ({
    target: `pause:${pause}`,
    detail: { withdrawn, withdrawnSince, queued },
  }),
})

/** If reviewers could count annotations since any instant, they could find out when each was submitted. */
const limitPrecision = (project: ProjectAccess, since: string) =>
  roundSubmissionTime(since, hidesSubmissionTimes(project))

async function getPause(db: Transaction, projectId: string, id: string) {
  const pause = await db.pause.findUnique({
    where: { projectId_id: { projectId, id } },
    select: { userId: true },
  })
  if (!pause) throw new AppError('not_found', 'Pause not found in this project.')
  return pause
}
