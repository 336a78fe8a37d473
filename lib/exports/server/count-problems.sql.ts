import type { Transaction } from '@/lib/platform/server/database'
import { readRowBlocks } from './read-row-blocks'
import { type AnnotationSelection, selectionConditionSql } from './select-annotations'

/** A problem with the numbers of its selected annotations and their solutions. */
export interface CountedProblem {
  id: string
  statement: string
  annotations: number
  solutions: number
}

/** Yields problems by id. Omits problems without selected annotations. */
export async function* streamProblemCounts(
  db: Transaction,
  selection: AnnotationSelection,
): AsyncGenerator<CountedProblem> {
  const readPage = (after: string, pageRows: number) => countPage(db, selection, after, pageRows)
  for await (const block of readRowBlocks(readPage, ({ statement }) => statement.length))
    yield* block.filter(({ annotations }) => annotations > 0)
}

function countPage(
  db: Transaction,
  selection: AnnotationSelection,
  after: string,
  pageRows: number,
): Promise<CountedProblem[]> {
  return db.$queryRaw<CountedProblem[]>`
    select p.id, p.statement, counted.annotations, counted.solutions
    from (
        select * from problem
        where project_id = ${selection.projectId}::uuid and id > ${after}::uuid order by id limit ${pageRows}
      ) p
      cross join lateral (
        select count(*)::int as annotations, count(distinct s.id)::int as solutions
        from solution s join annotation l on l.project_id = s.project_id and l.solution_id = s.id
        where s.project_id = ${selection.projectId}::uuid and s.problem_id = p.id and ${selectionConditionSql(selection)}
      ) counted
    order by p.id`
}
