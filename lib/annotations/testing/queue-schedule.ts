import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { assert } from 'vitest'
import { saveAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import type { Person } from '@/lib/auth/actor'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { claimNext, releaseLease, renewLease, skipSolution } from '@/lib/queue/server/commands'
import {
  makeReworkOlder,
  expireLeaseInDatabase,
  returnAnnotationAsRework,
} from '@/lib/queue/testing/queue-fixtures'
import type { TestProject } from '@/prisma/seed/factories'
import { type ModelItem, QueueModel } from './queue-model'

const personCount = 3
const person = fc.integer({ min: 0, max: personCount - 1 })
const pick = fc.nat({ max: 1_000 })

/** One action. `pick` selects a solution, or a lease among all that the annotator ever had, so most have ended. */
export const anyQueueAction = fc.oneof(
  { weight: 6, arbitrary: fc.record({ action: fc.constant('claim' as const), person, pick }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('save' as const), person, pick }) },
  { weight: 4, arbitrary: fc.record({ action: fc.constant('submit' as const), person, pick }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('release' as const), person, pick }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('renew' as const), person, pick }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('skip' as const), person, pick }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('expire' as const), person, pick }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('steal' as const), person, pick }) },
  { weight: 2, arbitrary: fc.record({ action: fc.constant('return' as const), person, pick }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('reassign' as const), person, pick }) },
  { weight: 1, arbitrary: fc.record({ action: fc.constant('rank' as const), person, pick }) },
)
export type QueueAction = typeof anyQueueAction extends fc.Arbitrary<infer T> ? T : never

/** Runs each action on the queue and its model and compares the results. */
export class QueueModelChecker {
  readonly model: QueueModel
  /** All leases that each annotator ever had, oldest first. */
  private readonly pastLeases: string[][] = Array.from({ length: personCount }, () => [])
  private sequence = 0

  constructor(
    private readonly project: TestProject,
    private readonly persons: readonly Person[],
    items: readonly ModelItem[],
  ) {
    this.model = new QueueModel(items.map((item) => ({ ...item })))
  }

  async do({ action, person: who, pick: choice }: QueueAction): Promise<void> {
    const lease = this.pickLease(who, choice)
    switch (action) {
      case 'claim':
        return this.claim(who, choice % 3 === 0)
      case 'steal':
        await this.expire(lease)
        return this.claim((who + 1) % personCount, false)
      case 'expire':
        return this.expire(lease)
      case 'return':
        return this.returnAnnotation(who, choice)
      case 'reassign':
        for (const rework of this.model.rework) rework.isOld = true
        await makeReworkOlder(this.project, '9 days')
        return this.claim(who, false)
      case 'rank':
        return this.rank(choice)
      default:
        return this.useLease(action, who, lease, choice)
    }
  }

  private async claim(who: number, isPrefetch: boolean): Promise<void> {
    const reply = await claimNext.execute(this.persons[who]!, {
      project: this.project.slug,
      prefetch: isPrefetch,
    })
    const expected = this.model.claim(who, isPrefetch)
    if (reply.kind === 'none_left') {
      assert.deepEqual({ kind: reply.kind, reason: reply.reason }, expected)
      return
    }
    assert.ok(reply.kind === 'solution')
    const { kind, reason, solution } = reply
    assert.deepEqual(
      { kind, reason, solution },
      {
        kind: expected.kind,
        reason: expected.reason,
        solution: expected.kind === 'solution' ? expected.solution : null,
      },
    )
    if (expected.kind === 'solution' && expected.lease !== null)
      assert.deepEqual(reply.lease.id, expected.lease)
    else {
      this.model.setNewLeaseId(reply.lease.id)
      this.pastLeases[who]!.push(reply.lease.id)
    }
  }

  /** Picks the newest lease more often than earlier ones. */
  private pickLease(who: number, choice: number): string {
    const pastLeases = this.pastLeases[who]!
    return (
      (choice % 2 === 0
        ? pastLeases.at(-1)
        : pastLeases[choice % Math.max(pastLeases.length, 1)]) ?? randomUUID()
    )
  }

  private async expire(lease: string): Promise<void> {
    await expireLeaseInDatabase(lease)
    const leased = this.model.leases.find(({ id }) => id === lease)
    if (leased) leased.isExpired = true
  }

  private async returnAnnotation(who: number, choice: number): Promise<void> {
    const { solution } = this.model.items[choice % this.model.items.length]!
    const isReturned = await returnAnnotationAsRework(this.project, this.persons[who]!, solution)
    assert.deepEqual(isReturned, this.model.returnAnnotation(who, solution))
  }

