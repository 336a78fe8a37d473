import { countsAsWorkSql } from '@/lib/annotations/server/annotation-rules.sql'
import type { Transaction } from '@/lib/platform/server/database'
import { maxYieldPoints } from '../contract'
import type { SlicePolicyName } from '../policy'
import type { SliceYieldInput, YieldSegment } from '../yield'

/** The newest annotations are used to estimate the time per step. */
const maxTimedAnnotations = 1_000
const minTimedAnnotations = 20

/** Median annotation seconds per rated step over the newest annotations; null with too few. Ignores imported annotations. */
export async function readSecondsPerStep(
  db: Transaction,
  projectId: string,
): Promise<number | null> {
  const [row] = await db.$queryRaw<[{ seconds: number | null }]>`
    select case when count(*) >= ${minTimedAnnotations}
      then percentile_cont(0.5) within group (order by total_time_ms / 1000.0 / cardinality(ratings)) end::float8 as seconds
    from (
      select total_time_ms, ratings from annotation
      where project_id = ${projectId}::uuid and state = 'submitted' and origin = 'own' and import_id is null
        and cardinality(ratings) > 0 and total_time_ms > 0
      order by id desc limit ${maxTimedAnnotations}
    ) timed`
  return row.seconds
}

/**
 * Slices with more problems are summed by this many groups of problems (hashed by id), to bound the work whatever the size
 * of the round.
 */
const problemGroups = 300

interface SliceRow {
  slice: SlicePolicyName
  waiting: number
  solutions: number
  annotations: number
  needed: number
}

interface SegmentRow {
  slice: SlicePolicyName
  annotations: number
  problems: YieldSegment['problems']
}

/** The yield of a round by slice, in at most `maxYieldPoints` segments each. Annotations for quality control don't count. */
export async function readRoundYield(
  db: Transaction,
  projectId: string,
  round: number,
): Promise<Map<SlicePolicyName, Omit<SliceYieldInput, 'slice' | 'queued'>>> {
  const slices = await db.$queryRaw<SliceRow[]>`
    select q.slice, count(*) filter (where q.leased + q.done < q.slots and x.solution_id is null)::int as waiting,
      coalesce(sum(l.annotations), 0)::int as annotations,
      (count(*) filter (where g.solution_id is null and (x.solution_id is null or q.leased + q.done > 0)))::int as solutions,
      coalesce(sum(case when x.solution_id is null then q.slots else q.leased + q.done end)
        filter (where g.solution_id is null), 0)::int as needed
    from queue_item q
      left join (
        select l.solution_id, count(*) as annotations from annotation l
        where l.project_id = ${projectId}::uuid and l.generation = ${round}::int and l.state = 'submitted'
          and l.import_id is null and ${countsAsWorkSql()}
        group by l.solution_id
      ) l on l.solution_id = q.solution_id
      left join queue_exclusion x on x.project_id = q.project_id and x.solution_id = q.solution_id
      left join gold_item g on g.project_id = q.project_id and g.solution_id = q.solution_id
    where q.project_id = ${projectId}::uuid and q.round = ${round}::int
    group by q.slice`
  const segments = await db.$queryRaw<SegmentRow[]>`
    with submitted as (
      select q.slice, l.id, l.finish_reason, l.submitted_at, cardinality(l.ratings) as steps, q.problem_id,
        dense_rank() over (partition by q.slice order by q.problem_id) as rank
      from annotation l
        join queue_item q on q.project_id = l.project_id and q.solution_id = l.solution_id and q.round = l.generation
      where l.project_id = ${projectId}::uuid and l.generation = ${round}::int and l.state = 'submitted'
        and l.import_id is null and ${countsAsWorkSql()}
    ), read as (
      select slice, finish_reason, steps,
        (case when max(rank) over (partition by slice) <= ${problemGroups} then rank
          else (hashtextextended(problem_id::text, 0) & 2147483647) % ${problemGroups} end)::int as problem,
        row_number() over (partition by slice order by submitted_at, id)::int as position,
        ntile(${maxYieldPoints}::int) over (partition by slice order by submitted_at, id)::int as segment
      from submitted
    ), counts as (
      select slice, segment, problem, max(position) as position, sum(steps)::int as "stepsRead",
        (count(*) filter (where finish_reason = 'found_error'))::int as errors
      from read group by slice, segment, problem
    )
    select slice, max(position)::int as annotations,
      jsonb_agg(jsonb_build_object('problem', problem, 'stepsRead', "stepsRead", 'errors', errors) order by problem) as problems
    from counts group by slice, segment order by slice, segment`
  return new Map(
    slices.map(({ slice, ...counts }) => {
      const sliceSegments = segments.filter((segment) => segment.slice === slice)
      return [slice, { ...counts, segments: sliceSegments.map(dropSlice) }]
    }),
  )
}

const dropSlice = ({ slice: _slice, ...segment }: SegmentRow): YieldSegment => segment
