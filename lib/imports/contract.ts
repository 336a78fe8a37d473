import { csvMeanings } from '@/lib/formats/column-choice'
import { inputFormatNames } from '@/lib/formats/format-names'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField, textField } from '@/lib/platform/fields'
import { splitStyles } from '@/lib/steps/split-steps'

/** Line problems that a reply lists; the report has all. */
export const listedProblems = 100
/** Bytes that one call of `sendImportFile` may bring. */
export const pieceMaxBytes = 16 * 1024 * 1024
/** Bytes of a file as it comes, and of what it unpacks to. */
export const fileMaxBytes = 2 * 1024 ** 3
export const unpackedMaxBytes = 8 * 1024 ** 3
/** Of the requests that lines answer: they are held while the lines are read. */
export const requestsMaxBytes = 256 * 1024 ** 2

export const importStates = [
  'receiving',
  'checking',
  'checked',
  'running',
  'done',
  'refused',
  'failed',
  'cancelled',
] as const
export type ImportState = (typeof importStates)[number]

/** What becomes of labels that come with the data. */
export const labelPolicies = ['keep', 'gold', 'leave-out'] as const

const importOptions = {
  format: z.enum(['auto', ...inputFormatNames]).default('auto'),
  /** How texts are cut into steps; `project`: as its settings say. */
  splitting: z.enum(['project', 'auto', ...splitStyles]).default('project'),
  /** `all`: one bad line refuses the file. `valid-lines`: bad lines are left out and listed. */
  take: z.enum(['all', 'valid-lines']).default('all'),
  /** `keep`: as annotations. `gold`: as known answers, to check people by. */
  labels: z.enum(labelPolicies).default('keep'),
  /** Of a table: which column is what, by its name, where the header does not say so. */
  columns: z.partialRecord(z.enum(csvMeanings), textField(1_000)).default({}),
}

const lineProblemReply = z.object({
  line: z.number().describe('From 1; of a list of objects, the line where the object begins'),
  offset: z.number().describe('Bytes from the beginning of the file, unpacked, to the line'),
  place: z.string(),
  reason: z.string(),
  start: z.string(),
})

