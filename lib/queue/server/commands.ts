import { command } from '@/lib/auth/server/operation'
import { requirePerson } from '@/lib/auth/server/require-person'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  claimNextContract,
  releaseLeaseContract,
  renewLeaseContract,
  skipSolutionContract,
} from '../contract'
import {
  type ClaimInput,
  endExpiredLeases,
  resumeOrClaimItem,
  resumeOrClaimItemWithAudit,
  type ClaimBlockReason,
  findClaimBlockReason,
  type LeaseRow,
  listActiveLeases,
  lockClaimsOfAnnotator,
  type EmptyClaimDiagnosis,
  readTransactionSnapshot,
  diagnoseEmptyClaim,
  readScreeningRequirement,
  claimBestItem,
  type ServedLease,
} from './claim.sql'
import { endLease, lockAndRenewLease, renewLeases } from './leases'
import { lockQueueItemsOfClaimer } from './lock-items.sql'
import {
  deleteRework,
  deleteStaleReworkOutsideQueue,
  isReturned,
  releaseStaleRework,
  claimReworkItem,
} from './rework.sql'
import { excludeAfterRepeatedSkips, insertSkip } from './skip.sql'

export const claimNext = command(claimNextContract, {
  action: 'queue.claim',
  scope: 'project',
  prepare: ({ db, project }) => endExpiredLeases(db, project.id),
  async run({ actor, db, project }, { prefetch }) {
    const claimer = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes, pause } = project
    if (pause) return { kind: 'paused' as const, ...pause }
    const claim = { ...claimer, prefetch, leaseMinutes }
    const servedLease = await resumeOrClaimItem(db, claim)
    if (servedLease) return toServedReply(servedLease)
    const blockReason = await findClaimBlockReason(db, claimer)
    // Paused since this call started. The next claim returns the message of the pause.
    if (blockReason === 'paused')
      throw new AppError(
        'paused',
        'You were paused in this project just now. Nothing was changed. You can continue when a reviewer or admin ends the pause.',
      )
    if (blockReason) return describeScreening(db, claimer, blockReason)
    if (!prefetch) {
      const nextLease = await releaseUnratedLeases(db, claim)
      if (nextLease) return toServedReply(nextLease)
    }
    const leases = await listActiveLeases(db, claimer)
    const leaseTerms = {
      isPrefetched: prefetch && leases.some((lease) => !lease.isPrefetched),
      leaseMinutes,
    }
    const rework = await claimReworkItem(db, claimer, leaseTerms)
    if (rework) return toServedReply({ ...rework, reason: 'rework' })
    const snapshot = await readTransactionSnapshot(db)
    const lease =
      (await claimBestItem(db, claimer, leaseTerms)) ??
      ((await releaseStaleRework(db, project.id)) > 0
        ? await claimBestItem(db, claimer, leaseTerms)
        : null)
    if (lease) return toServedReply({ ...lease, reason: 'work', note: null })
    await deleteStaleReworkOutsideQueue(db, project.id)
    return explainEmptyQueue(await diagnoseEmptyClaim(db, claimer, snapshot))
  },
  async runInOneStatement({ actor, db, project }, { prefetch }, writeEntry) {
    if (project.pause) return null
    const claimer = { projectId: project.id, userId: requirePerson(actor).userId }
    const claim = { ...claimer, prefetch, leaseMinutes: project.leaseMinutes }
    const servedLease = await resumeOrClaimItemWithAudit(db, claim, writeEntry)
    return servedLease && toServedReply(servedLease)
  },
  audit: (_, reply) =>
    reply.kind === 'solution'
      ? {
          target: `solution:${reply.solution}`,
          detail: { lease: reply.lease.id, reason: reply.reason },
        }
      : {
          target: 'queue',
          detail: { noneLeft: reply.kind === 'none_left' ? reply.reason : reply.kind },
        },
  mask: (reply, maskId) =>
    reply.kind === 'solution' ? { ...reply, solution: maskId(reply.solution) } : reply,
})

/**
 * Releases the annotator's leases, because rework comes first. They have no ratings: `claim_next` would have resumed one that
 * has. The prefetched solution becomes the current one, and is resumed if it is rework itself. First locks the items of
 * the rework, because it is claimed next.
 */
