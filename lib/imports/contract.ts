import { csvFields } from '@/lib/formats/column-mapping'
import { inputFormatNames } from '@/lib/formats/format-names'
import { waitingForField } from '@/lib/jobs/waiting-for-field'
import { defineContract, z } from '@/lib/platform/contract'
import { toPropertyNamesKeyword, idField, projectSlugField, textField } from '@/lib/platform/fields'
import { splitStyles } from '@/lib/steps/split-steps'

/** Maximum number of line errors in a reply. The report has all of them. */
export const maxListedErrors = 100
/** Bytes of one `uploadImportFile` call. */
export const maxChunkBytes = 16 * 1024 * 1024
/** Bytes of a file as uploaded, and unpacked. */
export const maxFileBytes = 2 * 1024 ** 3
export const maxUnpackedBytes = 8 * 1024 ** 3
/** Bytes of the file with the requests of a batch, which is kept in memory while the lines of its output are read. */
export const maxBatchRequestFileBytes = 256 * 1024 ** 2

export const importStates = [
  'receiving',
  'checking',
  'checked',
  'running',
  'done',
  'rejected',
  'failed',
  'cancelled',
] as const
export type ImportState = (typeof importStates)[number]

/** How labels in the file are imported. */
export const labelPolicies = ['keep', 'gold', 'drop'] as const

const importOptions = {
  format: z.enum(['auto', ...inputFormatNames]).default('auto'),
  /** How text is split into steps; `project`: as in the project settings. */
  splitting: z.enum(['project', 'auto', ...splitStyles]).default('project'),
  /** `reject`: one invalid line rejects the file. `skip`: invalid lines are skipped and listed. */
  onInvalidLines: z.enum(['reject', 'skip']).default('reject'),
  /** `keep`: as annotations. `gold`: as known answers. `drop`: not at all. */
  labels: z.enum(labelPolicies).default('keep'),
  /** For tables with other column names: the column of each field. */
  columns: z
    .partialRecord(z.enum(csvFields), textField(1_000))
    .openapi(toPropertyNamesKeyword({ enum: csvFields }))
    .default({}),
}

const lineErrorReply = z.object({
  line: z.number().describe('From 1; in a list of objects, the line where the object begins'),
  offset: z.number().describe('Byte offset of the line in the unpacked file'),
  location: z.string().describe('Path such as samples[2].text, column 12, or byte 7'),
  reason: z.string(),
  excerpt: z.string().describe('Text around the error, at most 160 characters'),
})

export const importReply = z.object({
  import: idField,
  fileName: z.string(),
  state: z.enum(importStates),
  waitingFor: waitingForField,
  options: z
    .object({
      format: importOptions.format.unwrap(),
      splitting: importOptions.splitting.unwrap(),
      onInvalidLines: importOptions.onInvalidLines.unwrap(),
      labels: importOptions.labels.unwrap(),
      columns: importOptions.columns.unwrap().optional(),
      dryRun: z.boolean(),
    })
    .nullable()
    .describe('Options of the last start; null before the first'),
  receivedBytes: z.number().describe('Uploaded bytes of the file'),
  requestsBytes: z.number().nullable().describe('Uploaded bytes of the request file; null: none'),
  readBytes: z.number().describe('Bytes of the file read by the current run'),
  readLines: z.number().describe('Lines read by the current run'),
  formats: z.string().describe('Detected formats, comma-separated'),
  lines: z.number(),
  sha256: z.string().describe('Of the uploaded file'),
  problems: z.number().describe('New problems; for a dry run, those that would be added'),
  solutions: z.number().describe('New solutions'),
  annotations: z.number().describe('New annotations'),
  gold: z.number().describe('Solutions that became gold'),
  duplicates: z.number().describe('Solutions that already exist or occur twice in the file'),
  queued: z.number().describe('Solutions added to the queue'),
  waitsForRound: z
    .boolean()
    .describe('Whether new solutions wait for the next round, because rounds fill this queue'),
  unservable: z
    .number()
    .describe('New unlabelled solutions that can’t be queued: other flow, or no steps'),
  invalidLines: z.number().describe('Lines, list elements or rows with errors'),
  lineErrors: z.array(lineErrorReply).describe('The first errors; the report has all'),
  samples: z
    .array(
      z.object({
        problem: z.string(),
        steps: z.array(z.string()),
        splitter: z.string().nullable().describe('Null if the file has steps'),
        answer: z.string().nullable(),
        verdict: z.string(),
        ratings: z.array(z.number().nullable()).nullable().describe('Imported ratings, by step'),
      }),
    )
    .describe(
      'The first solutions as annotators will see them, or one whose text was split instead of the last',
    ),
  columns: z.array(z.string()).nullable().describe('Column names of the header; null: not a table'),
  stepCounts: z
    .object({
      min: z.number(),
      median: z.number(),
      max: z.number(),
      bins: z.array(z.object({ from: z.number(), to: z.number(), solutions: z.number() })),
    })
    .nullable()
    .describe('Distribution of steps per solution; null: not counted, or no steps'),
  conflictingScores: z
    .object({
      solutions: z.number(),
      lines: z.array(z.number()).describe('At most 10'),
    })
    .describe('Duplicates whose stored scores differ from the file; the stored scores stay'),
  presplitSolutions: z
    .number()
    .describe('Solutions whose steps are in the file, so that `splitting` does not apply'),
  message: z.string().nullable().describe('Why it failed or was rejected'),
  by: z.string().describe('Name of the member who created it'),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable().describe('When the current run started; null: waiting'),
  finishedAt: z.iso.datetime().nullable(),
})

