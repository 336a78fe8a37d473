import type { Transaction } from '@/lib/platform/server/database'
import { countedAtMost } from '@/lib/scoring/counted'

export interface ScoreSource {
  scores: string
  run: number | null
  model: string | null
  /** Of the imported ones counted so far and no farther. */
  solutions: number
}

/** The newest so many. */
const listedRuns = 50

/** Scores that are there: the imported ones, where any are, then runs that scored something, newest first. */
export function listScoreSources(db: Transaction, projectId: string): Promise<ScoreSource[]> {
  return db.$queryRaw<ScoreSource[]>`
    select * from (
      select 'imported' as scores, null::int as run, null as model, count(*)::int as solutions
      from (select from solution
        where project_id = ${projectId}::uuid
          and (score is not null or (step_scores is not null and jsonb_typeof(step_scores) = 'array'))
        limit ${countedAtMost + 1}) scored
      union all
      select id::text, number, model, done_rows
      from (select * from score_run where project_id = ${projectId}::uuid and done_rows > 0
        order by number desc limit ${listedRuns}) newest
    ) sources
    where solutions > 0
    order by run desc nulls first`
}

export async function isScoreRun(
  db: Transaction,
  projectId: string,
  run: string,
): Promise<boolean> {
  const found = await db.scoreRun.findFirst({
    where: { projectId, id: run, doneRows: { gt: 0 } },
    select: { id: true },
  })
  return found !== null
}
