import { stepQueryField } from '@/lib/annotations/step-page'
import { annotationFlows } from '@/lib/formats/record'
import { defineContract, z } from '@/lib/platform/contract'
import {
  nonBlankTextField,
  idField,
  int32Max,
  projectSlugField,
  textField,
} from '@/lib/platform/fields'
import { annotatorNameField } from '@/lib/reviews/reviewed-fields'
import { dismissalNoteMaxLength, questionMaxLength } from './decision-limits'
import {
  questionReferenceField,
  maxQuestionsPerCall,
  stepOptionField,
  questionKinds,
  ratingField,
  resolvedQuestionField,
  stepRatingsField,
  stepNumberField,
} from './question-fields'

export const questionOrders = ['most-asked', 'newest'] as const
export type QuestionOrder = (typeof questionOrders)[number]

const openQuestion = z.object({
  /** The annotation with the flag or comment; null for a reviewer's question. */
  annotation: idField.nullable(),
  /** Null for a flag or comment. */
  question: idField.nullable(),
  option: z.number(),
  /** Null if it is about the step itself. */
  optionText: z.string().nullable(),
  /** The annotator's rating of the option; null if it is about the step itself. */
  optionRating: ratingField.nullable(),
  kind: z.enum(questionKinds),
  text: z.string(),
  person: annotatorNameField,
  askedAt: z.iso
    .datetime()
    .describe('When the question was asked (UTC), or the start of its week if `isTimeRounded`'),
  isTimeRounded: z
    .boolean()
    .describe('An annotator asked, and names are hidden from you, so the exact time is too'),
})

const stepFields = {
  solution: idField,
  externalId: z.string().nullable(),
  revision: z.number(),
  flow: z.enum(annotationFlows),
  /** 0-based. */
  step: z.number(),
  stepCount: z.number(),
  problem: z.string(),
}

export const listQuestionsContract = defineContract({
  name: 'listQuestions',
  method: 'get',
  path: '/projects/{project}/questions',
  summary: 'List open questions by step',
  input: z.strictObject({
    project: projectSlugField,
    order: z.enum(questionOrders).default('most-asked'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    /** All steps with an open question. */
    count: z.number(),
    pages: z.number(),
    steps: z.array(
      z.object({
        ...stepFields,
        /** Null for the first step. */
        previousStep: z.string().nullable(),
        /** Empty in the step-choice flow. */
        text: z.string(),
        /** Number of people who ask. */
        annotators: z.number(),
        questions: z.array(openQuestion),
        ratings: stepRatingsField,
      }),
    ),
  }),
})

export const getQuestionStepContract = defineContract({
  name: 'getQuestionStep',
  method: 'get',
  path: '/projects/{project}/solutions/{solution}/steps/{step}',
  summary: 'Get a step with the previous steps, its ratings and its open questions',
  input: z.strictObject({
    project: projectSlugField,
    solution: idField,
    step: stepQueryField,
  }),
  reply: z.object({
    ...stepFields,
    /** Texts of the steps up to this one. */
    steps: z.array(z.string()),
    questions: z.array(openQuestion),
    ratings: stepRatingsField,
  }),
})

export const listDismissedQuestionsContract = defineContract({
  name: 'listDismissedQuestions',
  method: 'get',
  path: '/projects/{project}/questions/dismissed',
  summary: 'List dismissed questions, latest first',
  input: z.strictObject({
    project: projectSlugField,
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    count: z.number(),
    pages: z.number(),
    questions: z.array(
      resolvedQuestionField.extend({
        /** The reason; can be empty. */
        note: z.string(),
        by: z.string(),
        dismissedAt: z.iso.datetime(),
      }),
    ),
  }),
})

export const askQuestionContract = defineContract({
  name: 'askQuestion',
  method: 'post',
  path: '/projects/{project}/questions',
  summary: 'Ask other reviewers about a step',
  input: z.strictObject({
    project: projectSlugField,
    solution: idField,
    revision: z.number().int().min(1).max(int32Max),
    step: stepNumberField,
    option: stepOptionField.default(0),
    text: nonBlankTextField(questionMaxLength),
  }),
  reply: z.object({ question: idField }),
})

export const dismissQuestionsContract = defineContract({
  name: 'dismissQuestions',
  method: 'post',
  path: '/projects/{project}/questions/dismissed',
  summary: 'Dismiss questions',
  input: z.strictObject({
    project: projectSlugField,
    questions: z.array(questionReferenceField).min(1).max(maxQuestionsPerCall),
    /** The reason. */
    note: textField(dismissalNoteMaxLength).default(''),
  }),
  reply: z.object({
    /** Ids for `reopenQuestions`. */
    questions: z.array(idField),
  }),
})

export const reopenQuestionsContract = defineContract({
  name: 'reopenQuestions',
  method: 'post',
  path: '/projects/{project}/questions/reopen',
  summary: 'Reopen dismissed or answered questions',
  input: z.strictObject({
    project: projectSlugField,
    questions: z.array(idField).min(1).max(maxQuestionsPerCall),
  }),
  reply: z.object({
    /** Reopened questions. A note that its annotator changed or deleted since is not reopened. */
    reopened: z.number(),
  }),
})
