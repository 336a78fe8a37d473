import type { Transaction } from '@/lib/platform/server/database'

export interface SolutionText {
  solution: string
  problem: string
  steps: string[]
}

/** Texts of the solutions that have hints or disagreements. Takes ids without hyphens, and returns them with hyphens. */
export function readSolutionTexts(
  db: Transaction,
  projectId: string,
  solutions: readonly string[],
): Promise<SolutionText[]> {
  return db.$queryRaw<SolutionText[]>`
    select s.id as solution, left(p.statement, 300) as problem, s.steps
    from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    where s.project_id = ${projectId}::uuid and s.id = any(${solutions}::uuid[])`
}
