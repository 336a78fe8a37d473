import { command, requirePerson } from '@/lib/auth/server/operation'
import type { Transaction } from '@/lib/platform/server/database'
import {
  claimNextContract,
  releaseLeaseContract,
  renewLeaseContract,
  skipSolutionContract,
} from '../contract'
import {
  endExpiredLeases,
  type LeaseRow,
  listLeasesOf,
  lockClaimer,
  readQueueState,
  takeBestItem,
} from './claim.sql'
import { endDue, endStaleDue, findDueNote, takeDueItem } from './due.sql'
import { endLease, holdLease, renewLeases } from './leases'

export const claimNext = command(claimNextContract, {
  action: 'queue.claim',
  scope: 'project',
  async run({ actor, db, project }, { ahead }) {
    const claimer = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimer(db, claimer)
    await endExpiredLeases(db, project.id)
    const leases = await listLeasesOf(db, claimer)
    const current = leases.find((lease) => !lease.isAhead)
    const isAhead = ahead && current !== undefined
    const held = isAhead ? leases.find((lease) => lease.isAhead) : current
    if (held) return serve(held, 'resumed', await findDueNote(db, { ...claimer, ...held }))
    const item = { isAhead, leaseMinutes: project.leaseMinutes }
    const due = await takeDueItem(db, claimer, item)
    if (due) return serve(due, 'returned', due.note)
    const taken =
      (await takeBestItem(db, claimer, { ...item, skipLocked: true })) ??
      (await takeBestItem(db, claimer, { ...item, skipLocked: false })) ??
      ((await endStaleDue(db, project.id)) > 0
        ? await takeBestItem(db, claimer, { ...item, skipLocked: false })
        : null)
    return taken ? serve(taken, 'work', null) : explainNoneLeft(db, claimer)
  },
  audit: (_, reply) =>
    reply.kind === 'solution'
      ? { target: `solution:${reply.solution}`, detail: { lease: reply.lease.id, why: reply.why } }
      : { target: 'queue', detail: { noneLeft: reply.why } },
})

export const renewLease = command(renewLeaseContract, {
  action: 'queue.heartbeat',
  scope: 'project',
  async run({ actor, db, project }, { lease }) {
    const holder = {
      projectId: project.id,
      userId: requirePerson(actor).userId,
      leaseMinutes: project.leaseMinutes,
    }
    await lockClaimer(db, holder)
    const held = await renewLeases(db, { ...holder, lease })
    const expiresAt = new Date(Date.now() + held.secondsLeft * 1000).toISOString()
    return { id: held.id, expiresAt, secondsLeft: held.secondsLeft }
  },
  audit: ({ lease }) => ({ target: `lease:${lease}` }),
})

export const releaseLease = command(releaseLeaseContract, {
  action: 'queue.release',
  scope: 'project',
  async run({ actor, db, project }, { lease }) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimer(db, holder)
    const held = (await listLeasesOf(db, holder)).find(({ id }) => id === lease)
    if (held) await endLease(db, holder, held, 'given_back')
    return { released: held !== undefined }
  },
  audit: ({ lease }) => ({ target: `lease:${lease}` }),
})

export const skipSolution = command(skipSolutionContract, {
  action: 'queue.skip',
  scope: 'project',
  async run({ actor, db, project }, { lease, reason }) {
    const holder = { projectId: project.id, userId: requirePerson(actor).userId }
    await lockClaimer(db, holder)
    const held = await holdLease(db, { ...holder, lease, leaseMinutes: project.leaseMinutes })
    await db.skip.create({
      data: { ...holder, solutionId: held.solutionId, reason },
      select: { solutionId: true },
    })
    await endLease(db, holder, held, 'given_back')
    await endDue(db, { ...holder, solutionId: held.solutionId })
    return { skipped: true as const }
  },
  audit: ({ lease }) => ({ target: `lease:${lease}` }),
})

function serve(lease: LeaseRow, why: 'resumed' | 'returned' | 'work', note: string | null) {
  return {
    kind: 'solution' as const,
    why,
    lease: {
      id: lease.id,
      expiresAt: lease.expiresAt.toISOString(),
      secondsLeft: lease.secondsLeft,
    },
    solution: lease.solutionId,
    note,
  }
}

async function explainNoneLeft(db: Transaction, claimer: { projectId: string; userId: string }) {
  const { hasItems, hasOpen, othersUntil } = await readQueueState(db, claimer)
  const none = { kind: 'none_left' as const, until: null }
  if (!hasItems) return { ...none, why: 'empty' as const }
  if (hasOpen) return { ...none, why: 'only_your_own' as const }
  if (othersUntil)
    return { ...none, why: 'held_by_others' as const, until: othersUntil.toISOString() }
  return { ...none, why: 'all_done' as const }
}
