import { Prisma } from '@/lib/generated/prisma/client'
import type { Verdict, VerdictSource } from '@/lib/generated/prisma/enums'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import { ofOneSolution, ofPair } from '../person-says'
import type { AnswerPair } from './answers.sql'
import { hashPair } from './hash-pair'

export interface NewVerdict {
  verdict: Verdict
  reason: string
  /** Null: as it was. */
  graderVersion: string | null
  by: VerdictSource
  userId: string | null
}

export interface Changed {
  /** Solutions whose verdict is another now. */
  changed: number
  /** Their problems. */
  problemIds: string[]
}

const attempts = 50
const waitSeconds = 0.1

/**
 * Held until the transaction ends, by all that changes verdicts which are there: one at a time, so that each sees what
 * the one before did. Imports share it from when they look for rulings: none is passed over by a ruling, or passes one
 * over. For jobs, which have time.
 */
export async function lockVerdicts(
  db: Transaction,
  projectId: string,
  mode: 'alone' | 'shared',
): Promise<void> {
  await (mode === 'alone'
    ? db.$executeRaw`select pg_advisory_xact_lock(${lockKey(projectId)})`
    : db.$executeRaw`select pg_advisory_xact_lock_shared(${lockKey(projectId)})`)
}

/** The same, alone, for a person, who waits some seconds and is told. */
export async function lockVerdictsSoon(db: Transaction, projectId: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [row] = await db.$queryRaw<[{ isOurs: boolean }]>`
      select pg_try_advisory_xact_lock(${lockKey(projectId)}) as "isOurs"`
    if (row.isOurs) return
    await db.$executeRaw`select pg_sleep(${waitSeconds})`
  }
  throw new AppError(
    'conflict',
    'An import is just being finished, or answers are being graded anew. Nothing was changed; try again in a minute.',
  )
}

const lockKey = (projectId: string) => Prisma.sql`hashtextextended(${`verdicts/${projectId}`}, 0)`

export async function storeRuling(
  db: Transaction,
  projectId: string,
  { given, truth }: AnswerPair,
  { verdict, note, userId }: { verdict: Verdict; note: string; userId: string },
): Promise<void> {
  await db.$executeRaw`
    insert into answer_ruling (project_id, pair_hash, given, truth, verdict, note, user_id)
    values (${projectId}::uuid, ${hashPair(given, truth)}, ${given}, ${truth}, ${verdict}::verdict, ${note},
      ${userId}::uuid)
    on conflict (project_id, pair_hash) do update set verdict = excluded.verdict, note = excluded.note,
      user_id = excluded.user_id, ruled_at = now()`
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

const isNotOfOne = Prisma.sql`not (s.verdict_by = 'person' and starts_with(s.verdict_reason, ${ofOneSolution}))`

/** Every solution of the pair, but those of which a person spoke alone. */
export async function setPairVerdict(
  db: Transaction,
  projectId: string,
  { given, truth }: AnswerPair,
  { verdict, reason, graderVersion, by, userId }: NewVerdict,
): Promise<Changed> {
  const [row] = await db.$queryRaw<[Changed]>`
    with pair as (
      select s.id, s.problem_id, s.verdict
      from problem p join solution s on s.project_id = p.project_id and s.problem_id = p.id
      where p.project_id = ${projectId}::uuid and p.answer = ${truth} and s.answer = ${given} and ${isNotOfOne}
    ), stored as (
      update solution s set verdict = ${verdict}::verdict, verdict_reason = ${reason},
        grader_version = coalesce(${graderVersion}, s.grader_version), verdict_by = ${by}::verdict_source,
        verdict_user_id = ${userId}::uuid
      from pair where s.project_id = ${projectId}::uuid and s.id = pair.id
      returning pair.problem_id, pair.verdict as before
    )
    select count(*)::int as changed, coalesce(array_agg(distinct problem_id), '{}') as "problemIds"
    from stored where before <> ${verdict}::verdict`
  return row
}

/** Null where there is no such solution. */
export async function setVerdict(
  db: Transaction,
  { projectId, solutionId }: { projectId: string; solutionId: string },
  { verdict, reason, userId }: { verdict: Verdict; reason: string; userId: string },
): Promise<{ problemId: string } | null> {
  const [row] = await db.$queryRaw<{ problemId: string }[]>`
    update solution set verdict = ${verdict}::verdict, verdict_reason = ${reason}, verdict_by = 'person',
      verdict_user_id = ${userId}::uuid
    where project_id = ${projectId}::uuid and id = ${solutionId}::uuid
    returning problem_id as "problemId"`
  return row ?? null
}

/** Rulings hold for what an import brought, too. Returns how many solutions take their verdict from one. */
export async function applyRulings(
  db: Transaction,
  { projectId, importId }: { projectId: string; importId: string },
): Promise<number> {
  return db.$executeRaw`
    update solution s set verdict = r.verdict, verdict_by = 'person', verdict_user_id = r.user_id,
      verdict_reason = ${ofPair} || case r.note when '' then '.' else ': ' || r.note end
    from answer_ruling r join problem p on p.project_id = r.project_id and p.answer = r.truth
    where r.project_id = ${projectId}::uuid and s.project_id = r.project_id and s.problem_id = p.id
      and s.answer = r.given and s.import_id = ${importId}::uuid and ${isNotOfOne}`
}
