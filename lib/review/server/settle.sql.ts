import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict } from '@/lib/generated/prisma/enums'
import { fileSays } from '@/lib/formats/file-says'
import type { Grade } from '@/lib/grading/verdict'
import type { Transaction } from '@/lib/platform/server/database'
import type { AnswerPair, StandingRow } from './answers.sql'
import { ofOneSolution } from '../person-says'
import { hashPair } from './hash-pair'
import { sayInSql } from './say-in-sql'

export interface Changed {
  /** Solutions whose verdict is another now. */
  changed: number
  /** Their problems. */
  problemIds: string[]
}

/** What was said of a pair, and by whom. */
export interface Ruling extends AnswerPair, StandingRow {
  userId: string
}

export async function findRuling(
  db: Transaction,
  projectId: string,
  pair: string,
): Promise<Ruling | null> {
  const [row] = await db.$queryRaw<Ruling[]>`
    select r.given, r.truth, r.verdict::text, ${sayInSql(Prisma.sql`r.note`)} as reason, 'person' as by,
      u.name as "ruledBy", r.ruled_at as "ruledAt", r.note, r.user_id as "userId"
    from answer_ruling r join app_user u on u.id = r.user_id
    where r.project_id = ${projectId}::uuid and r.pair_hash = decode(${pair}, 'hex')`
  return row ?? null
}

export async function storeRuling(
  db: Transaction,
  projectId: string,
  { given, truth }: AnswerPair,
  { verdict, note, userId }: { verdict: Verdict; note: string; userId: string },
): Promise<void> {
  await db.$executeRaw`
    insert into answer_ruling (project_id, pair_hash, given, truth, verdict, note, user_id, ruled_at)
    values (${projectId}::uuid, ${hashPair(given, truth)}, ${given}, ${truth}, ${verdict}::verdict, ${note},
      ${userId}::uuid, clock_timestamp())
    on conflict (project_id, pair_hash) do update set verdict = excluded.verdict, note = excluded.note,
      user_id = excluded.user_id, ruled_at = excluded.ruled_at`
}

/** What was ruled on; null where nothing was. */
export async function removeRuling(
  db: Transaction,
  projectId: string,
  pair: string,
): Promise<AnswerPair | null> {
  const [row] = await db.$queryRaw<AnswerPair[]>`
    delete from answer_ruling where project_id = ${projectId}::uuid and pair_hash = decode(${pair}, 'hex')
    returning given, truth`
  return row ?? null
}

/** Where a person's word comes to stand over the file's, that is kept. */
export const keepFileVerdict = Prisma.sql`
  file_verdict = case s.verdict_by when 'file' then s.verdict else s.file_verdict end`

/** A person's word goes: that of the file counts again, else what the grader says. */
export const dropWord = ({ verdict, reason, graderVersion }: Grade): Prisma.Sql => Prisma.sql`
  verdict = coalesce(s.file_verdict, ${verdict}::verdict),
  verdict_reason = case when s.file_verdict is null then ${reason} else ${fileSays} end,
  verdict_by = case when s.file_verdict is null then 'grader'::verdict_source else 'file' end,
  grader_version = case when s.file_verdict is null then ${graderVersion} else s.grader_version end,
  verdict_user_id = null, file_verdict = null, overruled_at = null, overrule_note = null`

/** Every solution of the pair, but those of which a person spoke alone. */
const updatePair = (
  projectId: string,
  { given, truth }: AnswerPair,
  assignments: Prisma.Sql,
) => Prisma.sql`
  with pair as (
    select s.id, s.problem_id, s.verdict
    from problem p join solution s on s.project_id = p.project_id and s.problem_id = p.id
    where p.project_id = ${projectId}::uuid and p.answer = ${truth} and s.answer = ${given} and s.overruled_at is null
  ), stored as (
    update solution s set ${assignments}
    from pair where s.project_id = ${projectId}::uuid and s.id = pair.id
    returning pair.problem_id, pair.verdict <> s.verdict as is_changed
  )
  select count(*)::int as changed, coalesce(array_agg(distinct problem_id), '{}') as "problemIds"
  from stored where is_changed`

/** A person's word on a pair. */
export async function setPairVerdict(
  db: Transaction,
  projectId: string,
  pair: AnswerPair,
  { verdict, reason, userId }: { verdict: Verdict; reason: string; userId: string },
): Promise<Changed> {
  const said = Prisma.sql`${keepFileVerdict}, verdict = ${verdict}::verdict, verdict_reason = ${reason},
    verdict_by = 'person', verdict_user_id = ${userId}::uuid`
  const [row] = await db.$queryRaw<[Changed]>`${updatePair(projectId, pair, said)}`
  return row
}

/** Nobody's word on it stands any more. */
export async function dropPairVerdict(
  db: Transaction,
  projectId: string,
  pair: AnswerPair,
  graded: Grade,
): Promise<Changed> {
  const [row] = await db.$queryRaw<[Changed]>`${updatePair(projectId, pair, dropWord(graded))}`
  return row
}

/**
 * In our own lines (format `stepmark`) only the words of the reason say that a person spoke of one solution alone; here
 * that is known by its date.
 */
async function markOverruled(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<void> {
  await db.$executeRaw`
    update solution set overruled_at = clock_timestamp(),
      overrule_note = case when starts_with(verdict_reason, ${`${ofOneSolution}: `})
        then substr(verdict_reason, ${ofOneSolution.length + 3}::int) else '' end
    where project_id = ${projectId}::uuid and import_id = ${importId}::uuid and verdict_by = 'person'
      and starts_with(verdict_reason, ${ofOneSolution}) and overruled_at is null`
}

/** Rulings hold for what an import brought, too. Returns how many solutions take their verdict from one. */
export async function applyRulings(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<number> {
  await markOverruled(db, { projectId, importId })
  return db.$executeRaw`
    update solution s set ${keepFileVerdict}, verdict = r.verdict, verdict_by = 'person',
      verdict_user_id = r.user_id, verdict_reason = ${sayInSql(Prisma.sql`r.note`)}
    from answer_ruling r join problem p on p.project_id = r.project_id and p.answer = r.truth
    where r.project_id = ${projectId}::uuid and s.project_id = r.project_id and s.problem_id = p.id
      and s.answer = r.given and s.import_id = ${importId}::uuid and s.overruled_at is null`
}
