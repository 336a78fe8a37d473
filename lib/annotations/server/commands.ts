import { command } from '@/lib/auth/server/operation'
import type { ProjectAccess } from '@/lib/auth/server/project-access'
import { requirePerson } from '@/lib/auth/server/require-person'
import { withInputAsIdempotencyKey } from '@/lib/auth/server/with-input-as-idempotency-key'
import { Prisma } from '@/lib/generated/prisma/client'
import { AppError } from '@/lib/platform/errors'
import { lockClaimsOfAnnotator } from '@/lib/queue/server/claim.sql'
import {
  lockItemsForReopen,
  leaseReopenedSolution,
} from '@/lib/queue/server/lease-reopened-solution'
import { endLease } from '@/lib/queue/server/leases'
import {
  maxReopenMinutes,
  reopenAnnotationContract,
  saveAnnotationContract,
  submitAnnotationContract,
} from '../contract'
import { archiveAnnotation } from './archive.sql'
import { countOwnAnnotationsToday } from './count-own-annotations.sql'
import { requireReadGuideline } from './guideline-version-to-read'
import { isReferenceAnswerShown, readHiddenReferenceShare } from './hidden-reference'
import { renewLeaseAndReadSolution } from './ratable-content.sql'
import {
  lockAnnotationToReopen,
  turnAnnotationsIntoDrafts,
  type ReopenConditionsRow,
} from './reopen.sql'
import {
  findFirstErrorOfRatings,
  findFirstErrorWithUnseenOptions,
  hasAlternativesOrExplanations,
  revealStepOptions,
} from './reveal-options'
import { type DraftVersion, findLeasedDraft, storeDraftWithAudit } from './save-draft.sql'
import { saveUnlessRepeated } from './save-unless-repeated'
import {
  type AnnotationSaveInput,
  validateAndStoreAnnotation,
  validateAnnotation,
} from './validate-and-store-annotation'

export const saveAnnotation = command(saveAnnotationContract, {
  action: 'annotation.save',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const work = await renewLeaseAndReadSolution(db, holder, {
      lease: input.lease,
      leaseMinutes,
      endsLease: false,
    })
    const context = makeContext(project, holder, work.solutionId)
    const write = () => validateAndStoreAnnotation(db, context, work, input, null)
    const { annotationId, isRepeated } = await saveUnlessRepeated(db, context, input, write)
    const step = isRepeated
      ? findFirstErrorOfRatings(work, input)
      : findFirstErrorWithUnseenOptions(work, input)
    const reveal =
      step === null
        ? null
        : await revealStepOptions(db, context, { annotationId, revision: work.revision, step })
    return { sequence: input.sequence, secondsLeft: work.secondsLeft, reveal }
  },
  // Most saves: no options to reveal, and neither notes nor answers outside of the annotation's row.
  async runInOneStatement({ actor, db, project }, input, writeEntry) {
    if (hasChildInput(input)) return null
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { lease, sequence, events } = input
    const work = await findLeasedDraft(db, { ...holder, lease })
    if (!work || work.revision !== input.revision || !canReplaceDraft(work.draft, input))
      return null
    if (findFirstErrorWithUnseenOptions(work, input) !== null) return null
    const context = makeContext(project, holder, work.solutionId)
    const { row, hasChildRows } = validateAnnotation(context, work, input, null)
    if (hasChildRows) return null
    const { target, detail } = describeSave(input)
    const entry = writeEntry(Prisma.sql`${target}`, Prisma.sql`${JSON.stringify(detail)}`)
    const leaseTerms = { lease, leaseMinutes: project.leaseMinutes }
    const storedSequence = work.draft?.sequence ?? null
    const save = { row, events }
    const stored = await storeDraftWithAudit(db, context, leaseTerms, storedSequence, save, entry)
    return stored && { sequence, secondsLeft: stored.secondsLeft, reveal: null }
  },
  audit: describeSave,
})

/** Whether the input has something that is stored outside of the annotation's row. */
const hasChildInput = ({ notes, options, humanOptions }: AnnotationSaveInput) =>
  notes.length > 0 || Object.keys(options).length > 0 || Object.keys(humanOptions).length > 0

