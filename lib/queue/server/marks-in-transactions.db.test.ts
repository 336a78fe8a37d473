import fc from 'fast-check'
import { assert, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase, type Transaction } from '@/lib/platform/server/database'
import { isFull } from '@/lib/platform/testing/figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimSolution, join, listInOrder, makeQueue } from '@/lib/queue/testing/made-queue'
import { keepOpen, type OpenTransaction } from '@/lib/queue/testing/opened-later'
import type { MadeProject } from '@/prisma/seed/factories'

useTestDatabase()

type Step =
  | { step: 'hold' | 'begin' | 'label' | 'rank'; item: number }
  | { step: 'end'; item: number; how: 'commit' | 'roll_back' }
  | { step: 'ask' }

const item = fc.nat({ max: 5 })
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ step: fc.constant('hold' as const), item }) },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('begin' as const), item }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('label' as const), item }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('rank' as const), item }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ step: fc.constant('end' as const), item },
      how: fc.constantFrom('commit', 'commit', 'roll_back'),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ step: 'ask' as const }) },
)

const numRuns = isFull ? 1_000 : 60

test('whatever opens in transactions under way, the best item is what a walk through all of them finds', async () => {
  let asked = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepArbitrary, { minLength: 6, maxLength: 30, size: 'max' }),
      async (steps) => {
        const project = await makeQueue(6)
        const run = new MarkRun(project, (await join(project, 1))[0]!, await listInOrder(project))
        asked += await run.all(steps)
      },
    ),
    { numRuns },
  )
  expect(asked).toBeGreaterThan(numRuns)
}, 1_200_000)

test('what the transaction that wrote the mark opens itself is found', async () => {
  const project = await makeQueue(1)
  const [asks, other] = await join(project, 2)
  await claimSolution(project, other!)
  const findBest = (db: Transaction) => db.$queryRaw<{ id: string | null }[]>`
    select lock_best_item(${project.id}::uuid, ${asks!.userId}::uuid) as id`
  await getDatabase().$transaction(async (db) => {
    await db.$queryRaw`select pg_current_xact_id()::text`
    // A later one ends before this one looks.
    await getDatabase().$queryRaw`select pg_current_xact_id()::text`
    expect(await findBest(db)).toEqual([{ id: null }])
    await db.$executeRaw`update queue_item set held = 0 where project_id = ${project.id}::uuid`
    expect(await findBest(db)).not.toEqual([{ id: null }])
  })
})

/** Items with one place each, taken and given back by nobody in particular. */
class MarkRun {
  private readonly open = new Map<string, OpenTransaction>()
  /** As everybody sees it. */
  private readonly held = new Set<string>()

  constructor(
    private readonly project: MadeProject,
    private readonly person: Person,
    private readonly items: readonly string[],
  ) {}

  async all(steps: readonly Step[]): Promise<number> {
    let asked = 0
    try {
      for (const step of [...steps, { step: 'ask' } as const]) {
        if (step.step === 'ask') asked += 1
        await this.do(step)
      }
    } finally {
      for (const transaction of this.open.values()) await transaction.end('roll_back')
    }
    await this.do({ step: 'ask' })
    return asked
  }

  private async do(step: Step): Promise<void> {
    if (step.step === 'ask') return this.ask()
    const solution = this.items[step.item]!
    const under = this.open.get(solution)
    if (step.step === 'end') {
      this.open.delete(solution)
      if (under && step.how === 'commit') this.held.delete(solution)
      return under?.end(step.how)
    }
    // What is locked is passed over by who asks, so only what is taken is locked here.
    if (under || (step.step === 'begin' && (!this.held.has(solution) || this.open.size > 4))) return
    if (step.step === 'begin')
      this.open.set(solution, await keepOpen((db) => this.setHeld(db, solution, 0)))
    else if (step.step === 'hold') {
      await this.setHeld(getDatabase(), solution, 1)
      this.held.add(solution)
    } else if (step.step === 'rank') await this.rank(solution)
    else await this.label(solution)
  }

  private setHeld(db: Transaction, solution: string, held: number) {
    return db.$executeRaw`
      update queue_item set held = ${held}
      where project_id = ${this.project.id}::uuid and solution_id = ${solution}::uuid`
  }

  private rank(solution: string) {
    return getDatabase().$executeRaw`
      update queue_item set priority = 1 - priority
      where project_id = ${this.project.id}::uuid and solution_id = ${solution}::uuid`
  }

  private label(solution: string) {
    return getDatabase().$executeRaw`
      insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
        chosen, offered, finish_reason, submitted_at)
      values (${this.project.id}::uuid, gen_random_uuid(), ${solution}::uuid, ${this.person.userId}::uuid, '',
        'submitted', 'solution', 1, '{1}', '{null}', '{0}', '{1}', 'solution', now()) on conflict do nothing`
  }

  /** Who asks takes nothing; their mark moves all the same. */
  private async ask(): Promise<void> {
    const [found] = await getDatabase().$queryRaw<{ id: string | null }[]>`
      select lock_best_item(${this.project.id}::uuid, ${this.person.userId}::uuid) as id`
    const best = await getDatabase().$queryRaw<{ id: string }[]>`
      select solution_id as id from queue_item q
      where project_id = ${this.project.id}::uuid and held + done < wanted and not exists (
        select from annotation l where l.project_id = q.project_id and l.solution_id = q.solution_id
          and l.user_id = ${this.person.userId}::uuid)
      order by tier, pass, priority desc, solution_id limit 1`
    assert.equal(found!.id, best[0]?.id ?? null)
  }
}
