import { stepOnPageField, stepPageFields } from '@/lib/annotations/step-page'
import { importLineLimits } from '@/lib/formats/import-line-limits'
import { finishReasons } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, int32Max, projectSlugField } from '@/lib/platform/fields'
import { annotatorNameField } from '@/lib/reviews/reviewed-fields'
import { typesetTextField } from '@/lib/typesetting/typeset-field'
import { annotationStatesForRepair } from './describe-repair'

const stepField = z
  .number()
  .int()
  .min(0)
  .max(importLineLimits.steps - 1)

const typesetWithSourceField = z.object({ text: typesetTextField, source: z.string() })

/** What a repair does to gold. `ended`: the new step of a first error is unknown, or an adjudication had created the gold. */
const goldField = z.enum(['none', 'kept', 'ended'])

const changeField = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('split'),
    step: stepField,
    /** Cut before these positions of the step's text, in UTF-16 units, ascending. */
    at: z.array(z.number().int().min(1).max(int32Max)).min(1).max(importLineLimits.steps),
  }),
  /** Merges the steps from `step` to `through`. */
  z.strictObject({ kind: z.literal('merge'), step: stepField, through: stepField }),
])

/** `revision` is the one that you read. Any other is a `conflict`. */
const repairFields = {
  project: projectSlugField,
  solution: idField,
  revision: z.number().int().min(1).max(int32Max),
  change: changeField,
}

export const listSplitReportsContract = defineContract({
  name: 'listSplitReports',
  method: 'get',
  path: '/projects/{project}/splits',
  summary: 'List steps with open reports of a bad split',
  input: z.strictObject({
    project: projectSlugField,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `next` of the previous page. */
    after: z
      .string()
      .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,5}$/, 'is not a cursor of this list')
      .optional(),
  }),
  reply: z.object({
    /** All steps with an open report. */
    count: z.number(),
    steps: z.array(
      z.object({
        solution: idField,
        externalId: z.string().nullable(),
        revision: z.number(),
        /** 0-based. */
        step: z.number(),
        stepCount: z.number(),
        problem: z.string(),
        text: z.string(),
        annotations: z.number(),
        reports: z.array(
          z.object({ annotation: idField, person: annotatorNameField, text: z.string() }),
        ),
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const getSolutionSplitContract = defineContract({
  name: 'getSolutionSplit',
  method: 'get',
  path: '/projects/{project}/splits/{solution}',
  summary: 'Get the steps of a solution with their history, reports and annotations',
  input: z.strictObject({
    project: projectSlugField,
    solution: idField,
    around: stepOnPageField.optional(),
  }),
  reply: z.object({
    solution: idField,
    externalId: z.string().nullable(),
    revision: z.number(),
    problem: typesetWithSourceField,
    answer: typesetTextField.nullable().describe('The beginning of the final answer'),
    /** One page. A step keeps its `id` when other steps are repaired. */
    steps: z.array(typesetWithSourceField.extend({ id: z.number() })),
    ...stepPageFields,
    /** Why the steps can't be repaired; null if they can. */
    refusal: z.string().nullable(),
    reports: z.array(
      z.object({
        annotation: idField,
        person: annotatorNameField,
        step: z.number(),
        text: z.string(),
      }),
    ),
    annotations: z.array(
      z.object({
        annotation: idField,
        person: annotatorNameField,
        state: z.enum(annotationStatesForRepair),
        isImported: z.boolean(),
        /** Number of steps that it reached. */
        reached: z.number(),
        /** Step of the first error, 0-based; null for none. */
        error: z.number().nullable(),
        finishReason: z.enum(finishReasons).nullable(),
      }),
    ),
    history: z.array(
      z.object({
        revision: z.number(),
        /** The repair that replaced this revision: `split step 3 in two`. */
        change: z.string(),
        person: z.string(),
        replacedAt: z.iso.datetime(),
        stepCount: z.number(),
      }),
    ),
  }),
})

export const previewRepairContract = defineContract({
  name: 'previewRepair',
  method: 'post',
  path: '/projects/{project}/splits/{solution}/preview',
  summary: 'Preview a repair of steps and its effect on labels; changes nothing',
  input: z.strictObject(repairFields),
  reply: z.object({
    /** The new steps. */
    steps: z.array(typesetWithSourceField),
    effects: z.array(
      z.object({
        annotation: idField,
        person: annotatorNameField,
        state: z.enum(annotationStatesForRepair),
        /** The annotation would go back to its annotator. */
        isReturned: z.boolean(),
        /** Number of ratings of replaced steps. */
        removedRatings: z.number(),
      }),
    ),
    gold: goldField,
  }),
})

export const repairStepsContract = defineContract({
  name: 'repairSteps',
  method: 'post',
  path: '/projects/{project}/splits/{solution}/repairs',
  summary: 'Split or merge steps; unchanged steps keep their ratings, new steps are rated again',
  input: z.strictObject(repairFields),
  reply: z.object({
    revision: z.number(),
    /** Annotations that went back to their annotators. */
    returned: z.number(),
    /** Annotations in progress that continue with the new steps. */
    drafts: z.number(),
    /** Submitted annotations that keep every rating. */
    unchanged: z.number(),
    gold: goldField,
  }),
})

export const dismissSplitReportContract = defineContract({
  name: 'dismissSplitReport',
  method: 'post',
  path: '/projects/{project}/splits/{solution}/dismissals',
  summary: 'Dismiss or reopen reports of a bad split',
  input: z.strictObject({
    project: projectSlugField,
    solution: idField,
    /** The revision that `step` refers to. */
    revision: z.number().int().min(1).max(int32Max),
    step: stepField,
    /** Annotations whose reports you read. */
    annotations: z.array(idField).min(1).max(100),
    dismissed: z.boolean().default(true),
  }),
  reply: z.object({
    /** Number of reports that changed. */
    changed: z.number(),
  }),
})
