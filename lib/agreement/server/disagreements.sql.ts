import { Prisma } from '@/lib/generated/prisma/client'
import { maxCountedListItems } from '@/lib/platform/max-counted-list-items'
import type { Transaction } from '@/lib/platform/server/database'
import type { Disagreement, DisagreementKind } from '../disagreement'

/** Enough of a text to recognise it. */
export const excerptMaxLength = 1_000

export interface DisagreementFilter {
  kind?: DisagreementKind | undefined
  /** With one annotator, only solutions that they labelled; with two, only those on which they disagree. */
  people?: readonly string[]
}

export type DisagreementRow = Disagreement & {
  solution: string
  externalId: string | null
  problem: string
  step: string
  score: number | null
  priority: number
  priorityParts: { distance: number; score: number; certainty: number; earliness: number }
  names: string[] | null
}

/** A position in the list: highest priority first, then by solution. */
export interface DisagreementCursor {
  priority: number
  solution: string
}

/** This annotator's comparable annotation of the solution of `d`. */
const selectRatingsBySql = (user: string) => Prisma.sql`
  select c.ratings from comparable_annotation c
    join annotation o on o.project_id = c.project_id and o.id = c.id and o.user_id = ${user}::uuid
  where c.project_id = d.project_id and c.solution_id = d.solution_id`

/** Compares ratings, because two annotators can agree on a solution on which others disagree. */
function andIsBetweenSql([firstPerson, secondPerson]: readonly string[]): Prisma.Sql {
  if (firstPerson === undefined) return Prisma.empty
  if (secondPerson === undefined) return Prisma.sql`and exists (${selectRatingsBySql(firstPerson)})`
  return Prisma.sql`and exists (
    select from (${selectRatingsBySql(firstPerson)}) a, (${selectRatingsBySql(secondPerson)}) b where a.ratings <> b.ratings)`
}

const matchesFilterSql = (
  projectId: string,
  { kind, people = [] }: DisagreementFilter,
) => Prisma.sql`
  d.project_id = ${projectId}::uuid
  ${kind ? Prisma.sql`and d.kind = ${kind}::disagreement_kind` : Prisma.empty}
  ${andIsBetweenSql(people)}`

/** Items after a position. An index has this order, read backwards. */
const afterCursorSql = (cursor: DisagreementCursor | null) =>
  cursor
    ? Prisma.sql`and (d.priority, d.solution_id) < (${cursor.priority}::smallint, ${cursor.solution}::uuid)`
    : Prisma.empty

const orderSql = Prisma.sql`order by d.priority desc, d.solution_id desc`

export function listDisagreementRows(
  db: Transaction,
  projectId: string,
  filter: DisagreementFilter,
  options: { cursor: DisagreementCursor | null; limit: number; showsNames: boolean },
): Promise<DisagreementRow[]> {
  const names = options.showsNames
    ? Prisma.sql`(select jsonb_agg(coalesce(u.name, l.labeler) order by l.id)
        from comparable_annotation c join annotation l on l.project_id = c.project_id and l.id = c.id
          left join app_user u on u.id = l.user_id
        where c.project_id = d.project_id and c.solution_id = d.solution_id)`
    : Prisma.sql`null::jsonb`
  return db.$queryRaw<DisagreementRow[]>`
    with page as materialized (
      select d.* from disagreement d where ${matchesFilterSql(projectId, filter)} ${afterCursorSql(options.cursor)}
      ${orderSql} limit ${options.limit}
    )
    select d.solution_id as solution, s.external_id as "externalId",
      left(p.statement, ${excerptMaxLength}::int) as problem,
      left(s.steps[d.first_step + 1], ${excerptMaxLength}::int) as step,
      d.first_step as "firstStep", d.step_count as "stepCount", d.kind::text, d.annotator_count as people, d.sure_count as unflagged,
      d.error_count as "foundError",
      d.earliest_error as "earliestError", d.latest_error as "latestError", d.score, d.priority,
      jsonb_build_object('distance', d.priority_spread, 'score', d.priority_score, 'certainty', d.priority_certainty,
        'earliness', d.priority_early_step) as "priorityParts", ${names} as names
    from page d
      join solution s on s.project_id = d.project_id and s.id = d.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    ${orderSql}`
}

/** How many disagreements match the filter, at most `maxCountedListItems`. */
export async function countDisagreements(
  db: Transaction,
  projectId: string,
  filter: DisagreementFilter = {},
): Promise<number> {
  const [row] = await db.$queryRaw<[{ n: number }]>`
    select count(*)::int as n from (
      select from disagreement d where ${matchesFilterSql(projectId, filter)} limit ${maxCountedListItems}) few`
  return row.n
}

export async function findMaxDisagreedSolutionScore(
  db: Transaction,
  projectId: string,
): Promise<number | null> {
  const [row] = await db.$queryRaw<[{ highest: number | null }]>`
    select max(score) as highest from disagreement where project_id = ${projectId}::uuid`
  return row.highest
}

/** The item after a solution in the list; the first if the solution has no disagreement. Null at the end. */
export async function findNextDisagreement(
  db: Transaction,
  { projectId, solutionId }: { projectId: string; solutionId: string },
  filter: DisagreementFilter,
): Promise<string | null> {
  const [current] = await db.$queryRaw<DisagreementCursor[]>`
    select priority, solution_id as solution from disagreement
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
  const [next] = await db.$queryRaw<{ solution: string }[]>`
    select d.solution_id as solution from disagreement d
    where ${matchesFilterSql(projectId, filter)} ${afterCursorSql(current ?? null)} ${orderSql} limit 1`
  return next?.solution ?? null
}
