import { Prisma } from '@/lib/generated/prisma/client'
import type { BulkRowReader } from '@/lib/platform/server/bulk-row-reader'

const tables = {
  options: Prisma.sql`step_option`,
  optionRatings: Prisma.sql`option_rating`,
  humanOptions: Prisma.sql`human_option`,
  explanations: Prisma.sql`step_explanation`,
  notes: Prisma.sql`step_note`,
}
type DetailName = keyof typeof tables

/** Which tables of details have rows of a project. Querying an empty one takes half as long as reading an annotation. */
export type NonEmptyDetailTables = Readonly<Record<DetailName, boolean>>

/** Call it in the transaction that reads the annotations: another one may not see the same rows. */
export async function findNonEmptyDetailTables(
  rows: BulkRowReader,
  projectId: string,
): Promise<NonEmptyDetailTables> {
  const names = Object.keys(tables) as DetailName[]
  const columns = names.map(
    (name) =>
      Prisma.sql`exists (select from ${tables[name]} where project_id = ${projectId}::uuid)::text`,
  )
  const [row] = await rows.read(Prisma.sql`select ${Prisma.join(columns)}`)
  const isUsed = (name: DetailName) => row!.read(names.indexOf(name)) === 'true'
  return {
    options: isUsed('options'),
    optionRatings: isUsed('optionRatings'),
    humanOptions: isUsed('humanOptions'),
    explanations: isUsed('explanations'),
    notes: isUsed('notes'),
  }
}

/** A list of details as JSON; `[]` if there are none. */
export const listOrEmptySql = (isUsed: boolean, list: Prisma.Sql) =>
  isUsed ? Prisma.sql`coalesce(${list}, '[]')` : Prisma.sql`'[]'::json`
