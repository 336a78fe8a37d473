import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { dropMisplaced, hasHadRound } from './queue-round.sql'

/** Whose solutions: those of every problem that an import brought solutions of, or of these problems. */
export type RankedProblems = { importId: string } | { problemIds: readonly string[] }

/** What the queue needs to know of a project. */
interface QueuedProject {
  id: string
  flow: string
  overlap: number
}

/**
 * What becomes of the queue when solutions of these problems came, or their verdicts are others. Until a project has had
 * a round they are queued as they come. From the first one on the queue holds what rounds select, and nothing is added:
 * only what a round selected for another verdict than it has by now, and nobody has begun, is taken out. Call it under
 * `lockVerdicts`. Returns how many solutions are new in the queue.
 */
export async function queueSolutions(
  db: Transaction,
  project: QueuedProject,
  of: RankedProblems,
): Promise<number> {
  if ('problemIds' in of && of.problemIds.length === 0) return 0
  if (!(await hasHadRound(db, project.id))) return queueAsTheyCome(db, project, of)
  if ('problemIds' in of) await dropMisplaced(db, project.id, of.problemIds)
  return 0
}

/** Why it stands where it does, of a row of `ranked` below. */
const reason = Prisma.sql`
  concat_ws(', ',
    case when score is null then 'no score' else 'score ' || round(score::numeric, 2) end,
    case
      when verdict = 'correct' then 'right answer'
      when verdict = 'wrong' and (answer is null or truth is null) then 'wrong answer'
      when verdict = 'wrong' then format('answer %s for %s', left(answer, 40), left(truth, 40))
      when truth is null then 'no reference answer'
      when answer is null then 'no answer found'
      else 'answer unsure' end,
    case when tier = 1 and pass = 1 then 'most convincing of this problem'
      when tier = 1 then format('number %s of this problem', pass) end
  )`

/**
 * Puts solutions of these problems into the queue, and ranks those anew that are there and that nobody has begun: what
 * somebody holds or has labelled keeps its place, and the reason by which it was served. Convincing wrong answers come
 * first. Tiers are wrong answers with a score, wrong answers without, and the rest; in each the best-scored solution of
 * every problem comes before any problem's second (so ten samples of one problem do not fill the head), and higher scores
 * first. The same text stands once, as what stands already, else as the solution with the highest score; what came with
 * labels, and what is gold, does not stand at all. What is not changed is not locked: whoever holds it can submit. It is
 * one join over all of the project: looked up one at a time by statistics that know nothing of a new project, each problem
 * was a walk through all of it. Returns how many solutions are new in the queue.
 */
async function queueAsTheyCome(
  db: Transaction,
  project: QueuedProject,
  of: RankedProblems,
): Promise<number> {
  const problems =
    'importId' in of
      ? Prisma.sql`select problem_id from solution
          where project_id = ${project.id}::uuid and import_id = ${of.importId}::uuid`
      : Prisma.sql`select i::uuid from unnest(${of.problemIds}::text[]) as i`
  const [row] = await db.$queryRaw<{ queued: number }[]>`
    with candidate as (
      select distinct on (s.problem_id, s.content_hash) s.id, s.problem_id, s.score, s.steps, s.answer, s.verdict,
        p.answer as truth,
        case when s.verdict = 'wrong' and s.score is not null then 1 when s.verdict = 'wrong' then 2 else 3 end as tier
      from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
        left join queue_item q on q.project_id = s.project_id and q.solution_id = s.id
      where s.project_id = ${project.id}::uuid and s.flow = ${project.flow}::flow and cardinality(s.steps) > 0
        and s.problem_id in (${problems})
        and not exists (select from annotation l
          where l.project_id = s.project_id and l.solution_id = s.id and l.import_id is not null)
        and not exists (select from gold_item g where g.project_id = s.project_id and g.solution_id = s.id)
      order by s.problem_id, s.content_hash, q.solution_id is null, s.score desc nulls last, s.id
    ), ranked as (
      select *, row_number() over (
        partition by problem_id, tier order by score desc nulls last, cardinality(steps), id) as pass
      from candidate
    ), said as (
      select *,
        ${reason} as reason
      from ranked
    ), changed as (
      select * from said where not exists (
        select from queue_item q where q.project_id = ${project.id}::uuid and q.solution_id = said.id
          and (q.held + q.done > 0 or (q.tier, q.pass, q.reason) = (said.tier, said.pass, said.reason)))
    ), stored as (
      insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, wanted)
      select ${project.id}::uuid, id, problem_id,
        case tier when 1 then 'convincing-wrong' when 2 then 'wrong' else 'rest' end,
        tier, pass, coalesce(score, '-infinity'), reason, ${project.overlap}
      from changed
      order by id
      on conflict (project_id, solution_id) do update
        set tier = excluded.tier, pass = excluded.pass, priority = excluded.priority, reason = excluded.reason,
          slice = excluded.slice
        where queue_item.held = 0 and queue_item.done = 0 and (queue_item.tier, queue_item.pass, queue_item.reason)
          is distinct from (excluded.tier, excluded.pass, excluded.reason)
      returning xmax = 0 as is_new
    )
    select (count(*) filter (where is_new))::int as queued from stored`
  return row!.queued
}
