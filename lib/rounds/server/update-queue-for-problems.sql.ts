import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { importedScoreSql } from '@/lib/scoring/server/imported-score.sql'
import { removeItemsWithOutdatedVerdict, hasStartedAnyRound } from './queue-round.sql'

/** The problems of an import, or these problems. */
export type QueueUpdateScope = { importId: string } | { problemIds: readonly string[] }

interface QueueProject {
  id: string
  flow: string
  overlap: number
}

/**
 * Updates the queue after solutions of these problems were imported (`importId`) or regraded (`problemIds`). Before the first
 * round of a project, these solutions are queued at once. After it, only rounds add solutions, and regrading removes waiting
 * items whose verdict no longer fits their slice. Requires `lockVerdicts`. Returns the number of newly queued solutions.
 */
export async function updateQueueForProblems(
  db: Transaction,
  project: QueueProject,
  scope: QueueUpdateScope,
): Promise<number> {
  if ('problemIds' in scope && scope.problemIds.length === 0) return 0
  if (!(await hasStartedAnyRound(db, project.id)))
    return queueSolutionsOfProblems(db, project, scope)
  if ('problemIds' in scope) await removeItemsWithOutdatedVerdict(db, project.id, scope.problemIds)
  return 0
}

/** The `SelectionReason` of a row of `ranked` below, as JSON. */
const reasonSql = Prisma.sql`
  case
    when tier = 1 then jsonb_build_object('code', 'imported-convincing-wrong', 'pass', pass)
    when tier = 2 then jsonb_build_object('code', 'imported-wrong')
    when verdict = 'correct' then jsonb_build_object('code', 'imported-correct')
    else jsonb_build_object('code', 'imported-unsure', 'cause', case
      when lacks_reference then 'no-reference-answer' when lacks_answer then 'no-answer' else 'unsure' end)
  end::text`

/**
 * Queues the solutions of these problems and ranks their waiting items again. Items in progress or annotated keep their
 * position and reason.
 *
 * - Tiers: wrong answers with a score, wrong answers without, and all others. Within a tier, the best-scored solution of
 *   every problem comes before the second of any, then higher scores first.
 * - Scores are the imported ones, or computed from imported step scores.
 * - Of duplicate texts, one is queued: the one already queued, otherwise the one with the highest score.
 * - Solutions imported with labels, gold, solutions of another flow and those without steps are not queued.
 *
 * Unchanged items are not locked, so their annotators can submit. Joins the tables of the whole project once: with the
 * statistics of a new project, PostgreSQL would otherwise scan them for every problem. Returns the number of newly queued
 * solutions.
 */
async function queueSolutionsOfProblems(
  db: Transaction,
  project: QueueProject,
  scope: QueueUpdateScope,
): Promise<number> {
  const problems =
    'importId' in scope
      ? Prisma.sql`select problem_id from solution
          where project_id = ${project.id}::uuid and import_id = ${scope.importId}::uuid`
      : Prisma.sql`select i::uuid from unnest(${scope.problemIds}::text[]) as i`
  const [row] = await db.$queryRaw<{ queued: number }[]>`
    with candidate as (
      select distinct on (s.problem_id, s.content_hash) s.id, s.problem_id, i.score, s.verdict,
        cardinality(s.steps) as steps, s.answer is null as lacks_answer, p.answer is null as lacks_reference,
        case when s.verdict = 'wrong' and i.score is not null then 1 when s.verdict = 'wrong' then 2 else 3 end as tier
      from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
        left join queue_item q on q.project_id = s.project_id and q.solution_id = s.id
        cross join lateral (select ${importedScoreSql} as score offset 0) i
      where s.project_id = ${project.id}::uuid and s.flow = ${project.flow}::flow and cardinality(s.steps) > 0
        and s.problem_id in (${problems})
        and not exists (select from annotation l
          where l.project_id = s.project_id and l.solution_id = s.id and l.import_id is not null)
        and not exists (select from gold_item g where g.project_id = s.project_id and g.solution_id = s.id)
      order by s.problem_id, s.content_hash, q.solution_id is null, i.score desc nulls last, s.id
    ), ranked as (
      select *, row_number() over (
        partition by problem_id, tier order by score desc nulls last, steps, id) as pass
      from candidate
    ), explained as (
      select *,
        ${reasonSql} as reason
      from ranked
    ), changed as (
      select * from explained where not exists (
        select from queue_item q where q.project_id = ${project.id}::uuid and q.solution_id = explained.id
          and (q.leased + q.done > 0 or (q.tier, q.pass, q.reason) = (explained.tier, explained.pass, explained.reason)))
    ), stored as (
      insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots, score)
      select ${project.id}::uuid, id, problem_id,
        case tier when 1 then 'convincing-wrong' when 2 then 'wrong' else 'rest' end,
        tier, pass, coalesce(score, '-infinity'), reason, ${project.overlap}, score
      from changed
      order by id
      on conflict (project_id, solution_id) do update
        set tier = excluded.tier, pass = excluded.pass, priority = excluded.priority, reason = excluded.reason,
          slice = excluded.slice, score = excluded.score
        where queue_item.leased = 0 and queue_item.done = 0 and (queue_item.tier, queue_item.pass, queue_item.reason)
          is distinct from (excluded.tier, excluded.pass, excluded.reason)
      returning xmax = 0 as is_new
    )
    select (count(*) filter (where is_new))::int as queued from stored`
  return row!.queued
}
