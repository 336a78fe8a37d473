import type { Transaction } from '@/lib/platform/server/database'
import { statementExcerptLength } from '../statement-excerpt-length'

/** Display name of a problem that is still in the project. */
export interface ProblemDisplayName {
  id: string
  externalId: string | null
  start: string
}

export function listProblemDisplayNames(
  db: Transaction,
  projectId: string,
  ids: readonly string[],
): Promise<ProblemDisplayName[]> {
  return db.$queryRaw<ProblemDisplayName[]>`
    select id, external_id as "externalId", left(statement, ${statementExcerptLength}::int) as start
    from problem where project_id = ${projectId}::uuid and id = any(${ids}::uuid[])`
}

export function listSolutionDisplayNames(
  db: Transaction,
  projectId: string,
  ids: readonly string[],
): Promise<{ id: string; externalId: string | null }[]> {
  return db.$queryRaw`
    select id, external_id as "externalId"
    from solution where project_id = ${projectId}::uuid and id = any(${ids}::uuid[])`
}
