import { finishReasons, flows } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField, textField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { contentFields, stateFields } from './state-fields'

const setText = z.object({ text: typesetField, source: z.string() })

export const getWorkContract = defineContract({
  name: 'getWork',
  method: 'get',
  path: '/projects/{project}/leases/{lease}/work',
  summary: 'The solution that a lease holds, to be read and labelled, and what was saved of it',
  input: z.strictObject({ project: projectField, lease: idField }),
  reply: z.object({
    lease: idField,
    solution: idField,
    secondsLeft: z.number(),
    flow: z.enum(flows),
    problem: setText,
    /** The reference answer as "current best guess", where the project shows it. */
    bestGuess: setText.nullable(),
    /** Flow `step_choice`: as many as there are, without texts. */
    steps: z.array(setText),
    stepCount: z.number(),
    /** Goes up when a reviewer repairs the steps. */
    revision: z.number(),
    /**
     * By 0-based step. Flow `solution`: alternatives, shown once that step is rated negative; `step_choice`: every
     * option; `endsSolution`: it states the final answer.
     */
    options: z.record(z.string(), z.array(setText.extend({ endsSolution: z.boolean() }))),
    /** Candidate explanations of a mistake, by 0-based step: shown at the first error, where the project asks. */
    explanations: z.record(z.string(), z.array(setText)),
    asksExplanation: z.boolean(),
    asksProgress: z.boolean(),
    /** Kinds of error to choose from at the first error. */
    errorTags: z.array(z.object({ tag: z.string(), words: z.string() })),
    guidelineVersion: z.number(),
    /** Where the solution stands in your screening, counted from 1; null: it is work. */
    screening: z.object({ number: z.number(), of: z.number() }).nullable(),
    /** Why it came back, where it was returned. */
    returnedNote: z.string().nullable(),
    draft: z
      .object({
        sequence: z.number(),
        writer: idField.nullable(),
        ...contentFields,
        stepTimesMs: z.array(z.number()),
        activeMs: z.number(),
        lastEvent: z.number(),
      })
      .nullable(),
  }),
})

export const saveAnnotationContract = defineContract({
  name: 'saveAnnotation',
  method: 'put',
  path: '/projects/{project}/leases/{lease}/annotation',
  summary: 'Keep the state of an annotation in work',
  input: z.strictObject({ project: projectField, lease: idField, ...stateFields }),
  reply: z.object({ sequence: z.number(), secondsLeft: z.number() }),
})

export const submitAnnotationContract = defineContract({
  name: 'submitAnnotation',
  method: 'post',
  path: '/projects/{project}/leases/{lease}/submission',
  summary: 'Finish an annotation',
  input: z.strictObject({
    project: projectField,
    lease: idField,
    ...stateFields,
    finishReason: z.enum(finishReasons),
    /** Required for `give_up` and `bad_problem`. */
    finishNote: textField(4_000).nullable().default(null),
  }),
  reply: z.object({ annotation: idField, doneToday: z.number() }),
})

/** For so long after it was submitted an annotation can be opened again. */
export const reopenableMinutes = 10

export const reopenAnnotationContract = defineContract({
  name: 'reopenAnnotation',
  method: 'post',
  path: '/projects/{project}/annotations/{annotation}/reopening',
  summary: `Open again the annotation that you submitted last, within ${reopenableMinutes} minutes`,
  input: z.strictObject({ project: projectField, annotation: idField }),
  reply: z.object({ lease: idField, solution: idField }),
})
