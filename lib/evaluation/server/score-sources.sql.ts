import type { ScorerKind } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import { maxCountedSolutions } from '@/lib/scoring/max-counted'
import type { ScoreScope } from '@/lib/scoring/server/score-run-rows.sql'

export interface ScoreSource {
  scores: string
  run: number | null
  model: string | null
  scorerName: string | null
  kind: ScorerKind | null
  version: number | null
  /** Null for imported scores. */
  scope: ScoreScope | null
  /** Counting of imported scores stops at 10,001. */
  solutions: number
}

const maxListedRuns = 50

/** Imported scores, then score runs that scored something, newest first. */
export function listScoreSources(db: Transaction, projectId: string): Promise<ScoreSource[]> {
  return db.$queryRaw<ScoreSource[]>`
    select * from (
      select 'imported' as scores, null::int as run, null as model, null as "scorerName", null as kind,
        null::int as version, null as scope, count(*)::int as solutions
      from (select from solution
        where project_id = ${projectId}::uuid
          and (score is not null or (step_scores is not null and jsonb_typeof(step_scores) = 'array'))
        limit ${maxCountedSolutions + 1}) scored
      union all
      select r.id::text, r.number, r.model, sc.name, sc.kind::text, r.version, r.scope, r.done_rows
      from (select * from score_run where project_id = ${projectId}::uuid and done_rows > 0
        order by number desc limit ${maxListedRuns}) r
        join scorer sc on sc.project_id = r.project_id and sc.id = r.scorer_id
    ) sources
    where solutions > 0
    order by run desc nulls first`
}

export async function isScoreRunWithScores(
  db: Transaction,
  projectId: string,
  run: string,
): Promise<boolean> {
  const scoreRun = await db.scoreRun.findFirst({
    where: { projectId, id: run, doneRows: { gt: 0 } },
    select: { id: true },
  })
  return scoreRun !== null
}
