import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict } from '@/lib/generated/prisma/enums'
import type { Transaction } from '@/lib/platform/server/database'
import type { AnswerPairChange, RegradeKey, VerdictChangeCount } from './regrade-rows.sql'

/**
 * The graded pairs of answers with their new verdicts. They are stored from the preview until it is applied, so that
 * exactly the previewed verdicts are applied. A project of any size needs little memory, and no transaction is open
 * while the algebra system runs.
 */

export interface UngradedAnswerPair {
  number: number
  answer: string | null
  referenceAnswer: string | null
  solutions: number
}

export interface AnswerPairGrade {
  number: number
  verdict: Verdict
  reason: string
}

const maxListedPairs = 200
const excerptLength = 2_000

/** Makes null equal to null, but to no text. */
const toJoinKey = (text: Prisma.Sql) => Prisma.sql`coalesce('=' || ${text}, '')`

const regradeFilterSql = ({ projectId, regradeId }: RegradeKey) =>
  Prisma.sql`project_id = ${projectId}::uuid and regrade_id = ${regradeId}::uuid`

/** Stores the pairs to grade. Replaces existing rows. */
export async function replaceRegradePairs(db: Transaction, key: RegradeKey): Promise<void> {
  await db.$executeRaw`delete from regrade_pair where ${regradeFilterSql(key)}`
  await db.$executeRaw`
    insert into regrade_pair (project_id, regrade_id, number, answer, reference_answer, solutions)
    select ${key.projectId}::uuid, ${key.regradeId}::uuid, row_number() over (), given, reference_answer, solutions from (
      select s.answer as given, p.answer as reference_answer, count(*) as solutions
      from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
      where s.project_id = ${key.projectId}::uuid and s.verdict_source = 'grader'
      group by s.answer, p.answer
    ) pair`
}

/** The number of solutions of all pairs, and of graded ones. */
export async function countRegradeProgress(
  db: Transaction,
  key: RegradeKey,
): Promise<{ allRows: number; readRows: number }> {
  const [row] = await db.$queryRaw<[{ allRows: number; readRows: number }]>`
    select coalesce(sum(solutions), 0)::int as "allRows",
      coalesce(sum(solutions) filter (where verdict is not null), 0)::int as "readRows"
    from regrade_pair where ${regradeFilterSql(key)}`
  return row
}

export function readUngradedAnswerPairs(
  db: Transaction,
  key: RegradeKey,
  { after, count }: { after: number; count: number },
): Promise<UngradedAnswerPair[]> {
  return db.$queryRaw<UngradedAnswerPair[]>`
    select number, answer, reference_answer as "referenceAnswer", solutions from regrade_pair
    where ${regradeFilterSql(key)} and number > ${after} and verdict is null order by number limit ${count}`
}

export async function storeAnswerPairGrades(
  db: Transaction,
  key: RegradeKey,
  grades: readonly AnswerPairGrade[],
): Promise<void> {
  await db.$executeRaw`
    update regrade_pair r set verdict = g.verdict::verdict, reason = g.reason
    from jsonb_to_recordset(${JSON.stringify(grades)}::jsonb) as g(number int, verdict text, reason text)
    where ${regradeFilterSql(key)} and r.number = g.number`
}

/** Deletes pairs of regrades that have ended or no longer exist. */
export async function deletePairsOfEndedRegrades(
  db: Transaction,
  projectId: string,
): Promise<void> {
  await db.$executeRaw`
    delete from regrade_pair r where r.project_id = ${projectId}::uuid and not exists (
      select from regrade g where g.project_id = r.project_id and g.id = r.regrade_id
        and g.state in ('previewing', 'previewed', 'applying'))`
}

/** Call it once all pairs are graded, because query plans depend on these statistics. */
export async function analyzeRegradePairTable(db: Transaction): Promise<void> {
  await db.$executeRaw`analyze regrade_pair`
}

/** Current and new verdict of every solution that the grader judged and whose pair is graded. */
const selectRegradedSolutionsSql = (key: RegradeKey) => Prisma.sql`
  select s.id, s.problem_id, s.verdict as before, s.verdict_reason as reason_before, s.grader_version, r.number,
    r.verdict as after, r.reason
  from solution s join problem p on p.project_id = s.project_id and p.id = s.problem_id
    join (select * from regrade_pair where ${regradeFilterSql(key)} and verdict is not null) r
      on ${toJoinKey(Prisma.sql`r.answer`)} = ${toJoinKey(Prisma.sql`s.answer`)}
      and ${toJoinKey(Prisma.sql`r.reference_answer`)} = ${toJoinKey(Prisma.sql`p.answer`)}
  where s.project_id = ${key.projectId}::uuid and s.verdict_source = 'grader'`

export function countVerdictChanges(
  db: Transaction,
  key: RegradeKey,
): Promise<VerdictChangeCount[]> {
  return db.$queryRaw<VerdictChangeCount[]>`
    select before::text as "from", after::text as "to", count(*)::int as solutions
    from (${selectRegradedSolutionsSql(key)}) graded group by before, after order by before, after`
}

/** Pairs with most solutions first. */
export function listLargestPairChanges(
  db: Transaction,
  key: RegradeKey,
): Promise<AnswerPairChange[]> {
  return db.$queryRaw<AnswerPairChange[]>`
    with changed as (
      select number, before, after, reason, count(*)::int as solutions
      from (${selectRegradedSolutionsSql(key)}) graded where before <> after
      group by number, before, after, reason
      order by solutions desc, number limit ${maxListedPairs}
    )
    select left(r.answer, ${excerptLength}) as answer, left(r.reference_answer, ${excerptLength}) as "referenceAnswer",
      c.before::text as "from", c.after::text as "to", c.reason, c.solutions
    from changed c join regrade_pair r on ${regradeFilterSql(key)} and r.number = c.number
    order by c.solutions desc, c.number`
}

/** Solutions that do not change, because their verdict is from a person or the file. */
export async function countNonGraderVerdicts(db: Transaction, projectId: string): Promise<number> {
  const [row] = await db.$queryRaw<[{ unchanged: number }]>`
    select count(*)::int as unchanged from solution where project_id = ${projectId}::uuid and verdict_source <> 'grader'`
  return row.unchanged
}

/** Stores the new verdicts. Returns the problems of solutions with a changed verdict. */
export async function storeRegradedVerdicts(
  db: Transaction,
  key: RegradeKey,
  graderVersion: string,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ problemId: string }[]>`
    with graded as (${selectRegradedSolutionsSql(key)}), stored as (
      update solution s set verdict = g.after, verdict_reason = g.reason, grader_version = ${graderVersion}
      from graded g
      where s.project_id = ${key.projectId}::uuid and s.id = g.id
        and (g.before, g.reason_before, g.grader_version) is distinct from (g.after, g.reason, ${graderVersion})
      returning g.problem_id, g.before <> g.after as is_changed
    )
    select distinct problem_id as "problemId" from stored where is_changed`
  return rows.map(({ problemId }) => problemId)
}
