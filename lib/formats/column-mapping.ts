import { formatLocation } from './read-result'

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

/** The mapping, with column names normalised by `normaliseColumnName`. */
export const normaliseMapping = (mapping: ColumnMapping): ColumnMapping =>
  Object.fromEntries(
    Object.entries(mapping).map(([field, column]) => [field, normaliseColumnName(column)]),
  )

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
  const mappedFields = Object.entries(normaliseMapping(mapping)) as [CsvField, string][]
  const missingEntry = mappedFields.find(([, column]) => !headerColumns.includes(column))
  if (missingEntry)
    return {
      ok: false,
      reason: `The column mapped to ${missingEntry[0]} is not in the header: ${JSON.stringify(missingEntry[1].slice(0, 80))}.`,
    }
  const duplicate = mappedFields.find(
    ([, column], i) => mappedFields.findIndex(([, otherColumn]) => otherColumn === column) !== i,
  )
  if (duplicate)
    return {
      ok: false,
      reason: `The column ${JSON.stringify(duplicate[1].slice(0, 80))} is mapped to two fields. Map it to one.`,
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

/** The name in the file of a column that the mapping renamed to a field. */
export const nameFileColumn = (field: string, mapping: ColumnMapping): string =>
  Object.hasOwn(mapping, field) ? (mapping[field as keyof ColumnMapping] ?? field) : field

/** The location of an error in a row, with the name of the column in the file. */
export function locateInFile(location: string, mapping: ColumnMapping): string {
  const [field = ''] = /^\w*/.exec(location) ?? []
  const column = nameFileColumn(field, mapping)
  return column === field ? location : formatLocation([column]) + location.slice(field.length)
}