async function releaseUnratedLeases(
  db: Transaction,
  claim: ClaimInput,
): Promise<ServedLease | null> {
  await lockQueueItemsOfClaimer(db, claim)
  const leases = await listActiveLeases(db, claim)
  for (const lease of leases.toSorted((a, b) => Number(a.isPrefetched) - Number(b.isPrefetched))) {
    await endLease(db, claim, lease, 'released')
    const nextLease = await resumeOrClaimItem(db, claim)
    if (nextLease) return nextLease
  }
  return null
}

export const renewLease = command(renewLeaseContract, {
  action: 'queue.heartbeat',
  scope: 'project',
  async run({ actor, db, project }, { lease }) {
    const holder = {
      projectId: project.id,
      userId: requirePerson(actor).userId,
      leaseMinutes: project.leaseMinutes,
    }
    await lockClaimsOfAnnotator(db, holder)
    const renewedLease = await renewLeases(db, { ...holder, lease })
    return {
      id: renewedLease.id,
      expiresAt: renewedLease.expiresAt.toISOString(),
      secondsLeft: renewedLease.secondsLeft,
    }
  },
  audit: ({ lease }) => ({ target: `lease:${lease}` }),
})

export const releaseLease = command(releaseLeaseContract, {
  action: 'queue.release',
  scope: 'project',
  async run({ actor, db, project }, { lease }) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimsOfAnnotator(db, holder)
    const match = (await listActiveLeases(db, holder)).find(({ id }) => id === lease)
    if (match) await endLease(db, holder, match, 'released')
    return { released: match !== undefined }
  },
  audit: ({ lease }) => ({ target: `lease:${lease}` }),
})

export const skipSolution = command(skipSolutionContract, {
  action: 'queue.skip',
  scope: 'project',
  async run({ actor, db, project }, { lease, reason }) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimsOfAnnotator(db, holder)
    const lockedLease = await lockAndRenewLease(db, {
      ...holder,
      lease,
      leaseMinutes: project.leaseMinutes,
    })
    if (lockedLease.purpose === 'screening')
      throw new AppError(
        'conflict',
        'Screening solutions can’t be skipped. If you can’t decide, choose Give up.',
      )
    const key = { ...holder, solutionId: lockedLease.solutionId }
    if (await isReturned(db, key))
      throw new AppError(
        'conflict',
        'A returned annotation can’t be skipped. If you can’t correct it, choose Give up.',
      )
    const skip = { ...key, reason }
    await insertSkip(db, skip)
    await endLease(db, holder, lockedLease, 'skipped')
    if (lockedLease.purpose === 'work') await excludeAfterRepeatedSkips(db, skip)
    await deleteRework(db, key)
    return { skipped: true as const }
  },
  audit: ({ lease }) => ({ target: `lease:${lease}` }),
})

function toServedReply({
  reason,
  note,
  ...lease
}: LeaseRow & { reason: 'resumed' | 'rework' | 'screening' | 'work'; note: string | null }) {
  return {
    kind: 'solution' as const,
    reason,
    lease: {
      id: lease.id,
      expiresAt: lease.expiresAt.toISOString(),
      secondsLeft: lease.secondsLeft,
    },
    solution: lease.solutionId,
    note,
  }
}

function explainEmptyQueue({
  hasItems,
  hasNewlyFreed,
  othersExpireAt,
  hasUnfinishedSlots,
}: EmptyClaimDiagnosis) {
  const noneLeft = { kind: 'none_left' as const, nextExpiry: null }
  if (!hasItems) return { ...noneLeft, reason: 'empty' as const }
  if (othersExpireAt || hasNewlyFreed)
    return {
      ...noneLeft,
      reason: 'leased_by_others' as const,
      nextExpiry: othersExpireAt?.toISOString() ?? null,
    }
  return {
    ...noneLeft,
    reason: hasUnfinishedSlots ? ('none_for_you' as const) : ('all_done' as const),
  }
}

const screeningStates = { required: 'required', screening: 'grading', failed: 'failed' } as const

async function describeScreening(
  db: Transaction,
  claimer: { projectId: string; userId: string },
  blockReason: Exclude<ClaimBlockReason, 'paused'>,
) {
  const { items, share } = await readScreeningRequirement(db, claimer)
  const state = screeningStates[blockReason]
  return { kind: 'screening_due' as const, state, items, share }
}
