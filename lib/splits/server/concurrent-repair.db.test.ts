import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { saveAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import { getWork } from '@/lib/annotations/server/queries'
import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { isLockTimeout } from '@/lib/platform/server/database-error-kinds'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { repairSteps } from './commands'
import { getSolutionSplit } from './queries'

useTestDatabase()

/** The rating that everyone gives to a text, so that a rating of another step is noticed. */
const rate = (text: string): Rating => (text.length % 2 === 0 ? 0 : 1)

/** Null if rejected with an expected error, or because another call kept the lock for too long. Throws any other error. */
async function attempt<T>(action: Promise<T>): Promise<T | null> {
  try {
    return await action
  } catch (error) {
    if (error instanceof AppError && ['conflict', 'lease_lost'].includes(error.code)) return null
    if (isLockTimeout(error)) return null
    throw error
  }
}

function makeRandom(seed: number) {
  let state = seed
  return (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
}

/** Labels like a page: loads the work, saves twice, and usually submits. Stops at the first rejection. */
async function label(project: TestProject, person: Person, random: (below: number) => number) {
  const servedItem = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (servedItem.kind !== 'solution') return
  const call = { project: project.slug, lease: servedItem.lease.id }
  const work = await attempt(getWork.execute(person, call))
  if (!work) return
  const all = work.steps.map(({ source }) => rate(source))
  const basedOn = work.draft?.sequence ?? 0
  const { revision } = work
  const state = { ...call, revision, writer: randomUUID(), basedOn, activeMs: 1, events: [] }
  for (const [i, ratings] of [all.slice(0, 1 + random(all.length)), all].entries()) {
    const input = { ...state, sequence: basedOn + 1 + i, ratings }
    if (
      !(await attempt(saveAnnotation.execute(person, saveAnnotation.contract.input.parse(input))))
    )
      return
  }
  if (random(4) === 0) return
  const last = { ...state, sequence: basedOn + 3, ratings: all, finishReason: 'solution' }
  await attempt(submitAnnotation.execute(person, submitAnnotation.contract.input.parse(last)))
}

/** Splits or merges random steps of the revision that was read. */
async function repair(project: TestProject, solution: string, random: (below: number) => number) {
  const call = { project: project.slug, solution }
  const { steps, revision } = await getSolutionSplit.execute(project.admin, call)
  const step = 1 + random(steps.length - 2)
  const space = steps[step]!.source.indexOf(' ')
  const change =
    space > 0 && (random(2) === 0 || step + 2 === steps.length)
      ? { kind: 'split' as const, step, at: [space] }
      : { kind: 'merge' as const, step, through: step + 1 }
  if (change.kind === 'merge' && step + 2 >= steps.length) return
  await attempt(repairSteps.execute(project.admin, { ...call, revision, change }))
}

test('a repair of the steps never moves a rating to another step while annotators label concurrently', async () => {
  const project = await makeProject({ overlap: 6 })
  const steps = ['a bb', 'ccc', 'd e f', 'gg hhh', 'i', 'jj', 'kkk l']
  await importLines(project, [{ problem: 'Why?', samples: [{ id: 's', steps }] }])
  const { id: solution } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  const people = await Promise.all(
    Array.from({ length: 6 }, () => makeMember(project, 'annotator')),
  )
  const work = people.map(async (person, i) => {
    const random = makeRandom(i + 5)
    for (let turn = 0; turn < (isFullTestRun ? 10 : 6); turn += 1)
      await label(project, person, random)
  })
  const repairs = [3, 11].map(async (seed) => {
    const random = makeRandom(seed)
    for (let turn = 0; turn < 10; turn += 1) await repair(project, solution, random)
  })
  await Promise.all([...work, ...repairs])
  const now = await getSolutionSplit.execute(project.admin, { project: project.slug, solution })
  expect(now.revision).toBeGreaterThan(5)
  const rows = await getDatabase().$queryRaw<
    { ratings: (Rating | null)[]; revision: number; stepCount: number; state: string }[]
  >`
    select to_jsonb(ratings || superseded_ratings) as ratings, revision, step_count as "stepCount", state::text from annotation
    where project_id = ${project.id}::uuid`
  expect(rows.some(({ ratings }) => ratings.length > 0)).toBe(true)
  for (const { ratings, revision, stepCount } of rows) {
    expect([revision, stepCount]).toEqual([now.revision, now.steps.length])
    ratings.forEach((rating, step) => {
      if (rating !== null) expect(rating).toBe(rate(now.steps[step]!.source))
    })
  }
  const [item] = await getDatabase().$queryRaw<Record<string, number>[]>`
    select q.leased, q.done, (select count(*)::int from lease) as leases,
      (select count(*)::int from annotation where state = 'submitted') as submitted,
      (select count(*)::int from queue_rework where is_counted) as counted from queue_item q`
  expect(item!.leased).toBe(item!.leases)
  expect(item!.done).toBe(item!.submitted! + item!.counted!)
}, 30_000)
