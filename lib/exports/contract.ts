import { neutralPolicies, outputFormatNames } from '@/lib/formats/format-names'
import { phase1Line, phase2Line } from '@/lib/formats/prm800k-schema'
import { stepmarkLine } from '@/lib/formats/stepmark-schema'
import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, projectField, textField } from '@/lib/platform/fields'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

export const runExportContract = defineContract({
  name: 'runExport',
  method: 'get',
  path: '/projects/{project}/export',
  summary: 'Submitted labellings in any format of lines, oldest first, as of one instant',
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
  }),
  reply: z.union([stepmarkLine, phase2Line, phase1Line, z.record(z.string(), z.unknown())]),
})

/** What of a project goes into a release. Everything is narrowed by every filter that is given. */
const releaseFilters = z.strictObject({
  labels: z.enum(['all', 'own', 'imported']).default('all'),
  /** PRM800K's generation, which is what imported lines have for a round. */
  generations: z.array(z.int()).max(100).optional(),
  /** Submitted at or after this instant, and before that one. */
  from: z.iso.datetime({ offset: true }).optional(),
  until: z.iso.datetime({ offset: true }).optional(),
  /** By name as in exports: an account's id, or what an imported line said. */
  labelers: z.array(textField(200)).max(1_000).optional(),
  /** Slices of the queue: `convincing-wrong`. */
  slices: z.array(textField(100)).max(20).optional(),
  subjects: z.array(textField(200)).max(200).optional(),
  /** `give_up` and `bad_problem`, which say nothing of the steps that were not reached. */
  withUnfinished: z.boolean().default(false),
  /** Solutions with known answers, and lines marked as quality control. */
  withGold: z.boolean().default(false),
  withScreening: z.boolean().default(false),
  /** Labellings that break the rules of labelling, as data labelled elsewhere can. */
  withIrregular: z.boolean().default(false),
})

export const releaseOptions = z.strictObject({
  formats: z
    .array(z.enum([...outputFormatNames, 'trl-stepwise-parquet']))
    .min(1)
    .max(12)
    .refine((formats) => new Set(formats).size === formats.length, { message: 'names one twice' }),
  neutral: z.enum(neutralPolicies).optional(),
  /** Format `stepmark`: with everything that happened while labelling. */
  events: z.boolean().default(false),
  filters: releaseFilters.prefault({}),
  /** `latest`: of each solution the newest labelling. `each`: one row for each labelling. */
  consensus: z.enum(['latest', 'each']).default('each'),
  split: z
    .strictObject({
      /** Share of the problems that goes to `test`, by a hash of the problem: 0 for none. */
      testShare: z.number().min(0).max(0.9).default(0),
      /** Another seed puts other problems there. */
      seed: textField(100).default(''),
    })
    .prefault({}),
  heldOut: z
    .strictObject({
      /** Lists that were added by `addHeldOutList`. */
      lists: z.array(idField).max(20).default([]),
      /** What becomes of their problems: never `train`. */
      become: z.enum(['left-out', 'test']).default('left-out'),
    })
    .prefault({}),
  /** Number of an earlier release: only what is new or changed since. */
  since: z.int().min(1).optional(),
})
export type ReleaseOptions = z.output<typeof releaseOptions>

export const releaseStates = ['running', 'done', 'failed', 'cancelled'] as const

const splitCounts = z.object({
  labellings: z.number(),
  solutions: z.number(),
  problems: z.number(),
})

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
  counts: z.object({ train: splitCounts, test: splitCounts, leftOut: splitCounts }).nullable(),
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
    ...releaseOptions.shape,
  }),
  reply: releaseReply,
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

const changeReply = z.object({
  labelling: z.string(),
  solution: z.string(),
  problem: z.string(),
  split: z.enum(['train', 'test']),
  labeler: z.string(),
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
    changed: z.number().describe('Labelled again, or repaired'),
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
    'Problems that must never be trained on: JSONL with "problem" or "question", up to 64 MiB',
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
