import { defineContract, z } from '@/lib/platform/contract'
import { filledTextField, idField, int32Max, projectField } from '@/lib/platform/fields'
import { givenSettingsField, serverSettingsField } from './server-settings'

export const jobStates = ['running', 'done', 'failed', 'cancelled'] as const

/** `imported`: its scores come in files, and its runs last until the sender ends them. */
export const scorerKinds = ['server', 'embedded', 'imported'] as const

/** Which solutions a score run takes; `unlabelled`: those that nobody has submitted an annotation of. */
export const scoreRunTakes = ['all', 'unlabelled'] as const

/** Under so many labelled solutions the embedded scorer knows little: its page says so. */
export const coldStartSolutions = 50

const metricTriple = z.object({ model: z.number(), positionOnly: z.number(), random: z.number() })

/** Of problems that were held out while these numbers were found. */
export const scorerMetricsField = z.object({
  heldOutSolutions: z.number(),
  heldOutSteps: z.number(),
  heldOutErrors: z
    .number()
    .optional()
    .describe('Held-out solutions with an error; versions of before do not say'),
  stepAuc: metricTriple.nullable().describe('Null: the held-out steps are all right or all wrong'),
  firstErrorHit: metricTriple
    .nullable()
    .describe(
      'Of solutions with an error: its step is the likeliest one, by P(-1) times the chance that no step before is wrong',
    ),
  logLoss: z.number().nullable(),
  calibrationError: z.number().nullable().describe('Expected calibration error over ten bins'),
  bins: z.array(
    z.object({
      from: z.number(),
      to: z.number(),
      steps: z.number(),
      predicted: z.number().describe('Mean of P(correct)'),
      observed: z.number().describe('Share of steps that people found right'),
    }),
  ),
})
export type ScorerMetrics = z.output<typeof scorerMetricsField>

const progressFields = {
  state: z.enum(jobStates),
  message: z.string().nullable().describe('Why it failed, or what to know of it'),
  by: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
}

const versionReply = z.object({
  version: z.number(),
  ...progressFields,
  seed: z.number(),
  algorithm: z.string().nullable(),
  solutions: z.number().nullable().describe('Labelled solutions that it learnt from'),
  steps: z.number().nullable(),
  readRows: z.number(),
  allRows: z.number().nullable(),
  metrics: scorerMetricsField.nullable(),
  knowsLittle: z.boolean(),
})

const scorerReply = z.object({
  scorer: idField,
  name: z.string(),
  kind: z.enum(scorerKinds),
  settings: serverSettingsField.nullable().describe('Of a server'),
  isKeySet: z
    .boolean()
    .nullable()
    .describe(
      'Whether the environment has the key that the settings name, for this address; null: none',
    ),
  isRetired: z.boolean(),
  versions: z.array(versionReply).describe('Of the embedded scorer, newest first, at most 20'),
  createdAt: z.iso.datetime(),
})

export const runReply = z.object({
  run: idField,
  number: z.number(),
  scorer: idField,
  scorerName: z.string(),
  kind: z.enum(scorerKinds),
  version: z.number().nullable(),
  model: z.string().describe('Of imported scores the name that they were given'),
  takes: z.enum(scoreRunTakes),
  ...progressFields,
  doneRows: z.number(),
  reusedRows: z
    .number()
    .describe('Of doneRows, those that an earlier run had asked the same of the same model'),
  failedRows: z.number().describe('Of an import, lines that could not be used'),
  allRows: z.number().nullable(),
  startedAt: z.iso.datetime().nullable(),
})

const inProject = { project: projectField }
const oneScorer = { ...inProject, scorer: idField }
const oneRun = { ...inProject, run: idField }
const oneVersion = { ...oneScorer, version: z.coerce.number().int().min(1).max(int32Max) }

export const listScorersContract = defineContract({
  name: 'listScorers',
  method: 'get',
  path: '/projects/{project}/scorers',
  summary: 'What predicts ratings here, and how well',
  input: z.strictObject(inProject),
  reply: z.object({
    scorers: z.array(scorerReply),
    labelled: z
      .number()
      .describe('Solutions with labels that the embedded scorer can learn from; counted to 10,001'),
    withImportedScores: z.number().describe('Solutions that came with a score; counted to 10,001'),
    solutions: z.number().describe('Counted to 10,001, which says that there are more'),
  }),
})

export const createScorerContract = defineContract({
  name: 'createScorer',
  method: 'post',
  path: '/projects/{project}/scorers',
  summary: 'Connect a model server',
  input: z.strictObject({ ...inProject, name: filledTextField(80), settings: givenSettingsField }),
  reply: scorerReply,
})

