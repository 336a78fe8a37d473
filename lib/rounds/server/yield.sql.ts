import type { Transaction } from '@/lib/platform/server/database'
import { yieldPoints } from '../contract'
import type { SlicePolicy } from '../policy'
import type { SliceYield, YieldStretch } from '../yield'

/** Annotations by which the time on a step is reckoned: the newest, and so few at least. */
const timedAnnotations = 1_000
const fewestTimed = 20

/** Median seconds at work on a step that was rated here, of the newest annotations; null where there are too few. */
export async function readSecondsPerStep(
  db: Transaction,
  projectId: string,
): Promise<number | null> {
  const [row] = await db.$queryRaw<[{ seconds: number | null }]>`
    select case when count(*) >= ${fewestTimed}
      then percentile_cont(0.5) within group (order by total_time_ms / 1000.0 / cardinality(ratings)) end::float8 as seconds
    from (
      select total_time_ms, ratings from annotation
      where project_id = ${projectId}::uuid and state = 'submitted' and origin = 'own' and import_id is null
        and cardinality(ratings) > 0 and total_time_ms > 0
      order by id desc limit ${timedAnnotations}
    ) timed`
  return row.seconds
}

/**
 * More problems than that are put together by their ids, and drawn as groups: then the interval is of groups, and the
 * work has a bound whatever the size of the round.
 */
const problemGroups = 300

interface SliceRow {
  slice: SlicePolicy
  open: number
  labelled: number
}

interface StretchRow {
  slice: SlicePolicy
  annotations: number
  problems: YieldStretch['problems']
}

/** What was found of the items of a round by those to whom it was served, in at most 100 stretches of each slice. */
export async function readRoundYield(
  db: Transaction,
  projectId: string,
  round: number,
): Promise<Map<SlicePolicy, Omit<SliceYield, 'slice' | 'queued'>>> {
  const slices = await db.$queryRaw<SliceRow[]>`
    select q.slice, count(*) filter (where q.held + q.done < q.wanted)::int as open,
      coalesce(sum(l.labelled), 0)::int as labelled
    from queue_item q
      left join (
        select solution_id, count(*) as labelled from annotation
        where project_id = ${projectId}::uuid and generation = ${round}::int and state = 'submitted' and import_id is null
        group by solution_id
      ) l on l.solution_id = q.solution_id
    where q.project_id = ${projectId}::uuid and q.round = ${round}::int
    group by q.slice`
  const stretches = await db.$queryRaw<StretchRow[]>`
    with taken as (
      select q.slice, l.id, l.finish_reason, l.submitted_at, cardinality(l.ratings) as steps, q.problem_id,
        dense_rank() over (partition by q.slice order by q.problem_id) as rank
      from annotation l
        join queue_item q on q.project_id = l.project_id and q.solution_id = l.solution_id and q.round = l.generation
      where l.project_id = ${projectId}::uuid and l.generation = ${round}::int and l.state = 'submitted'
        and l.import_id is null
    ), read as (
      select slice, finish_reason, steps,
        (case when max(rank) over (partition by slice) <= ${problemGroups} then rank
          else (hashtextextended(problem_id::text, 0) & 2147483647) % ${problemGroups} end)::int as problem,
        row_number() over (partition by slice order by submitted_at, id)::int as place,
        ntile(${yieldPoints}::int) over (partition by slice order by submitted_at, id)::int as stretch
      from taken
    ), found as (
      select slice, stretch, problem, max(place) as place, sum(steps)::int as "stepsRead",
        (count(*) filter (where finish_reason = 'found_error'))::int as errors
      from read group by slice, stretch, problem
    )
    select slice, max(place)::int as annotations,
      jsonb_agg(jsonb_build_object('problem', problem, 'stepsRead', "stepsRead", 'errors', errors) order by problem) as problems
    from found group by slice, stretch order by slice, stretch`
  return new Map(
    slices.map(({ slice, open, labelled }) => {
      const own = stretches.filter((stretch) => stretch.slice === slice)
      const line = own.map(({ annotations, problems }) => ({ annotations, problems }))
      return [slice, { open, labelled, stretches: line }]
    }),
  )
}
