import { z } from 'zod'
import { findGsm8kFinalAnswer } from './gsm8k-final-answer'
import type { InputFormat } from './input-format'
import { isJsonObject } from './json-value'
import { displayedTextField, textOrNumberField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'
import type { Metadata, ProblemRecord } from './record'

const generation = z.custom<string>((value) => typeof value === 'string', {
  error: 'Expected text: likelihood tasks have no solutions.',
})

const problemKeys = ['problem', 'question', 'query'] as const

const lmEvalDoc = z.looseObject({
  problem: displayedTextField.nullish(),
  question: displayedTextField.nullish(),
  query: displayedTextField.nullish(),
  answer: textOrNumberField.nullish(),
  solution: z.string().nullish(),
  unique_id: z.string().nullish(),
  subject: z.string().nullish(),
  type: z.string().nullish(),
  level: textOrNumberField.nullish(),
})

const lmEvalLine = z.looseObject({
  doc: lmEvalDoc,
  target: z.unknown(),
  arguments: z.unknown(),
  resps: z.array(z.array(generation.pipe(displayedTextField)).min(1)).min(1),
  filtered_resps: z.unknown(),
})

type LmEvalLine = z.infer<typeof lmEvalLine>

/** Hashes, which are not stored. */
const droppedKeys = ['doc_hash', 'prompt_hash', 'target_hash']
const lineKeys: ReadonlySet<string> = new Set([...Object.keys(lmEvalLine.shape), ...droppedKeys])
const docKeys: ReadonlySet<string> = new Set(Object.keys(lmEvalDoc.shape))

/**
 * Reads one line of lm-evaluation-harness' samples: one document with every response to it. The
 * harness writes one line per filter with the same responses, so the second line adds nothing. The
 * metrics depend on the filter, so they are stored as metadata, and the answer is graded here.
 */
function readLmEval(value: unknown): ReadResult {
  const checked = lmEvalLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const statement = findStatement(line)
  if (statement === null) {
    const reason =
      'No problem found. It can be in "problem", "question" or "query" here, or in ' +
      'arguments.gen_args_0.arg_0.'
    return { ok: false, errors: [{ location: 'doc', reason }] }
  }
  const metadata = readMetadata(line)
  const solutions = line.resps.flat().map((text) => makeSolutionRecord({ text, metadata }))
  return { ok: true, record: { problem: readProblem(line, statement), solutions } }
}

function readProblem({ doc, target }: LmEvalLine, statement: string): ProblemRecord {
  const statedAnswer = [doc.answer, target].map(toTextOrNull).find((text) => text !== null) ?? null
  const final = statedAnswer === null ? null : findGsm8kFinalAnswer(statedAnswer)
  const level = doc.level == null ? null : String(doc.level)
  return makeProblemRecord(statement, {
    externalId: blankToNull(doc.unique_id),
    answer: final ?? statedAnswer,
    referenceSolution: blankToNull(doc.solution) ?? (final === null ? null : statedAnswer),
    subject: blankToNull(doc.subject) ?? blankToNull(doc.type),
    level,
    metadata: pickUnknownKeys(doc, docKeys),
  })
}

function findStatement({ doc, arguments: promptArguments }: LmEvalLine): string | null {
  for (const key of problemKeys) if (doc[key] != null) return doc[key]
  const prompt = pick(pick(promptArguments, 'gen_args_0', 0), 'arg_0', 0)
  const checked = displayedTextField.safeParse(prompt)
  return checked.success ? checked.data : null
}

/** Older versions of the harness write lists where newer ones write objects. */
function pick(value: unknown, key: string, index: number): unknown {
  if (isJsonObject(value)) return value[key]
  return Array.isArray(value) ? (value as unknown[])[index] : undefined
}

/** Filtered responses are kept if they differ from the responses. */
function readMetadata(line: LmEvalLine): Metadata {
  const metadata = pickUnknownKeys(line, lineKeys)
  const filteredResponses = line.filtered_resps
  if (filteredResponses === undefined) return metadata
  const isSame = [line.resps, line.resps.flat()].some(
    (texts) => JSON.stringify(texts) === JSON.stringify(filteredResponses),
  )
  return isSame ? metadata : { ...metadata, filtered_resps: filteredResponses }
}

function toTextOrNull(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? blankToNull(value) : null
}

export const lmEvalInput: InputFormat = {
  detects: (value) => isJsonObject(value.doc) && Array.isArray(value.resps),
  read: readLmEval,
}
