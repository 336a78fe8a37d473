import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, projectField, textField } from '@/lib/platform/fields'

const leaseReply = z.object({
  /** Also the fencing token: every save names it. */
  id: idField,
  expiresAt: z.iso.datetime(),
  /** Seconds until then, by the database's clock. */
  secondsLeft: z.number(),
})

/** Why nothing was served. */
export const noneLeftReasons = ['empty', 'all_done', 'held_by_others', 'only_your_own'] as const

export const claimNextContract = defineContract({
  name: 'claimNext',
  method: 'post',
  path: '/projects/{project}/claims',
  summary:
    'Take the next solution to label: the one that you hold, else what was returned to you, else the best open one',
  input: z.strictObject({
    project: projectField,
    /** While holding one: take the next as a second lease, one at most. */
    ahead: z.boolean().default(false),
  }),
  reply: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('solution'),
      why: z.enum(['resumed', 'returned', 'screening', 'work']),
      lease: leaseReply,
      solution: idField.describe(
        'The same for the same solution; by the API not the one it is stored by',
      ),
      /** What the person is told of an annotation that came back to them. */
      note: z.string().nullable(),
    }),
    z.object({
      kind: z.literal('none_left'),
      why: z.enum(noneLeftReasons),
      until: z.iso
        .datetime()
        .nullable()
        .describe(
          'With `held_by_others`: when the first lease of theirs ends; null where something has just come free: ask again',
        ),
    }),
    z.object({
      kind: z.literal('screening_due'),
      /** `ending`: all of it was served, and the result comes in a moment. */
      state: z.enum(['due', 'ending', 'failed']),
      /** How many solutions a screening has, and the share of exact answers that passes. */
      items: z.number(),
      share: z.number(),
    }),
    z.object({
      kind: z.literal('paused'),
      /** What the person is told. */
      message: z.string(),
      since: z.iso.datetime(),
    }),
  ]),
})

export const renewLeaseContract = defineContract({
  name: 'renewLease',
  method: 'post',
  path: '/projects/{project}/leases/{lease}/heartbeat',
  summary: 'Keep holding a solution, and the one fetched ahead, while you are at work',
  input: z.strictObject({ project: projectField, lease: idField }),
  reply: leaseReply,
})

export const releaseLeaseContract = defineContract({
  name: 'releaseLease',
  method: 'delete',
  path: '/projects/{project}/leases/{lease}',
  summary: 'Give a solution back',
  input: z.strictObject({ project: projectField, lease: idField }),
  reply: z.object({ released: z.boolean() }),
})

export const skipSolutionContract = defineContract({
  name: 'skipSolution',
  method: 'post',
  path: '/projects/{project}/leases/{lease}/skip',
  summary: 'Give a solution back, with a reason; in this round it does not come back to you',
  input: z.strictObject({ project: projectField, lease: idField, reason: filledTextField(2_000) }),
  reply: z.object({ skipped: z.literal(true) }),
})

const queueItemReply = z.object({
  solution: idField,
  externalId: z.string().nullable(),
  problem: z.string(),
  answer: z.string().nullable(),
  truth: z.string().nullable(),
  round: z.number().nullable().describe('Null: it was queued as it came'),
  slice: z.string(),
  reason: z.string(),
  score: z.number().nullable(),
  verdict: z.enum(['correct', 'wrong', 'unsure']),
  steps: z.number(),
  wanted: z.number(),
  taken: z.number().describe('Annotations submitted or under way'),
  selectionProbability: z.number().nullable(),
})

export const listQueueHeadContract = defineContract({
  name: 'listQueueHead',
  method: 'get',
  path: '/projects/{project}/queue',
  summary: 'What is served next, and why',
  input: z.strictObject({
    project: projectField,
    limit: z.coerce.number().int().min(1).max(200).default(20),
    /** What the reply before said as `next`. */
    after: textField(200).optional(),
    /** Of this slice alone. */
    slice: textField(40).optional(),
  }),
  reply: z.object({
    open: z.number(),
    held: z.number(),
    items: z.array(queueItemReply),
    next: z.string().nullable().describe('Null: these were the last'),
  }),
})

const oneItem = { project: projectField, solution: idField }

export const excludeSolutionContract = defineContract({
  name: 'excludeSolution',
  method: 'post',
  path: '/projects/{project}/queue/{solution}/exclude',
  summary: 'Take a solution out of the queue; who holds it may finish',
  input: z.strictObject({ ...oneItem, reason: filledTextField(1_000) }),
  reply: z.object({ solution: idField, isExcluded: z.literal(true) }),
})

export const restoreSolutionContract = defineContract({
  name: 'restoreSolution',
  method: 'post',
  path: '/projects/{project}/queue/{solution}/restore',
  summary: 'Put back what was taken out, where it stood',
  input: z.strictObject(oneItem),
  reply: z.object({ solution: idField, isExcluded: z.literal(false) }),
})

export const listExclusionsContract = defineContract({
  name: 'listExclusions',
  method: 'get',
  path: '/projects/{project}/queue/excluded',
  summary:
    'Solutions that were taken out of the queue, and those that three people skipped, newest first',
  input: z.strictObject({
    project: projectField,
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({
    items: z.array(
      z.object({
        solution: idField,
        problem: z.string(),
        reasons: z.array(z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() })),
        why: z.enum(['taken_out', 'skipped']),
      }),
    ),
  }),
})
