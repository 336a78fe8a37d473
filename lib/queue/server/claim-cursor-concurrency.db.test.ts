import fc from 'fast-check'
import { assert, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  beginPendingTransaction,
  type PendingTransaction,
} from '@/lib/queue/testing/pending-transaction'
import {
  claimSolutionOrThrow,
  makeAnnotators,
  listServingOrder,
  makeProjectWithQueue,
} from '@/lib/queue/testing/queue-fixtures'
import type { TestProject } from '@/prisma/seed/factories'

useTestDatabase()

type Step =
  | { step: 'take' | 'beginRelease' | 'annotate' | 'rerank'; item: number }
  | { step: 'endRelease'; item: number; how: 'commit' | 'rollback' }
  | { step: 'claim' }

const item = fc.nat({ max: 5 })
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ step: fc.constant('take' as const), item }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('beginRelease' as const), item }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('annotate' as const), item }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('rerank' as const), item }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant('endRelease' as const),
      item,
      how: fc.constantFrom('commit', 'commit', 'rollback'),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ step: 'claim' as const }) },
)

const numRuns = isFullTestRun ? 1_000 : 8

test('a claim that starts at its cursor finds the same item as a full scan while concurrent transactions free items', async () => {
  let claims = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArbitrary, { minLength: 6, maxLength: 30, size: 'max' }),
      async (steps) => {
        const project = await makeProjectWithQueue(6)
        const run = new CursorModel(
          project,
          (await makeAnnotators(project, 1))[0]!,
          await listServingOrder(project),
        )
        claims += await run.runAll(steps)
      },
    ),
    { numRuns },
  )
  expect(claims).toBeGreaterThan(numRuns)
}, 1_200_000)

test('a claim finds an item that was freed by the transaction that wrote the cursor', async () => {
  const project = await makeProjectWithQueue(1)
  const [annotator, otherAnnotator] = await makeAnnotators(project, 2)
  await claimSolutionOrThrow(project, otherAnnotator!)
  const findBest = (db: Transaction) => db.$queryRaw<{ id: string | null }[]>`
    select lock_best_item(${project.id}::uuid, ${annotator!.userId}::uuid) as id`
  await getDatabase().$transaction(async (db) => {
    await db.$queryRaw`select pg_current_xact_id()::text`
    // A later transaction ends before this one searches.
    await getDatabase().$queryRaw`select pg_current_xact_id()::text`
    expect(await findBest(db)).toEqual([{ id: null }])
    await db.$executeRaw`update queue_item set leased = 0 where project_id = ${project.id}::uuid`
    expect(await findBest(db)).not.toEqual([{ id: null }])
  })
})

/** A model of items with one slot each. No particular annotator takes or frees the slots. */
class CursorModel {
  private readonly pendingReleases = new Map<string, PendingTransaction>()
  /** Committed state. */
  private readonly claimedItems = new Set<string>()

  constructor(
    private readonly project: TestProject,
    private readonly person: Person,
    private readonly items: readonly string[],
  ) {}

  async runAll(steps: readonly Step[]): Promise<number> {
    let claims = 0
    try {
      for (const step of [...steps, { step: 'claim' } as const]) {
        if (step.step === 'claim') claims += 1
        await this.do(step)
      }
    } finally {
      for (const transaction of this.pendingReleases.values()) await transaction.end('rollback')
    }
    await this.do({ step: 'claim' })
    return claims
  }

  private async do(step: Step): Promise<void> {
    if (step.step === 'claim') return this.claim()
    const solution = this.items[step.item]!
    const release = this.pendingReleases.get(solution)
    if (step.step === 'endRelease') {
      this.pendingReleases.delete(solution)
      if (release && step.how === 'commit') this.claimedItems.delete(solution)
      return release?.end(step.how)
    }
    // Claims skip locked items, so only taken items may be locked here.
    if (
      release ||
      (step.step === 'beginRelease' &&
        (!this.claimedItems.has(solution) || this.pendingReleases.size > 4))
    )
      return
    if (step.step === 'beginRelease')
      this.pendingReleases.set(
        solution,
        await beginPendingTransaction((db) => this.setLeased(db, solution, 0)),
      )
    else if (step.step === 'take') {
      await this.setLeased(getDatabase(), solution, 1)
      this.claimedItems.add(solution)
    } else if (step.step === 'rerank') await this.rerank(solution)
    else await this.annotate(solution)
  }

  private setLeased(db: Transaction, solution: string, leased: number) {
    return db.$executeRaw`
      update queue_item set leased = ${leased}
      where project_id = ${this.project.id}::uuid and solution_id = ${solution}::uuid`
  }

  private rerank(solution: string) {
    return getDatabase().$executeRaw`
      update queue_item set priority = 1 - priority
      where project_id = ${this.project.id}::uuid and solution_id = ${solution}::uuid`
  }

  private annotate(solution: string) {
    return getDatabase().$executeRaw`
      insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, submitted_at)
      values (${this.project.id}::uuid, gen_random_uuid(), ${solution}::uuid, ${this.person.userId}::uuid, '',
        'submitted', 'solution', 1, '{1}', '{null}', '{0}', '{1}', 'solution', now()) on conflict do nothing`
  }

  /** Searches without taking anything. The cursor still moves. */
  private async claim(): Promise<void> {
    const [match] = await getDatabase().$queryRaw<{ id: string | null }[]>`
      select lock_best_item(${this.project.id}::uuid, ${this.person.userId}::uuid) as id`
    const best = await getDatabase().$queryRaw<{ id: string }[]>`
      select solution_id as id from queue_item q
      where project_id = ${this.project.id}::uuid and leased + done < slots and not exists (
        select from annotation l where l.project_id = q.project_id and l.solution_id = q.solution_id
          and l.user_id = ${this.person.userId}::uuid)
      order by tier, pass, priority desc, solution_id limit 1`
    assert.equal(match!.id, best[0]?.id ?? null)
  }
}
