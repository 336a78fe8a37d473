import { neutralPolicies, outputFormatNames } from '@/lib/formats/format-names'
import { phase1Line, phase2Line } from '@/lib/formats/prm800k-schema'
import { stepmarkLine } from '@/lib/formats/stepmark-schema'
import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, int32Max, projectField } from '@/lib/platform/fields'
import { consensusNames } from './consensus-names'
import { notTakenReasons } from './not-taken-reasons'
import {
  askedSelection,
  becomeField,
  consensusField,
  fallbackField,
  formatsField,
  listsField,
  releaseFilters,
  releaseValues,
  seedField,
  testShareField,
} from './release-fields'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const runExportContract = defineContract({
  name: 'runExport',
  method: 'get',
  path: '/projects/{project}/export',
  summary: 'Submitted annotations in any format of lines, oldest first, as of one instant',
  sends: 'lines',
  input: z.strictObject({
    project: projectField,
    format: z.enum(outputFormatNames),
    /** Asked for by the formats that know only right and wrong. */
    neutral: z.enum(neutralPolicies).optional(),
    /** `own`: made here. `imported`: came with data. */
    labels: z.enum(['all', 'own', 'imported']).default('all'),
    /** Format `stepmark`: with everything that happened while labelling, in order. */
    events: flag.optional(),
    /** Left out: `each`. */
    consensus: z.enum(consensusNames).optional(),
    fallback: fallbackField,
  }),
  reply: z.union([stepmarkLine, phase2Line, phase1Line, z.record(z.string(), z.unknown())]),
})

/** What a release was made with: everything that was left out of the call is said here. */
export const releaseOptions = z.strictObject({
  formats: formatsField,
  neutral: z.enum(neutralPolicies).optional(),
  events: z.boolean().default(false),
  filters: releaseFilters.prefault({}),
  consensus: consensusField,
  fallback: fallbackField,
  split: z
    .strictObject({ testShare: testShareField.default(0), seed: seedField.default('') })
    .prefault({}),
  heldOut: z
    .strictObject({ lists: listsField.default([]), become: becomeField.default('left-out') })
    .prefault({}),
  since: z.int().min(1).max(int32Max).optional(),
})
export type ReleaseOptions = z.output<typeof releaseOptions>

const askedOptions = z.strictObject({
  formats: formatsField,
  neutral: z.enum(neutralPolicies).optional(),
  /** Format `stepmark`: with everything that happened while labelling. */
  events: z.boolean().default(false),
  ...askedSelection,
})
export type AskedOptions = z.output<typeof askedOptions>

export const releaseStates = ['running', 'done', 'failed', 'cancelled'] as const

const splitCounts = z.object({
  annotations: z.number(),
  solutions: z.number(),
  problems: z.number(),
})

const releaseCounts = z.object({
  train: splitCounts,
  test: splitCounts,
  leftOut: splitCounts.describe('Held out: in neither split'),
})
const notTakenCounts = z
  .record(z.enum(notTakenReasons), z.number())
  .describe('Annotations, by why; with those of train, test and leftOut, all that were submitted')

const warningsField = z
  .array(z.string())
  .describe('Sentences: what of the release that `since` names may be in both train and test')

