import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { isConclusiveFinishReason } from '@/lib/formats/annotation-rules'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import { buildLineError } from '@/lib/formats/excerpt'
import type { InputFormatName } from '@/lib/formats/format-names'
import { getItemPosition, readItems } from '@/lib/formats/read-items'
import type { ImportRecord, AnnotationRecord, SolutionRecord } from '@/lib/formats/record'
import { extractStatedAnswer } from '@/lib/grading/extract-answer'
import { gradeAnswer } from '@/lib/grading/grade-answer'
import { memoiseGrade } from '@/lib/grading/memoise-grade'
import type { Verdict } from '@/lib/grading/verdict'
import type { GraderMode } from '@/lib/projects/settings'
import type { SimulationSolution } from '@/lib/rounds/simulate-labelling'
import { splitSteps } from '@/lib/steps/split-steps'
import { LineErrorPrinter, validateHint } from './line-error-printer'
import { openInput } from './open-input'
import type { Terminal } from './terminal'

export interface LabelledFile {
  name: string
  lines: number
  invalidLines: number
  /** Each solution once, with its last annotation. */
  solutions: SimulationSolution[]
}

/** Reads the labelled solutions of a file in any format. Memory: all of them. */
export async function readLabelledFile(
  terminal: Terminal,
  file: string | undefined,
  { format, mode }: { format: InputFormatName | 'auto'; mode: GraderMode },
): Promise<LabelledFile> {
  const { name, chunks } = await openInput(terminal, file)
  const byKey = new Map<string, SimulationSolution>()
  const determineVerdict = createVerdictFunction(mode)
  let [lines, invalidLines] = [0, 0]
  const bytes = decompressIfGzip(chunks)
  const errorPrinter = new LineErrorPrinter(terminal, name, validateHint)
  try {
    for await (const item of readItems(bytes, { format })) {
      lines += 1
      const result = 'error' in item ? null : readItemRecord(format, item)
      if (result?.ok === true) {
        for (const solution of listLabelledSolutions(result.record, determineVerdict))
          byKey.set(JSON.stringify([solution.problemId, solution.steps]), solution)
        continue
      }
      invalidLines += 1
      if ('error' in item) errorPrinter.report(item.error)
      else
        for (const error of result?.errors ?? [])
          errorPrinter.report(buildLineError(getItemPosition(item), error))
    }
  } finally {
    errorPrinter.end()
  }
  if (invalidLines > 0) terminal.status = 1
  return { name, lines, invalidLines, solutions: [...byKey.values()] }
}

type DetermineVerdict = (record: ImportRecord, solution: SolutionRecord) => Verdict

function createVerdictFunction(mode: GraderMode): DetermineVerdict {
  const gradePair = memoiseGrade(gradeAnswer)
  return ({ problem, stored }, { answer, text, steps, isCorrect }) => {
    if (stored) return stored.solution.verdict
    if (isCorrect !== null) return isCorrect ? 'correct' : 'wrong'
    const finalAnswer =
      answer === undefined ? extractStatedAnswer(text ?? (steps ?? []).join('\n')) : answer
    return gradePair(finalAnswer, problem.answer, mode).verdict
  }
}

/** Solutions with rated steps. Step choices have no solution to select. */
function listLabelledSolutions(
  record: ImportRecord,
  determineVerdict: DetermineVerdict,
): SimulationSolution[] {
  const { problem, solutions } = record
  // Mr-Ben varies the choices of a question between solutions. It is still one problem.
  const { Question_UUID: question } = problem.metadata
  const problemId = typeof question === 'string' ? question : problem.identity
  return solutions.flatMap((solution) => {
    const annotation = solution.annotations.findLast(isUsableAnnotation)
    if (annotation === undefined || solution.flow !== 'solution') return []
    const steps = solution.steps ?? splitSteps(solution.text ?? '', 'auto').steps
    if (steps.length === 0) return []
    const { ratings } = annotation
    const verdict = determineVerdict(record, solution)
    return [{ problemId, problem: problem.statement, steps, ratings, verdict }]
  })
}

const isUsableAnnotation = ({ finishReason, ratings }: AnnotationRecord) =>
  isConclusiveFinishReason(finishReason) && ratings.some((rating) => rating !== null)