/** Whether `storeDraftWithAudit` can replace this draft. Otherwise it would only renew the lease. */
const canReplaceDraft = (draft: DraftVersion | null, input: AnnotationSaveInput) =>
  draft === null ||
  (!draft.hasChildRows &&
    draft.sequence < input.sequence &&
    (draft.writer === input.writer || draft.sequence === input.basedOn))

function describeSave({ lease, sequence }: { lease: string; sequence: number }) {
  return { target: `lease:${lease}`, detail: { sequence } }
}

const submitOnce = command(submitAnnotationContract, {
  action: 'annotation.submit',
  scope: 'project',
  async run({ actor, db, project }, input) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const work = await renewLeaseAndReadSolution(db, holder, {
      lease: input.lease,
      leaseMinutes,
      endsLease: true,
    })
    const context = makeContext(project, holder, work.solutionId)
    await requireReadGuideline(db, context, project)
    const unrevealedError =
      input.finishReason === 'found_error' ? findFirstErrorWithUnseenOptions(work, input) : null
    if (
      unrevealedError !== null &&
      (await hasAlternativesOrExplanations(db, context, unrevealedError))
    ) {
      const annotation = await validateAndStoreAnnotation(db, context, work, input, null)
      const revealKey = { annotationId: annotation, revision: work.revision, step: unrevealedError }
      const reveal = await revealStepOptions(db, context, revealKey)
      const doneToday = await countOwnAnnotationsToday(db, holder)
      return { state: 'needs_options' as const, annotation, doneToday, reveal }
    }
    const finish = { reason: input.finishReason, note: input.finishNote }
    const annotation = await validateAndStoreAnnotation(db, context, work, input, finish)
    await endLease(db, holder, { id: input.lease }, 'done')
    const doneToday = await countOwnAnnotationsToday(db, holder)
    return { state: 'submitted' as const, annotation, doneToday, reveal: null }
  },
  audit: ({ finishReason }, { annotation, state }) => ({
    target: `annotation:${annotation}`,
    detail: { finishReason, state },
  }),
})

export const submitAnnotation = withInputAsIdempotencyKey(submitOnce)

export const reopenAnnotation = command(reopenAnnotationContract, {
  action: 'annotation.reopen',
  scope: 'project',
  async run({ actor, db, project }, { annotation }) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimsOfAnnotator(db, holder)
    const context = { ...holder, annotationId: annotation }
    const annotationRow = await lockAnnotationToReopen(db, context, maxReopenMinutes)
    if (!annotationRow) throw new AppError('not_found', 'Annotation not found.')
    const refusal = findReopenRefusal(annotationRow)
    if (refusal) throw new AppError('conflict', refusal)
    const { solutionId } = annotationRow
    // Locks both queue items in one order, to avoid deadlocks.
    await lockItemsForReopen(db, holder, solutionId)
    await archiveAnnotation(db, { ...context, reason: 'reopened' })
    await turnAnnotationsIntoDrafts(db, { projectId: project.id, annotationIds: [annotation] })
    const { leaseMinutes } = project
    return {
      lease: await leaseReopenedSolution(db, holder, { solutionId, leaseMinutes }),
      solution: solutionId,
    }
  },
  audit: ({ annotation }) => ({ target: `annotation:${annotation}` }),
  mask: (reply, maskId) => ({ ...reply, solution: maskId(reply.solution) }),
})

function findReopenRefusal({
  state,
  isFinal,
  isLast,
  isRecent,
}: ReopenConditionsRow): string | null {
  if (state === 'draft') return 'This annotation is already open.'
  if (isFinal || !isLast) return 'Only your last submitted annotation can be reopened.'
  return isRecent
    ? null
    : `You can reopen an annotation for ${maxReopenMinutes} minutes after submitting it.`
}

/** Uses the guideline version that the annotator read, not the project's latest. */
function makeContext(
  project: ProjectAccess,
  holder: { projectId: string; userId: string },
  solutionId: string,
) {
  const owner = { ...holder, solutionId }
  return {
    ...project,
    ...owner,
    guidelineVersion: project.confirmedGuidelineVersion,
    showsAnswer: isReferenceAnswerShown(project, owner),
    hiddenReferenceShare: readHiddenReferenceShare(project),
  }
}
