import {
  type ColumnMapping,
  type CsvField,
  listDefaultColumnNames,
  normaliseColumnName,
} from '@/lib/formats/column-mapping'

/** Fields that most tables have. The others are shown on demand. */
export const commonColumnFields = ['problem', 'text', 'answer', 'id'] as const satisfies CsvField[]

export const columnFieldLabels: Readonly<Record<CsvField, string>> = {
  problem: 'Problem',
  text: 'Solution (text)',
  steps: 'Solution (list of steps)',
  answer: 'Reference answer',
  solution: 'Reference solution',
  given_answer: 'Final answer',
  is_correct: 'Is correct',
  score: 'Score',
  step_scores: 'Step scores',
  problem_id: 'Problem ID',
  id: 'Solution ID',
  subject: 'Subject',
  level: 'Level',
  generator: 'Generator',
}

/** Finds the column with one of the default names of the field; null if there is none. */
export function findDefaultColumnForField(
  field: CsvField,
  columns: readonly string[],
): string | null {
  for (const name of listDefaultColumnNames(field)) {
    const column = columns.find((each) => normaliseColumnName(each) === name)
    if (column !== undefined) return column
  }
  return null
}

/** Returns the mapping with the field's column set or removed. */
export function setMappedColumn(
  mapping: ColumnMapping,
  field: CsvField,
  column: string,
): ColumnMapping {
  const { [field]: _, ...remainingFields } = mapping
  return column === '' ? remainingFields : { ...remainingFields, [field]: column }
}

/** Why this mapping can't be previewed; null if it can. */
export function findColumnMappingError(
  mapping: ColumnMapping,
  columns: readonly string[],
): string | null {
  const mappedColumns = Object.values(mapping)
  if (new Set(mappedColumns).size < mappedColumns.length)
    return 'Each column can be mapped only once.'
  const isMapped = (field: CsvField) =>
    mapping[field] !== undefined || findDefaultColumnForField(field, columns) !== null
  if (!isMapped('problem')) return 'Choose the column with the problem.'
  if (!isMapped('text') && !isMapped('steps')) return 'Choose the column with the solution.'
  return null
}
