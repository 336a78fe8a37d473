import { Prisma } from '@/lib/generated/prisma/client'
import type { ReleaseOptions } from '../contract'
import { type ExclusionReason, exclusionReasons } from '../exclusion-reasons'
import { type FallbackName, isVoting } from '../consensus-names'
import { isNewSince, isUnseen } from './cursor.sql'

/** Which of a project's submitted annotations are read. */
export interface Selection {
  projectId: string
  filters: ReleaseOptions['filters']
  consensus: ReleaseOptions['consensus']
  /** Of `adjudicated`, else null. */
  fallback: FallbackName | null
  /** Cursor of an earlier release: only annotations whose own rows are new or changed since, or whose solution is. */
  since: string | null
}

export type Which = ReleaseOptions['filters']['labels']

/** Every submitted annotation, or every one of an origin. */
export function selectAll(projectId: string, labels: Which): Selection {
  const all = {
    includeUnfinished: true,
    includeGold: true,
    includeScreening: true,
    includeIrregular: true,
  }
  return { projectId, filters: { labels, ...all }, consensus: 'each', fallback: null, since: null }
}

/** Of the tables that `buildCondition` speaks of. */
export const selectedFrom = Prisma.sql`annotation l
  join solution s on s.project_id = l.project_id and s.id = l.solution_id
  join problem p on p.project_id = s.project_id and p.id = s.problem_id`

/**
 * What is true of the selected annotations `l` of solutions `s` of problems `p`. By a consensus, of those that are heard, and
 * of all of a solution that is ruled on.
 */
export function buildCondition(selection: Selection): Prisma.Sql {
  const { consensus, since, filters } = selection
  return Prisma.join(
    [
      ...listAnnotationConditions(selection),
      ...dropFalse(Object.values(groupSolutionConditions(filters)).flat()),
      // Asked of each row that is read: by `=` alone the database would expect one row, and find all of them for every page.
      ...(consensus === 'latest'
        ? [Prisma.sql`case when l.id = (${selectLatest(selection)}) then true else false end`]
        : []),
      // The newest is found among all: an older one that was changed since is not the newest for that.
      ...(since === null ? [] : [isNew(selection, since)]),
    ],
    ' and ',
  )
}

/** How many annotations the filters leave of the solution `s`. */
export function countOfSolution(selection: Selection): Prisma.Sql {
  const conditions = Prisma.join(listAnnotationConditions(selection), ' and ')
  return Prisma.sql`(select count(*)::int from annotation l where l.solution_id = s.id and ${conditions})`
}

/** By the time at which it was submitted, as far as that is known, then by the one at which it came. */
function selectLatest(selection: Selection): Prisma.Sql {
  const conditions = Prisma.join(listAnnotationConditions(selection), ' and ')
  return Prisma.sql`select l.id from annotation l where l.solution_id = s.id and ${conditions}
    order by ${submittedText} desc nulls last, l.id desc limit 1`
}

/** As PRM800K writes times, without a zone: text in the order of time. */
const submittedText = Prisma.sql`
  coalesce(${isoText(Prisma.sql`l.submitted_at`)}, l.recorded_at) collate "C"`

function isoText(time: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`regexp_replace(
    to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.000000$', '')`
}

/** By the reason that an annotation is not taken for where one of them is not so. */
type Conditions = Record<
  Exclude<
    ExclusionReason,
    'unchanged' | 'notLatest' | 'tied' | 'notAdjudicated' | 'duplicateAnnotator'
  >,
  (Prisma.Sql | false)[]
>

export function isSubmitted({ projectId }: Selection): Prisma.Sql {
  return Prisma.sql`l.project_id = ${projectId}::uuid and l.state = 'submitted'`
}

/** Why the submitted annotation `l` is not selected; null where it is. */
export function nameReason(selection: Selection): Prisma.Sql {
  const [ofAnnotation, ofSolution] = [
    groupAnnotationConditions(selection),
    groupSolutionConditions(selection.filters),
  ]
  const conditions: Record<ExclusionReason, (Prisma.Sql | false)[]> = {
    unchanged: [selection.since !== null && isNew(selection, selection.since)],
    filtered: [...ofAnnotation.filtered, ...ofSolution.filtered],
    unfinished: ofAnnotation.unfinished,
    gold: [...ofAnnotation.gold, ...ofSolution.gold],
    screening: ofAnnotation.screening,
    irregular: ofAnnotation.irregular,
    stepChoice: ofAnnotation.stepChoice,
    outdatedSteps: ofAnnotation.outdatedSteps,
    // Told from what the annotations of a solution say together.
    tied: [],
    notAdjudicated: [],
    duplicateAnnotator: [],
    notLatest: [
      selection.consensus === 'latest' && Prisma.sql`l.id = (${selectLatest(selection)})`,
    ],
  }
  const cases = exclusionReasons.flatMap((reason) =>
    dropFalse(conditions[reason]).map(
      (condition) => Prisma.sql`when (${condition}) is not true then ${reason}`,
    ),
  )
  return cases.length === 0
    ? Prisma.sql`null::text`
    : Prisma.sql`case ${Prisma.join(cases, ' ')} end`
}