export const releaseReply = z.object({
  release: idField,
  number: z.number(),
  name: z.string(),
  state: z.enum(releaseStates),
  options: releaseOptions,
  readRows: z.number(),
  allRows: z.number().nullable().describe('Null until it is known'),
  message: z.string().nullable(),
  snapshotAt: z.iso.datetime().nullable(),
  counts: releaseCounts
    .extend({ notTaken: notTakenCounts.nullable().describe('Null: made before this was counted') })
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
  by: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

const numberField = z.coerce.number().int().min(1).max(1_000_000)
const oneRelease = { project: projectField, release: numberField }

export const createReleaseContract = defineContract({
  name: 'createRelease',
  method: 'post',
  path: '/projects/{project}/releases',
  summary: 'Freeze an export: files, manifest, dataset card and checksums, all of one instant',
  input: z.strictObject({
    project: projectField,
    name: filledTextField(200),
    ...askedOptions.shape,
  }),
  reply: releaseReply,
})

/** A read by POST: the options are too long for an address. */
export const previewReleaseContract = defineContract({
  name: 'previewRelease',
  method: 'post',
  path: '/projects/{project}/release-preview',
  summary: 'What a release with these options would hold now; nothing is made or kept',
  input: z.strictObject({ project: projectField, ...askedSelection }),
  reply: z.object({
    counts: releaseCounts.extend({ notTaken: notTakenCounts }),
    /** What was left out of the call, said. */
    split: releaseOptions.shape.split,
    heldOut: releaseOptions.shape.heldOut,
    warnings: warningsField,
  }),
})

export const listReleaseValuesContract = defineContract({
  name: 'listReleaseValues',
  method: 'get',
  path: '/projects/{project}/release-values',
  summary: 'What the project has to narrow a release by: subjects, imported labelers, generations',
  input: z.strictObject({ project: projectField }),
  reply: releaseValues,
})

export const listReleasesContract = defineContract({
  name: 'listReleases',
  method: 'get',
  path: '/projects/{project}/releases',
  summary: 'Releases, newest first',
  input: z.strictObject({ project: projectField }),
  reply: z.object({ releases: z.array(releaseReply) }),
})

export const getReleaseContract = defineContract({
  name: 'getRelease',
  method: 'get',
  path: '/projects/{project}/releases/{release}',
  summary: 'A release by its number: how far it is, and its files',
  input: z.strictObject(oneRelease),
  reply: releaseReply,
})

export const cancelReleaseContract = defineContract({
  name: 'cancelRelease',
  method: 'post',
  path: '/projects/{project}/releases/{release}/cancel',
  summary: 'End a release that is being written: nothing of it stays but its number',
  input: z.strictObject(oneRelease),
  reply: releaseReply,
})

export const downloadReleaseFileContract = defineContract({
  name: 'downloadReleaseFile',
  method: 'get',
  path: '/projects/{project}/releases/{release}/files/{file}',
  summary: 'A file of a release; takes Range, and says its SHA-256 as ETag',
  sends: 'bytes',
  input: z.strictObject({
    ...oneRelease,
    file: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  }),
  reply: z.unknown(),
})

/** Changes that `diffReleases` lists of each kind; it counts all. */
export const listedChanges = 100

/** Characters of a problem's statement that `diffReleases` shows. */
export const statementStartLength = 80

const splitField = z.enum(['train', 'test'])

const changeReply = z.object({
  annotation: z.string(),
  solution: z.string(),
  problem: z.string(),
  /** Of the later release; of one that was removed, of the earlier. */
  split: splitField,
  from: splitField.nullable().describe('In the earlier release; null: not in it'),
  to: splitField.nullable().describe('In the later release; null: not in it'),
  labeler: z.string(),
  problemExternalId: z.string().nullable(),
  statementStart: z
    .string()
    .nullable()
    .describe('First 80 characters of the problem; null: it is not in the project any more'),
  solutionExternalId: z.string().nullable(),
})

export const diffReleasesContract = defineContract({
  name: 'diffReleases',
  method: 'get',
  path: '/projects/{project}/releases/{release}/difference',
  summary: 'What is in a release and was not, or was otherwise, in an earlier one',
  input: z.strictObject({ ...oneRelease, from: numberField }),
  reply: z.object({
    from: z.number(),
    to: z.number(),
    same: z.number(),
    added: z.number(),
    removed: z.number(),
    changed: z
      .number()
      .describe(
        'Anything in its `stepmark` line: rated again, repaired, another verdict or problem',
      ),
    moved: z.number().describe('Between train and test'),
    options: z
      .array(z.object({ place: z.string(), from: z.unknown(), to: z.unknown() }))
      .describe('What was asked for otherwise'),
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
  inProject: z.number().describe('Problems of the project that it holds out'),
  sha256: z.string(),
  by: z.string(),
  createdAt: z.iso.datetime(),
})

export const addHeldOutListContract = defineContract({
  name: 'addHeldOutList',
  method: 'post',
  path: '/projects/{project}/held-out-lists',
  summary:
    'Problems that must never be trained on: JSONL with "problem" or "question", up to 16 MiB',
  accepts: 'file',
  input: z.strictObject({ project: projectField, name: filledTextField(100) }),
  reply: heldOutReply,
})

export const listHeldOutListsContract = defineContract({
  name: 'listHeldOutLists',
  method: 'get',
  path: '/projects/{project}/held-out-lists',
  summary: 'Lists of problems that must never be trained on',
  input: z.strictObject({ project: projectField }),
  reply: z.object({ lists: z.array(heldOutReply) }),
})

export const removeHeldOutListContract = defineContract({
  name: 'removeHeldOutList',
  method: 'delete',
  path: '/projects/{project}/held-out-lists/{list}',
  summary: 'Remove a list; releases that were made with it stay as they are',
  input: z.strictObject({ project: projectField, list: idField }),
  reply: z.object({ removed: z.string() }),
})
