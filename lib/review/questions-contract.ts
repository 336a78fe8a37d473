import { flows } from '@/lib/formats/record'
import { formatLimits } from '@/lib/formats/limits'
import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, int32Max, projectField, textField } from '@/lib/platform/fields'
import {
  askField,
  asksMax,
  optionField,
  questionKinds,
  ratedField,
  stepField,
} from './question-fields'
import { asideMaxLength, questionMaxLength } from './ruling-limits'
import { hiddenNameField } from './said-field'

export const questionOrders = ['most-asked', 'newest'] as const
export type QuestionOrder = (typeof questionOrders)[number]

const openAsk = z.object({
  /** Whose note it is; null for a reviewer's question. */
  annotation: idField.nullable(),
  /** Null for a note. */
  question: idField.nullable(),
  option: z.number(),
  /** Null where it is about the step itself. */
  optionText: z.string().nullable(),
  kind: z.enum(questionKinds),
  words: z.string(),
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
    open: z.number(),
    pages: z.number(),
    steps: z.array(
      z.object({
        ...stepFields,
        /** The step before; null at the first. */
        before: z.string().nullable(),
        /** Empty where the step is a choice between options. */
        text: z.string(),
        /** How many people ask. */
        people: z.number(),
        asks: z.array(openAsk),
        rated: ratedField,
      }),
    ),
  }),
})

export const getAskedStepContract = defineContract({
  name: 'getAskedStep',
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
    asks: z.array(openAsk),
    rated: ratedField,
  }),
})

export const listSetAsideContract = defineContract({
  name: 'listSetAside',
  method: 'get',
  path: '/projects/{project}/questions/aside',
  summary: 'Questions that were set aside, the last first',
  input: z.strictObject({
    project: projectField,
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  reply: z.object({
    all: z.number(),
    pages: z.number(),
    questions: z.array(
      z.object({
        question: idField,
        solution: idField,
        externalId: z.string().nullable(),
        step: z.number(),
        kind: z.enum(questionKinds),
        words: z.string(),
        person: hiddenNameField,
        /** Why; may be empty. */
        note: z.string(),
        by: z.string(),
        settledAt: z.iso.datetime(),
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
    words: filledTextField(questionMaxLength),
  }),
  reply: z.object({ question: idField }),
})

export const setQuestionsAsideContract = defineContract({
  name: 'setQuestionsAside',
  method: 'post',
  path: '/projects/{project}/questions/aside',
  summary: 'Leave questions without a ruling',
  input: z.strictObject({
    project: projectField,
    asks: z.array(askField).min(1).max(asksMax),
    /** Why, in a word. */
    note: textField(asideMaxLength).default(''),
  }),
  reply: z.object({
    /** By which they can be opened again. */
    questions: z.array(idField),
  }),
})

export const reopenQuestionsContract = defineContract({
  name: 'reopenQuestions',
  method: 'post',
  path: '/projects/{project}/questions/reopening',
  summary: 'Open questions again that were set aside or answered',
  input: z.strictObject({ project: projectField, questions: z.array(idField).min(1).max(asksMax) }),
  reply: z.object({
    /** Questions that wait again; what its annotator has changed or taken back meanwhile does not. */
    opened: z.number(),
  }),
})
