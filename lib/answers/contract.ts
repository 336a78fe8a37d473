import { verdicts, verdictSources } from '@/lib/formats/record'
import { waitingForField } from '@/lib/jobs/waiting-for-field'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, instantField, projectSlugField, textField } from '@/lib/platform/fields'
import { graderModes } from '@/lib/projects/settings'
import { maxAnswerExcerptCharacters } from './answer-excerpt'

export const answerPairsPerPage = 50

export const verdictField = z.enum(verdicts)
export const answerPairIdField = z.string().regex(/^[0-9a-f]{64}$/, 'is not the id of a pair')
const noteField = textField(1_000)
export const expectedDecisionTimeField = instantField
  .nullable()
  .default(null)
  .describe(
    'The `decidedAt` of the decision that you know; null for none. If someone else has decided since, the call is rejected with 409, and `current` holds their decision',
  )

/** The verdict on a pair or a solution, and its source. */
export const verdictStatusFields = {
  verdict: verdictField,
  reason: z.string(),
  by: z
    .enum(verdictSources)
    .describe('Source of the verdict; `grader` for a pair with several sources'),
  decidedBy: z
    .string()
    .nullable()
    .describe(
      'Who decided on this pair or solution. For a pair without a decision whose solutions were all overridden: who overrode the example',
    ),
  decidedAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
}

const pairReply = z.object({
  pair: answerPairIdField.describe('SHA-256 of the final answer, a NUL and the reference answer'),
  answer: z.string().describe(`At most ${maxAnswerExcerptCharacters} characters`),
  referenceAnswer: z.string().describe(`At most ${maxAnswerExcerptCharacters} characters`),
  ...verdictStatusFields,
  solutions: z.number(),
  verdicts: z
    .object({ correct: z.number(), wrong: z.number(), unsure: z.number() })
    .describe('Solutions by verdict; overridden solutions can differ from the pair'),
  problems: z.number(),
  example: z
    .object({ problem: z.string(), solution: idField, lastStep: z.string() })
    .describe('One of the solutions'),
})

export const listAnswerPairsContract = defineContract({
  name: 'listAnswerPairs',
  method: 'get',
  path: '/projects/{project}/answers',
  summary: 'List pairs of final and reference answer, those with most solutions first',
  input: z.strictObject({
    project: projectSlugField,
    /** `unsure`: wait for a decision. `decided`: decided by a person. `search`: all pairs that contain the text. */
    show: z.enum(['unsure', 'decided', 'search']).default('unsure'),
    text: textField(200).optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  reply: z.object({
    counts: z.object({
      correct: z.number(),
      wrong: z.number(),
      unsure: z.number(),
      decided: z.number().describe('Solutions whose verdict a person decided'),
      decidedUnsure: z.number().describe('Decided as unsure'),
      noAnswer: z.number().describe('Unsure because no final answer was found'),
      noReferenceAnswer: z.number().describe('Unsure because the problem has no reference answer'),
    }),
    pairs: z.array(pairReply),
    pages: z.number(),
  }),
})

export const countUndecidedAnswersContract = defineContract({
  name: 'countUndecidedAnswers',
  method: 'get',
  path: '/projects/{project}/answers/undecided',
  summary: 'Count the answers that wait for a decision',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    pairs: z.number().describe('Unsure pairs of final and reference answer that no one decided'),
    noAnswer: z
      .number()
      .describe(
        'Undecided solutions in which no final answer was found, although the problem has a reference answer',
      ),
  }),
})

export const decideAnswerPairContract = defineContract({
  name: 'decideAnswerPair',
  method: 'post',
  path: '/projects/{project}/answers/decide',
  summary: 'Decide on a pair of answers, for all current and future solutions with this pair',
  input: z.strictObject({
    project: projectSlugField,
    pair: answerPairIdField,
    verdict: verdictField,
    note: noteField.default(''),
    expected: expectedDecisionTimeField,
  }),
  reply: z.object({
    pair: pairReply,
    changed: z.number().describe('Solutions whose verdict changed'),
  }),
})

export const withdrawAnswerDecisionContract = defineContract({
  name: 'withdrawAnswerDecision',
  method: 'post',
  path: '/projects/{project}/answers/withdraw',
  summary:
    'Withdraw the decision on a pair; the imported verdict applies again, or else the grader',
  input: z.strictObject({
    project: projectSlugField,
    pair: answerPairIdField,
    expected: expectedDecisionTimeField,
  }),
  reply: z.object({ pair: pairReply, changed: z.number() }),
})

const regradeStates = [
  'previewing',
  'previewed',
  'applying',
  'done',
  'failed',
  'cancelled',
] as const

const regradeReply = z.object({
  regrade: idField,
  state: z.enum(regradeStates),
  waitingFor: waitingForField,
  mode: z.enum(graderModes),
  graderVersion: z.string(),
  readRows: z.number().describe('Solutions read, of `allRows`'),
  allRows: z.number().nullable(),
  changes: z
    .array(z.object({ from: verdictField, to: verdictField, solutions: z.number() }))
    .describe('Solutions by verdict before and after, including unchanged ones'),
  unchanged: z.number().describe('Solutions whose verdict came from a person or a file, and stays'),
  firstPairs: z
    .array(
      z.object({
        answer: z.string().nullable(),
        referenceAnswer: z.string().nullable(),
        from: verdictField,
        to: verdictField,
        reason: z.string(),
        solutions: z.number(),
      }),
    )
    .describe('The first 200 pairs that change, those with most solutions first'),
  message: z.string().nullable(),
  by: z.string(),
  appliedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

const regradeParams = { project: projectSlugField, regrade: idField }

export const startRegradePreviewContract = defineContract({
  name: 'startRegradePreview',
  method: 'post',
  path: '/projects/{project}/regrades',
  summary: 'Preview a regrade of all final answers; changes nothing',
  input: z.strictObject({
    project: projectSlugField,
    /** Defaults to the grader mode of the project. */
    mode: z.enum(graderModes).optional(),
  }),
  reply: regradeReply,
})

export const applyRegradeContract = defineContract({
  name: 'applyRegrade',
  method: 'post',
  path: '/projects/{project}/regrades/{regrade}/apply',
  summary: 'Apply a regrade: store its verdicts and update the queue; labels do not change',
  input: z.strictObject(regradeParams),
  reply: regradeReply,
})

export const cancelRegradeContract = defineContract({
  name: 'cancelRegrade',
  method: 'post',
  path: '/projects/{project}/regrades/{regrade}/cancel',
  summary: 'Cancel a regrade and undo what it did',
  input: z.strictObject(regradeParams),
  reply: regradeReply,
})

export const getRegradeContract = defineContract({
  name: 'getRegrade',
  method: 'get',
  path: '/projects/{project}/regrades/{regrade}',
  summary: 'Get the progress and changes of a regrade',
  input: z.strictObject(regradeParams),
  reply: regradeReply,
})

export const listRegradesContract = defineContract({
  name: 'listRegrades',
  method: 'get',
  path: '/projects/{project}/regrades',
  summary: 'List the latest regrades, newest first',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({ regrades: z.array(regradeReply.omit({ firstPairs: true })) }),
})