function listAnnotationConditions(selection: Selection): Prisma.Sql[] {
  const groups = Object.values(groupAnnotationConditions(selection))
  return [isSubmitted(selection), ...dropFalse(groups.flat())]
}

/**
 * With a consensus it is the solution that is new: by any annotation that the filters of its kind leave, also one that is not
 * heard any more; by `adjudicated` also where someone ruled on it, or took that back.
 */
function isNew(selection: Selection, since: string): Prisma.Sql {
  const { consensus } = selection
  if (!isVoting(consensus)) return isNewSince(since)
  const { filtered, gold, screening } = groupAnnotationConditions(selection)
  const conditions = [isSubmitted(selection), ...dropFalse([filtered, gold, screening].flat())]
  const isVoted = Prisma.sql`exists (select from annotation l where l.solution_id = s.id
    and ${Prisma.join(conditions, ' and ')} and ${isNewSince(since)})`
  if (consensus !== 'adjudicated') return isVoted
  return Prisma.sql`(${isVoted} or exists (select from adjudication a
    where a.project_id = s.project_id and a.solution_id = s.id
      and ${isUnseen(since, Prisma.sql`a.changed_xid`)}))`
}

/** The adjudication `a` stands for the solution `s` as its steps are. */
export const isCurrentSql = Prisma.sql`a.project_id = s.project_id and a.solution_id = s.id and a.withdrawn_at is null
  and a.revision = s.revision`

/** Of a solution that is ruled on, it does not matter how its annotations end. */
function orAdjudicated({ consensus }: Selection, condition: Prisma.Sql): Prisma.Sql {
  if (consensus !== 'adjudicated') return condition
  return Prisma.sql`(${condition} or exists (select from adjudication a where ${isCurrentSql}))`
}

function groupAnnotationConditions(selection: Selection): Conditions {
  const { filters, consensus } = selection
  const { labels, generations, from, until, labelers } = filters
  const votes = isVoting(consensus)
  return {
    filtered: [
      labels !== 'all' && Prisma.sql`l.origin = ${labels}::annotation_origin`,
      generations !== undefined && Prisma.sql`l.generation = any(${generations}::int[])`,
      labelers !== undefined && Prisma.sql`l.labeler = any(${labelers}::text[])`,
      from !== undefined &&
        Prisma.sql`(l.submitted_at >= ${from}::timestamptz or l.submitted_at is null
        and l.recorded_at collate "C" >= ${isoText(Prisma.sql`${from}::timestamptz`)})`,
      until !== undefined &&
        Prisma.sql`(l.submitted_at < ${until}::timestamptz or l.submitted_at is null
        and l.recorded_at collate "C" < ${isoText(Prisma.sql`${until}::timestamptz`)})`,
    ],
    unfinished: [
      (votes || !filters.includeUnfinished) &&
        orAdjudicated(selection, Prisma.sql`l.finish_reason in ('solution', 'found_error')`),
    ],
    gold: [!filters.includeGold && Prisma.sql`not l.is_quality_control`],
    screening: [!filters.includeScreening && Prisma.sql`not l.is_screening`],
    irregular: [
      (votes || !filters.includeIrregular) &&
        orAdjudicated(selection, Prisma.sql`l.irregular is null`),
    ],
    stepChoice: [votes && Prisma.sql`l.flow = 'solution'`],
    outdatedSteps: [votes && orAdjudicated(selection, Prisma.sql`l.revision = s.revision`)],
  }
}

function groupSolutionConditions({
  slices,
  subjects,
  includeGold,
}: Selection['filters']): Pick<Conditions, 'filtered' | 'gold'> {
  return {
    gold: [
      !includeGold &&
        Prisma.sql`not exists (
        select from gold_item g where g.project_id = s.project_id and g.solution_id = s.id)`,
    ],
    filtered: [
      subjects !== undefined && Prisma.sql`p.subject = any(${subjects}::text[])`,
      slices !== undefined &&
        Prisma.sql`exists (select from queue_item q
        where q.project_id = s.project_id and q.solution_id = s.id and q.slice = any(${slices}::text[]))`,
    ],
  }
}

const dropFalse = (conditions: readonly (Prisma.Sql | false)[]) =>
  conditions.filter((condition) => condition instanceof Prisma.Sql)
