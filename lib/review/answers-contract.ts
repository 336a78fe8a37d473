import { verdicts, verdictSources } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField, textField } from '@/lib/platform/fields'
import { graderModes } from '@/lib/projects/settings'
import { shownAnswerCharacters } from './shown-answer'

/** Pairs that a page of the list holds. */
export const pairsPerPage = 50

export const verdictField = z.enum(verdicts)
export const pairField = z.string().regex(/^[0-9a-f]{64}$/, 'is no name of a pair')
const noteField = textField(1_000)
export const seenField = z.iso
  .datetime()
  .nullable()
  .default(null)
  .describe(
    'The ruledAt of the word that you know of; null: of none. Where another person has spoken since, the call is refused with 409, and `standing` says what they said',
  )

/** How a pair or a solution stands, and by whom. */
export const standingFields = {
  verdict: verdictField,
  reason: z.string(),
  by: z.enum(verdictSources).describe('Whose word it is; a mixed pair says grader'),
  ruledBy: z.string().nullable().describe('Name of the person who spoke of just this'),
  ruledAt: z.iso.datetime().nullable(),
  note: z.string().nullable(),
}

const pairReply = z.object({
  pair: pairField.describe(
    'Names both texts: the SHA-256 of what lib/review/name-pair.ts makes of them',
  ),
  given: z.string().describe(`At most ${shownAnswerCharacters} characters of it`),
  truth: z.string().describe(`At most ${shownAnswerCharacters} characters of it`),
  ...standingFields,
  solutions: z.number(),
  verdicts: z
    .object({ correct: z.number(), wrong: z.number(), unsure: z.number() })
    .describe('Its solutions by verdict; overruled ones may differ'),
  problems: z.number(),
  example: z
    .object({ problem: z.string(), solution: idField, lastStep: z.string() })
    .describe('One of them, to see what the answers are of'),
})

export const listAnswerPairsContract = defineContract({
  name: 'listAnswerPairs',
  method: 'get',
  path: '/projects/{project}/answers',
  summary:
    'Final answers and their verdicts, identical pairs together, those of most solutions first',
  input: z.strictObject({
    project: projectField,
    /** `unsure`: they wait for a person. `settled`: a person has spoken. `search`: every pair that has the text. */
    show: z.enum(['unsure', 'settled', 'search']).default('unsure'),
    text: textField(200).optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  reply: z.object({
    counts: z.object({
      correct: z.number(),
      wrong: z.number(),
      unsure: z.number(),
      settled: z.number().describe("Solutions whose verdict is a person's word"),
      leftUnsure: z.number().describe('Unsure by the word of a person'),
      unanswered: z.number().describe('Unsure, as no final answer was found: they wait'),
      unreferenced: z
        .number()
        .describe('Unsure, as the problem has no reference answer: nothing to grade against'),
    }),
    pairs: z.array(pairReply),
    pages: z.number(),
  }),
})

export const settleAnswersContract = defineContract({
  name: 'settleAnswers',
  method: 'post',
  path: '/projects/{project}/answers/settle',
  summary: 'Say what a pair of answers is: for every solution that has it, now and later',
  input: z.strictObject({
    project: projectField,
    pair: pairField,
    verdict: verdictField,
    note: noteField.default(''),
    seen: seenField,
  }),
  reply: z.object({
    pair: pairReply,
    changed: z.number().describe('Solutions whose verdict is another now'),
  }),
})

export const unsettleAnswersContract = defineContract({
  name: 'unsettleAnswers',
  method: 'post',
  path: '/projects/{project}/answers/unsettle',
  summary:
    'Take back what was said of a pair: the word of the file counts again, else it is graded',
  input: z.strictObject({ project: projectField, pair: pairField, seen: seenField }),
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
  mode: z.enum(graderModes),
  graderVersion: z.string(),
  readRows: z.number().describe('Solutions looked through, of allRows'),
  allRows: z.number().nullable(),
  changes: z
    .array(z.object({ from: verdictField, to: verdictField, solutions: z.number() }))
    .describe('Solutions by verdict before and after, those that stay as they are too'),
  kept: z.number().describe('Solutions left alone, because a person or the file said so'),
  firstPairs: z
    .array(
      z.object({
        given: z.string().nullable(),
        truth: z.string().nullable(),
        from: verdictField,
        to: verdictField,
        reason: z.string(),
        solutions: z.number(),
      }),
    )
    .describe('The pairs that change, those of most solutions first, at most 200'),
  message: z.string().nullable(),
  by: z.string(),
  appliedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

const oneRegrade = { project: projectField, regrade: idField }

export const openRegradeContract = defineContract({
  name: 'openRegrade',
  method: 'post',
  path: '/projects/{project}/regrades',
  summary: 'Grade every final answer anew, and show what would change; nothing changes yet',
  input: z.strictObject({
    project: projectField,
    /** Without it as the project's settings say. */
    mode: z.enum(graderModes).optional(),
  }),
  reply: regradeReply,
})

export const applyRegradeContract = defineContract({
  name: 'applyRegrade',
  method: 'post',
  path: '/projects/{project}/regrades/{regrade}/apply',
  summary: 'Store the verdicts of the preview, and rank the queue anew; labels are not touched',
  input: z.strictObject(oneRegrade),
  reply: regradeReply,
})

export const cancelRegradeContract = defineContract({
  name: 'cancelRegrade',
  method: 'post',
  path: '/projects/{project}/regrades/{regrade}/cancel',
  summary: 'End it: nothing of it stays',
  input: z.strictObject(oneRegrade),
  reply: regradeReply,
})

export const getRegradeContract = defineContract({
  name: 'getRegrade',
  method: 'get',
  path: '/projects/{project}/regrades/{regrade}',
  summary: 'How far it is, and what changes',
  input: z.strictObject(oneRegrade),
  reply: regradeReply,
})

export const listRegradesContract = defineContract({
  name: 'listRegrades',
  method: 'get',
  path: '/projects/{project}/regrades',
  summary: 'The last regrades, newest first',
  input: z.strictObject({ project: projectField }),
  reply: z.object({ regrades: z.array(regradeReply.omit({ firstPairs: true })) }),
})
