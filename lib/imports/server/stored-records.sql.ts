import type { SolutionRecord } from '@/lib/formats/record'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { EarlierRecord, ComparableProblem, ComparableSolution } from '../contradictions'
import { maxQuotedLength, type SolutionDetails } from '../describe-differences'
import type { InvariantSolutionFields } from './record-hashes'

export type KnownProblem = EarlierRecord<ComparableProblem> & {
  id: string
  externalId: string | null
  /** It comes from this import. */
  isFresh: boolean
}

export interface KnownSolution extends EarlierRecord<ComparableSolution> {
  id: string
  problemId: string
  /** From 2 on, its steps differ from the imported ones. */
  revision: number
  /** Texts of its options by step, to number those of a further annotation. */
  options: { step: number; option: number; text: string }[]
  isFresh: boolean
  /** As imported. */
  stepScores: SolutionRecord['stepScores']
  /** For comparison with lines in the stepmark format; null if not requested. */
  sharedFields: InvariantSolutionFields | null
}

export interface LookupContext {
  projectId: string
  importId: string
}

/** Keys to look up: identity in hex, and the id in lines in the stepmark format. */
export interface RecordLookupKeys {
  identities: readonly string[]
  ids: readonly string[]
}

/** Earlier batches of the same import are in the tables too. */
export const describeEarlierLocation = (isOfThisImport: boolean) =>
  isOfThisImport ? 'already occurs in this file' : 'already exists in the project'

type Row<T> = Omit<T, 'locationText'> & { identity: string }

/**
 * Rows of the table `r` by identity and by id, with one lookup per key. With a condition instead,
 * PostgreSQL with statistics from before this import takes the project for empty, and reads all of
 * it each time through an index that starts with the project.
 */
function listLookups(
  table: Prisma.Sql,
  projectId: string,
  { identities, ids }: RecordLookupKeys,
): Prisma.Sql[] {
  const selectByKey = (values: Prisma.Sql, condition: Prisma.Sql) => Prisma.sql`(
      with key as materialized (select distinct ${projectId}::uuid as project_id, ${values} as i)
      select match.* from key cross join lateral (
        select * from ${table} t where t.project_id = key.project_id and ${condition} limit 1
      ) as match
    ) as r`
  return [
    ...(identities.length === 0
      ? []
      : [
          selectByKey(
            Prisma.sql`decode(unnest(${identities}::text[]), 'hex')`,
            Prisma.sql`t.identity = key.i`,
          ),
        ]),
    ...(ids.length === 0
      ? []
      : [selectByKey(Prisma.sql`unnest(${ids}::text[])::uuid`, Prisma.sql`t.id = key.i`)]),
  ]
}

/** Whether the problem comes from this import alone: a problem never exists without a solution. */
const isProblemOnlyInImportSql = ({ projectId, importId }: LookupContext, id: Prisma.Sql) =>
  Prisma.sql`not exists (select from solution s where s.project_id = ${projectId}::uuid and s.problem_id = ${id}
    and s.import_id <> ${importId}::uuid)`

/** Stored problems by identity. */
export async function findStoredProblems(
  db: Transaction,
  { projectId, importId }: LookupContext,
  keys: RecordLookupKeys,
): Promise<Map<string, KnownProblem>> {
  // Only lines in the stepmark format, which have ids, need `isFresh`.
  const isFromThisImportSql =
    keys.ids.length === 0
      ? Prisma.sql`false`
      : isProblemOnlyInImportSql({ projectId, importId }, Prisma.sql`r.id`)
  const byIdentity = new Map<string, KnownProblem>()
  for (const lookup of listLookups(Prisma.sql`problem`, projectId, keys)) {
    const rows = await db.$queryRaw<Row<KnownProblem>[]>`
      select r.id, encode(r.identity, 'hex') as identity, r.external_id as "externalId", r.statement as problem, r.answer,
        r.reference_solution as solution, ${isFromThisImportSql} as "isFresh"
      from ${lookup}`
    for (const row of rows)
      byIdentity.set(row.identity, { ...row, locationText: describeEarlierLocation(row.isFresh) })
  }
  return byIdentity
}

