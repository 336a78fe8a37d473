import { decompressIfGzip } from '@/lib/files/server/decompress-if-gzip'
import { buildLineError } from '@/lib/formats/excerpt'
import { parseJsonLine } from '@/lib/formats/parse-json'
import { getItemPosition, type ReadableItem, readItems } from '@/lib/formats/read-items'
import type { ReadError } from '@/lib/formats/read-result'
import { AlgebraSystem } from '@/lib/grading/server/algebra-system'
import { gradeWithAlgebraSystem } from '@/lib/grading/server/grade-with-algebra-system'
import type { Verdict } from '@/lib/grading/verdict'
import type { GraderMode } from '@/lib/projects/settings'
import { readScoredSample, type ScoredSample } from '@/lib/scoring/scored-sample'
import { LineErrorPrinter } from './line-error-printer'
import { openInput } from './open-input'
import type { Terminal } from './terminal'

export interface GradedLine {
  /** The line, as one line of JSON. */
  text: string
  /** Its parsed fields. */
  fields: Readonly<Record<string, unknown>>
  sample: ScoredSample
  /** From the line, or else graded. */
  verdict: Verdict
}

interface ReadingResult {
  name: string
  lines: number
  invalidLines: number
}

export interface ScoredLinesOptions {
  mode: GraderMode
  /** Why a well-formed line is invalid. */
  check: (line: Omit<GradedLine, 'verdict'>) => ReadError | null
}

const maxCachedVerdicts = 50_000

/**
 * Reads scored samples line by line and passes on the valid ones. Reports invalid ones on standard error and sets exit
 * status 1. Memory: one line and cached verdicts.
 */
export async function readScoredSolutionLines(
  terminal: Terminal,
  file: string | undefined,
  { mode, check }: ScoredLinesOptions,
  onLine: (line: GradedLine) => Promise<void> | void,
): Promise<ReadingResult> {
  const { name, chunks } = await openInput(terminal, file)
  const reading: ReadingResult = { name, lines: 0, invalidLines: 0 }
  const grader = new Grader(mode)
  const errorPrinter = new LineErrorPrinter(terminal, name)
  const bytes = decompressIfGzip(chunks)
  try {
    for await (const item of readItems(bytes, { format: 'scored-samples' })) {
      reading.lines += 1
      const result = 'error' in item ? { errors: [item.error] } : readLine(item, check)
      if ('errors' in result) {
        reading.invalidLines += 1
        for (const error of result.errors) errorPrinter.report(error)
      } else await onLine({ ...result, verdict: await grader.grade(result.sample) })
    }
  } finally {
    errorPrinter.end()
    await grader.close()
  }
  if (reading.invalidLines > 0) terminal.status = 1
  return reading
}

function readLine(item: ReadableItem, check: ScoredLinesOptions['check']) {
  const position = getItemPosition(item)
  const makeErrors = (errors: readonly ReadError[]) => ({
    errors: errors.map((error) => buildLineError(position, error)),
  })
  if ('row' in item) return makeErrors([{ location: 'line', reason: 'It is not a JSON object.' }])
  const parsed = parseJsonLine(item.text)
  if (!parsed.ok) return makeErrors([parsed])
  const result = readScoredSample(parsed.value)
  if (!result.ok) return makeErrors(result.problems)
  const text = item.text.includes('\n') ? JSON.stringify(parsed.value) : item.text
  const fields = parsed.value as GradedLine['fields']
  const line = { text, fields, sample: result.sample }
  const error = check(line)
  return error === null ? line : makeErrors([error])
}

/** Grades each pair of answers once, because many samples have the same answer. */
class Grader {
  private readonly algebraSystem = new AlgebraSystem()
  private readonly verdicts = new Map<string, Verdict>()

  constructor(private readonly mode: GraderMode) {}

  async grade({ isCorrect, answer, referenceAnswer }: ScoredSample): Promise<Verdict> {
    if (isCorrect !== null) return isCorrect ? 'correct' : 'wrong'
    const pair = JSON.stringify([answer, referenceAnswer])
    const cachedVerdict = this.verdicts.get(pair)
    if (cachedVerdict) return cachedVerdict
    const { verdict } = await gradeWithAlgebraSystem(
      answer,
      referenceAnswer,
      this.mode,
      this.algebraSystem,
    )
    if (this.verdicts.size >= maxCachedVerdicts) this.verdicts.clear()
    this.verdicts.set(pair, verdict)
    return verdict
  }

  close(): Promise<void> {
    return this.algebraSystem.close()
  }
}