const oneImport = { project: projectSlugField, import: idField }

export const createImportContract = defineContract({
  name: 'createImport',
  method: 'post',
  path: '/projects/{project}/imports',
  summary: 'Create an import',
  input: z.strictObject({ project: projectSlugField, fileName: textField(300).default('-') }),
  reply: importReply,
})

export const uploadImportFileContract = defineContract({
  name: 'uploadImportFile',
  method: 'put',
  path: '/projects/{project}/imports/{import}/files/{part}',
  summary: 'Upload the next chunk of a file (up to 16 MiB)',
  accepts: 'file',
  input: z.strictObject({
    ...oneImport,
    /** `requests`: the request file of a batch, or lines of `{custom_id, problem, answer}`. */
    part: z.enum(['data', 'requests']),
    /** Byte offset of the chunk, as in `receivedBytes`. A chunk that was already uploaded is not added again. */
    offset: z.coerce.number().int().min(0).max(maxFileBytes).default(0),
  }),
  reply: z.object({ receivedBytes: z.number() }),
})

export const startImportContract = defineContract({
  name: 'startImport',
  method: 'post',
  path: '/projects/{project}/imports/{import}/start',
  summary: 'Check a file and import it',
  input: z.strictObject({
    ...oneImport,
    ...importOptions,
    /** Check the file without importing it. */
    dryRun: z.boolean().default(false),
    /** SHA-256 of the uploaded file. If it differs, nothing is imported. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'Expected a SHA-256 as 64 lower-case hexadecimal digits.' })
      .optional(),
  }),
  reply: importReply,
  problems: ['invalid_lines'],
})

export const cancelImportContract = defineContract({
  name: 'cancelImport',
  method: 'post',
  path: '/projects/{project}/imports/{import}/cancel',
  summary: 'Cancel an import',
  input: z.strictObject(oneImport),
  reply: importReply,
})

export const getImportContract = defineContract({
  name: 'getImport',
  method: 'get',
  path: '/projects/{project}/imports/{import}',
  summary: 'Get an import',
  input: z.strictObject(oneImport),
  reply: importReply,
})

export const readImportReportContract = defineContract({
  name: 'readImportReport',
  method: 'get',
  path: '/projects/{project}/imports/{import}/report',
  summary: 'List all line errors of an import as JSONL',
  sends: 'lines',
  input: z.strictObject(oneImport),
  reply: lineErrorReply,
})

export const listImportsContract = defineContract({
  name: 'listImports',
  method: 'get',
  path: '/projects/{project}/imports',
  summary: 'List imports, newest first',
  input: z.strictObject({ project: projectSlugField }),
  reply: z.object({
    imports: z.array(
      importReply.omit({
        lineErrors: true,
        samples: true,
        columns: true,
        stepCounts: true,
        options: true,
        requestsBytes: true,
        conflictingScores: true,
        presplitSolutions: true,
      }),
    ),
  }),
})
