import type pg from 'pg'
import {
  requestRoundStart,
  planRoundAndWait,
  runRoundJobUntilDone,
} from '@/lib/rounds/testing/run-round'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { readPeakProcessMemory } from './bench-server'
import { startBenchDatabase } from './database'
import { insertWrongSolutions } from './insert-wrong-solutions'
import { formatMsAsSeconds, measureDurationMs, printBenchmarkRows } from './measure'

/** How often each variant is measured, in turn. The median is reported. */
const repetitions = 3

/**
 * Starting a round over scored solutions, compared with one statement that queues the same
 * solutions in the same order.
 */
export async function benchRounds(solutions: number): Promise<void> {
  const database = await startBenchDatabase()
  try {
    await runComparison(database.client, solutions)
  } finally {
    await database.stop()
  }
}

async function runComparison(client: pg.Client, solutions: number): Promise<void> {
  const project = await makeProject()
  await insertWrongSolutions(client, project.id, solutions)
  await client.query('vacuum analyze')
  const [startTimesWithAll, startTimesWithCap, planTimes]: number[][] = [[], [], []]
  const floorTimes: number[] = []
  for (let repetition = 0; repetition < repetitions; repetition++) {
    await emptyQueue(client)
    floorTimes.push(await measureDurationMs(() => client.query(floorSql, [project.id])))
    const queueHash = await readQueueHash(client)
    await emptyQueue(client)
    startTimesWithAll!.push((await planAndStart(project, { perProblem: null })).startMs)
    if ((await readQueueHash(client)) !== queueHash)
      throw new Error('The statement and the round queued different solutions.')
    await emptyQueue(client)
    const cappedRound = await planAndStart(project, { exploration: 0.1 })
    startTimesWithCap!.push(cappedRound.startMs)
    planTimes!.push(cappedRound.planMs)
  }
  const makeRow = (label: string, times: readonly number[]) => ({
    label,
    measured: formatMsAsSeconds(computeMedian(times)),
    floor: formatMsAsSeconds(computeMedian(floorTimes)),
    ratio: computeMedian(times) / computeMedian(floorTimes),
    target: 2,
  })
  printBenchmarkRows(`A round over ${solutions.toLocaleString('en')} scored solutions`, [
    makeRow('started, with all solutions', startTimesWithAll!),
    makeRow('started, 1 per problem and a 10% random sample', startTimesWithCap!),
    makeRow('planned, with the same policy', planTimes!),
  ])
  console.log(`  peak memory of the process: ${readPeakProcessMemory(process.pid)} MiB`)
}

async function planAndStart(project: TestProject, policy: Record<string, unknown>) {
  let round = ''
  const planMs = await measureDurationMs(async () => {
    ;({ round } = await planRoundAndWait(project, policy))
  })
  const startMs = await measureDurationMs(async () => {
    await requestRoundStart(project, round)
    await runRoundJobUntilDone(project, round)
  })
  return { planMs, startMs }
}

const computeMedian = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

async function emptyQueue(client: pg.Client): Promise<void> {
  await client.query('truncate queue_item')
}

/** Identifies the queued solutions and their order. */
async function readQueueHash(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ served: string }>(
    `select md5(string_agg(solution_id::text || ' ' || pass, ',' order by pass)) as served from queue_item`,
  )
  return rows[0]!.served
}

const floorSql = `
  insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots, round, score,
    selection_probability)
  select project_id, id, problem_id, 'convincing-wrong', 0, place, score,
    format('score %s, answer %s for %s, number %s of %s of this problem', round(score::numeric, 2), answer, truth, rank, "of"),
    1, 1, score, 1
  from (
    select s.project_id, s.id, s.problem_id, s.score, s.answer, p.answer as truth,
      row_number() over (order by s.score desc, cardinality(s.steps), s.id) as place,
      row_number() over (partition by s.problem_id order by s.score desc, cardinality(s.steps), s.id) as rank,
      count(*) over (partition by s.problem_id) as "of"
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where s.project_id = $1 and s.verdict = 'wrong' and s.score is not null and cardinality(s.steps) > 0
  ) ranked`
