import { defineContract, z } from '@/lib/platform/contract'
import { idField, projectField, textField } from '@/lib/platform/fields'

/** Line problems that a reply lists; there may be more, and `refused` counts all. */
export const listedProblems = 1_000

export const lineProblemReply = z.object({
  line: z.number(),
  /** Bytes from the beginning of the file to the beginning of the line. */
  offset: z.number(),
  place: z.string(),
  reason: z.string(),
  start: z.string(),
})

export const importReply = z.object({
  /** Null for a dry run, and where nothing was taken. */
  import: idField.nullable(),
  format: z.string(),
  lines: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** What is new; of a file that is refused, what would have been. */
  problems: z.number(),
  solutions: z.number(),
  labellings: z.number(),
  /** Solutions that were here already and are left alone. */
  repeated: z.number(),
  /** Solutions that now stand in the queue for the first time. */
  queued: z.number(),
  /** New solutions that came without labels and are not served: kept, but of another flow than the project's. */
  unserved: z
    .number()
    .describe(
      'New solutions that came without labels and are not served: kept, but of another flow than the project',
    ),
  /** Lines that cannot be used, and the first of them. */
  refused: z.number(),
  problemsByLine: z.array(lineProblemReply),
  /** The first solution as people will read it, for a look before the import. */
  sample: z
    .object({ problem: z.string(), steps: z.array(z.string()), answer: z.string().nullable() })
    .nullable(),
})

export const runImportContract = defineContract({
  name: 'runImport',
  method: 'post',
  path: '/projects/{project}/imports',
  summary: 'Bring solutions in from a JSONL file; the same file twice adds nothing',
  accepts: 'file',
  input: z.strictObject({
    project: projectField,
    fileName: textField(300).default('-'),
    format: z.enum(['auto', 'prm800k', 'generic']).default('auto'),
    /** `all`: one bad line refuses the file. `valid-lines`: bad lines are left out and listed. */
    take: z.enum(['all', 'valid-lines']).default('all'),
    /** What becomes of labels that come with the data. */
    labels: z.enum(['keep', 'leave-out']).default('keep'),
    /** Read everything, change nothing. */
    dryRun: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true'),
  }),
  reply: importReply,
})

export const listImportsContract = defineContract({
  name: 'listImports',
  method: 'get',
  path: '/projects/{project}/imports',
  summary: 'Files that came in, newest first',
  input: z.strictObject({ project: projectField }),
  reply: z.object({
    imports: z.array(
      z.object({
        id: idField,
        fileName: z.string(),
        format: z.string(),
        lines: z.number(),
        problems: z.number(),
        solutions: z.number(),
        labellings: z.number(),
        repeated: z.number(),
        refused: z.number(),
        by: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
})
