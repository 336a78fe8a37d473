import { outputFormatNames } from '@/lib/formats/format-names'
import { phase1Schema, phase2Schema } from '@/lib/formats/prm800k-schema'
import { stepmarkSchema } from '@/lib/formats/stepmark-schema'
import { waitingForField } from '@/lib/jobs/waiting-for-field'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, int32Max, nameField, projectSlugField } from '@/lib/platform/fields'
import { consensusNames } from './consensus-names'
import { exclusionReasons } from './exclusion-reasons'
import {
  releaseSelectionFields,
  heldOutSettingsField,
  consensusField,
  consensusFallbackField,
  formatOptionFields,
  formatsField,
  releaseFiltersSchema,
  releaseFilterValuesSchema,
  splitSeedField,
  testSplitShareField,
} from './release-fields'
import { statementExcerptLength } from './shorten-statement'

const booleanParameter = z.enum(['true', 'false']).transform((value) => value === 'true')

export const exportAnnotationsContract = defineContract({
  name: 'exportAnnotations',
  method: 'get',
  path: '/projects/{project}/export',
  summary: 'Export submitted annotations, oldest first',
  sends: 'lines',
  mediaTypes: ['application/x-ndjson', 'text/csv'],
  input: z.strictObject({
    project: projectSlugField,
    format: z.enum(outputFormatNames),
    ...formatOptionFields,
    /** `own`: labelled in Stepmark. */
    labels: z.enum(['all', 'own', 'imported']).default('all'),
    /** Format `stepmark`: include the labelling events. */
    events: booleanParameter.optional(),
    /** Include gold, screening, and imported lines marked as quality control. Excluded ones are counted in `Stepmark-Excluded`. */
    includeQualityControl: booleanParameter.optional(),
    /** Default: `each`. */
    consensus: z.enum(consensusNames).optional(),
    fallback: consensusFallbackField,
  }),
  reply: z.union([stepmarkSchema, phase2Schema, phase1Schema, z.record(z.string(), z.unknown())]),
})

/** The options of a release, with defaults filled in. */
export const releaseOptionsSchema = z.strictObject({
  formats: formatsField,
  ...formatOptionFields,
  events: z.boolean().default(false),
  filters: releaseFiltersSchema.prefault({}),
  consensus: consensusField,
  fallback: consensusFallbackField,
  split: z
    .strictObject({ testShare: testSplitShareField.default(0), seed: splitSeedField.default('') })
    .prefault({}),
  heldOut: heldOutSettingsField,
  since: z.int().min(1).max(int32Max).optional(),
})
export type ReleaseOptions = z.output<typeof releaseOptionsSchema>

const releaseRequest = z.strictObject({
  formats: formatsField,
  ...formatOptionFields,
  /** Format `stepmark`: include the labelling events. */
  events: z.boolean().default(false),
  ...releaseSelectionFields,
})
export type ReleaseRequest = z.output<typeof releaseRequest>

export const releaseStates = ['running', 'done', 'failed', 'cancelled'] as const

const splitCounts = z.object({
  annotations: z.number(),
  solutions: z.number(),
  problems: z.number(),
})

const releaseCounts = z.object({
  train: splitCounts,
  test: splitCounts,
  heldOut: splitCounts.describe('Held out of both splits'),
})
const exclusionCounts = z
  .record(z.enum(exclusionReasons), z.number())
  .describe('Excluded annotations by reason')

const warningsField = z
  .array(z.string())
  .describe(
    'Empty files, annotators without annotations, and problems of the `since` release that may be in both splits',
  )

