/** What a column of a table can be: the names that a header may use (docs/formats.md, csv). */
export const csvMeanings = [
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
export type CsvMeaning = (typeof csvMeanings)[number]

const otherNames: Partial<Record<CsvMeaning, readonly string[]>> = {
  text: ['completion', 'response'],
  generator: ['model'],
}

/** The names by which a header says a meaning by itself, its own first; the first that is not blank in a row counts. */
export const listNames = (meaning: CsvMeaning): readonly string[] => [
  meaning,
  ...(otherNames[meaning] ?? []),
]

/** Every such name. */
export const csvColumns: ReadonlySet<string> = new Set(csvMeanings.flatMap(listNames))

/** A column's name as it is looked up: without blanks around it, and in small letters where it is a known one. */
export function foldColumn(column: string): string {
  const name = column.trim()
  return csvColumns.has(name.toLowerCase()) ? name.toLowerCase() : name
}

/** Which of a table's columns is what, where its header does not say so itself: by meaning, the column's name. */
export type ColumnChoice = Readonly<Partial<Record<CsvMeaning, string>>>

/** The choice with the columns as `foldColumn` names them. */
export const foldChoice = (choice: ColumnChoice): ColumnChoice =>
  Object.fromEntries(
    Object.entries(choice).map(([meaning, column]) => [meaning, foldColumn(column)]),
  )

export type ChosenColumns = { ok: true; columns: string[] } | { ok: false; reason: string }

/**
 * The columns of a table by their chosen meaning. A column that says such a meaning by itself without being chosen for it
 * is metadata: `answer (column 3)`.
 *
 * @param named as `foldColumn` names them; the choice may be as the file writes them
 */
export function chooseColumns(named: readonly string[], choice: ColumnChoice): ChosenColumns {
  const chosen = Object.entries(foldChoice(choice)) as [CsvMeaning, string][]
  const absent = chosen.find(([, column]) => !named.includes(column))
  if (absent)
    return {
      ok: false,
      reason: `The column chosen for ${absent[0]} is not in the header: ${JSON.stringify(absent[1].slice(0, 80))}.`,
    }
  const twice = chosen.find(([, column], i) => chosen.findIndex(([, one]) => one === column) !== i)
  if (twice)
    return {
      ok: false,
      reason: `The column ${JSON.stringify(twice[1].slice(0, 80))} is chosen for two meanings: nobody can tell which one counts.`,
    }
  const meanings = new Map<string, string>(chosen.map(([meaning, column]) => [column, meaning]))
  const taken = new Set(chosen.flatMap(([meaning]) => listNames(meaning)))
  const columns = named.map((column, i) => {
    const meaning = meanings.get(column)
    if (meaning !== undefined) return meaning
    return taken.has(column) ? `${column} (column ${i + 1})` : column
  })
  const lost = columns.find((column, i) => columns.indexOf(column) !== i)
  if (lost !== undefined)
    return {
      ok: false,
      reason: `With these columns chosen, two others would both be kept as ${JSON.stringify(lost.slice(0, 80))}: rename one of them in the header.`,
    }
  return { ok: true, columns }
}
