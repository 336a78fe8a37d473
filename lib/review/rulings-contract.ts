import { summaryMaxLength } from '@/lib/annotations/guideline-limits'
import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, int32Max, projectField, textField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { guidelineMaxLength } from '@/lib/projects/settings'
import { askField, asksMax, questionKinds, rulingField, rulingFields } from './question-fields'
import { affectedWordsMaxLength, returnsAtOnce } from './ruling-limits'
import { hiddenNameField } from './said-field'

export const rulingStates = ['draft', 'published'] as const

/** Annotations that a preview lists. */
export const affectedListed = 50

const oneRuling = { project: projectField, ruling: rulingField }

const rulingReply = z.object({
  /** Its number in the project. */
  ruling: z.number(),
  heading: z.string(),
  words: z.string(),
  example: z
    .object({
      solution: idField,
      revision: z.number(),
      /** 0-based. */
      step: z.number(),
      option: z.number(),
      /** The texts as they were when the ruling was made. */
      problem: z.string(),
      text: z.string(),
      rating: z.number().int(),
      why: z.string(),
    })
    .nullable(),
  state: z.enum(rulingStates),
  /** The version of the guideline that it went into. */
  guidelineVersion: z.number().nullable(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  /** Questions that it answers. */
  questions: z.number(),
  /** Annotations that it sent back, and those of them that were submitted again since. */
  returned: z.number(),
  corrected: z.number(),
})

export const listRulingsContract = defineContract({
  name: 'listRulings',
  method: 'get',
  path: '/projects/{project}/rulings',
  summary: 'Rulings, the last first',
  input: z.strictObject({
    project: projectField,
    state: z.enum(rulingStates).optional(),
    /** Only those before this one: the last of the page before. */
    before: rulingField.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ rulings: z.array(rulingReply), next: z.number().nullable() }),
})

export const getRulingContract = defineContract({
  name: 'getRuling',
  method: 'get',
  path: '/projects/{project}/rulings/{ruling}',
  summary: 'A ruling with the questions that it answers, at most 100 of them',
  input: z.strictObject(oneRuling),
  reply: rulingReply.extend({
    asked: z.array(
      z.object({
        question: idField,
        solution: idField,
        externalId: z.string().nullable(),
        step: z.number(),
        kind: z.enum(questionKinds),
        words: z.string(),
        person: hiddenNameField,
      }),
    ),
  }),
})

export const makeRulingContract = defineContract({
  name: 'makeRuling',
  method: 'post',
  path: '/projects/{project}/rulings',
  summary: 'Say what holds from now on; a draft until it goes into a version of the guideline',
  input: z.strictObject({
    project: projectField,
    ...rulingFields,
    /** Questions that it answers. */
    asks: z.array(askField).max(asksMax).default([]),
  }),
  reply: z.object({ ruling: z.number() }),
})

export const changeRulingContract = defineContract({
  name: 'changeRuling',
  method: 'patch',
  path: '/projects/{project}/rulings/{ruling}',
  summary: 'Say it otherwise, while it is a draft',
  input: z.strictObject({ ...oneRuling, ...rulingFields }),
  reply: z.object({ ruling: z.number() }),
})

export const answerQuestionsContract = defineContract({
  name: 'answerQuestions',
  method: 'post',
  path: '/projects/{project}/rulings/{ruling}/questions',
  summary: 'Answer questions with a ruling that is there',
  input: z.strictObject({ ...oneRuling, asks: z.array(askField).min(1).max(asksMax) }),
  reply: z.object({
    /** By which they can be opened again. */
    questions: z.array(idField),
  }),
})

export const discardRulingContract = defineContract({
  name: 'discardRuling',
  method: 'delete',
  path: '/projects/{project}/rulings/{ruling}',
  summary: 'Take back a draft: its questions are open again',
  input: z.strictObject(oneRuling),
  reply: z.object({ opened: z.number() }),
})

export const publishRulingsContract = defineContract({
  name: 'publishRulings',
  method: 'post',
  path: '/projects/{project}/rulings/publication',
  summary: 'Publish the next version of the guideline with drafts of rulings in it',
  input: z.strictObject({
    project: projectField,
    rulings: z.array(rulingField).min(1).max(200),
    text: filledTextField(guidelineMaxLength),
    /** What is new, in a few words. */
    summary: filledTextField(summaryMaxLength),
    /** The latest version as you knew it; refused with `conflict` where there is a newer one. */
    basedOn: z.number().int().min(1).max(int32Max),
  }),
  reply: z.object({ version: z.number() }),
})

/**
 * Labels that a ruling touches, all made under an earlier version of the guideline: those that its questions came from,
 * and those that all of the other conditions hold for; without one, no others.
 */
const affectedFields = {
  questions: z.boolean().default(true),
  /** Rated the solution of the worked example. */
  example: z.boolean().default(false),
  /** With a flag or a comment; on the step of the example, or on one with these words, where that is asked too. */
  noted: z.boolean().default(false),
  /** Rated a step with these words in it, small letters and capitals alike. */
  words: textField(affectedWordsMaxLength).default(''),
  /** With this kind of error. */
  tag: textField(40).nullable().default(null),
}
export type AffectedFilter = {
  [K in keyof typeof affectedFields]: z.output<(typeof affectedFields)[K]>
}

export const previewAffectedContract = defineContract({
  name: 'previewAffected',
  method: 'post',
  path: '/projects/{project}/rulings/{ruling}/affected',
  summary: 'Which labels a published ruling touches; changes nothing',
  input: z.strictObject({ ...oneRuling, ...affectedFields }),
  reply: z.object({
    annotations: z.number(),
    people: z.number(),
    accepted: z
      .number()
      .describe('Of those that go back: a reviewer accepted them, before the ruling'),
    /** Touched, and not sent back. */
    leftOut: z.object({
      imported: z.number().describe('They came with data, and stay as they came'),
      checks: z.number().describe('Gold and screening stay as they were answered'),
      adjudicated: z.number().describe('Of their solutions final labels stand'),
      gone: z.number().describe('Their annotators are not here any more'),
      already: z.number().describe('This ruling sent them back before'),
    }),
    /** The first of them. */
    listed: z.array(
      z.object({
        annotation: idField,
        solution: idField,
        externalId: z.string().nullable(),
        problem: typesetField,
        person: hiddenNameField,
        /** Step of the first error, 0-based; null for none. */
        error: z.number().nullable(),
        guidelineVersion: z.number().nullable(),
        submittedAt: z.iso.datetime(),
      }),
    ),
  }),
})

export const returnAffectedContract = defineContract({
  name: 'returnAffected',
  method: 'post',
  path: '/projects/{project}/rulings/{ruling}/returns',
  summary:
    'Send the labels that a published ruling touches back to their annotators, some at a time',
  input: z.strictObject({
    ...oneRuling,
    ...affectedFields,
    /** `next` of the call before. */
    after: idField.nullable().default(null),
    limit: z.number().int().min(1).max(returnsAtOnce).default(returnsAtOnce),
  }),
  reply: z.object({
    /** Sent back by this call. */
    returned: z.number(),
    /** For the next call; null when there are no more. */
    next: idField.nullable(),
  }),
})