export const releaseReply = z.object({
  release: idField,
  number: z.number().describe('From 1, never reused'),
  name: z.string(),
  state: z.enum(releaseStates),
  waitingFor: waitingForField,
  options: releaseOptionsSchema,
  readRows: z.number().describe('Rows read so far, with those held out'),
  allRows: z.number().nullable().describe('Rows to read; null until counted'),
  message: z.string().nullable().describe('Why it failed'),
  snapshotAt: z.iso.datetime().nullable().describe('Time of the data'),
  counts: releaseCounts
    .extend({ excluded: exclusionCounts.nullable().describe('Null in older releases') })
    .nullable(),
  warnings: warningsField,
  files: z.array(
    z.object({
      name: z.string(),
      bytes: z.number(),
      sha256: z.string(),
      rows: z.number().nullable(),
    }),
  ),
  by: z.string().describe('Name of the member who created it'),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

const numberField = z.coerce.number().int().min(1).max(1_000_000)
const oneRelease = { project: projectSlugField, release: numberField }

export const createReleaseContract = defineContract({
  name: 'createRelease',
  method: 'post',
  path: '/projects/{project}/releases',
  summary: 'Create a release',
  input: z.strictObject({
    project: projectSlugField,
    name: nameField(200),
    ...releaseRequest.shape,
  }),
  reply: releaseReply,
})

/** A POST, because the options are too long for a URL. */
export const previewReleaseContract = defineContract({
  name: 'previewRelease',
  method: 'post',
  path: '/projects/{project}/release-preview',
  summary: 'Preview a release',
  input: z.strictObject({ project: projectSlugField, ...releaseSelectionFields }),
  reply: z.object({
    counts: releaseCounts.extend({ excluded: exclusionCounts }),
    /** With defaults filled in. */
    split: releaseOptionsSchema.shape.split,
    heldOut: releaseOptionsSchema.shape.heldOut,
    warnings: warningsField,
  }),
})

export const listReleaseFilterValuesContract = defineContract({
  name: 'listReleaseFilterValues',
  method: 'get',
  path: '/projects/{project}/release-values',
  summary: 'List the values that a release can be filtered by',
  input: z.strictObject({ project: projectSlugField }),
  reply: releaseFilterValuesSchema,
})

export const listReleasesContract = defineContract({
  name: 'listReleases',
  method: 'get',
  path: '/projects/{project}/releases',
  summary: 'List releases, newest first',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({ releases: z.array(releaseReply) }),
})

export const getReleaseContract = defineContract({
  name: 'getRelease',
  method: 'get',
  path: '/projects/{project}/releases/{release}',
  summary: 'Get a release',
  input: z.strictObject(oneRelease),
  reply: releaseReply,
})

export const cancelReleaseContract = defineContract({
  name: 'cancelRelease',
  method: 'post',
  path: '/projects/{project}/releases/{release}/cancel',
  summary: 'Cancel a release',
  input: z.strictObject(oneRelease),
  reply: releaseReply,
})

export const downloadReleaseFileContract = defineContract({
  name: 'downloadReleaseFile',
  method: 'get',
  path: '/projects/{project}/releases/{release}/files/{file}',
  summary: 'Download a file of a release',
  sends: 'bytes',
  mediaTypes: [
    'application/x-ndjson',
    'text/csv',
    'application/json',
    'text/markdown',
    'text/plain',
    'application/vnd.apache.parquet',
  ],
  input: z.strictObject({
    ...oneRelease,
    file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  }),
  reply: z.unknown(),
})

/** Maximum number of changes of each kind that `diffReleases` lists. It counts all of them. */
export const maxListedChanges = 100

const splitField = z.enum(['train', 'test'])

const changeReply = z.object({
  annotation: z.string(),
  solution: z.string(),
  problem: z.string(),
  /** In the later release, or in the earlier one if removed. */
  split: splitField,
  from: splitField.nullable().describe('Split in the earlier release; null: not in it'),
  to: splitField.nullable().describe('Split in the later release; null: not in it'),
  labeler: z.string(),
  problemExternalId: z.string().nullable(),
  statementExcerpt: z
    .string()
    .nullable()
    .describe(
      `Beginning of the problem, at most ${statementExcerptLength} characters, with “ …” if it is cut; null: no longer in the project`,
    ),
  solutionExternalId: z.string().nullable(),
})

export const diffReleasesContract = defineContract({
  name: 'diffReleases',
  method: 'get',
  path: '/projects/{project}/releases/{release}/difference',
  summary: 'Compare a release with an earlier one',
  input: z.strictObject({ ...oneRelease, from: numberField }),
  reply: z.object({
    from: z.number(),
    to: z.number(),
    unchanged: z.number(),
    added: z.number(),
    removed: z.number(),
    changed: z.number().describe('Annotations whose `stepmark` line differs'),
    moved: z.number().describe('Annotations moved between train and test'),
    options: z
      .array(z.object({ option: z.string(), from: z.unknown(), to: z.unknown() }))
      .describe('Options that differ'),
    firstAdded: z.array(changeReply),
    firstRemoved: z.array(changeReply),
    firstChanged: z.array(changeReply),
    firstMoved: z.array(changeReply),
  }),
})

const heldOutReply = z.object({
  list: idField,
  name: z.string(),
  problems: z.number(),
  inProject: z.number().describe('Problems of the project on the list'),
  sha256: z.string(),
  by: z.string(),
  createdAt: z.iso.datetime(),
})

export const addHeldOutListContract = defineContract({
  name: 'addHeldOutList',
  method: 'post',
  path: '/projects/{project}/held-out-lists',
  summary: 'Add a held-out list',
  accepts: 'file',
  input: z.strictObject({ project: projectSlugField, name: nameField(100) }),
  reply: heldOutReply,
})

export const listHeldOutListsContract = defineContract({
  name: 'listHeldOutLists',
  method: 'get',
  path: '/projects/{project}/held-out-lists',
  summary: 'List held-out lists',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({ lists: z.array(heldOutReply) }),
})

export const removeHeldOutListContract = defineContract({
  name: 'removeHeldOutList',
  method: 'delete',
  path: '/projects/{project}/held-out-lists/{list}',
  summary: 'Remove a held-out list',
  input: z.strictObject({ project: projectSlugField, list: idField }),
  reply: z.object({ removed: z.string() }),
})
