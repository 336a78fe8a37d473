import { defineContract, z } from '@/lib/platform/contract'
import { nonBlankTextField, idField, instantField, projectSlugField } from '@/lib/platform/fields'
import { pauseMessageMaxLength } from './pause-limits'

export const pauseAnnotatorContract = defineContract({
  name: 'pauseAnnotator',
  method: 'post',
  path: '/projects/{project}/people/{user}/pause',
  summary: 'Pause an annotator',
  input: z.strictObject({
    project: projectSlugField,
    user: idField,
    /** Shown to the annotator. */
    message: nonBlankTextField(pauseMessageMaxLength),
  }),
  reply: z.object({ pause: idField }),
})

const pauseParams = { project: projectSlugField, pause: idField }
const sinceField = instantField.describe(
  'Withdraw work submitted from this time on. For reviewers from whom names are hidden, from the start of its week',
)

export const previewPauseEndContract = defineContract({
  name: 'previewPauseEnd',
  method: 'get',
  path: '/projects/{project}/pauses/{pause}/return',
  summary: 'Preview which work would be withdrawn at the end of a pause',
  input: z.strictObject({ ...pauseParams, since: sinceField }),
  reply: z.object({
    annotations: z.number(),
    /** Not withdrawn: annotations of gold and screenings, and adjudicated or accepted ones. */
    goldOrScreening: z.number(),
    reviewed: z.number(),
  }),
})

export const endPauseContract = defineContract({
  name: 'endPause',
  method: 'post',
  path: '/projects/{project}/pauses/{pause}/review',
  summary:
    'End a pause; with `since`, work submitted from then on is withdrawn and labelled by others',
  input: z.strictObject({
    ...pauseParams,
    /** What you decided and why. */
    decision: nonBlankTextField(pauseMessageMaxLength),
    since: sinceField.nullable().default(null),
  }),
  reply: z.object({
    pause: idField,
    withdrawn: z.number(),
    withdrawnSince: z.iso
      .datetime()
      .nullable()
      .describe(
        'Submission time from which annotations were withdrawn: `since`, or the start of its week while names are hidden from you. Null without `since`',
      ),
    /** Number of solutions that are back in the queue because of this. */
    queued: z.number(),
  }),
})
