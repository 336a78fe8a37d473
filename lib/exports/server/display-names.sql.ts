import type { Transaction } from '@/lib/platform/server/database'
import { statementExcerptLength } from '../shorten-statement'

/** Display name of a problem that is still in the project. */
export interface ProblemDisplayName {
  id: string
  externalId: string | null
  /** The beginning of its statement: one character longer than an excerpt, if the statement is longer. */
  start: string
}

export function listProblemDisplayNames(
  db: Transaction,
  projectId: string,
  ids: readonly string[],
): Promise<ProblemDisplayName[]> {
  return db.$queryRaw<ProblemDisplayName[]>`
    select id, external_id as "externalId", left(statement, ${statementExcerptLength + 1}::int) as start
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
