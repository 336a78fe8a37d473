import { z } from 'zod'
import { makeAnnotationFromFirstError } from './imported-labels'
import type { InputFormat } from './input-format'
import {
  findFirstErrorOfPath,
  listPathSteps,
  requireNeutralPolicy,
  toBinaryStepLabels,
} from './label-path'
import { displayedTextField, sourceIdOrNameField, stepListField } from './line-fields'
import { makeProblemRecord, makeSolutionRecord, pickUnknownKeys } from './line-records'
import { binaryJsonLines, type LabelsOutputFormat, type WriteOptions } from './output-format'
import { toReadErrors, type ReadResult } from './read-result'
import type { LabelsRecord } from './record'

const processbenchLine = z
  .looseObject({
    id: sourceIdOrNameField.nullish(),
    generator: z.string().nullish(),
    problem: displayedTextField,
    steps: stepListField,
    final_answer_correct: z.boolean().nullish(),
    label: z.int().min(-1),
  })
  .superRefine(({ steps, label }, context) => {
    if (label < steps.length) return
    const message = `There is no step ${label}: steps are 0 to ${steps.length - 1}.`
    context.addIssue({ code: 'custom', message, path: ['label'] })
  })

const knownKeys: ReadonlySet<string> = new Set(Object.keys(processbenchLine.shape))

/**
 * Reads one line of ProcessBench. `label` is the first wrong step, from 0, or -1 if there is none.
 */
export function readProcessbench(value: unknown): ReadResult {
  const checked = processbenchLine.safeParse(value)
  if (!checked.success) return { ok: false, errors: toReadErrors(value, checked.error) }
  const line = checked.data
  const error = line.label === -1 ? null : line.label
  const solution = makeSolutionRecord({
    externalId: line.id ?? null,
    steps: line.steps,
    isCorrect: line.final_answer_correct ?? null,
    generator: line.generator ?? null,
    metadata: pickUnknownKeys(line, knownKeys),
    annotations: [makeAnnotationFromFirstError(line.steps.length, error, 'processbench')],
  })
  return { ok: true, record: { problem: makeProblemRecord(line.problem), solutions: [solution] } }
}

export const processbenchInput: InputFormat = {
  detects: (value) => 'steps' in value && 'final_answer_correct' in value,
  read: readProcessbench,
}

const finalAnswer = { correct: true, wrong: false, unsure: null } as const

/**
 * One row with all steps, including those after the error; none if neither an error nor the end was
 * reached.
 */
function writeProcessbench(record: LabelsRecord, options: WriteOptions): string[] {
  const { problem, solution, annotation } = record
  const neutral = requireNeutralPolicy(options)
  const path = listPathSteps(record)
  const remainingSteps = solution.flow === 'solution' ? solution.steps.slice(path.length) : []
  const error = findFirstErrorOfPath(path, neutral)
  const isComplete =
    annotation.finishReason === 'solution' &&
    path.length > 0 &&
    toBinaryStepLabels(path, neutral).length === annotation.ratings.length &&
    remainingSteps.length === 0
  if (error === null && !isComplete) return []
  return [
    JSON.stringify({
      id: solution.externalId ?? solution.id,
      generator: solution.generator,
      problem: problem.statement,
      steps: [...path.map(({ text }) => text), ...remainingSteps],
      final_answer_correct: finalAnswer[solution.verdict],
      label: error ?? -1,
    }),
  ]
}

export const processbenchOutput: LabelsOutputFormat = {
  ...binaryJsonLines,
  identifyingKeys: null,
  write: writeProcessbench,
  hasLabelsAfterError: () => false,
}
