import { formatLimits } from '@/lib/formats/limits'
import { finishReasons } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, int32Max, projectField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { hiddenNameField } from './said-field'

const stepField = z
  .number()
  .int()
  .min(0)
  .max(formatLimits.steps - 1)

const typeset = z.object({ text: typesetField, source: z.string() })

/** What it does to known first errors: they go with their steps, or nobody knows which of the new ones it is. */
const goldField = z.enum(['none', 'kept', 'ended'])

const changeField = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('split'),
    step: stepField,
    /** Cut before these places of the step's text, in UTF-16 units, rising. */
    at: z.array(z.number().int().min(1).max(int32Max)).min(1).max(formatLimits.steps),
  }),
  /** The steps from `step` to `through` become one. */
  z.strictObject({ kind: z.literal('merge'), step: stepField, through: stepField }),
])

/** Which steps, as whom: `revision` is the one that the caller has read; another is a `conflict`. */
const repairFields = {
  project: projectField,
  solution: idField,
  revision: z.number().int().min(1).max(int32Max),
  change: changeField,
}

export const listSplitReportsContract = defineContract({
  name: 'listSplitReports',
  method: 'get',
  path: '/projects/{project}/splits',
  summary: 'Steps that annotators report as badly split, those that nobody has dealt with',
  input: z.strictObject({
    project: projectField,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `next` of the page before. */
    after: z
      .string()
      .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,5}$/, 'is no place in this list')
      .optional(),
  }),
  reply: z.object({
    /** Steps with an open report, in all. */
    open: z.number(),
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
          z.object({ annotation: idField, person: hiddenNameField, text: z.string() }),
        ),
      }),
    ),
    next: z.string().nullable(),
  }),
})

export const getSplitContract = defineContract({
  name: 'getSplit',
  method: 'get',
  path: '/projects/{project}/splits/{solution}',
  summary:
    'A solution with its steps, their history, what was reported of them and who has labelled them',
  input: z.strictObject({ project: projectField, solution: idField }),
  reply: z.object({
    solution: idField,
    externalId: z.string().nullable(),
    revision: z.number(),
    problem: typeset,
    answer: typesetField.nullable().describe('The final answer, its beginning; null: none'),
    /** `id` stays with a step through repairs. */
    steps: z.array(typeset.extend({ id: z.number() })),
    /** Why its steps cannot be repaired; null when they can. */
    refusal: z.string().nullable(),
    reports: z.array(
      z.object({
        annotation: idField,
        person: hiddenNameField,
        step: z.number(),
        text: z.string(),
      }),
    ),
    annotations: z.array(
      z.object({
        annotation: idField,
        person: hiddenNameField,
        state: z.enum(['draft', 'submitted']),
        isImported: z.boolean(),
        /** Steps that it reaches. */
        reached: z.number(),
        /** Step of the first error, 0-based; null for none. */
        error: z.number().nullable(),
        finishReason: z.enum(finishReasons).nullable(),
      }),
    ),
    history: z.array(
      z.object({
        revision: z.number(),
        /** What made the next revision of it: `split step 3 in two`. */
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
  summary: 'What a repair of the steps would make of them and of the labels; changes nothing',
  input: z.strictObject(repairFields),
  reply: z.object({
    /** The new steps. */
    steps: z.array(typeset),
    /** What would happen to each annotation. */
    effects: z.array(
      z.object({
        annotation: idField,
        person: hiddenNameField,
        state: z.enum(['draft', 'submitted']),
        /** It comes back to its annotator. */
        isReturned: z.boolean(),
        /** Ratings of steps that would be no more. */
        voided: z.number(),
      }),
    ),
    gold: goldField,
  }),
})

export const repairStepsContract = defineContract({
  name: 'repairSteps',
  method: 'post',
  path: '/projects/{project}/splits/{solution}/repairs',
  summary:
    'Split a step, or merge steps: unchanged steps keep their labels, the others are rated again',
  input: z.strictObject(repairFields),
  reply: z.object({
    /** The new one. */
    revision: z.number(),
    /** Annotations that came back to their annotators. */
    returned: z.number(),
    /** Annotations in work that go on with the new steps. */
    drafts: z.number(),
    /** Submitted annotations that keep every rating. */
    kept: z.number(),
    gold: goldField,
  }),
})

export const dismissSplitReportContract = defineContract({
  name: 'dismissSplitReport',
  method: 'post',
  path: '/projects/{project}/splits/{solution}/dismissals',
  summary: 'Leave a step as it is: put reports of its split aside, or take them up again',
  input: z.strictObject({
    project: projectField,
    solution: idField,
    /** The one that the step number is of. */
    revision: z.number().int().min(1).max(int32Max),
    step: stepField,
    /** Whose reports: those that the caller has read. */
    annotations: z.array(idField).min(1).max(100),
    dismissed: z.boolean().default(true),
  }),
  reply: z.object({
    /** Reports that changed. */
    changed: z.number(),
  }),
})
