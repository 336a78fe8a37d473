import { Prisma } from '@/lib/generated/prisma/client'
import type { Transaction } from '@/lib/platform/server/database'
import type { Earlier, ProblemOutline, SolutionOutline } from '../contradictions'
import { namedLength, type SolutionWords } from '../name-differences'
import type { AgreedSolution } from './name-records'

export type KnownProblem = Earlier<ProblemOutline> & {
  id: string
  externalId: string | null
  /** It came with this very import. */
  isFresh: boolean
}

export interface KnownSolution extends Earlier<SolutionOutline> {
  id: string
  problemId: string
  /** From 2 on its steps are not those that came with the data. */
  revision: number
  /** Texts of its options by step, to number those of a further labelling. */
  options: { step: number; option: number; text: string }[]
  isFresh: boolean
  /** What lines of our own format must agree with; null where it was not asked for. */
  agreed: AgreedSolution | null
}

export interface Place {
  projectId: string
  importId: string
}

/** What is looked for: by identity, in hex, and by the id that a line of our own format gives. */
export interface Wanted {
  identities: readonly string[]
  ids: readonly string[]
}

/** Earlier batches of the same import are in the tables too. */
export const nameWhere = (isOfThisImport: boolean) =>
  isOfThisImport ? 'stands further up in this file' : 'stands in the project'

type Row<T> = Omit<T, 'where'> & { identity: string }

/** Two statements, each with an index: by identity, and by id where there is any. */
function listConditions(table: Prisma.Sql, { identities, ids }: Wanted): Prisma.Sql[] {
  const byIdentity = Prisma.sql`${table}.identity in (
    select decode(i, 'hex') from unnest(${identities}::text[]) as i)`
  return ids.length === 0
    ? [byIdentity]
    : [byIdentity, Prisma.sql`${table}.id in (select i::uuid from unnest(${ids}::text[]) as i)`]
}

/** Problems that are here, by identity. */
export async function findProblems(
  db: Transaction,
  { projectId, importId }: Place,
  wanted: Wanted,
): Promise<Map<string, KnownProblem>> {
  // A problem never stands without a solution; whether all of them are of this import matters to our own lines alone.
  const isFresh =
    wanted.ids.length === 0
      ? Prisma.sql`false`
      : Prisma.sql`not exists (select from solution s where s.project_id = p.project_id and s.problem_id = p.id
          and s.import_id <> ${importId}::uuid)`
  const found = new Map<string, KnownProblem>()
  for (const condition of listConditions(Prisma.sql`p`, wanted)) {
    const rows = await db.$queryRaw<Row<KnownProblem>[]>`
      select p.id, encode(p.identity, 'hex') as identity, p.external_id as "externalId", p.statement as problem, p.answer,
        p.reference_solution as solution, ${isFresh} as "isFresh"
      from problem p where p.project_id = ${projectId}::uuid and ${condition}`
    for (const row of rows) found.set(row.identity, { ...row, where: nameWhere(row.isFresh) })
  }
  return found
}

// A score as text: JSON has no -0.
const agreedFields = Prisma.sql`jsonb_build_object('externalId', s.external_id, 'flow', s.flow, 'text', s.text,
  'steps', s.steps, 'stepIds', s.step_ids, 'answer', s.answer, 'score', s.score::text, 'stepScores', s.step_scores,
  'generator', s.generator, 'metadata', s.metadata)`

/** Of these problems those that came with this very import, and with no other. */
export async function findFreshProblems(
  db: Transaction,
  { projectId, importId }: Place,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    select i::text as id from unnest(${ids}::uuid[]) as i
    where not exists (select from solution s where s.project_id = ${projectId}::uuid and s.problem_id = i
      and s.import_id is distinct from ${importId}::uuid)`
  return new Set(rows.map(({ id }) => id))
}

/** Solutions that are here, by identity. */
export async function findSolutions(
  db: Transaction,
  { projectId, importId }: Place,
  wanted: Wanted,
): Promise<Map<string, KnownSolution>> {
  const agreed = wanted.ids.length === 0 ? Prisma.sql`null::jsonb` : agreedFields
  const found = new Map<string, KnownSolution>()
  for (const condition of listConditions(Prisma.sql`s`, wanted)) {
    const rows = await db.$queryRaw<
      (Row<Omit<KnownSolution, 'agreed' | 'words'>> &
        SolutionWords & { agreed: RawAgreed | null })[]
    >`
      select s.id, s.problem_id as "problemId", s.revision, encode(s.identity, 'hex') as identity,
        encode(s.content_hash, 'hex') as "contentHash", encode(s.record_hash, 'hex') as "recordHash",
        s.import_id = ${importId}::uuid as "isFresh", ${agreed} as agreed, s.answer, s.score, s.generator,
        case when s.external_id is not null
          then (select w from (select coalesce(s.text, array_to_string(s.steps, E'\\n'))) as whole(w)
            where char_length(w) <= ${namedLength}) end as text,
        coalesce((select jsonb_agg(jsonb_build_object('step', o.step, 'option', o.option, 'text', o.text)
            order by o.step, o.option)
          from step_option o where o.project_id = s.project_id and o.solution_id = s.id), '[]') as options
      from solution s where s.project_id = ${projectId}::uuid and ${condition}`
    for (const { answer, score, generator, text, ...row } of rows)
      found.set(row.identity, {
        ...row,
        agreed: readAgreed(row.agreed),
        words: { answer, score, generator, text },
        where: nameWhere(row.isFresh),
      })
  }
  return found
}

type RawAgreed = Omit<AgreedSolution, 'score'> & { score: string | null }

const readAgreed = (raw: RawAgreed | null): AgreedSolution | null =>
  raw && { ...raw, score: raw.score === null ? null : Number(raw.score) }

/** Which of these labellings are here. */
export async function findLabellings(
  db: Transaction,
  projectId: string,
  identities: readonly string[],
): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ identity: string }[]>`
    select encode(identity, 'hex') as identity from labelling
    where project_id = ${projectId}::uuid and identity in (
      select decode(i, 'hex') from unnest(${identities}::text[]) as i)`
  return new Set(rows.map(({ identity }) => identity))
}
