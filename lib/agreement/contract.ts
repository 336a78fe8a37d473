import { waitingForField } from '@/lib/jobs/waiting-for-field'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, onlyIfOutdatedField, projectSlugField, textField } from '@/lib/platform/fields'
import { formatCount } from '@/lib/platform/format'
import { scoreJobStates } from '@/lib/scoring/contract'
import { requestedAgreementFiltersField, rawAgreementFiltersField } from './agreement-filters'
import { agreementReportField } from './agreement-report'

/** Minimum number of doubly annotated solutions for `auto` to choose the random sample. */
export const minRandomSampleSolutions = 20

/** Maximum number of computations at once in a project. */
export const maxRunningAgreementComputations = 10

/** Enough for the ids of 200 annotators, and within the 16 KiB that a server reads of a URL and its headers. */
const maxFilterCharacters = 10_000

const personField = z.object({
  labeler: z
    .string()
    .describe('Labeler as in exports: the account, or the value of an imported line'),
  name: z.string(),
})

/** Why annotations that match the filters are not compared. */
export const comparisonExclusionReasons = [
  'irregular',
  'unfinished',
  'gold',
  'screening',
  'olderSteps',
  'stepChoice',
] as const
export type ComparisonExclusionReason = (typeof comparisonExclusionReasons)[number]

export const agreementFilterChoicesField = z.object({
  people: z.array(personField),
  rounds: z.array(z.number()),
  slices: z.array(z.string()),
  subjects: z.array(z.string()),
  guidelines: z.array(z.number()),
  hasImported: z.boolean(),
})
export type AgreementFilterChoices = z.output<typeof agreementFilterChoicesField>

export const agreementComputationResultField = z.object({
  report: agreementReportField,
  sample: z.enum(['random', 'all']).describe('The sample that `auto` chose'),
  annotations: z
    .number()
    .describe('Annotations in the sample, including those without a second annotator'),
  excluded: z.record(z.enum(comparisonExclusionReasons), z.number()),
  names: z
    .record(z.string(), z.string())
    .describe('Names of the annotators in `pairs`, by labeler'),
  choices: agreementFilterChoicesField.describe('Values to filter by'),
  asOf: z.iso.datetime(),
})
export type AgreementResult = z.output<typeof agreementComputationResultField>

/** Newer annotations are counted up to here, because many users load the page. */
export const maxCountedNewAnnotations = 10_000
export const newAnnotationCountLimit = maxCountedNewAnnotations + 1

const agreementReply = z.object({
  agreement: idField,
  state: z.enum(scoreJobStates),
  waitingFor: waitingForField,
  filters: rawAgreementFiltersField,
  result: agreementComputationResultField.nullable(),
  isOutdated: z
    .boolean()
    .nullable()
    .describe(
      'Whether annotations have been submitted, returned or reopened since; null without a result',
    ),
  newAnnotations: z
    .number()
    .nullable()
    .describe(
      `Matching annotations submitted since the result; null without a result. ${formatCount(newAnnotationCountLimit)} means more than ${formatCount(maxCountedNewAnnotations)}`,
    ),
  reopened: z
    .number()
    .nullable()
    .describe('Compared annotations that were returned or reopened since and not submitted again'),
  readRows: z.number(),
  allRows: z.number().nullable(),
  message: z.string().nullable(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

const agreementParams = { project: projectSlugField, agreement: idField }

export const startAgreementContract = defineContract({
  name: 'startAgreement',
  method: 'post',
  path: '/projects/{project}/agreements',
  summary:
    'Start computing agreement; returns the running computation if there is one with the same filters',
  input: z.strictObject({
    project: projectSlugField,
    filters: requestedAgreementFiltersField.prefault({}),
    onlyIfOutdated: onlyIfOutdatedField,
  }),
  reply: agreementReply,
})

export const cancelAgreementContract = defineContract({
  name: 'cancelAgreement',
  method: 'post',
  path: '/projects/{project}/agreements/{agreement}/cancel',
  summary: 'Cancel a running computation',
  input: z.strictObject(agreementParams),
  reply: agreementReply,
})

export const getAgreementContract = defineContract({
  name: 'getAgreement',
  method: 'get',
  path: '/projects/{project}/agreements/{agreement}',
  summary: 'Get an agreement computation: its progress or its result',
  input: z.strictObject(agreementParams),
  reply: agreementReply,
})

export const listAgreementsContract = defineContract({
  name: 'listAgreements',
  method: 'get',
  path: '/projects/{project}/agreements',
  summary: 'List the latest 20 computations without results, newest first',
  input: z.strictObject({
    project: projectSlugField,
    filters: textField(maxFilterCharacters)
      .optional()
      .describe('Only computations with exactly these filters, as JSON: `{"sample":"all"}`'),
  }),
  reply: z.object({
    agreements: z.array(agreementReply),
    choices: agreementFilterChoicesField
      .nullable()
      .describe('Values to filter by, from the newest result'),
  }),
})

export const readAgreementReportContract = defineContract({
  name: 'readAgreementReport',
  method: 'get',
  path: '/projects/{project}/agreements/{agreement}/report',
  summary: 'Download a result: everything as JSON, or one row per number as CSV',
  sends: 'lines',
  mediaTypes: ['application/json', 'text/csv'],
  input: z.strictObject({ ...agreementParams, format: z.enum(['csv', 'json']).default('json') }),
  reply: z.looseObject({ project: z.string(), report: agreementReportField }),
})
