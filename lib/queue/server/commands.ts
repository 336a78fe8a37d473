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
  type Bar,
  findBar,
  type LeaseRow,
  listLeasesOf,
  lockClaimer,
  type QueueState,
  readMoment,
  readQueueState,
  readScreening,
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
    const { leaseMinutes, pause } = project
    if (pause) return { kind: 'paused' as const, ...pause }
    const served = await claimOpenItem(db, { ...claimer, ahead, leaseMinutes })
    if (served) return serve(served)
    const bar = await findBar(db, claimer)
    // Since this call began: the next one says what they are told.
    if (bar === 'paused')
      throw new AppError('paused', 'You are paused in this project. Nothing was changed.')
    if (bar) return describeScreening(db, claimer, bar)
    const leases = await listLeasesOf(db, claimer)
    const item = { isAhead: ahead && leases.some((lease) => !lease.isAhead), leaseMinutes }
    const due = await takeDueItem(db, claimer, item)
    if (due) return serve({ ...due, why: 'returned' })
    const before = await readMoment(db)
    const taken =
      (await takeBestItem(db, claimer, item)) ??
      ((await endStaleDue(db, project.id)) > 0 ? await takeBestItem(db, claimer, item) : null)
    if (taken) return serve({ ...taken, why: 'work', note: null })
    await endPlacelessDue(db, project.id)
    return explainNoneLeft(await readQueueState(db, claimer, before))
  },
  async runAtOnce({ actor, db, project }, { ahead }, writeEntry) {
    if (project.pause) return null
    const claimer = { projectId: project.id, userId: requirePerson(actor).userId }
    const claim = { ...claimer, ahead, leaseMinutes: project.leaseMinutes }
    const served = await claimOpenItemAtOnce(db, claim, writeEntry)
    return served && serve(served)
  },
  audit: (_, reply) =>
    reply.kind === 'solution'
      ? { target: `solution:${reply.solution}`, detail: { lease: reply.lease.id, why: reply.why } }
      : {
          target: 'queue',
          detail: { noneLeft: reply.kind === 'none_left' ? reply.why : reply.kind },
        },
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
    if (held.purpose === 'screening')
      throw new AppError(
        'conflict',
        'In a screening every solution is answered. Nothing was skipped. Give up where you cannot say.',
      )
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

function explainNoneLeft({ hasItems, hasOpened, othersUntil, hasPlaces }: QueueState) {
  const none = { kind: 'none_left' as const, until: null }
  if (!hasItems) return { ...none, why: 'empty' as const }
  if (othersUntil || hasOpened)
    return { ...none, why: 'held_by_others' as const, until: othersUntil?.toISOString() ?? null }
  return { ...none, why: hasPlaces ? ('only_your_own' as const) : ('all_done' as const) }
}

async function describeScreening(
  db: Transaction,
  claimer: { projectId: string; userId: string },
  bar: Exclude<Bar, 'paused'>,
) {
  const { items, share } = await readScreening(db, claimer)
  const state = bar === 'screening' ? ('ending' as const) : bar
  return { kind: 'screening_due' as const, state, items, share }
}
