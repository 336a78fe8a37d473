import { finishReasons, annotationFlows } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectSlugField, textField } from '@/lib/platform/fields'
import { typesetTextField } from '@/lib/typesetting/typeset-field'
import { annotationContentInputFields, annotationSaveFields } from './state-fields'
import { stepOnPageField, stepPageFields } from './step-page'

const textReply = z.object({ text: typesetTextField, source: z.string() })

/** The alternatives and candidate explanations of one step, shown once it is rated negative. */
export const revealedOptionsField = z.object({
  step: z.number(),
  options: z.array(textReply),
  explanations: z.array(textReply),
})

export const getWorkContract = defineContract({
  name: 'getWork',
  method: 'get',
  path: '/projects/{project}/leases/{lease}/work',
  summary: 'Get the solution of a lease and its draft',
  input: z.strictObject({ project: projectSlugField, lease: idField }),
  reply: z.object({
    lease: idField,
    solution: idField,
    secondsLeft: z.number(),
    flow: z.enum(annotationFlows),
    problem: textReply,
    referenceAnswer: textReply
      .nullable()
      .describe('Shown to the annotator; null if the project hides it or the problem has none'),
    steps: z
      .array(textReply)
      .describe(
        'The page with the first error or, without one, the first unrated step. Get the other pages with `GET …/steps`. Empty in flow `step_choice`',
      ),
    ...stepPageFields,
    /** Increases when a reviewer repairs the steps. */
    revision: z.number(),
    /**
     * Flow `solution`: 0-based steps that the annotator has rated negative in a save. Only these have `options` and
     * `explanations`, because their place would reveal where the error may be.
     */
    revealed: z.array(z.number()),
    /**
     * By 0-based step. Flow `solution`: alternatives; `step_choice`: every option; `endsSolution`: it states the final
     * answer.
     */
    options: z.record(z.string(), z.array(textReply.extend({ endsSolution: z.boolean() }))),
    /** Candidate explanations of a mistake, by 0-based step, if the project asks for explanations. */
    explanations: z.record(z.string(), z.array(textReply)),
    asksExplanation: z.boolean(),
    asksProgress: z.boolean(),
    /** Error types to choose from at the first error. */
    errorTags: z.array(z.object({ tag: z.string(), label: z.string() })),
    guidelineVersion: z.number(),
    guidelineVersionToRead: z
      .number()
      .nullable()
      .describe(
        'Guideline version to confirm before the solution can be submitted, because a decision in it returned the annotation; null if none',
      ),
    /** Position in your screening, from 1; null outside a screening. */
    screening: z.object({ number: z.number(), of: z.number() }).nullable(),
    /** The reviewer's note if the solution was returned. */
    returnedNote: z.string().nullable(),
    draft: z
      .object({
        sequence: z.number(),
        writer: idField.nullable(),
        ...annotationContentInputFields,
        stepTimesMs: z.array(z.number()),
        activeMs: z.number(),
        lastEvent: z.number(),
      })
      .nullable(),
  }),
})

export const getWorkStepsContract = defineContract({
  name: 'getWorkSteps',
  method: 'get',
  path: '/projects/{project}/leases/{lease}/steps',
  summary: 'Get a page of the steps of a leased solution',
  input: z.strictObject({ project: projectSlugField, lease: idField, around: stepOnPageField }),
  reply: z.object({
    steps: z.array(textReply),
    ...stepPageFields,
    revision: z.number().describe('Increases when a reviewer repairs the steps'),
  }),
})

export const saveAnnotationContract = defineContract({
  name: 'saveAnnotation',
  method: 'put',
  path: '/projects/{project}/leases/{lease}/annotation',
  summary: 'Save a draft annotation',
  input: z.strictObject({ project: projectSlugField, lease: idField, ...annotationSaveFields }),
  reply: z.object({
    sequence: z.number(),
    secondsLeft: z.number(),
    reveal: revealedOptionsField
      .nullable()
      .describe('What to answer at the first error, if this save is the first to mark that step'),
  }),
})

export const submitAnnotationContract = defineContract({
  name: 'submitAnnotation',
  method: 'post',
  path: '/projects/{project}/leases/{lease}/submission',
  summary: 'Submit an annotation',
  input: z.strictObject({
    project: projectSlugField,
    lease: idField,
    ...annotationSaveFields,
    finishReason: z.enum(finishReasons),
    /** Required for `give_up` and `bad_problem`. */
    finishNote: textField(4_000).nullable().default(null),
  }),
  reply: z.object({
    state: z
      .enum(['submitted', 'needs_options'])
      .describe(
        '`needs_options`: saved as a draft, because the first error has options or explanations that the annotator has not seen',
      ),
    annotation: idField,
    doneToday: z.number(),
    reveal: revealedOptionsField
      .nullable()
      .describe('With `needs_options`: what to answer before submitting again'),
  }),
})

/** How long a submitted annotation can be reopened. */
export const maxReopenMinutes = 10

export const reopenAnnotationContract = defineContract({
  name: 'reopenAnnotation',
  method: 'post',
  path: '/projects/{project}/annotations/{annotation}/reopening',
  summary: `Reopen your last submitted annotation, within ${maxReopenMinutes} minutes`,
  input: z.strictObject({ project: projectSlugField, annotation: idField }),
  reply: z.object({ lease: idField, solution: idField }),
})
