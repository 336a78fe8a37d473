import type pg from 'pg'
import { defaultBootstrapResamples } from '@/lib/agreement/agreement-report'
import { computeAgreement } from '@/lib/agreement/server/compute-agreement'
import { Prisma } from '@/lib/generated/prisma/client'
import { getTransferDatabase } from '@/lib/platform/server/database'
import { runTransaction } from '@/lib/platform/server/run-transaction'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { readPeakProcessMemory } from './bench-server'
import { startBenchDatabase } from './database'
import { insertWrongSolutions } from './insert-wrong-solutions'
import { formatMsAsSeconds, measureDurationMs, printBenchmarkRows } from './measure'

const people = 20
/** How often each variant is measured, in turn. The median is reported. */
const repetitions = 3
const intervalTargetMs = 15_000
const maxMs = 10 * 60 * 1_000

/**
 * Agreement over doubly annotated solutions of ten steps, compared with one statement that computes
 * the headline number from the same rows.
 */
export async function benchAgreement(solutions: number): Promise<void> {
  const database = await startBenchDatabase()
  try {
    await runComparison(database.client, solutions)
  } finally {
    await database.stop()
  }
}

async function runComparison(client: pg.Client, solutions: number): Promise<void> {
  const project = await makeProject()
  await fillProject(client, project, solutions)
  const floorTimes: number[] = []
  const timesWithoutInterval: number[] = []
  const timesWithInterval: number[] = []
  let peakMemory = 0
  for (let repetition = 0; repetition < repetitions; repetition++) {
    let countedBySql: Counts | undefined
    floorTimes.push(
      await measureDurationMs(async () => {
        countedBySql = (await client.query<Counts>(floorSql, [project.id])).rows[0]
      }),
    )
    for (const [times, resamples] of [
      [timesWithoutInterval, 0],
      [timesWithInterval, defaultBootstrapResamples],
    ] as const)
      times.push(
        await measureDurationMs(async () => {
          const { report } = await runAgreement(project, resamples, () => {
            peakMemory = Math.max(peakMemory, readPeakProcessMemory(process.pid))
          })
          const exact = Math.round((report.measures.firstErrorExact.value ?? 0) * solutions)
          if (
            report.doublyLabelled !== countedBySql?.doublyLabelled ||
            exact !== countedBySql.exact
          )
            throw new Error('The statement and the computation gave different counts.')
        }),
      )
  }
  const makeRow = (label: string, times: readonly number[], floorMs: number, target: number) => ({
    label,
    measured: formatMsAsSeconds(computeMedian(times)),
    floor: formatMsAsSeconds(floorMs),
    ratio: computeMedian(times) / floorMs,
    target,
  })
  printBenchmarkRows(
    `Agreement over ${solutions.toLocaleString('en')} doubly annotated solutions`,
    [
      makeRow(
        'no interval, against one group by',
        timesWithoutInterval,
        computeMedian(floorTimes),
        5,
      ),
      // The target is 15 s for 100,000 solutions.
      makeRow(
        `${defaultBootstrapResamples} resamples, against the maximum time`,
        timesWithInterval,
        intervalTargetMs,
        1,
      ),
    ],
  )
  console.log(`  peak memory of the process: ${peakMemory} MiB`)
}

interface Counts {
  doublyLabelled: number
  exact: number
}

const computeMedian = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

/** Like the background job. Calls `measureMemory` whenever a job would check whether it was cancelled. */
function runAgreement({ id }: TestProject, resamples: number, measureMemory: () => void) {
  return runTransaction(
    getTransferDatabase(),
    async ({ db, rows }) => {
      await db.$executeRaw`select set_config('statement_timeout', ${String(maxMs)}, true)`
      return computeAgreement(
        { db, rows, projectId: id, filters: { sample: 'auto', labels: 'all' } },
        { progress: { readRows: 0, allRows: null }, throwIfEnded: measureMemory },
        { resamples },
      )
    },
    {
      isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
      timeout: maxMs,
    },
  )
}

/** Solutions of ten steps, each labelled by two of twenty annotators, inserted by SQL. */
async function fillProject(
  client: pg.Client,
  { id }: TestProject,
  solutions: number,
): Promise<void> {
  await client.query(
    `insert into app_user (id, email, name, password_hash)
     select gen_random_uuid(), 'p' || i || '@example.org', 'Person ' || i, '' from generate_series(1, $1::int) i`,
    [people],
  )
  await insertWrongSolutions(client, id, solutions)
  // Six in ten have an error. Four in five annotators find it, the others rate another step or none
  // as wrong.
  await client.query(
    `insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
       chosen, offered, finish_reason, submitted_at, started_at, generation, guideline_version)
     select $1, gen_random_uuid(), t.id, u.id, u.id::text, 'submitted', 'solution', 10, r.ratings,
       array_fill(null::boolean, array[cardinality(r.ratings)]), array_fill(0::smallint, array[cardinality(r.ratings)]),
       array_fill(1::smallint, array[cardinality(r.ratings)]),
       (case when t.error > 0 then 'found_error' else 'solution' end)::finish_reason,
       timestamptz '2026-01-05' + t.place * interval '1 minute', '2026-01-01', 1, 1
     from (
       select s.*, n, case when random() < 0.8 then truth else floor(random() * 11)::int end as error
       from (select id, row_number() over () as place,
           case when random() < 0.6 then 1 + floor(random() * 10)::int else 0 end as truth
         from solution where project_id = $1) s, generate_series(0, 1) n
     ) t
     join (select id, row_number() over (order by id) - 1 as number from app_user where password_hash = '') u
       on u.number = (t.place * 7 + t.n * (1 + t.place % 11)) % $2::int
     cross join lateral (select array(
       select case when step = t.error then -1 when random() < 0.15 then 0 else 1 end::smallint
       from generate_series(1, case when t.error > 0 then t.error else 10 end) step) as ratings) r`,
    [id, people],
  )
  await client.query('vacuum analyze')
}

const floorSql = `
  select count(*)::int as "doublyLabelled", count(*) filter (where earliest_error = latest_error)::int as exact
  from (
    select l.solution_id, min(coalesce(array_position(l.ratings, -1::smallint), 0)) as earliest_error,
      max(coalesce(array_position(l.ratings, -1::smallint), 0)) as latest_error
    from annotation l join solution s on s.project_id = l.project_id and s.id = l.solution_id and s.revision = l.revision
    where l.project_id = $1 and l.state = 'submitted'
    group by l.solution_id having count(distinct l.labeler) > 1
  ) each`
