import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField, textField } from '@/lib/platform/fields'
import { formatCount } from '@/lib/platform/format'
import { jobStates } from '@/lib/scoring/contract'
import { agreementReportField } from './agreement/report'
import { askedFiltersField, settledFiltersField } from './agreement-filters'

/** Doubly labelled solutions of the random sample, from which on it is what is shown first. */
export const fewestAtRandom = 20

/** More are not worked out at once in a project. */
export const mostUnderWay = 10

const personField = z.object({
  labeler: z.string().describe('As in exports: the account, or what an imported line said'),
  name: z.string(),
})

/** Annotations that the filters would take, and that say nothing of agreement. */
export const leftOutReasons = [
  'irregular',
  'unfinished',
  'gold',
  'screening',
  'olderSteps',
  'stepChoice',
] as const
export type LeftOutReason = (typeof leftOutReasons)[number]

export const agreementChoicesField = z.object({
  people: z.array(personField),
  rounds: z.array(z.number()),
  slices: z.array(z.string()),
  subjects: z.array(z.string()),
  guidelines: z.array(z.number()),
  hasImported: z.boolean(),
})
export type AgreementChoices = z.output<typeof agreementChoicesField>

export const agreementResultField = z.object({
  report: agreementReportField,
  sample: z.enum(['random', 'all']).describe('What `auto` came to'),
  annotations: z.number().describe('That were compared, or stand alone'),
  leftOut: z.record(z.enum(leftOutReasons), z.number()),
  names: z.record(z.string(), z.string()).describe('Of the people of `pairs`, by labeler'),
  choices: agreementChoicesField.describe('What the project has to filter by'),
  asOf: z.iso.datetime(),
})
export type AgreementResult = z.output<typeof agreementResultField>

/** More than these are not counted one by one where a result says how old it has grown: many look at the page that asks. */
export const mostToldSince = 10_000
export const mostCountedSince = mostToldSince + 1

const agreementReply = z.object({
  agreement: idField,
  state: z.enum(jobStates),
  filters: settledFiltersField,
  result: agreementResultField.nullable(),
  newAnnotations: z
    .number()
    .nullable()
    .describe(
      `Submitted since, of those that the filters take; null: there is no result yet. ${formatCount(mostCountedSince)}: more than ${formatCount(mostToldSince)}`,
    ),
  takenBack: z
    .number()
    .nullable()
    .describe(
      'Of those that were compared, sent back or opened again since and not submitted anew',
    ),
  readRows: z.number(),
  allRows: z.number().nullable(),
  message: z.string().nullable(),
  by: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

const oneAgreement = { project: projectField, agreement: idField }

export const startAgreementContract = defineContract({
  name: 'startAgreement',
  method: 'post',
  path: '/projects/{project}/agreements',
  summary:
    'Work out how well people agree, on the labels that the filters take; where that is under way, which one it is',
  input: z.strictObject({
    project: projectField,
    filters: askedFiltersField.prefault({}),
  }),
  reply: agreementReply,
})

export const cancelAgreementContract = defineContract({
  name: 'cancelAgreement',
  method: 'post',
  path: '/projects/{project}/agreements/{agreement}/cancel',
  summary: 'End one that is not done',
  input: z.strictObject(oneAgreement),
  reply: agreementReply,
})

export const getAgreementContract = defineContract({
  name: 'getAgreement',
  method: 'get',
  path: '/projects/{project}/agreements/{agreement}',
  summary: 'How well people agree: the numbers, or how far they are',
  input: z.strictObject(oneAgreement),
  reply: agreementReply,
})

export const listAgreementsContract = defineContract({
  name: 'listAgreements',
  method: 'get',
  path: '/projects/{project}/agreements',
  summary: 'What was worked out, newest first, at most 20, without results',
  input: z.strictObject({
    project: projectField,
    /** Only those of exactly these filters, as JSON: `{"sample":"all"}`. */
    filters: textField(100_000).optional(),
  }),
  reply: z.object({
    agreements: z.array(agreementReply),
    choices: agreementChoicesField
      .nullable()
      .describe('What there is to filter by, as the newest result found it; null: there is none'),
  }),
})

export const readAgreementReportContract = defineContract({
  name: 'readAgreementReport',
  method: 'get',
  path: '/projects/{project}/agreements/{agreement}/report',
  summary: 'A result as a file: everything as JSON, or one row for each number as CSV',
  sends: 'lines',
  input: z.strictObject({ ...oneAgreement, format: z.enum(['csv', 'json']).default('json') }),
  reply: z.looseObject({ project: z.string(), report: agreementReportField }),
})
