import { guidelineSummaryMaxLength } from '@/lib/annotations/guideline-limits'
import { defineContract, z } from '@/lib/platform/contract'
import {
  nonBlankTextField,
  idField,
  int32Max,
  projectSlugField,
  textField,
} from '@/lib/platform/fields'
import { guidelineMaxLength } from '@/lib/projects/settings'
import { annotatorNameField, areTimesRoundedField } from '@/lib/reviews/reviewed-fields'
import { typesetTextField } from '@/lib/typesetting/typeset-field'
import { stepTextFilterMaxLength, annotationReturnBatchSize } from './decision-limits'
import {
  questionReferenceField,
  maxQuestionsPerCall,
  resolvedQuestionField,
  decisionNumberField,
  decisionContentFields,
} from './question-fields'

export const decisionStates = ['draft', 'published'] as const

export const maxListedAffectedAnnotations = 50

const decisionParams = { project: projectSlugField, decision: decisionNumberField }

const decisionReply = z.object({
  /** Number of the decision in the project. */
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
      /** Texts as they were when the decision was made. */
      problem: z.string(),
      text: z.string(),
      rating: z.number().int(),
      reason: z.string(),
    })
    .nullable(),
  state: z.enum(decisionStates),
  /** The guideline version that it was published with. */
  guidelineVersion: z.number().nullable(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  publishedAt: z.iso.datetime().nullable(),
  /** Questions that it answers. */
  questionCount: z.number(),
  /** Annotations that were returned because of it, and those of them that were submitted again. */
  returned: z.number(),
  corrected: z.number(),
})

export const listDecisionsContract = defineContract({
  name: 'listDecisions',
  method: 'get',
  path: '/projects/{project}/decisions',
  summary: 'List decisions, newest first',
  input: z.strictObject({
    project: projectSlugField,
    state: z.enum(decisionStates).optional(),
    /** Only decisions with a smaller number: `next` of the previous page. */
    before: decisionNumberField.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ decisions: z.array(decisionReply), next: z.number().nullable() }),
})

export const getDecisionContract = defineContract({
  name: 'getDecision',
  method: 'get',
  path: '/projects/{project}/decisions/{decision}',
  summary: 'Get a decision with the first 100 questions that it answers',
  input: z.strictObject(decisionParams),
  reply: decisionReply.extend({
    questions: z.array(resolvedQuestionField),
  }),
})

export const createDecisionContract = defineContract({
  name: 'createDecision',
  method: 'post',
  path: '/projects/{project}/decisions',
  summary: 'Create a decision; it is a draft until it is published with the guideline',
  input: z.strictObject({
    project: projectSlugField,
    ...decisionContentFields,
    /** Questions that it answers. */
    questions: z.array(questionReferenceField).max(maxQuestionsPerCall).default([]),
  }),
  reply: z.object({ decision: z.number() }),
})

export const updateDecisionContract = defineContract({
  name: 'updateDecision',
  method: 'patch',
  path: '/projects/{project}/decisions/{decision}',
  summary: 'Change a draft decision',
  input: z.strictObject({ ...decisionParams, ...decisionContentFields }),
  reply: z.object({ decision: z.number() }),
})

export const answerQuestionsContract = defineContract({
  name: 'answerQuestions',
  method: 'post',
  path: '/projects/{project}/decisions/{decision}/questions',
  summary: 'Answer questions with an existing decision',
  input: z.strictObject({
    ...decisionParams,
    questions: z.array(questionReferenceField).min(1).max(maxQuestionsPerCall),
  }),
  reply: z.object({
    /** Ids for `reopenQuestions`. */
    questions: z.array(idField),
  }),
})

export const discardDecisionContract = defineContract({
  name: 'discardDecision',
  method: 'delete',
  path: '/projects/{project}/decisions/{decision}',
  summary: 'Discard a draft decision and reopen its questions',
  input: z.strictObject(decisionParams),
  reply: z.object({ reopened: z.number() }),
})

export const publishDecisionsContract = defineContract({
  name: 'publishDecisions',
  method: 'post',
  path: '/projects/{project}/decisions/publish',
  summary: 'Publish the next guideline version with draft decisions',
  input: z.strictObject({
    project: projectSlugField,
    decisions: z.array(decisionNumberField).min(1).max(200),
    text: nonBlankTextField(guidelineMaxLength),
    /** Summary of the changes. */
    summary: nonBlankTextField(guidelineSummaryMaxLength),
    /** The latest version that you know. If there is a newer one, it is a `conflict`. */
    basedOn: z.number().int().min(1).max(int32Max),
  }),
  reply: z.object({ version: z.number() }),
})

/**
 * Annotations made under an earlier guideline: those behind the questions, and those that match all other conditions
 * that are set.
 */
const affectedFields = {
  fromQuestions: z.boolean().default(true),
  /** Rated the solution of the worked example. */
  sameSolution: z.boolean().default(false),
  /** Have a flag or comment: with `sameSolution`, on the step of the example; with `stepText`, on a step with that text. */
  hasNote: z.boolean().default(false),
  /** Rated a step that contains this text, ignoring case. */
  stepText: textField(stepTextFilterMaxLength).default(''),
  /** Have this error type. */
  errorTag: textField(40).nullable().default(null),
}
export type AffectedAnnotationFilter = {
  [K in keyof typeof affectedFields]: z.output<(typeof affectedFields)[K]>
}

export const previewAffectedAnnotationsContract = defineContract({
  name: 'previewAffectedAnnotations',
  method: 'post',
  path: '/projects/{project}/decisions/{decision}/affected',
  summary: 'Preview the annotations that a published decision affects; changes nothing',
  input: z.strictObject({ ...decisionParams, ...affectedFields }),
  reply: z.object({
    annotations: z.number(),
    people: z.number(),
    accepted: z.number().describe('Affected annotations that a reviewer has accepted'),
    /** Affected annotations that are not returned, by reason. */
    notReturned: z.object({
      imported: z.number().describe('Imported annotations do not change'),
      goldOrScreening: z.number().describe('Answers to gold and screening do not change'),
      adjudicated: z.number().describe('The solution is adjudicated'),
      annotatorGone: z.number().describe('The annotator has left or is disabled'),
      returnedBefore: z.number().describe('Returned because of this decision before'),
    }),
    areTimesRounded: areTimesRoundedField,
    /** The first 50 annotations to return. */
    listed: z.array(
      z.object({
        annotation: idField,
        solution: idField,
        externalId: z.string().nullable(),
        problem: typesetTextField,
        person: annotatorNameField,
        /** Step of the first error, 0-based; null for none. */
        error: z.number().nullable(),
        guidelineVersion: z.number().nullable(),
        submittedAt: z.iso
          .datetime()
          .describe(
            'Submission time (UTC); for reviewers from whom names are hidden, the start of its week',
          ),
      }),
    ),
  }),
})

export const returnAffectedAnnotationsContract = defineContract({
  name: 'returnAffectedAnnotations',
  method: 'post',
  path: '/projects/{project}/decisions/{decision}/returns',
  summary: 'Return affected annotations to their annotators, one batch per call',
  input: z.strictObject({
    ...decisionParams,
    ...affectedFields,
    /** `next` of the previous call. */
    after: idField.nullable().default(null),
    limit: z
      .number()
      .int()
      .min(1)
      .max(annotationReturnBatchSize)
      .default(annotationReturnBatchSize),
  }),
  reply: z.object({
    /** Annotations that this call returned to their annotators. */
    returned: z.number(),
    /** `after` of the next call; null at the end. */
    next: idField.nullable(),
  }),
})
