import { z } from 'zod'
import type { InputFormat } from './input-format'
import { displayedTextField, textOrNumberField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'

const perSolution = ['pred', 'report', 'score'] as const

const qwenEvalLine = z
  .looseObject({
    question: displayedTextField,
    gt: textOrNumberField.nullish(),
    gt_cot: z.string().nullish(),
    subject: z.string().nullish(),
    level: textOrNumberField.nullish(),
    code: z.array(displayedTextField).min(1),
    pred: z.array(z.string().nullable()).nullish(),
    report: z.array(z.unknown()).nullish(),
    score: z.array(z.boolean().nullable()).nullish(),
  })
  .superRefine((line, context) => {
    for (const key of perSolution) {
      const count = line[key]?.length ?? line.code.length
      if (count === line.code.length) continue
      const message = `There are ${line.code.length} generations but ${count} entries here.`
      context.addIssue({ code: 'custom', message, path: [key] })
    }
  })

const lineKeys: ReadonlySet<string> = new Set(Object.keys(qwenEvalLine.shape))

/**
 * Reads one line of Qwen2.5-Math's evaluation. An empty prediction means that no answer was found.
 */
function readQwenEval(value: unknown): ReadResult {
  const checked = qwenEvalLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const problem = makeProblemRecord(line.question, {
    answer: line.gt == null ? null : blankToNull(String(line.gt)),
    referenceSolution: blankToNull(line.gt_cot),
    subject: line.subject ?? null,
    level: line.level == null ? null : String(line.level),
    metadata: pickUnknownKeys(line, lineKeys),
  })
  const solutions = line.code.map((text, i) => {
    const report = line.report?.[i]
    return makeSolutionRecord({
      text,
      answer: line.pred ? blankToNull(line.pred[i]) : undefined,
      isCorrect: line.score?.[i] ?? null,
      metadata: report == null ? {} : { report },
    })
  })
  return { ok: true, record: { problem, solutions } }
}

export const qwenEvalInput: InputFormat = {
  detects: (value) => Array.isArray(value.code) && 'question' in value && 'gt' in value,
  read: readQwenEval,
}
