import { defineContract, z } from '@/lib/platform/contract'
import { nonBlankTextField, idField, projectSlugField, textField } from '@/lib/platform/fields'

const leaseReply = z.object({
  /** Also the fencing token: every save sends it. */
  id: idField,
  expiresAt: z.iso.datetime(),
  /** Seconds until it expires, by the database clock. */
  secondsLeft: z.number(),
})

/** Why nothing is left to claim. */
export const noneLeftReasons = ['empty', 'all_done', 'leased_by_others', 'none_for_you'] as const

export const claimNextContract = defineContract({
  name: 'claimNext',
  method: 'post',
  path: '/projects/{project}/claims',
  summary:
    'Claim the next solution: your current lease, else rework returned to you, else the best waiting item',
  input: z.strictObject({
    project: projectSlugField,
    /** While you hold a lease, claims one more in advance. At most one. */
    prefetch: z.boolean().default(false),
  }),
  reply: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('solution'),
      reason: z.enum(['resumed', 'rework', 'screening', 'work']),
      lease: leaseReply,
      solution: idField.describe(
        'Stable for the same solution. Over the API it differs from the stored id.',
      ),
      /** The reviewer’s note on rework. */
      note: z.string().nullable(),
    }),
    z.object({
      kind: z.literal('none_left'),
      reason: z.enum(noneLeftReasons),
      nextExpiry: z.iso
        .datetime()
        .nullable()
        .describe(
          'With `leased_by_others`: when the first of their leases expires. Null if one has just been released: claim again.',
        ),
    }),
    z.object({
      kind: z.literal('screening_due'),
      /** `grading`: every item is submitted and the result is being computed. */
      state: z.enum(['required', 'grading', 'failed']),
      items: z
        .number()
        .describe('Items of the screening that you have started; otherwise of the next one'),
      share: z.number().describe('Share of exact answers needed to pass that screening'),
    }),
    z.object({
      kind: z.literal('paused'),
      /** Shown to the annotator. */
      message: z.string(),
      since: z.iso.datetime(),
    }),
  ]),
})

export const renewLeaseContract = defineContract({
  name: 'renewLease',
  method: 'post',
  path: '/projects/{project}/leases/{lease}/heartbeat',
  summary: 'Extend your lease, and the prefetched one, while you are active',
  input: z.strictObject({ project: projectSlugField, lease: idField }),
  reply: leaseReply,
})

export const releaseLeaseContract = defineContract({
  name: 'releaseLease',
  method: 'delete',
  path: '/projects/{project}/leases/{lease}',
  summary: 'Release a solution back to the queue',
  input: z.strictObject({ project: projectSlugField, lease: idField }),
  reply: z.object({ released: z.boolean() }),
})

export const skipSolutionContract = defineContract({
  name: 'skipSolution',
  method: 'post',
  path: '/projects/{project}/leases/{lease}/skip',
  summary: 'Skip a solution, with a reason. It is not served to you again in this round.',
  input: z.strictObject({
    project: projectSlugField,
    lease: idField,
    reason: nonBlankTextField(2_000),
  }),
  reply: z.object({ skipped: z.literal(true) }),
})

const queueItemReply = z.object({
  solution: idField,
  externalId: z.string().nullable(),
  problem: z.string(),
  answer: z.string().nullable(),
  referenceAnswer: z.string().nullable(),
  round: z.number().nullable().describe('Null if an import queued it before the first round'),
  slice: z.string(),
  reason: z.string(),
  score: z
    .number()
    .nullable()
    .describe(
      'The score that its round selected it by, or the imported one if an import queued it',
    ),
  verdict: z.enum(['correct', 'wrong', 'unsure']),
  steps: z.number(),
  slots: z.number().describe('Number of annotations that the item needs'),
  takenSlots: z.number().describe('Annotations submitted or in progress'),
  selectionProbability: z.number().nullable(),
})

/** Cursor: the columns of the queue index, in order. Numbers fit their types in PostgreSQL. */
const positionField = z
  .string()
  .regex(
    /^-?\d{1,4},-?\d{1,9},-?(Infinity|\d{1,22}(\.\d{1,22})?(e[-+]\d{1,3})?),[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'is not a cursor of this list',
  )

export const listQueueContract = defineContract({
  name: 'listQueue',
  method: 'get',
  path: '/projects/{project}/queue',
  summary: 'List waiting items in serving order, with the reason for each',
  input: z.strictObject({
    project: projectSlugField,
    limit: z.coerce.number().int().min(1).max(200).default(20),
    /** `next` from the previous page. */
    after: positionField.optional(),
    /** Only this slice. */
    slice: textField(40).optional(),
  }),
  reply: z.object({
    hasSolutions: z.boolean().describe('The project has solutions other than gold, queued or not'),
    waiting: z.number(),
    leased: z.number(),
    items: z.array(queueItemReply),
    next: z.string().nullable().describe('Null on the last page'),
  }),
})

const solutionParams = { project: projectSlugField, solution: idField }

export const excludeSolutionContract = defineContract({
  name: 'excludeSolution',
  method: 'post',
  path: '/projects/{project}/queue/{solution}/exclude',
  summary: 'Exclude a solution from the queue. Annotators who hold a lease on it can finish.',
  input: z.strictObject({ ...solutionParams, reason: nonBlankTextField(1_000) }),
  reply: z.object({ solution: idField, isExcluded: z.literal(true) }),
})

export const restoreSolutionContract = defineContract({
  name: 'restoreSolution',
  method: 'post',
  path: '/projects/{project}/queue/{solution}/restore',
  summary: 'Restore an excluded solution to its position in the queue',
  input: z.strictObject(solutionParams),
  reply: z.object({ solution: idField, isExcluded: z.literal(false) }),
})

export const listExclusionsContract = defineContract({
  name: 'listExclusions',
  method: 'get',
  path: '/projects/{project}/queue/excluded',
  summary: 'List solutions excluded by an admin or skipped by three annotators, newest first',
  input: z.strictObject({
    project: projectSlugField,
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        solution: idField,
        problem: z.string(),
        reasons: z.array(z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() })),
        kind: z.enum(['excluded', 'skipped']),
      }),
    ),
  }),
})