export const tryScorerContract = defineContract({
  name: 'tryScorer',
  method: 'post',
  path: '/projects/{project}/scorers/try',
  summary: 'Ask a model server for the scores of one solution; nothing is stored',
  input: z.strictObject({
    ...inProject,
    settings: givenSettingsField,
    /** Without it one of the project's. */
    solution: idField.optional(),
  }),
  reply: z.object({
    problem: z.string(),
    steps: z.array(z.object({ text: z.string(), score: z.number().describe('P(correct)') })),
    milliseconds: z.number(),
  }),
})

export const retireScorerContract = defineContract({
  name: 'retireScorer',
  method: 'post',
  path: '/projects/{project}/scorers/{scorer}/retire',
  summary: 'Offer a scorer no more; its runs stay',
  input: z.strictObject(oneScorer),
  reply: scorerReply,
})

export const trainScorerContract = defineContract({
  name: 'trainScorer',
  method: 'post',
  path: '/projects/{project}/scorers/train',
  summary: "Let the embedded scorer learn from this project's labels: a new version of it",
  input: z.strictObject({
    ...inProject,
    seed: z.number().int().min(0).max(2_147_483_647).default(1),
  }),
  reply: z.object({ scorer: idField, version: versionReply }),
})

export const cancelTrainingContract = defineContract({
  name: 'cancelTraining',
  method: 'post',
  path: '/projects/{project}/scorers/{scorer}/versions/{version}/cancel',
  summary: 'End a training that is not done',
  input: z.strictObject(oneVersion),
  reply: versionReply,
})

export const getScorerVersionContract = defineContract({
  name: 'getScorerVersion',
  method: 'get',
  path: '/projects/{project}/scorers/{scorer}/versions/{version}',
  summary: 'How far a training is, and how well the version does',
  input: z.strictObject(oneVersion),
  reply: versionReply,
})

export const startScoreRunContract = defineContract({
  name: 'startScoreRun',
  method: 'post',
  path: '/projects/{project}/score-runs',
  summary: 'Score solutions, in the background',
  input: z.strictObject({
    ...inProject,
    scorer: idField,
    /** Of the embedded scorer; without it the newest. */
    version: z.number().int().min(1).max(int32Max).optional(),
    takes: z.enum(scoreRunTakes).default('all'),
  }),
  reply: runReply,
})

export const cancelScoreRunContract = defineContract({
  name: 'cancelScoreRun',
  method: 'post',
  path: '/projects/{project}/score-runs/{run}/cancel',
  summary: 'Stop a score run; what it has scored stays, and it can be resumed',
  input: z.strictObject(oneRun),
  reply: runReply,
})

export const resumeScoreRunContract = defineContract({
  name: 'resumeScoreRun',
  method: 'post',
  path: '/projects/{project}/score-runs/{run}/resume',
  summary: 'Go on where a score run ended, and ask again what failed',
  input: z.strictObject(oneRun),
  reply: runReply,
})

export const getScoreRunContract = defineContract({
  name: 'getScoreRun',
  method: 'get',
  path: '/projects/{project}/score-runs/{run}',
  summary: 'How far a score run is, and what failed',
  input: z.strictObject(oneRun),
  reply: runReply.extend({
    failures: z
      .array(z.object({ message: z.string(), solutions: z.number(), example: idField }))
      .describe('By reason, those of most solutions first, at most 20'),
  }),
})

export const listScoreRunsContract = defineContract({
  name: 'listScoreRuns',
  method: 'get',
  path: '/projects/{project}/score-runs',
  summary: 'Score runs, newest first, at most 50',
  input: z.strictObject(inProject),
  reply: z.object({ runs: z.array(runReply) }),
})

export const exportScoresContract = defineContract({
  name: 'exportScores',
  method: 'get',
  path: '/projects/{project}/score-runs/{run}/scores',
  summary: 'Scores of a run as JSONL, in the shape of scored samples (docs/scoring.md)',
  sends: 'lines',
  input: z.strictObject(oneRun),
  reply: z.object({
    unique_id: z.string(),
    problem: z.string(),
    solution_id: idField,
    steps: z.array(z.string()),
    answer: z.string().nullable(),
    ground_truth_answer: z.string().nullable(),
    is_correct: z.boolean().nullable().describe('Null: not known'),
    rating_probs: z
      .array(z.object({ '-1': z.number(), '0': z.number(), '1': z.number() }))
      .nullable()
      .describe('P(-1), P(0), P(+1) of each step, where known'),
    step_scores: z
      .array(z.number())
      .nullable()
      .describe('P(correct) of each step; null: the score is of the whole solution'),
    prm_score: z.number(),
    disagreement: z
      .number()
      .nullable()
      .describe(
        'How far the members of the embedded scorer part, in nats; null: one opinion alone',
      ),
  }),
})