// The score as text, because JSON has no -0.
const sharedFieldsSql = Prisma.sql`jsonb_build_object('externalId', r.external_id, 'flow', r.flow, 'text', r.text,
  'steps', r.steps, 'stepIds', r.step_ids, 'answer', r.answer, 'score', r.score::text, 'stepScores', r.step_scores,
  'generator', r.generator, 'metadata', r.metadata)`

/** Which of these problems are new in this import. */
export async function findProblemsAddedByImport(
  db: Transaction,
  key: LookupContext,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select i::text as id from unnest(${ids}::uuid[]) as i
    where ${isProblemOnlyInImportSql(key, Prisma.sql`i`)}`
  return new Set(rows.map(({ id }) => id))
}

/** Stored solutions by identity. */
export async function findStoredSolutions(
  db: Transaction,
  { projectId, importId }: LookupContext,
  keys: RecordLookupKeys,
): Promise<Map<string, KnownSolution>> {
  const requestedFieldsSql = keys.ids.length === 0 ? Prisma.sql`null::jsonb` : sharedFieldsSql
  const byIdentity = new Map<string, KnownSolution>()
  for (const lookup of listLookups(Prisma.sql`solution`, projectId, keys)) {
    const rows = await db.$queryRaw<
      (Row<Omit<KnownSolution, 'sharedFields' | 'details'>> &
        SolutionDetails & { sharedFields: RawSharedFields | null })[]
    >`
      select r.id, r.problem_id as "problemId", r.revision, encode(r.identity, 'hex') as identity,
        encode(r.content_hash, 'hex') as "contentHash", encode(r.record_hash, 'hex') as "recordHash",
        r.import_id = ${importId}::uuid as "isFresh", ${requestedFieldsSql} as "sharedFields", r.answer, r.score, r.generator,
        r.step_scores as "stepScores",
        case when r.external_id is not null
          then (select w from (select coalesce(r.text, array_to_string(r.steps, E'\\n'))) as whole(w)
            where char_length(w) <= ${maxQuotedLength}) end as text,
        coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option, 'text', o.text)
            order by o.step, o.option)
          from step_option o where o.project_id = r.project_id and o.solution_id = r.id), '[]') as options
      from ${lookup}`
    for (const { answer, score, generator, text, ...row } of rows)
      byIdentity.set(row.identity, {
        ...row,
        sharedFields: readSharedFields(row.sharedFields),
        details: { answer, score, generator, text },
        locationText: describeEarlierLocation(row.isFresh),
      })
  }
  return byIdentity
}

type RawSharedFields = Omit<InvariantSolutionFields, 'score'> & { score: string | null }

const readSharedFields = (raw: RawSharedFields | null): InvariantSolutionFields | null =>
  raw && { ...raw, score: raw.score === null ? null : Number(raw.score) }

/** Whether the project has no problems, so nothing was imported so far. */
export async function isProjectEmpty(db: Transaction, projectId: string): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isEmpty: boolean }[]>`
    select not exists (select from problem where project_id = ${projectId}::uuid) as "isEmpty"`
  return row?.isEmpty === true
}

/** Which of these annotations exist. */
export async function findExistingAnnotationIdentities(
  db: Transaction,
  projectId: string,
  identities: readonly string[],
): Promise<Set<string>> {
  if (identities.length === 0) return new Set()
  const rows = await db.$queryRaw<{ identity: string }[]>`
    select encode(identity, 'hex') as identity from annotation
    where project_id = ${projectId}::uuid and identity in (
      select decode(i, 'hex') from unnest(${identities}::text[]) as i)`
  return new Set(rows.map(({ identity }) => identity))
}
