import {
  type ColumnMapping,
  type CsvField,
  listDefaultColumnNames,
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

/** The column whose name is that of the field; null if there is none. */
export function findColumnByName(meaning: CsvField, columns: readonly string[]): string | null {
  return listDefaultColumnNames(meaning).find((name) => columns.includes(name)) ?? null
}

/** Returns the mapping with the field's column set or removed. */
export function setMappedColumn(
  choice: ColumnMapping,
  meaning: CsvField,
  column: string,
): ColumnMapping {
  const { [meaning]: _, ...others } = choice
  return column === '' ? others : { ...others, [meaning]: column }
}

/** Why this mapping can't be previewed; null if it can. */
export function findColumnMappingError(
  choice: ColumnMapping,
  columns: readonly string[],
): string | null {
  const mappedColumns = Object.values(choice)
  if (new Set(mappedColumns).size < mappedColumns.length)
    return 'Each column can be mapped only once.'
  const has = (meaning: CsvField) =>
    choice[meaning] !== undefined || findColumnByName(meaning, columns) !== null
  if (!has('problem')) return 'Choose the column with the problem.'
  if (!has('text') && !has('steps')) return 'Choose the column with the solution.'
  return null
}
