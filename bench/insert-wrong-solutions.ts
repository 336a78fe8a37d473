import type pg from 'pg'

const solutionsPerProblem = 10

/** Inserts wrong and scored solutions of ten steps, with their problems. */
export async function insertWrongSolutions(
  client: pg.Client,
  projectId: string,
  solutions: number,
): Promise<void> {
  await client.query(
    `insert into problem (project_id, id, identity, statement, answer, metadata)
     select $1, gen_random_uuid(), sha256(i::text::bytea), 'Problem ' || i, i::text, '{}'
     from generate_series(1, $2::int) i`,
    [projectId, solutions / solutionsPerProblem],
  )
  await client.query(
    `insert into solution (project_id, id, problem_id, identity, content_hash, record_hash, flow, steps, answer, verdict,
       verdict_reason, grader_version, score, metadata, import_id)
     select p.project_id, gen_random_uuid(), p.id, h.hash, h.hash, h.hash, 'solution',
       array(select 'Step ' || s || ' of ' || p.statement from generate_series(1, 10) s), n::text || '0', 'wrong', '', '',
       random(), '{}', gen_random_uuid()
     from problem p, generate_series(1, $2::int) n, lateral (select sha256((p.id || '/' || n)::bytea) as hash) h
     where p.project_id = $1`,
    [projectId, solutionsPerProblem],
  )
}
