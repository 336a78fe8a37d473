import { type ColumnChoice, type CsvMeaning, listNames } from '@/lib/formats/column-choice'

/** What most tables have; the others are asked for on demand. */
export const usualMeanings = ['problem', 'text', 'answer', 'id'] as const satisfies CsvMeaning[]

export const meaningWords: Readonly<Record<CsvMeaning, string>> = {
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
export function findNamed(meaning: CsvMeaning, columns: readonly string[]): string | null {
  return listNames(meaning).find((name) => columns.includes(name)) ?? null
}

/** The choice with one more column, or without one. */
export function changeColumn(
  choice: ColumnChoice,
  meaning: CsvMeaning,
  column: string,
): ColumnChoice {
  const { [meaning]: _, ...others } = choice
  return column === '' ? others : { ...others, [meaning]: column }
}

/** Why these columns are not worth a look; null: they are. */
export function findColumnStop(choice: ColumnChoice, columns: readonly string[]): string | null {
  const chosen = Object.values(choice)
  if (new Set(chosen).size < chosen.length) return 'A column can be one thing only.'
  const has = (meaning: CsvMeaning) =>
    choice[meaning] !== undefined || findNamed(meaning, columns) !== null
  if (!has('problem')) return 'Say which column is the problem.'
  if (!has('text') && !has('steps')) return 'Say which column is the solution.'
  return null
}
