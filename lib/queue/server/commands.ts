import { command, requirePerson } from '@/lib/auth/server/operation'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import {
  claimNextContract,
  releaseLeaseContract,
  renewLeaseContract,
  skipSolutionContract,
} from '../contract'
import {
  claimOpenItem,
  claimOpenItemAtOnce,
  findBar,
  type LeaseRow,
  listLeasesOf,
  lockClaimer,
  readQueueState,
  takeBestItem,
} from './claim.sql'
import { endDue, endPlacelessDue, endStaleDue, takeDueItem } from './due.sql'
import { endLease, holdLease, renewLeases } from './leases'
import { excludeIfSkippedOften, storeSkip } from './skip.sql'

export const claimNext = command(claimNextContract, {
  action: 'queue.claim',
  scope: 'project',
  async run({ actor, db, project }, { ahead }) {
    const claimer = { projectId: project.id, userId: requirePerson(actor).userId }
    const { leaseMinutes } = project
    const served = await claimOpenItem(db, { ...claimer, ahead, leaseMinutes })
    if (served) return serve(served)
    if (await findBar(db, claimer))
      throw new AppError('forbidden', 'There is no work for you in this project at the moment.')
    const leases = await listLeasesOf(db, claimer)
    const item = { isAhead: ahead && leases.some((lease) => !lease.isAhead), leaseMinutes }
    const due = await takeDueItem(db, claimer, item)
    if (due) return serve({ ...due, why: 'returned' })
    const taken =
      (await takeBestItem(db, claimer, item)) ??
      ((await endStaleDue(db, project.id)) > 0 ? await takeBestItem(db, claimer, item) : null)
    if (taken) return serve({ ...taken, why: 'work', note: null })
    await endPlacelessDue(db, project.id)
    return explainNoneLeft(db, claimer)
  },
  async runAtOnce({ actor, db, project }, { ahead }, writeEntry) {
    const claimer = { projectId: project.id, userId: requirePerson(actor).userId }
    const claim = { ...claimer, ahead, leaseMinutes: project.leaseMinutes }
    const served = await claimOpenItemAtOnce(db, claim, writeEntry)
    return served && serve(served)
  },
  audit: (_, reply) =>
    reply.kind === 'solution'
      ? { target: `solution:${reply.solution}`, detail: { lease: reply.lease.id, why: reply.why } }
      : { target: 'queue', detail: { noneLeft: reply.why } },
  cover: (reply, coverId) =>
    reply.kind === 'solution' ? { ...reply, solution: coverId(reply.solution) } : reply,
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
    return { id: held.id, expiresAt: held.expiresAt.toISOString(), secondsLeft: held.secondsLeft }
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
    const skip = { ...holder, solutionId: held.solutionId, reason }
    await storeSkip(db, skip)
    await endLease(db, holder, held, 'skipped')
    if (held.purpose === 'work') await excludeIfSkippedOften(db, skip)
    await endDue(db, { ...holder, solutionId: held.solutionId })
    return { skipped: true as const }
  },
  audit: ({ lease }) => ({ target: `lease:${lease}` }),
})

function serve({
  why,
  note,
  ...lease
}: LeaseRow & { why: 'resumed' | 'returned' | 'screening' | 'work'; note: string | null }) {
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
