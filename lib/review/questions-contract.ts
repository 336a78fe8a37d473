import { flows } from '@/lib/formats/record'
import { formatLimits } from '@/lib/formats/limits'
import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, int32Max, projectField, textField } from '@/lib/platform/fields'
import {
  questionRefField,
  maxQuestions,
  optionField,
  questionKinds,
  stepRatingsField,
  stepField,
} from './question-fields'
import { dismissalNoteMaxLength, questionMaxLength } from './decision-limits'
import { hiddenNameField } from './reviewed-fields'

export const questionOrders = ['most-asked', 'newest'] as const
export type QuestionOrder = (typeof questionOrders)[number]

const openQuestion = z.object({
  /** Whose note it is; null for a reviewer's question. */
  annotation: idField.nullable(),
  /** Null for a note. */
  question: idField.nullable(),
  option: z.number(),
  /** Null where it is about the step itself. */
  optionText: z.string().nullable(),
  kind: z.enum(questionKinds),
  text: z.string(),
  person: hiddenNameField,
  askedAt: z.iso.datetime(),
})

const stepFields = {
  solution: idField,
  externalId: z.string().nullable(),
  revision: z.number(),
  flow: z.enum(flows),
  /** 0-based. */
  step: z.number(),
  stepCount: z.number(),
  problem: z.string(),
}

export const listQuestionsContract = defineContract({
  name: 'listQuestions',
  method: 'get',
  path: '/projects/{project}/questions',
  summary: 'Open questions: flags and comments that nobody has dealt with, by solution and step',
  input: z.strictObject({
    project: projectField,
    order: z.enum(questionOrders).default('most-asked'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  reply: z.object({
    /** Steps with an open question, in all. */
    count: z.number(),
    pages: z.number(),
    steps: z.array(
      z.object({
        ...stepFields,
        /** The step before; null at the first. */
        previousStep: z.string().nullable(),
        /** Empty where the step is a choice between options. */
        text: z.string(),
        /** How many people ask. */
        annotators: z.number(),
        questions: z.array(openQuestion),
        ratings: stepRatingsField,
      }),
    ),
  }),
})

export const getStepContract = defineContract({
  name: 'getStep',
  method: 'get',
  path: '/projects/{project}/solutions/{solution}/steps/{step}',
  summary: 'A step with those before it, what people rated it, and its open questions',
  input: z.strictObject({
    project: projectField,
    solution: idField,
    step: z.coerce
      .number()
      .int()
      .min(0)
      .max(formatLimits.steps - 1),
  }),
  reply: z.object({
    ...stepFields,
    /** The texts up to the step and with it. */
    steps: z.array(z.string()),
    questions: z.array(openQuestion),
    ratings: stepRatingsField,
  }),
})

export const listDismissedQuestionsContract = defineContract({
  name: 'listDismissedQuestions',
  method: 'get',
  path: '/projects/{project}/questions/dismissed',
  summary: 'Questions that were set aside, the last first',
  input: z.strictObject({
    project: projectField,
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    count: z.number(),
    pages: z.number(),
    questions: z.array(
      z.object({
        question: idField,
        solution: idField,
        externalId: z.string().nullable(),
        step: z.number(),
        kind: z.enum(questionKinds),
        text: z.string(),
        person: hiddenNameField,
        /** Why; may be empty. */
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
  summary: 'Ask about a step that nobody asked about, for a reviewer to rule on',
  input: z.strictObject({
    project: projectField,
    solution: idField,
    revision: z.number().int().min(1).max(int32Max),
    step: stepField,
    option: optionField.default(0),
    text: filledTextField(questionMaxLength),
  }),
  reply: z.object({ question: idField }),
})

export const dismissQuestionsContract = defineContract({
  name: 'dismissQuestions',
  method: 'post',
  path: '/projects/{project}/questions/dismissed',
  summary: 'Leave questions without a decision',
  input: z.strictObject({
    project: projectField,
    questions: z.array(questionRefField).min(1).max(maxQuestions),
    /** Why, in a word. */
    note: textField(dismissalNoteMaxLength).default(''),
  }),
  reply: z.object({
    /** By which they can be opened again. */
    questions: z.array(idField),
  }),
})

export const reopenQuestionsContract = defineContract({
  name: 'reopenQuestions',
  method: 'post',
  path: '/projects/{project}/questions/reopen',
  summary: 'Open questions again that were set aside or answered',
  input: z.strictObject({
    project: projectField,
    questions: z.array(idField).min(1).max(maxQuestions),
  }),
  reply: z.object({
    /** Questions that wait again; what its annotator has changed or taken back meanwhile does not. */
    reopened: z.number(),
  }),
})
