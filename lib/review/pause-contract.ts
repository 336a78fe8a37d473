import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, instantField, projectField } from '@/lib/platform/fields'
import { pauseMessageMaxLength } from './pause-limits'

export const pausePersonContract = defineContract({
  name: 'pausePerson',
  method: 'post',
  path: '/projects/{project}/people/{user}/pause',
  summary: 'Take an annotator off the work until a reviewer lets them go on',
  input: z.strictObject({
    project: projectField,
    user: idField,
    /** What the person is told. */
    message: filledTextField(pauseMessageMaxLength),
  }),
  reply: z.object({ pause: idField }),
})

const onePause = { project: projectField, pause: idField }
/** Work submitted from then on goes back. */
const sinceField = instantField

export const previewReturnContract = defineContract({
  name: 'previewReturn',
  method: 'get',
  path: '/projects/{project}/pauses/{pause}/return',
  summary: 'What would go back to the queue if a pause ended so',
  input: z.strictObject({ ...onePause, since: sinceField }),
  reply: z.object({
    annotations: z.number(),
    /** What stays although it was submitted since: gold and screening, and what a reviewer ruled on or accepted. */
    checks: z.number(),
    reviewed: z.number(),
  }),
})

export const endPauseContract = defineContract({
  name: 'endPause',
  method: 'post',
  path: '/projects/{project}/pauses/{pause}/review',
  summary:
    'Let a paused person go on; with `since`, what they submitted from then on is withdrawn and goes to others',
  input: z.strictObject({
    ...onePause,
    /** What was decided, in words. */
    ruling: filledTextField(pauseMessageMaxLength),
    since: sinceField.nullable().default(null),
  }),
  reply: z.object({
    pause: idField,
    /** Annotations that were withdrawn. */
    returned: z.number(),
    /** Of those, the solutions that wait in the queue again. */
    queued: z.number(),
  }),
})
