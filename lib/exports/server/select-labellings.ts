import { Prisma } from '@/lib/generated/prisma/client'
import type { ReleaseOptions } from '../contract'
import { isNewSince } from './cursor.sql'

/** Which of a project's submitted labellings are read. */
export interface Selection {
  projectId: string
  filters: ReleaseOptions['filters']
  consensus: ReleaseOptions['consensus']
  /** Cursor of an earlier release: only what is new or changed since. */
  since: string | null
}

export type Which = ReleaseOptions['filters']['labels']

/** Every submitted labelling, or every one of an origin. */
export function selectAll(projectId: string, labels: Which): Selection {
  const all = { withUnfinished: true, withGold: true, withScreening: true, withIrregular: true }
  return { projectId, filters: { labels, ...all }, consensus: 'each', since: null }
}

/** Of the tables that `buildCondition` speaks of. */
export const selectedFrom = Prisma.sql`labelling l
  join solution s on s.project_id = l.project_id and s.id = l.solution_id
  join problem p on p.project_id = s.project_id and p.id = s.problem_id`

/** What is true of the selected labellings `l` of solutions `s` of problems `p`. */
export function buildCondition(selection: Selection): Prisma.Sql {
  const { consensus, since, filters } = selection
  return Prisma.join(
    [
      ...listLabellingConditions(selection),
      ...listSolutionConditions(filters),
      // Asked of each row that is read: by `=` alone the database would expect one row, and find all of them for every page.
      ...(consensus === 'latest'
        ? [Prisma.sql`case when l.id = (${selectLatest(selection)}) then true else false end`]
        : []),
      // The newest is found among all: an older one that was changed since is not the newest for that.
      ...(since === null ? [] : [isNewSince(since)]),
    ],
    ' and ',
  )
}

/** How many labellings the filters leave of the solution `s`. */
export function countOfSolution(selection: Selection): Prisma.Sql {
  const conditions = Prisma.join(listLabellingConditions(selection), ' and ')
  return Prisma.sql`(select count(*)::int from labelling l where l.solution_id = s.id and ${conditions})`
}

/** By the time at which it was submitted, as far as that is known, then by the one at which it came. */
function selectLatest(selection: Selection): Prisma.Sql {
  const conditions = Prisma.join(listLabellingConditions(selection), ' and ')
  return Prisma.sql`select l.id from labelling l where l.solution_id = s.id and ${conditions}
    order by ${submittedText} desc nulls last, l.id desc limit 1`
}

/** As PRM800K writes times, without a zone: text in the order of time. */
const submittedText = Prisma.sql`
  coalesce(${isoText(Prisma.sql`l.submitted_at`)}, l.recorded_at) collate "C"`

function isoText(time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`regexp_replace(
    to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.000000$', '')`
}

function listLabellingConditions({ projectId, filters }: Selection): Prisma.Sql[] {
  const { labels, generations, from, until, labelers } = filters
  const conditions = [
    Prisma.sql`l.project_id = ${projectId}::uuid and l.state <> 'draft'`,
    labels !== 'all' && Prisma.sql`l.origin = ${labels}::labelling_origin`,
    generations && Prisma.sql`l.generation = any(${generations}::int[])`,
    labelers && Prisma.sql`l.labeler = any(${labelers}::text[])`,
    from !== undefined &&
      Prisma.sql`(l.submitted_at >= ${from}::timestamptz or l.submitted_at is null
        and l.recorded_at collate "C" >= ${isoText(Prisma.sql`${from}::timestamptz`)})`,
    until !== undefined &&
      Prisma.sql`(l.submitted_at < ${until}::timestamptz or l.submitted_at is null
        and l.recorded_at collate "C" < ${isoText(Prisma.sql`${until}::timestamptz`)})`,
    !filters.withUnfinished && Prisma.sql`l.finish_reason in ('solution', 'found_error')`,
    !filters.withGold && Prisma.sql`not l.is_quality_control`,
    !filters.withScreening && Prisma.sql`not l.is_screening`,
    !filters.withIrregular && Prisma.sql`l.irregular is null`,
  ]
  return conditions.filter((condition) => condition instanceof Prisma.Sql)
}

function listSolutionConditions(filters: Selection['filters']): Prisma.Sql[] {
  const { slices, subjects, withGold } = filters
  const conditions = [
    !withGold &&
      Prisma.sql`not exists (
        select from gold_item g where g.project_id = s.project_id and g.solution_id = s.id)`,
    subjects && Prisma.sql`p.subject = any(${subjects}::text[])`,
    slices &&
      Prisma.sql`exists (select from queue_item q
        where q.project_id = s.project_id and q.solution_id = s.id and q.slice = any(${slices}::text[]))`,
  ]
  return conditions.filter((condition) => condition instanceof Prisma.Sql)
}
