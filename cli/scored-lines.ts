import { unpack } from '@/lib/files/server/unpack'
import { placeReason } from '@/lib/formats/excerpt'
import { parseJsonLine } from '@/lib/formats/parse-json'
import type { PlacedReason } from '@/lib/formats/place'
import { describeItem, type ReadableItem, readItems } from '@/lib/formats/read-items'
import { gradeWithOpinion } from '@/lib/grading/server/grade-with-opinion'
import { SecondOpinion } from '@/lib/grading/server/second-opinion'
import type { Verdict } from '@/lib/grading/verdict'
import type { GraderMode } from '@/lib/projects/settings'
import { readScoredLine, type ScoredLine } from '@/lib/scoring/scored-line'
import { tellLineProblem } from './line-problems'
import { openInput } from './open-input'
import type { Shell } from './shell'

export interface JudgedLine {
  /** The line on one line, as it came where it did so. */
  text: string
  /** Its parsed fields. */
  fields: Readonly<Record<string, unknown>>
  sample: ScoredLine
  /** As the line says, else as its answer is graded. */
  verdict: Verdict
}

interface Reading {
  name: string
  lines: number
  refused: number
}

export interface ScoredLinesOptions {
  mode: GraderMode
  /** Why a line that is well-formed cannot be used after all. */
  check: (line: Omit<JudgedLine, 'verdict'>) => PlacedReason | null
}

const mostKnown = 50_000

/**
 * Reads scored samples, line by line, and hands each that can be used on; names the others on standard error and lets the
 * command end with 1. Memory: one line.
 */
export async function readScoredLines(
  shell: Shell,
  file: string | undefined,
  { mode, check }: ScoredLinesOptions,
  take: (line: JudgedLine) => Promise<void> | void,
): Promise<Reading> {
  const { name, chunks } = await openInput(shell, file)
  const reading: Reading = { name, lines: 0, refused: 0 }
  const judge = new Judge(mode)
  const bytes = unpack(chunks, { maxBytes: Number.MAX_SAFE_INTEGER })
  try {
    for await (const item of readItems(bytes, { format: 'scored-samples' })) {
      reading.lines += 1
      const read = 'problem' in item ? { problems: [item.problem] } : readLine(item, check)
      if ('problems' in read) {
        reading.refused += 1
        for (const problem of read.problems) tellLineProblem(shell, name, problem)
      } else await take({ ...read, verdict: await judge.judge(read.sample) })
    }
  } finally {
    await judge.close()
  }
  if (reading.refused > 0) shell.status = 1
  return reading
}

function readLine(item: ReadableItem, check: ScoredLinesOptions['check']) {
  const origin = describeItem(item)
  const refuse = (problems: readonly PlacedReason[]) => ({
    problems: problems.map((problem) => placeReason(origin, problem)),
  })
  if ('row' in item) return refuse([{ place: 'line', reason: 'It is not an object in JSON.' }])
  const parsed = parseJsonLine(item.text)
  if (!parsed.ok) return refuse([parsed])
  const result = readScoredLine(parsed.value)
  if (!result.ok) return refuse(result.problems)
  const text = item.text.includes('\n') ? JSON.stringify(parsed.value) : item.text
  const fields = parsed.value as JudgedLine['fields']
  const line = { text, fields, sample: result.sample }
  const problem = check(line)
  return problem === null ? line : refuse([problem])
}

/** Grades each pair of answers once: many samples of a problem state the same one. */
class Judge {
  private readonly opinion = new SecondOpinion()
  private readonly known = new Map<string, Verdict>()

  constructor(private readonly mode: GraderMode) {}

  async judge({ isCorrect, answer, truth }: ScoredLine): Promise<Verdict> {
    if (isCorrect !== null) return isCorrect ? 'correct' : 'wrong'
    const pair = JSON.stringify([answer, truth])
    const before = this.known.get(pair)
    if (before) return before
    const { verdict } = await gradeWithOpinion(answer, truth, this.mode, this.opinion)
    if (this.known.size >= mostKnown) this.known.clear()
    this.known.set(pair, verdict)
    return verdict
  }

  close(): Promise<void> {
    return this.opinion.close()
  }
}
