import { buildImportedAnnotation } from './build-imported-annotation'
import type { InputFormatName } from './format-names'
import { importedVerdictReason } from './imported-verdict-reason'
import { numberExplanations } from './number-explanations'
import type {
  ImportRecord,
  ProblemRecord,
  SolutionRecord,
  StoredProblem,
  StoredRecord,
  StoredSolution,
} from './record'

/** Origin of a record. */
export interface RecordSourceLine {
  format: InputFormatName
  /** Counts from 0, without blank lines. */
  line: number
}

/** What an import would add to the line: ids, answers and verdicts. */
export interface ImportAssignedValues {
  problemId: string
  solutions: (Pick<
    StoredSolution,
    'id' | 'answer' | 'verdict' | 'verdictReason' | 'verdictSource' | 'graderVersion'
  > & {
    annotationIds: string[]
  })[]
}

/**
 * The annotations of one line as an import would store them, to convert files without a database.
 * An unlabelled solution gives none. Lines in the stepmark format keep their values.
 *
 * @param prepare required to write everything that is stored. Without it nothing is graded, so a
 * verdict is only the source's own; ids are `<format>-<line>`, plus numbers of solutions
 * and annotations if there are several; and PRM800K's generator is added, because its lines do not
 * name it.
 */
export function makeRecordsFromImport(
  record: ImportRecord,
  origin: RecordSourceLine,
  prepare?: (record: ImportRecord) => ImportAssignedValues,
): StoredRecord[] {
  if (record.stored) return [record.stored]
  const preparedRecord = prepare?.(record)
  const name = `${origin.format}-${origin.line}`
  const problem = buildProblem(record.problem, preparedRecord?.problemId ?? name)
  return record.solutions.flatMap((solution, i) => {
    const solutionName = record.solutions.length > 1 ? `${name}-${i}` : name
    const { annotationIds, ...preparedFields } =
      preparedRecord?.solutions[i] ?? makeUngradedSolution(solution, solutionName)
    const generator = preparedRecord ? solution.generator : nameGenerator(solution, origin.format)
    const storedSolution = { ...buildSolution(solution), generator, ...preparedFields }
    return solution.annotations.map((annotation, j): StoredRecord => {
      const id = solution.annotations.length > 1 ? `${solutionName}-${j}` : solutionName
      const labels = buildImportedAnnotation(annotation, solution.flow, storedSolution.steps.length)
      return {
        problem,
        solution: storedSolution,
        annotation: { ...labels, id: annotationIds[j] ?? id },
        events: null,
      }
    })
  })
}

/** PRM800K's generator is from its paper. */
function nameGenerator({ generator }: SolutionRecord, format: InputFormatName): string | null {
  return generator ?? (format === 'prm800k' ? 'gpt4-generator' : null)
}

function makeUngradedSolution(
  solution: SolutionRecord,
  id: string,
): ImportAssignedValues['solutions'][number] {
  const isStated = solution.isCorrect !== null
  return {
    id,
    answer: solution.answer ?? null,
    verdict: isStated ? (solution.isCorrect ? 'correct' : 'wrong') : 'unsure',
    verdictReason: isStated ? importedVerdictReason : 'Not graded: the file was only translated.',
    verdictSource: isStated ? 'file' : 'grader',
    graderVersion: 'none',
    annotationIds: [],
  }
}

function buildProblem(problem: ProblemRecord, id: string): StoredProblem {
  const { externalId, statement, answer, referenceSolution, subject, level, metadata } = problem
  return {
    id,
    externalId,
    statement,
    answer,
    referenceSolution: referenceSolution ?? null,
    subject,
    level,
    metadata,
  }
}

function buildSolution(
  solution: SolutionRecord,
): Omit<StoredSolution, keyof ImportAssignedValues['solutions'][number] | 'generator'> {
  return {
    externalId: solution.externalId,
    flow: solution.flow,
    text: null,
    splitter: null,
    stepSpans: [],
    steps: solution.steps ?? [],
    stepIds: [],
    revision: 1,
    options: solution.options,
    explanations: numberExplanations(solution.explanations),
    score: solution.score,
    stepScores: solution.stepScores,
    metadata: solution.metadata,
  }
}
