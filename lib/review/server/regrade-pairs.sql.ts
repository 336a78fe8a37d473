import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import type { PairChange, VerdictChange } from './regrade-rows.sql'

/*
 * Two tables that are gone with the transaction: the pairs of answers that the grader has graded, each once, and what it
 * says of them now. In them a project of any size is graded without being held in memory.
 */

export interface UngradedPair {
  number: number
  given: string | null
  truth: string | null
  solutions: number
}

export interface NewGrade {
  number: number
  verdict: Verdict
  reason: string
}

const shownPairs = 200
const shownCharacters = 2_000

/** Null is equal to null here, and no text to it. */
const key = (text: Prisma.Sql) => Prisma.sql`coalesce('=' || ${text}, '')`

/** How many solutions the pairs have. */
export async function gatherPairs(db: Transaction, projectId: string): Promise<number> {
  await db.$executeRaw`
    create temporary table regrade_pair (number int primary key, given text, truth text, solutions int) on commit drop`
  await db.$executeRaw`
    create temporary table regrade_grade (number int primary key, verdict verdict, reason text) on commit drop`
  await db.$executeRaw`
    insert into regrade_pair (number, given, truth, solutions)
    select row_number() over (), given, truth, solutions from (
      select s.answer as given, p.answer as truth, count(*) as solutions
      from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where s.project_id = ${projectId}::uuid and s.verdict_by = 'grader'
      group by s.answer, p.answer
    ) pair`
  await db.$executeRaw`analyze regrade_pair`
  const [row] = await db.$queryRaw<[{ solutions: number }]>`
    select coalesce(sum(solutions), 0)::int as solutions from regrade_pair`
  return row.solutions
}

export function readPairs(
  db: Transaction,
  { after, count }: { after: number; count: number },
): Promise<UngradedPair[]> {
  return db.$queryRaw<UngradedPair[]>`
    select number, given, truth, solutions from regrade_pair where number > ${after} order by number limit ${count}`
}

export async function storeGrades(db: Transaction, grades: readonly NewGrade[]): Promise<void> {
  await db.$executeRaw`
    insert into regrade_grade (number, verdict, reason)
    select number, verdict::verdict, reason
    from jsonb_to_recordset(${JSON.stringify(grades)}::jsonb) as g(number int, verdict text, reason text)`
}

/** Once all pairs are graded, and before what follows: plans depend on it. */
export async function readStatistics(db: Transaction): Promise<void> {
  await db.$executeRaw`analyze regrade_grade`
}

/** Of every solution that the grader has graded: what it is, and what it would be. */
const graded = (projectId: string) => Prisma.sql`
  select s.id, s.problem_id, s.verdict as before, s.verdict_reason as reason_before, s.grader_version, r.number,
    g.verdict as after, g.reason
  from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    join regrade_pair r on ${key(Prisma.sql`r.given`)} = ${key(Prisma.sql`s.answer`)}
      and ${key(Prisma.sql`r.truth`)} = ${key(Prisma.sql`p.answer`)}
    join regrade_grade g on g.number = r.number
  where s.project_id = ${projectId}::uuid and s.verdict_by = 'grader'`

export function countChanges(db: Transaction, projectId: string): Promise<VerdictChange[]> {
  return db.$queryRaw<VerdictChange[]>`
    select before::text as "from", after::text as "to", count(*)::int as solutions
    from (${graded(projectId)}) graded group by before, after order by before, after`
}

/** Those of most solutions first. */
export function listFirstPairs(db: Transaction, projectId: string): Promise<PairChange[]> {
  return db.$queryRaw<PairChange[]>`
    with changed as (
      select number, before, after, reason, count(*)::int as solutions
      from (${graded(projectId)}) graded where before <> after
      group by number, before, after, reason
      order by solutions desc, number limit ${shownPairs}
    )
    select left(r.given, ${shownCharacters}) as given, left(r.truth, ${shownCharacters}) as truth,
      c.before::text as "from", c.after::text as "to", c.reason, c.solutions
    from changed c join regrade_pair r on r.number = c.number
    order by c.solutions desc, c.number`
}

/** Solutions that are left alone: a person or the file has spoken of them. */
export async function countKept(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ kept: number }]>`
    select count(*)::int as kept from solution where project_id = ${projectId}::uuid and verdict_by <> 'grader'`
  return row.kept
}

/** Stores what the grader says. Returns the problems of solutions whose verdict is another now. */
export async function storeVerdicts(
  db: Transaction,
  projectId: string,
  graderVersion: string,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ problemId: string }[]>`
    with graded as (${graded(projectId)}), stored as (
      update solution s set verdict = g.after, verdict_reason = g.reason, grader_version = ${graderVersion}
      from graded g
      where s.project_id = ${projectId}::uuid and s.id = g.id
        and (g.before, g.reason_before, g.grader_version) is distinct from (g.after, g.reason, ${graderVersion})
      returning g.problem_id, g.before <> g.after as is_changed
    )
    select distinct problem_id as "problemId" from stored where is_changed`
  return rows.map(({ problemId }) => problemId)
}
