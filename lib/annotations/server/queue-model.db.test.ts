import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { ModelItem } from '@/lib/annotations/testing/queue-model'
import {
  type QueueAction,
  anyQueueAction,
  QueueModelChecker,
} from '@/lib/annotations/testing/queue-schedule'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'

useTestDatabase()

const numRuns = isFullTestRun ? 1_000 : 15
const timeoutMs = isFullTestRun ? 3_600_000 : 120_000

let admin: Person
let persons: Person[]
beforeAll(async () => {
  admin = await makePerson({ isInstanceAdmin: true })
  persons = await Promise.all([1, 2, 3].map(() => makePerson()))
})

/** A queue of solutions with three steps, inserted directly because there are many. */
async function makeItems(project: TestProject, slots: readonly number[]): Promise<ModelItem[]> {
  const db = getDatabase()
  await db.$executeRaw`
    insert into member (project_id, user_id, role)
    select ${project.id}::uuid, u::uuid, 'annotator' from unnest(${persons.map((p) => p.userId)}::text[]) u`
  await db.$executeRaw`
    insert into problem (project_id, id, identity, statement, metadata)
    values (${project.id}::uuid, ${project.id}::uuid, sha256('p'), 'A problem', '{}')`
  const items = slots.map((count, i) => ({
    solution: randomUUID(),
    priority: i % 3,
    slots: count,
    leased: 0,
    done: 0,
  }))
  await db.$executeRaw`
    insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, verdict,
      verdict_reason, grader_version, metadata, import_id)
    select ${project.id}::uuid, (i->>'solution')::uuid, ${project.id}::uuid, sha256((i->>'solution')::bytea),
      sha256((i->>'solution')::bytea), sha256('r'), 'solution', '{a,b,c}', 'wrong', '', '', '{}', ${project.id}::uuid
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) i`
  await db.$executeRaw`
    insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots)
    select ${project.id}::uuid, (i->>'solution')::uuid, ${project.id}::uuid, '', 1, 1, (i->>'priority')::float8, '',
      (i->>'slots')::int
    from jsonb_array_elements(${JSON.stringify(items)}::jsonb) i`
  return items
}

async function run(slots: readonly number[], actions: readonly QueueAction[]): Promise<void> {
  const project = await makeProject({}, admin)
  const queue = new QueueModelChecker(project, persons, await makeItems(project, slots))
  for (const action of actions) {
    await queue.do(action)
    await queue.compare()
  }
}

test(
  `after each action of ${numRuns} random sequences, the queue matches a simple model`,
  async () => {
    const slotCounts = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 })
    const actions = fc.array(anyQueueAction, { minLength: 5, maxLength: 40, size: 'max' })
    let claims = 0
    await fc.assert(
      fc.asyncProperty(slotCounts, actions, async (slots, list) => {
        claims += list.filter(({ action }) => action === 'claim').length
        await run(slots, list)
      }),
      { numRuns, endOnFailure: numRuns > 100 },
    )
    expect(claims).toBeGreaterThan(numRuns)
  },
  timeoutMs,
)