  /** Like a re-ranking: only items that no one has started change their position. */
  private async rank(choice: number): Promise<void> {
    const item = this.model.items[choice % this.model.items.length]!
    if (item.leased + item.done > 0) return
    item.priority = (choice * 7) % 11
    await getDatabase().$executeRaw`
      update queue_item set priority = ${item.priority}
      where project_id = ${this.project.id}::uuid and solution_id = ${item.solution}::uuid`
  }

  private async useLease(
    action: 'save' | 'submit' | 'release' | 'renew' | 'skip',
    who: number,
    lease: string,
    choice: number,
  ): Promise<void> {
    const actor = this.persons[who]!
    const input = { project: this.project.slug, lease }
    const leased = this.model.findActiveLease(who, lease)
    if (action === 'release') {
      assert.deepEqual(await releaseLease.execute(actor, input), { released: leased !== undefined })
      if (leased) this.model.end(leased, 'released')
      return
    }
    const ratedCount = action === 'submit' ? 3 : choice % 3
    const outcome = await runAndDescribe(() => {
      if (action === 'renew') return renewLease.execute(actor, input)
      if (action === 'skip') return skipSolution.execute(actor, { ...input, reason: 'A reason' })
      return this.send(action, actor, input, ratedCount)
    })
    if (leased && action === 'skip' && this.model.isReturned(leased))
      return assert.deepEqual(outcome, 'conflict')
    assert.deepEqual(outcome, leased ? 'done' : 'lease_lost')
    if (!leased) return
    if (action === 'save') this.model.save(leased, ratedCount)
    else if (action === 'submit') this.model.end(leased, 'submitted')
    else if (action === 'skip') this.model.end(leased, 'skipped')
  }

  /** Sends a state that is based on the latest one on the server. */
  private async send(
    action: 'save' | 'submit',
    actor: Person,
    input: { project: string; lease: string },
    ratedCount: number,
  ): Promise<void> {
    const [draft] = await getDatabase().$queryRaw<{ sequence: number }[]>`
      select l.sequence from annotation l join lease e on e.project_id = l.project_id and e.solution_id = l.solution_id
      where e.id = ${input.lease}::uuid and l.user_id = ${actor.userId}::uuid`
    this.sequence += 1
    const state = {
      ...input,
      sequence: this.sequence,
      writer: randomUUID(),
      basedOn: draft?.sequence ?? 0,
      ratings: Array.from({ length: ratedCount }, () => 1 as const),
      activeMs: 10,
      events: [],
    }
    if (action === 'save')
      await saveAnnotation.execute(actor, saveAnnotation.contract.input.parse(state))
    else
      await submitAnnotation.execute(
        actor,
        submitAnnotation.contract.input.parse({ ...state, finishReason: 'solution' }),
        { idempotencyKey: randomUUID() },
      )
  }

  /** Compares the whole queue in the database with the model. */
  async compare(): Promise<void> {
    const { id } = this.project
    const db = getDatabase()
    const items = await db.$queryRaw<{ solution: string; leased: number; done: number }[]>`
      select solution_id as solution, leased, done from queue_item where project_id = ${id}::uuid`
    const leases = await db.$queryRaw<{ id: string; userId: string; solution: string }[]>`
      select id, user_id as "userId", solution_id as solution, is_prefetched as "isPrefetched" from lease
      where project_id = ${id}::uuid`
    const annotations = await db.$queryRaw<{ key: string; state: string; rated: number }[]>`
      select user_id || ' ' || solution_id as key, state::text, cardinality(ratings) as rated from annotation
      where project_id = ${id}::uuid`
    const { model } = this
    assert.deepEqual(
      sort(items),
      sort(model.items.map(({ solution, leased, done }) => ({ solution, leased, done }))),
    )
    assert.deepEqual(
      sort(leases),
      sort(
        model.leases.map(({ id: lease, person: who, solution, isPrefetched }) => ({
          id: lease,
          userId: this.persons[who]!.userId,
          solution,
          isPrefetched,
        })),
      ),
    )
    const submitted = [...model.submitted].map((key) => ({ key: this.nameKey(key), rated: 3 }))
    assert.deepEqual(
      sort(annotations.filter(({ state }) => state === 'submitted').map(dropState)),
      sort(submitted),
    )
    const drafts = [...model.drafts].flatMap(([key, ratedCount]) =>
      // Returned annotations keep their content.
      [{ key: this.nameKey(key), rated: ratedCount === -1 ? 3 : ratedCount }],
    )
    assert.deepEqual(
      sort(annotations.filter(({ state }) => state === 'draft').map(dropState)),
      sort(drafts),
    )
  }

  private nameKey(key: string): string {
    const [personIndex, solution] = key.split(' ')
    return `${this.persons[Number(personIndex)]!.userId} ${solution}`
  }
}

const dropState = ({ key, rated }: { key: string; rated: number }) => ({ key, rated })

const sort = <T>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

async function runAndDescribe(run: () => Promise<unknown>): Promise<string> {
  try {
    await run()
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}
