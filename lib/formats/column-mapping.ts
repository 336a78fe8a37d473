/** Fields that a column of a table can be mapped to (docs/formats.md, csv). */
export const csvFields = [
  'problem',
  'text',
  'steps',
  'answer',
  'solution',
  'given_answer',
  'is_correct',
  'score',
  'step_scores',
  'problem_id',
  'id',
  'subject',
  'level',
  'generator',
] as const
export type CsvField = (typeof csvFields)[number]

const otherNames: Partial<Record<CsvField, readonly string[]>> = {
  text: ['completion', 'response'],
  generator: ['model'],
}

/**
 * Column names that are mapped to a field by default. The first that is not blank in a row counts.
 */
export const listDefaultColumnNames = (field: CsvField): readonly string[] => [
  field,
  ...(otherNames[field] ?? []),
]

/** All column names that are mapped to a field by default. */
export const acceptedCsvColumns: ReadonlySet<string> = new Set(
  csvFields.flatMap(listDefaultColumnNames),
)

/** Trims a column name, and lower-cases it if it is a known one. */
export function normaliseColumnName(column: string): string {
  const name = column.trim()
  return acceptedCsvColumns.has(name.toLowerCase()) ? name.toLowerCase() : name
}

/** Column names by field, for tables with other column names. */
export type ColumnMapping = Readonly<Partial<Record<CsvField, string>>>

/** The mapping with the names that the header has, because it may name columns in another case. */
export const matchMappingToHeader = (
  mapping: ColumnMapping,
  headerColumns: readonly string[],
): ColumnMapping =>
  Object.fromEntries(
    Object.entries(mapping).map(([field, column]) => {
      const name = normaliseColumnName(column)
      return [field, headerColumns.find((each) => normaliseColumnName(each) === name) ?? column]
    }),
  )

/** Names of columns in the file by their names in a row, where these differ. */
export type FileColumnNames = Readonly<Record<string, string>>

export type ColumnMappingResult = { ok: true; columns: string[] } | { ok: false; reason: string }

/**
 * Renames the columns of a table by the mapping. Another column with the name of a mapped field
 * becomes metadata: `answer (column 3)`.
 *
 * @param headerColumns normalised by `normaliseColumnName`; those of `mapping` can be as in the file
 */
export function applyColumnMapping(
  headerColumns: readonly string[],
  mapping: ColumnMapping,
): ColumnMappingResult {
  const mappedFields = Object.entries(mapping).map(
    ([field, column]) => [field as CsvField, normaliseColumnName(column)] as const,
  )
  const quoteColumn = (field: CsvField) => JSON.stringify(mapping[field]!.trim().slice(0, 80))
  const missingEntry = mappedFields.find(([, column]) => !headerColumns.includes(column))
  if (missingEntry)
    return {
      ok: false,
      reason: `The column mapped to ${missingEntry[0]} is not in the header: ${quoteColumn(missingEntry[0])}.`,
    }
  const duplicate = mappedFields.find(
    ([, column], i) => mappedFields.findIndex(([, otherColumn]) => otherColumn === column) !== i,
  )
  if (duplicate)
    return {
      ok: false,
      reason: `The column ${quoteColumn(duplicate[0])} is mapped to two fields. Map it to one.`,
    }
  const fieldsByColumn = new Map<string, string>(
    mappedFields.map(([field, column]) => [column, field]),
  )
  const reservedNames = new Set(mappedFields.flatMap(([field]) => listDefaultColumnNames(field)))
  const columns = headerColumns.map((column, i) => {
    const field = fieldsByColumn.get(column)
    if (field !== undefined) return field
    return reservedNames.has(column) ? `${column} (column ${i + 1})` : column
  })
  const collision = columns.find((column, i) => columns.indexOf(column) !== i)
  if (collision !== undefined)
    return {
      ok: false,
      reason: `Two unmapped columns would both be stored as ${JSON.stringify(collision.slice(0, 80))}. Rename one of them in the header.`,
    }
  return { ok: true, columns }
}

/** The name in the file of a column. */
export const nameFileColumn = (column: string, names: FileColumnNames): string =>
  Object.hasOwn(names, column) ? (names[column] ?? column) : column
