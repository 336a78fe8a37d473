import { z } from 'zod'
import type { InputFormat } from './input-format'
import { displayedTextField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'

const verdictsField = z.array(
  z.union([z.boolean(), z.literal([0, 1])], { error: 'Expected 1 or 0, or true or false.' }),
)

const samplesLine = z
  .looseObject({
    prompt: displayedTextField,
    answers: z.array(displayedTextField).min(1),
    label: verdictsField.optional(),
    labels: verdictsField.optional(),
  })
  .superRefine(({ answers, label, labels }, context) => {
    for (const [key, list] of Object.entries({ label, labels })) {
      const count = list?.length ?? answers.length
      if (count === answers.length) continue
      const message = `There are ${answers.length} answers but ${count} labels.`
      context.addIssue({ code: 'custom', message, path: [key] })
    }
  })

const knownKeys: ReadonlySet<string> = new Set(Object.keys(samplesLine.shape))

/** Reads one line of RLHFlow's samples: a problem with solutions, and whether each final answer is correct. */
function readRlhflowSamples(value: unknown): ReadResult {
  const checked = samplesLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const verdicts = line.label ?? line.labels
  const problem = makeProblemRecord(line.prompt, { metadata: pickUnknownKeys(line, knownKeys) })
  const solutions = line.answers.map((text, i) => {
    const verdict = verdicts?.[i]
    return makeSolutionRecord({ text, isCorrect: verdict === undefined ? null : Boolean(verdict) })
  })
  return { ok: true, record: { problem, solutions } }
}

export const rlhflowSamplesInput: InputFormat = {
  detects: ({ prompt, answers }) => typeof prompt === 'string' && Array.isArray(answers),
  read: readRlhflowSamples,
}
