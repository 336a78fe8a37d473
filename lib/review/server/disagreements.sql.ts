import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import { mostCounted } from '../most-counted'
import type { Parting, PartingKind } from '../parting'

/** Enough of a text to be known by. */
export const excerptCharacters = 1_000

export interface DisagreementFilter {
  kind?: PartingKind | undefined
  /** Labelled by this person; of two, where what they say differs. */
  people?: readonly string[]
}

export type DisagreementRow = Parting & {
  solution: string
  externalId: string | null
  problem: string
  step: string
  score: number | null
  worth: number
  parts: { apart: number; score: number; sure: number; early: number }
  names: string[] | null
}

/** A place in the list: most worth first, then by solution. */
export interface DisagreementPlace {
  worth: number
  solution: string
}

/** What this person says of the solution of `d`, where it can be compared. */
const saidBy = (user: string) => Prisma.sql`
  select c.ratings from compared_annotation c
    join annotation o on o.project_id = c.project_id and o.id = c.id and o.user_id = ${user}::uuid
  where c.project_id = d.project_id and c.solution_id = d.solution_id`

/** Others may part over it while two people agree: between these two it is none. */
function isBetween([one, other]: readonly string[]): Prisma.Sql {
  if (one === undefined) return Prisma.empty
  if (other === undefined) return Prisma.sql`and exists (${saidBy(one)})`
  return Prisma.sql`and exists (
    select from (${saidBy(one)}) a, (${saidBy(other)}) b where a.ratings <> b.ratings)`
}

const matches = (projectId: string, { kind, people = [] }: DisagreementFilter) => Prisma.sql`
  d.project_id = ${projectId}::uuid
  ${kind ? Prisma.sql`and d.kind = ${kind}::disagreement_kind` : Prisma.empty}
  ${isBetween(people)}`

/** What comes after a place; an index is in this order, read backwards. */
const after = (place: DisagreementPlace | null) =>
  place
    ? Prisma.sql`and (d.worth, d.solution_id) < (${place.worth}::smallint, ${place.solution}::uuid)`
    : Prisma.empty

const inOrder = Prisma.sql`order by d.worth desc, d.solution_id desc`

export function listDisagreementRows(
  db: Transaction,
  projectId: string,
  filter: DisagreementFilter,
  wanted: { place: DisagreementPlace | null; limit: number; showsNames: boolean },
): Promise<DisagreementRow[]> {
  const names = wanted.showsNames
    ? Prisma.sql`(select jsonb_agg(coalesce(u.name, l.labeler) order by l.id)
        from compared_annotation c join annotation l on l.project_id = c.project_id and l.id = c.id
          left join app_user u on u.id = l.user_id
        where c.project_id = d.project_id and c.solution_id = d.solution_id)`
    : Prisma.sql`null::jsonb`
  return db.$queryRaw<DisagreementRow[]>`
    with page as materialized (
      select d.* from disagreement d where ${matches(projectId, filter)} ${after(wanted.place)}
      ${inOrder} limit ${wanted.limit}
    )
    select d.solution_id as solution, s.external_id as "externalId",
      left(p.statement, ${excerptCharacters}::int) as problem,
      left(s.steps[d.first_step + 1], ${excerptCharacters}::int) as step,
      d.first_step as "firstStep", d.step_count as "stepCount", d.kind::text, d.people, d.sure, d.found,
      d.nearest_error as "nearestError", d.farthest_error as "farthestError", d.score, d.worth,
      jsonb_build_object('apart', d.worth_apart, 'score', d.worth_score, 'sure', d.worth_sure,
        'early', d.worth_early) as parts, ${names} as names
    from page d
      join solution s on s.project_id = d.project_id and s.id = d.solution_id
      join problem p on p.project_id = s.project_id and p.id = s.problem_id
    ${inOrder}`
}

/** Up to `mostCounted`. */
export async function countDisagreements(
  db: Transaction,
  projectId: string,
  filter: DisagreementFilter = {},
): Promise<number> {
  const [row] = await db.$queryRaw<[{ n: number }]>`
    select count(*)::int as n from (
      select from disagreement d where ${matches(projectId, filter)} limit ${mostCounted}) few`
  return row.n
}

export async function findHighestScore(db: Transaction, projectId: string): Promise<number | null> {
  const [row] = await db.$queryRaw<[{ highest: number | null }]>`
    select max(score) as highest from disagreement where project_id = ${projectId}::uuid`
  return row.highest
}

/** The one that comes after a solution in the list; the first, where that is not in it (any more). Null at the end. */
export async function findNextDisagreement(
  db: Transaction,
  { projectId, solutionId }: { projectId: string; solutionId: string },
  filter: DisagreementFilter,
): Promise<string | null> {
  const [here] = await db.$queryRaw<DisagreementPlace[]>`
    select worth, solution_id as solution from disagreement
    where project_id = ${projectId}::uuid and solution_id = ${solutionId}::uuid`
  const [next] = await db.$queryRaw<{ solution: string }[]>`
    select d.solution_id as solution from disagreement d
    where ${matches(projectId, filter)} ${after(here ?? null)} ${inOrder} limit 1`
  return next?.solution ?? null
}
