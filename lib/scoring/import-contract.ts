import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, projectField } from '@/lib/platform/fields'
import { runReply } from './contract'
import { importedScorerName } from './scorer-names'

/** Lines that one call of `sendScores` may bring; its body has 2 MiB at most, as every body in JSON. */
export const scoreLinesAtOnce = 1_000

/** Why a line was left out: no solution is what it names, or several are; its solution has a score already; the rest. */
export const refusalKinds = ['unknown', 'twice', 'unfit'] as const

const oneRun = { project: projectField, run: idField }

export const beginScoreImportContract = defineContract({
  name: 'beginScoreImport',
  method: 'post',
  path: '/projects/{project}/score-imports',
  summary:
    'Begin a score run of scores that were computed elsewhere; it takes them until it is finished',
  input: z.strictObject({
    project: projectField,
    /** What scored, as it is to be shown: `prm-7b step 2000`. */
    name: filledTextField(200),
    /** By its name; made where there is none of it. */
    scorer: filledTextField(80).default(importedScorerName),
  }),
  reply: runReply,
})

export const sendScoresContract = defineContract({
  name: 'sendScores',
  method: 'post',
  path: '/projects/{project}/score-runs/{run}/scores',
  summary: 'Store scores of solutions that are there; the same lines again change nothing',
  input: z.strictObject({
    ...oneRun,
    lines: z
      .array(
        z.strictObject({
          /** Its number in the file: what is refused is named by it, and a line that is sent again is known by it. */
          line: z.number().int().min(1).max(2_147_483_647),
          /** In the shape that `exportScores` writes (docs/scoring.md). */
          sample: z.record(z.string(), z.unknown()),
        }),
      )
      .min(1)
      .max(scoreLinesAtOnce),
  }),
  reply: z.object({
    stored: z.number().describe('Solutions that have got their scores by this call'),
    repeated: z.number().describe('Lines that the run had already, with the same scores'),
    refused: z.array(
      z.object({
        line: z.number(),
        kind: z.enum(refusalKinds),
        place: z.string(),
        reason: z.string(),
      }),
    ),
    doneRows: z.number().describe('Solutions that have scores of this run by now'),
  }),
})

export const finishScoreImportContract = defineContract({
  name: 'finishScoreImport',
  method: 'post',
  path: '/projects/{project}/score-runs/{run}/finish',
  summary: 'Say that all scores of a run were sent: rounds can go by it from now on',
  input: z.strictObject({
    ...oneRun,
    /** Lines that could not be used, as the sender counted them: shown with the run. */
    refused: z.number().int().min(0).max(2_147_483_647).default(0),
  }),
  reply: runReply,
})