export const importReply = z.object({
  import: idField,
  fileName: z.string(),
  state: z.enum(importStates),
  options: z
    .object({
      format: importOptions.format.unwrap(),
      splitting: importOptions.splitting.unwrap(),
      take: importOptions.take.unwrap(),
      labels: importOptions.labels.unwrap(),
      columns: importOptions.columns.unwrap().optional(),
      dryRun: z.boolean(),
    })
    .nullable()
    .describe('Of the last start; null before'),
  receivedBytes: z.number(),
  requestsBytes: z.number().nullable().describe('Null: no requests were sent'),
  readBytes: z.number().describe('How far the run under way has come, of receivedBytes'),
  readLines: z.number(),
  formats: z.string().describe('Those that were found'),
  lines: z.number(),
  sha256: z.string(),
  problems: z.number().describe('New ones, as the next three; of a check, what would be'),
  solutions: z.number(),
  annotations: z.number(),
  gold: z.number(),
  repeated: z.number().describe('Solutions that were here already and are left alone'),
  queued: z.number().describe('Solutions that stand in the queue for the first time'),
  waitsForRound: z
    .boolean()
    .describe('Rounds fill the queue of this project: what is new waits for the next one'),
  unserved: z
    .number()
    .describe(
      'New solutions without labels that are not served: of another flow, or without steps',
    ),
  refused: z.number().describe('Lines, elements of a list or rows that cannot be used'),
  problemsByLine: z.array(lineProblemReply).describe('The first of them; the report has all'),
  samples: z
    .array(
      z.object({
        problem: z.string(),
        steps: z.array(z.string()),
        splitter: z.string().nullable().describe('Null where the file gave steps'),
        answer: z.string().nullable(),
        verdict: z.string(),
        ratings: z.array(z.number().nullable()).nullable().describe('Of labels that came along'),
      }),
    )
    .describe('The first solutions as people will read them'),
  columns: z
    .array(z.string())
    .nullable()
    .describe('As a table, or what may be one, names them; null: it is none'),
  stepCounts: z
    .object({
      smallest: z.number(),
      median: z.number(),
      largest: z.number(),
      bars: z.array(z.object({ from: z.number(), to: z.number(), solutions: z.number() })),
    })
    .nullable()
    .describe('How many steps the solutions of the file have; null: not counted, or none has any'),
  otherScores: z
    .object({
      solutions: z.number(),
      lines: z.array(z.number()).describe('The first of them, at most 10'),
    })
    .describe('Of repeated ones, those that stand with other scores than the file: these stay'),
  message: z.string().nullable().describe('Why it failed or was refused'),
  by: z.string(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable().describe('When it was begun to be read; null: it waits'),
  finishedAt: z.iso.datetime().nullable(),
})

const oneImport = { project: projectField, import: idField }

export const openImportContract = defineContract({
  name: 'openImport',
  method: 'post',
  path: '/projects/{project}/imports',
  summary: 'Begin an import: its file comes in pieces, then it is started',
  input: z.strictObject({ project: projectField, fileName: textField(300).default('-') }),
  reply: importReply,
})

export const sendImportFileContract = defineContract({
  name: 'sendImportFile',
  method: 'put',
  path: '/projects/{project}/imports/{import}/files/{part}',
  summary: 'Send the next piece of a file, up to 16 MiB; gzip is unpacked when it is read',
  accepts: 'file',
  input: z.strictObject({
    ...oneImport,
    /** `requests`: the request file that lines of an OpenAI batch answer, or `{custom_id, problem, answer}` lines. */
    part: z.enum(['data', 'requests']),
    /** Where in the file the piece begins: what `receivedBytes` said. A piece that is there already is not added again. */
    offset: z.coerce.number().int().min(0).max(fileMaxBytes).default(0),
  }),
  reply: z.object({ receivedBytes: z.number() }),
})

export const startImportContract = defineContract({
  name: 'startImport',
  method: 'post',
  path: '/projects/{project}/imports/{import}/start',
  summary: 'Read the file and, unless it is a dry run, import it; the same file twice adds nothing',
  input: z.strictObject({
    ...oneImport,
    ...importOptions,
    /** Read everything, change nothing. */
    dryRun: z.boolean().default(false),
    /** Of the file as it is where it comes from, packed if it came so: another one is not imported. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: 'Expected a SHA-256 in 64 hexadecimal digits, small.' })
      .optional(),
  }),
  reply: importReply,
})

export const cancelImportContract = defineContract({
  name: 'cancelImport',
  method: 'post',
  path: '/projects/{project}/imports/{import}/cancel',
  summary: 'End an import that is not done: nothing of it stays',
  input: z.strictObject(oneImport),
  reply: importReply,
})

export const getImportContract = defineContract({
  name: 'getImport',
  method: 'get',
  path: '/projects/{project}/imports/{import}',
  summary: 'How far an import is, and what was found',
  input: z.strictObject(oneImport),
  reply: importReply,
})

export const readImportReportContract = defineContract({
  name: 'readImportReport',
  method: 'get',
  path: '/projects/{project}/imports/{import}/report',
  summary: 'Every line that cannot be used, as JSONL',
  sends: 'lines',
  input: z.strictObject(oneImport),
  reply: lineProblemReply,
})

export const listImportsContract = defineContract({
  name: 'listImports',
  method: 'get',
  path: '/projects/{project}/imports',
  summary: 'Files that came in or are on their way, newest first',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    imports: z.array(
      importReply.omit({
        ...{ problemsByLine: true, samples: true, columns: true, stepCounts: true },
        ...{ options: true, requestsBytes: true, otherScores: true },
      }),
    ),
  }),
})
