import { type ColumnMapping, type CsvField, listColumnNames } from '@/lib/formats/column-mapping'

/** What most tables have; the others are asked for on demand. */
export const usualMeanings = ['problem', 'text', 'answer', 'id'] as const satisfies CsvField[]

export const meaningWords: Readonly<Record<CsvField, string>> = {
  problem: 'Problem',
  text: 'Solution, as one text',
  steps: 'Solution, as a list of steps',
  answer: 'Reference answer',
  solution: 'Reference solution',
  given_answer: 'Final answer of the solution',
  is_correct: 'Whether the solution is right',
  score: 'Score',
  step_scores: 'Scores of its steps',
  problem_id: 'Id of the problem',
  id: 'Id of the solution',
  subject: 'Subject',
  level: 'Level',
  generator: 'What wrote it',
}

/** The column that the header itself gives this meaning; null: none. */
export function findNamed(meaning: CsvField, columns: readonly string[]): string | null {
  return listColumnNames(meaning).find((name) => columns.includes(name)) ?? null
}

/** The choice with one more column, or without one. */
export function changeColumn(
  choice: ColumnMapping,
  meaning: CsvField,
  column: string,
): ColumnMapping {
  const { [meaning]: _, ...others } = choice
  return column === '' ? others : { ...others, [meaning]: column }
}

/** Why these columns are not worth a look; null: they are. */
export function findColumnStop(choice: ColumnMapping, columns: readonly string[]): string | null {
  const chosen = Object.values(choice)
  if (new Set(chosen).size < chosen.length) return 'A column can be one thing only.'
  const has = (meaning: CsvField) =>
    choice[meaning] !== undefined || findNamed(meaning, columns) !== null
  if (!has('problem')) return 'Say which column is the problem.'
  if (!has('text') && !has('steps')) return 'Say which column is the solution.'
  return null
}
