import { summaryMaxLength } from '@/lib/annotations/guideline-limits'
import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, int32Max, projectField, textField } from '@/lib/platform/fields'
import { typesetField } from '@/lib/problems/typeset-field'
import { guidelineMaxLength } from '@/lib/projects/settings'
import {
  questionRefField,
  maxQuestions,
  questionKinds,
  decisionField,
  decisionFields,
} from './question-fields'
import { stepTextFilterMaxLength, returnBatchSize } from './decision-limits'
import { hiddenNameField } from './reviewed-fields'

export const decisionStates = ['draft', 'published'] as const

/** Annotations that a preview lists. */
export const maxListedAffected = 50

const decisionParams = { project: projectField, decision: decisionField }

const decisionReply = z.object({
  /** Its number in the project. */
  decision: z.number(),
  heading: z.string(),
  text: z.string(),
  example: z
    .object({
      solution: idField,
      revision: z.number(),
      /** 0-based. */
      step: z.number(),
      option: z.number(),
      /** The texts as they were when the decision was made. */
      problem: z.string(),
      text: z.string(),
      rating: z.number().int(),
      reason: z.string(),
    })
    .nullable(),
  state: z.enum(decisionStates),
  /** The version of the guideline that it went into. */
  guidelineVersion: z.number().nullable(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  /** Questions that it answers. */
  questionCount: z.number(),
  /** Annotations that it sent back, and those of them that were submitted again since. */
  returned: z.number(),
  corrected: z.number(),
})

export const listDecisionsContract = defineContract({
  name: 'listDecisions',
  method: 'get',
  path: '/projects/{project}/decisions',
  summary: 'Decisions, the last first',
  input: z.strictObject({
    project: projectField,
    state: z.enum(decisionStates).optional(),
    /** Only those before this one: the last of the page before. */
    before: decisionField.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ decisions: z.array(decisionReply), next: z.number().nullable() }),
})

export const getDecisionContract = defineContract({
  name: 'getDecision',
  method: 'get',
  path: '/projects/{project}/decisions/{decision}',
  summary: 'A decision with the questions that it answers, at most 100 of them',
  input: z.strictObject(decisionParams),
  reply: decisionReply.extend({
    questions: z.array(
      z.object({
        question: idField,
        solution: idField,
        externalId: z.string().nullable(),
        step: z.number(),
        kind: z.enum(questionKinds),
        text: z.string(),
        person: hiddenNameField,
      }),
    ),
  }),
})

export const createDecisionContract = defineContract({
  name: 'createDecision',
  method: 'post',
  path: '/projects/{project}/decisions',
  summary: 'Say what holds from now on; a draft until it goes into a version of the guideline',
  input: z.strictObject({
    project: projectField,
    ...decisionFields,
    /** Questions that it answers. */
    questions: z.array(questionRefField).max(maxQuestions).default([]),
  }),
  reply: z.object({ decision: z.number() }),
})

export const updateDecisionContract = defineContract({
  name: 'updateDecision',
  method: 'patch',
  path: '/projects/{project}/decisions/{decision}',
  summary: 'Say it otherwise, while it is a draft',
  input: z.strictObject({ ...decisionParams, ...decisionFields }),
  reply: z.object({ decision: z.number() }),
})

export const answerQuestionsContract = defineContract({
  name: 'answerQuestions',
  method: 'post',
  path: '/projects/{project}/decisions/{decision}/questions',
  summary: 'Answer questions with a decision that is there',
  input: z.strictObject({
    ...decisionParams,
    questions: z.array(questionRefField).min(1).max(maxQuestions),
  }),
  reply: z.object({
    /** By which they can be opened again. */
    questions: z.array(idField),
  }),
})

export const discardDecisionContract = defineContract({
  name: 'discardDecision',
  method: 'delete',
  path: '/projects/{project}/decisions/{decision}',
  summary: 'Take back a draft: its questions are open again',
  input: z.strictObject(decisionParams),
  reply: z.object({ reopened: z.number() }),
})

export const publishDecisionsContract = defineContract({
  name: 'publishDecisions',
  method: 'post',
  path: '/projects/{project}/decisions/publish',
  summary: 'Publish the next version of the guideline with drafts of decisions in it',
  input: z.strictObject({
    project: projectField,
    decisions: z.array(decisionField).min(1).max(200),
    text: filledTextField(guidelineMaxLength),
    /** What is new, in a few words. */
    summary: filledTextField(summaryMaxLength),
    /** The latest version as you knew it; refused with `conflict` where there is a newer one. */
    basedOn: z.number().int().min(1).max(int32Max),
  }),
  reply: z.object({ version: z.number() }),
})

/**
 * Labels that a decision touches, all made under an earlier version of the guideline: those that its questions came from,
 * and those that all of the other conditions hold for; without one, no others.
 */
const affectedFields = {
  fromQuestions: z.boolean().default(true),
  /** Rated the solution of the worked example. */
  sameSolution: z.boolean().default(false),
  /** With a flag or a comment; on the step of the example, or on one with these words, where that is asked too. */
  hasNote: z.boolean().default(false),
  /** Rated a step with these words in it, small letters and capitals alike. */
  stepText: textField(stepTextFilterMaxLength).default(''),
  /** With this kind of error. */
  errorTag: textField(40).nullable().default(null),
}
export type AffectedFilter = {
  [K in keyof typeof affectedFields]: z.output<(typeof affectedFields)[K]>
}

export const previewAffectedContract = defineContract({
  name: 'previewAffected',
  method: 'post',
  path: '/projects/{project}/decisions/{decision}/affected',
  summary: 'Which labels a published decision touches; changes nothing',
  input: z.strictObject({ ...decisionParams, ...affectedFields }),
  reply: z.object({
    annotations: z.number(),
    people: z.number(),
    accepted: z
      .number()
      .describe('Of those that go back: a reviewer accepted them, before the decision'),
    /** Touched, and not sent back. */
    notReturned: z.object({
      imported: z.number().describe('They came with data, and stay as they came'),
      goldOrScreening: z.number().describe('Gold and screening stay as they were answered'),
      adjudicated: z.number().describe('Of their solutions final labels stand'),
      annotatorGone: z.number().describe('Their annotators are not here any more'),
      returnedBefore: z.number().describe('This decision sent them back before'),
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
  path: '/projects/{project}/decisions/{decision}/returns',
  summary:
    'Send the labels that a published decision touches back to their annotators, some at a time',
  input: z.strictObject({
    ...decisionParams,
    ...affectedFields,
    /** `next` of the call before. */
    after: idField.nullable().default(null),
    limit: z.number().int().min(1).max(returnBatchSize).default(returnBatchSize),
  }),
  reply: z.object({
    /** Sent back by this call. */
    returned: z.number(),
    /** For the next call; null when there are no more. */
    next: idField.nullable(),
  }),
})
