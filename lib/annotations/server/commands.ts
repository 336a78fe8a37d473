import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { withInputKey } from '@/lib/auth/server/with-input-key'
import { AppError } from '@/lib/platform/errors'
import { lockClaimer } from '@/lib/queue/server/claim.sql'
import { endLease } from '@/lib/queue/server/leases'
import { lockItemsForReopen, reopenLease } from '@/lib/queue/server/reopen-lease'
import {
  reopenableMinutes,
  reopenAnnotationContract,
  saveAnnotationContract,
  submitAnnotationContract,
} from '../contract'
import { archiveAnnotation } from './archive.sql'
import { showsReferenceAnswer, readHiddenReferenceShare } from './hidden-reference'
import { countDoneToday } from './progress.sql'
import { findFirstError, findUnrevealedError, hasCandidates, revealOptions } from './reveal-options'
import { lockOwnAnnotation, reopenAsDrafts, type ReopenRow } from './reopen.sql'
import { renewLeasedWork } from './shape.sql'
import { writeAnnotation } from './write-annotation'
import { writeUnlessRepeated } from './write-unless-repeated'

export const saveAnnotation = command(saveAnnotationContract, {
  action: 'annotation.save',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const work = await renewLeasedWork(db, holder, {
      lease: input.lease,
      leaseMinutes,
      endsLease: false,
    })
    const context = makeContext(project, holder, work.solutionId)
    const write = () => writeAnnotation(db, context, work, input, null)
    const { annotationId, isRepeated } = await writeUnlessRepeated(db, context, input, write)
    const step = isRepeated ? findFirstError(work, input) : findUnrevealedError(work, input)
    const reveal =
      step === null
        ? null
        : await revealOptions(db, context, { annotationId, revision: work.revision, step })
    return { sequence: input.sequence, secondsLeft: work.secondsLeft, reveal }
  },
  audit: ({ lease, sequence }) => ({ target: `lease:${lease}`, detail: { sequence } }),
})

const submitOnce = command(submitAnnotationContract, {
  action: 'annotation.submit',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const work = await renewLeasedWork(db, holder, {
      lease: input.lease,
      leaseMinutes,
      endsLease: true,
    })
    const context = makeContext(project, holder, work.solutionId)
    const unrevealedError =
      input.finishReason === 'found_error' ? findUnrevealedError(work, input) : null
    if (unrevealedError !== null && (await hasCandidates(db, context, unrevealedError))) {
      const annotation = await writeAnnotation(db, context, work, input, null)
      const revealKey = { annotationId: annotation, revision: work.revision, step: unrevealedError }
      const reveal = await revealOptions(db, context, revealKey)
      const doneToday = await countDoneToday(db, holder)
      return { state: 'needs_options' as const, annotation, doneToday, reveal }
    }
    const finish = { reason: input.finishReason, note: input.finishNote }
    const annotation = await writeAnnotation(db, context, work, input, finish)
    await endLease(db, holder, { id: input.lease }, 'done')
    const doneToday = await countDoneToday(db, holder)
    return { state: 'submitted' as const, annotation, doneToday, reveal: null }
  },
  audit: ({ finishReason }, { annotation, state }) => ({
    target: `annotation:${annotation}`,
    detail: { finishReason, state },
  }),
})

export const submitAnnotation = withInputKey(submitOnce)

export const reopenAnnotation = command(reopenAnnotationContract, {
  action: 'annotation.reopen',
  scope: 'project',
  async run({ actor, db, project }, { annotation }) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimer(db, holder)
    const context = { ...holder, annotationId: annotation }
    const annotationRow = await lockOwnAnnotation(db, context, reopenableMinutes)
    if (!annotationRow) throw new AppError('not_found', 'Annotation not found.')
    const refusal = findReopenProblem(annotationRow)
    if (refusal) throw new AppError('conflict', refusal)
    const { solutionId } = annotationRow
    // Locks both queue items in one order, to avoid deadlocks.
    await lockItemsForReopen(db, holder, solutionId)
    await archiveAnnotation(db, { ...context, reason: 'reopened' })
    await reopenAsDrafts(db, { projectId: project.id, annotationIds: [annotation] })
    const { leaseMinutes } = project
    return {
      lease: await reopenLease(db, holder, { solutionId, leaseMinutes }),
      solution: solutionId,
    }
  },
  audit: ({ annotation }) => ({ target: `annotation:${annotation}` }),
  mask: (reply, maskId) => ({ ...reply, solution: maskId(reply.solution) }),
})

function findReopenProblem({ state, isFinal, isLast, isRecent }: ReopenRow): string | null {
  if (state === 'draft') return 'This annotation is already open.'
  if (isFinal || !isLast) return 'Only your last submitted annotation can be reopened.'
  return isRecent
    ? null
    : `You can reopen an annotation for ${reopenableMinutes} minutes after submitting it.`
}

/** Uses the guideline version that the annotator read, not the project's latest. */
function makeContext(
  project: ProjectAccess,
  holder: { projectId: string; userId: string },
  solutionId: string,
) {
  const owner = { ...holder, solutionId }
  return {
    ...{ ...project, ...owner },
    guidelineVersion: project.guidelineRead,
    showsAnswer: showsReferenceAnswer(project, owner),
    hiddenReferenceShare: readHiddenReferenceShare(project),
  }
}
