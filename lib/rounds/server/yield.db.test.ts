import { beforeEach, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { excludeSolution } from '@/lib/queue/server/exclusion-commands'
import { listServingOrder } from '@/lib/queue/testing/queue-fixtures'
import { planAndStartRound, planRoundAndWait } from '@/lib/rounds/testing/run-round'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { closeRound } from './commands'
import { getRound, getRoundYield } from './queries'

useTestDatabase()

let project: TestProject
beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const readYield = (round: string) =>
  getRoundYield.execute(project.admin, { project: project.slug, round })

/** Annotates all of a slice, one second apart: every n-th has an error at its second step. */
async function label(generation: number, slice: string, everyNth: number) {
  const person = await makeMember(project, 'annotator')
  await getDatabase().$executeRaw`
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, submitted_at, generation, total_time_ms)
    select project_id, gen_random_uuid(), solution_id, ${person.userId}::uuid, 'x', 'submitted', 'solution', 3,
      case when is_bad then '{1,-1}'::smallint[] else '{1,1,1}' end,
      case when is_bad then '{null,null}'::boolean[] else '{null,null,null}' end,
      case when is_bad then '{0,null}'::smallint[] else '{0,0,0}' end,
      case when is_bad then '{1,1}'::smallint[] else '{1,1,1}' end,
      (case when is_bad then 'found_error' else 'solution' end)::finish_reason,
      now() + make_interval(secs => position), ${generation}, 9000
    from (
      select *, position % ${everyNth} = 0 as is_bad from (
        select project_id, solution_id, row_number() over (order by pass)::int as position from queue_item
        where project_id = ${project.id}::uuid and slice = ${slice} and round = ${generation}
      ) ranked
    ) q`
  await getDatabase().$executeRaw`
    update queue_item set done = 1
    where project_id = ${project.id}::uuid and slice = ${slice} and round = ${generation}`
}

describe('the yield of a round', () => {
  test('is empty before the round starts', async () => {
    await importLines(project, [makeProblemLine('p', [0.9])])
    const { round } = await planRoundAndWait(project)
    expect(await readYield(round)).toEqual({ solutions: 0, annotations: 0, needed: 0, slices: [] })
  })

  test('counts annotations by slice in order of submission', async () => {
    await importLines(
      project,
      Array.from({ length: 40 }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 100])),
    )
    const { round } = await planAndStartRound(project, { size: 40, exploration: 0.5 })
    await label(1, 'convincing-wrong', 2)
    await label(1, 'random', 4)
    const { annotations, slices } = await readYield(round)
    expect(annotations).toBe(40)
    expect(slices).toMatchObject([
      {
        slice: 'convincing-wrong',
        queued: 20,
        annotations: 20,
        stepsRead: 50,
        errors: 10,
        rate: { perHundred: 20 },
        isBelowRandom: false,
      },
      { slice: 'random', queued: 20, annotations: 20, stepsRead: 55, errors: 5 },
    ])
    const [first] = slices
    expect(first!.line).toMatchObject([{ annotations: 20, ...first!.rate }])
    expect(first!.rate!.low).toBeLessThan(20)
  })

  test('does not count annotations of gold, nor excluded solutions as waiting', async () => {
    await importLines(
      project,
      Array.from({ length: 10 }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 100])),
    )
    const { round } = await planAndStartRound(project, { size: 10, exploration: 0 })
    await label(1, 'convincing-wrong', 2)
    await getDatabase().$executeRaw`
      insert into gold_item (project_id, solution_id, first_errors)
      select project_id, solution_id, '{1}' from queue_item where project_id = ${project.id}::uuid and pass = 1
      order by -priority limit 1`
    await getDatabase()
      .$executeRaw`update queue_item set slots = 2 where project_id = ${project.id}::uuid`
    const [, excluded] = await listServingOrder(project)
    await excludeSolution.execute(project.admin, {
      project: project.slug,
      solution: excluded!,
      reason: 'Bad',
    })
    const roundYield = await readYield(round)
    expect(roundYield.slices).toMatchObject([{ queued: 10, annotations: 9, waiting: 9 }])
    // Two annotations of eight solutions, and the one that the excluded solution already has.
    expect(roundYield).toMatchObject({ solutions: 9, annotations: 9, needed: 17 })
  })

  test('contains only annotations of its round, in at most 100 points for 420 problems', async () => {
    await importLines(
      project,
      Array.from({ length: 450 }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 1000])),
    )
    const first = await planAndStartRound(project, { size: 420 })
    await label(1, 'convincing-wrong', 2)
    // Nothing of the second round is labelled. The first round is closed and keeps its labels.
    const second = await planAndStartRound(project)
    const { slices } = await readYield(first.round)
    expect(slices).toMatchObject([{ annotations: 420, stepsRead: 1050, errors: 210 }])
    const { line, rate } = slices[0]!
    expect(line.length).toBeLessThanOrEqual(100)
    expect(line[0]!.annotations).toBe(20)
    expect(line.at(-1)!.annotations).toBe(420)
    expect(rate!.low).toBeGreaterThan(15)
    expect(rate!.low).toBeLessThan(20)
    expect(rate!.high).toBeGreaterThan(20)
    expect(rate!.high).toBeLessThan(25)
    expect(await readYield(second.round)).toMatchObject({
      annotations: 0,
      slices: [{ queued: 30, annotations: 0, waiting: 30, rate: null }],
    })
    await closeRound.execute(project.admin, { project: project.slug, round: second.round })
    expect(await readYield(second.round)).toMatchObject({ slices: [{ queued: 30, waiting: 0 }] })
  })
})

test('the time per step that a round reports is the project’s median, from 20 annotations on', async () => {
  await importLines(
    project,
    Array.from({ length: 20 }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 100])),
  )
  const { round } = await planAndStartRound(project, { size: 19 })
  const read = async () =>
    (await getRound.execute(project.admin, { project: project.slug, round })).secondsPerStep
  await label(1, 'convincing-wrong', 100)
  expect(await read()).toBeNull()
  const next = await planAndStartRound(project)
  await label(2, 'convincing-wrong', 100)
  expect(next.outcome!.queued).toBe(1)
  expect(await read()).toBe(3)
})
