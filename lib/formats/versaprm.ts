import { z } from 'zod'
import { importLineLimits } from './import-line-limits'
import { makeAnnotationFromStepLabels } from './imported-labels'
import type { InputFormat } from './input-format'
import { displayedTextField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, blankToNull, pickUnknownKeys } from './line-records'
import { toReadErrors, type ReadResult } from './read-result'
import type { Rating, SolutionRecord } from './record'

const labelField = z.literal([-1, 0, 1], { error: 'Expected -1, 0 or 1.' })

const chain = z
  .looseObject({
    steps: z.array(displayedTextField).max(importLineLimits.steps - 1),
    labels: z.array(labelField),
    augs: z
      .array(
        z
          .object({ aug_step: displayedTextField, aug_idx: z.int().min(0), aug_type: labelField })
          .loose(),
      )
      .nullish(),
  })
  .superRefine(({ steps, labels, augs }, context) => {
    if (labels.length !== steps.length) {
      const message = `There are ${steps.length} steps but ${labels.length} labels.`
      context.addIssue({ code: 'custom', message, path: ['labels'] })
    }
    for (const [i, { aug_idx: position }] of (augs ?? []).entries()) {
      if (position <= steps.length) continue
      const message = `There are ${steps.length} steps before it, not ${position}.`
      context.addIssue({ code: 'custom', message, path: ['augs', i, 'aug_idx'] })
    }
  })

type Chain = z.infer<typeof chain>

const versaprmLine = z
  .looseObject({
    question: displayedTextField,
    answer: z.string().nullish(),
    domain: z.string().nullish(),
    chain_of_thoughts: z.array(chain).min(1),
  })
  .superRefine(({ chain_of_thoughts: chains }, context) => {
    if (chains.some(({ steps, augs }) => steps.length > 0 || (augs ?? []).length > 0)) return
    context.addIssue({
      code: 'custom',
      message: 'No chain has a step.',
      path: ['chain_of_thoughts'],
    })
  })

const lineKeys: ReadonlySet<string> = new Set(Object.keys(versaprmLine.shape))
const chainKeys: ReadonlySet<string> = new Set(Object.keys(chain.shape))

/** The longest answer that is a final answer, such as a choice. Longer ones are reference solutions. */
const finalAnswerMaxLength = 40

/**
 * Reads one line of VersaPRM: a problem with its chains of thought. An `aug` is another step at `aug_idx`, so it is a solution
 * of its own: the steps before it, then itself. As in VersaPRM's training, a label 0 of a chain is an error, while 0 of
 * an `aug` is a neutral rating.
 */
function readVersaprm(value: unknown): ReadResult {
  const checked = versaprmLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const answer = blankToNull(line.answer)
  const isFinalAnswer = answer !== null && answer.length <= finalAnswerMaxLength
  const problem = makeProblemRecord(line.question, {
    answer: isFinalAnswer ? answer : null,
    referenceSolution: isFinalAnswer ? null : answer,
    subject: line.domain ?? null,
    metadata: pickUnknownKeys(line, lineKeys),
  })
  return { ok: true, record: { problem, solutions: line.chain_of_thoughts.flatMap(readChain) } }
}

export const versaprmInput: InputFormat = {
  detects: (value) => Array.isArray(value.chain_of_thoughts),
  read: readVersaprm,
}

function readChain({ steps, labels, augs, ...otherFields }: Chain): SolutionRecord[] {
  const metadata = pickUnknownKeys(otherFields, chainKeys)
  const ratings = labels.map((label): Rating => (label === 1 ? 1 : -1))
  const branches = (augs ?? []).map((aug) => {
    const { aug_step: step, aug_idx: position, aug_type: rating } = aug
    return makeLabelled(
      [...steps.slice(0, position), step],
      [...ratings.slice(0, position), rating],
      metadata,
    )
  })
  return steps.length === 0 ? branches : [makeLabelled(steps, ratings, metadata), ...branches]
}

function makeLabelled(steps: string[], ratings: Rating[], metadata: Record<string, unknown>) {
  return makeSolutionRecord({
    steps,
    metadata,
    annotations: [makeAnnotationFromStepLabels(ratings, 'versaprm')],
  })
}
