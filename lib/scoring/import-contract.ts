import { defineContract, z } from '@/lib/platform/contract'
import { idField, nameField, projectSlugField } from '@/lib/platform/fields'
import { scoreRunReply } from './contract'
import { importedScorerName } from './scorer-names'

/** Lines per call of `sendScores`. Like every JSON body, at most 2 MiB. */
export const maxScoreLinesPerCall = 1_000

/** Why a line is rejected: no match or several, already scored, or invalid. */
export const scoreRefusalKinds = ['unknown', 'twice', 'unfit'] as const

const runParams = { project: projectSlugField, run: idField }

export const beginScoreImportContract = defineContract({
  name: 'beginScoreImport',
  method: 'post',
  path: '/projects/{project}/score-imports',
  summary: 'Start an import of scores computed elsewhere',
  input: z.strictObject({
    project: projectSlugField,
    /** Shown name of the scores, such as `prm-7b step 2000`. */
    name: nameField(200),
    /** Scorer name. Created if it does not exist. */
    scorer: nameField(80).default(importedScorerName),
  }),
  reply: scoreRunReply,
})

export const sendScoresContract = defineContract({
  name: 'sendScores',
  method: 'post',
  path: '/projects/{project}/score-runs/{run}/scores',
  summary: 'Send scores of existing solutions. Repeated lines change nothing',
  input: z.strictObject({
    ...runParams,
    lines: z
      .array(
        z.strictObject({
          /** Line number in the file. Identifies rejected and repeated lines. */
          line: z.number().int().min(1).max(2_147_483_647),
          /** In the format of `exportScores` (docs/scoring.md). */
          sample: z.record(z.string(), z.unknown()),
        }),
      )
      .min(1)
      .max(maxScoreLinesPerCall),
  }),
  reply: z.object({
    stored: z.number().describe('Solutions scored by this call'),
    repeated: z.number().describe('Lines already stored with the same scores'),
    rejected: z.array(
      z.object({
        line: z.number(),
        kind: z.enum(scoreRefusalKinds),
        location: z.string(),
        reason: z.string(),
      }),
    ),
    doneRows: z.number().describe('Solutions scored by this run so far'),
  }),
})

export const finishScoreImportContract = defineContract({
  name: 'finishScoreImport',
  method: 'post',
  path: '/projects/{project}/score-runs/{run}/finish',
  summary: 'Finish a score import so that rounds can use it',
  input: z.strictObject({
    ...runParams,
    /** Rejected lines, as counted by the sender. Shown with the run. */
    rejected: z.number().int().min(0).max(2_147_483_647).default(0),
  }),
  reply: scoreRunReply,
})
