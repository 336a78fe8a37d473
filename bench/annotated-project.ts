import type pg from 'pg'
import { updateDerivedTables, correctDerivedTables } from '@/lib/maintenance/server/derived-tables'
import { getDatabase } from '@/lib/platform/server/database'
import type { TestProject } from '@/prisma/seed/factories'

const annotationsPerSolution = 3
const solutionsPerProblem = 10
const goldSolutions = 200
/** Days over which the annotations were submitted, the last one today. */
const days = 60

interface ProjectSize {
  annotations: number
  /** Account ids. */
  annotators: readonly string[]
}

/**
 * Fills a project by SQL: half of the solutions have three submitted annotations each, the others wait in the queue. Every
 * 100th annotation has a flag note, every 50th is accepted by a reviewer, and up to 200 solutions are gold.
 */
export async function fillAnnotatedProject(
  client: pg.Client,
  { id, admin }: TestProject,
  { annotations, annotators }: ProjectSize,
): Promise<void> {
  const solutions = Math.ceil((2 * annotations) / annotationsPerSolution)
  await insertSolutions(client, id, solutions)
  await client.query(
    `insert into gold_item (project_id, solution_id, first_errors, origin, user_id)
     select project_id, id, '{1}', 'marked', $2 from solution where project_id = $1 order by id limit $3`,
    [id, admin.userId, Math.min(goldSolutions, Math.floor(solutions / 20))],
  )
  await client.query(
    `insert into queue_item (project_id, solution_id, problem_id, slice, tier, pass, priority, reason, slots, done, round)
     select s.project_id, s.id, s.problem_id, 'convincing-wrong', 1, 1, s.score, '', $2::int,
       case when row_number() over (order by s.id) % 2 = 0 then $2::int else 0 end, 1
     from solution s where project_id = $1
       and not exists (select from gold_item g where g.project_id = s.project_id and g.solution_id = s.id)`,
    [id, annotationsPerSolution],
  )
  await insertAnnotations(client, id, annotators)
  await insertNotesAndReviews(client, id, admin.userId)
  await updateDerivedTables(getDatabase())
  await client.query('vacuum analyze')
}

async function insertSolutions(client: pg.Client, projectId: string, solutions: number) {
  await client.query(
    `insert into problem (project_id, id, identity, statement, answer, subject, metadata)
     select $1, gen_random_uuid(), sha256(i::text::bytea), 'Problem ' || i || ': what is $' || i || ' + 1$?', i::text,
       'Subject ' || i % 7, '{}'
     from generate_series(1, $2::int) i`,
    [projectId, Math.ceil(solutions / solutionsPerProblem)],
  )
  await client.query(
    `insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, answer, verdict,
       verdict_reason, grader_version, score, metadata, import_id)
     select p.project_id, gen_random_uuid(), p.id, h.hash, h.hash, h.hash, 'solution',
       array(select 'Step ' || s || ' of ' || p.statement from generate_series(1, 10) s), n::text || '0',
       case when random() < 0.02 then 'unsure' when n % 3 = 0 then 'correct' else 'wrong' end::verdict, 'Graded', 'meaning-3', random(), '{}',
       gen_random_uuid()
     from problem p, generate_series(1, $2::int) n, lateral (select sha256((p.id || '/' || n)::bytea) as hash) h
     where p.project_id = $1`,
    [projectId, solutionsPerProblem],
  )
}

/**
 * Six in ten solutions have an error, which four in five annotators find. Triggers are off, because in one transaction they
 * would update the rows of the same days hundreds of thousands of times. What they would store is inserted afterwards.
 */
async function insertAnnotations(
  client: pg.Client,
  projectId: string,
  annotators: readonly string[],
) {
  await client.query('alter table annotation disable trigger user')
  await client.query(
    `insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
       chosen, offered, finish_reason, submitted_at, started_at, generation, guideline_version, total_time_ms,
       counted_time_ms, step_times_ms)
     select $1, gen_random_uuid(), t.id, t.annotator, t.annotator::text, 'submitted', 'solution', 10, r.ratings,
       array_fill(null::boolean, array[cardinality(r.ratings)]), array_fill(0::smallint, array[cardinality(r.ratings)]),
       array_fill(1::smallint, array[cardinality(r.ratings)]),
       (case when t.error > 0 then 'found_error' else 'solution' end)::finish_reason, t.at, t.at - interval '2 minutes', 1, 1,
       60000, 60000, array_fill(6000, array[cardinality(r.ratings)])
     from (
       select s.id, ($2::uuid[])[1 + (s.place * 7 + n * (1 + s.place % 11)) % cardinality($2::uuid[])] as annotator,
         case when random() < 0.8 then truth else floor(random() * 11)::int end as error,
         now() - interval '1 minute' - random() * make_interval(days => $3::int) as at
       from (select q.solution_id as id, row_number() over () as place,
           case when random() < 0.6 then 1 + floor(random() * 10)::int else 0 end as truth
         from queue_item q where project_id = $1 and done = slots) s, generate_series(0, $4::int - 1) n
     ) t
     cross join lateral (select array(
       select case when step = t.error then -1 when random() < 0.15 then 0 else 1 end::smallint
       from generate_series(1, case when t.error > 0 then t.error else 10 end) step) as ratings) r
     on conflict do nothing`,
    [projectId, annotators, days, annotationsPerSolution],
  )
  await client.query('alter table annotation enable trigger user')
  await correctDerivedTables()
  await client.query(
    `insert into work_day (project_id, user_id, day, active_ms)
     select project_id, user_id, (submitted_at at time zone 'UTC')::date, sum(total_time_ms)
     from annotation where project_id = $1 group by 1, 2, 3`,
    [projectId],
  )
  await client.query('analyze')
  await client.query(
    `insert into disagreement select d.* from find_disagreements($1, array(
       select distinct solution_id from annotation where project_id = $1)) d`,
    [projectId],
  )
}

async function insertNotesAndReviews(client: pg.Client, projectId: string, userId: string) {
  await client.query(
    `insert into step_note (project_id, annotation_id, step, kind, text)
     select project_id, id, 0, 'flag', 'Unclear' from (
       select *, row_number() over (order by id) as place from annotation where project_id = $1) l
     where place % 100 = 0`,
    [projectId],
  )
  // Saves set this, and the counts of people use it.
  await client.query(
    `update annotation l set has_flag_notes = true from step_note n
     where l.project_id = $1 and n.project_id = l.project_id and n.annotation_id = l.id and n.kind = 'flag'`,
    [projectId],
  )
  await client.query(
    `insert into annotation_review (project_id, annotation_id, number, action, note, user_id, submitted_at)
     select project_id, id, 1, 'accepted', '', $2, submitted_at from (
       select *, row_number() over (order by id) as place from annotation where project_id = $1) l
     where place % 50 = 1`,
    [projectId, userId],
  )
}
