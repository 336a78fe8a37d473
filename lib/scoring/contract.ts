import { waitingForField } from '@/lib/jobs/waiting-for-field'
import { defineContract, z } from '@/lib/platform/contract'
import { idField, int32Max, nameField, projectSlugField } from '@/lib/platform/fields'
import { scorerMetricsField } from './held-out-metrics'
import { modelServerSettingsInputField, modelServerSettingsField } from './model-server-settings'

export const scoreJobStates = ['running', 'done', 'failed', 'cancelled'] as const

/** `imported`: scores arrive in files, and a run lasts until the sender finishes it. */
export const scorerKinds = ['server', 'embedded', 'imported'] as const

/** Which solutions a run scores. `unlabelled`: without a submitted annotation. */
export const scoreRunScopes = ['all', 'unlabelled'] as const

/** With fewer labelled solutions, the page warns that the embedded scorer is unreliable. */
export const minRecommendedTrainingSolutions = 50

const progressFields = {
  state: z.enum(scoreJobStates),
  waitingFor: waitingForField,
  message: z.string().nullable().describe('Why it failed, or a note'),
  by: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
}

const versionReply = z.object({
  version: z.number(),
  ...progressFields,
  seed: z.number(),
  algorithm: z.string().nullable(),
  solutions: z.number().nullable().describe('Labelled solutions trained on'),
  steps: z.number().nullable(),
  readRows: z.number(),
  allRows: z.number().nullable(),
  metrics: scorerMetricsField.nullable(),
  hasFewLabels: z.boolean(),
})

const scorerReply = z.object({
  scorer: idField,
  name: z.string(),
  kind: z.enum(scorerKinds),
  settings: modelServerSettingsField.nullable().describe('Connection settings of a model server'),
  isKeySet: z
    .boolean()
    .nullable()
    .describe(
      'Whether the key named in the settings is set for this host. Null if no key is named',
    ),
  isRetired: z.boolean(),
  versions: z
    .array(versionReply)
    .describe('Versions of the embedded scorer, newest first, at most 20'),
  createdAt: z.iso.datetime(),
})

export const scoreRunReply = z.object({
  run: idField,
  number: z.number(),
  scorer: idField,
  scorerName: z.string(),
  kind: z.enum(scorerKinds),
  version: z.number().nullable(),
  model: z.string().describe('Model name, or the name given to imported scores'),
  scope: z.enum(scoreRunScopes).describe('Which solutions are scored'),
  ...progressFields,
  doneRows: z.number(),
  reusedRows: z
    .number()
    .describe('Of doneRows, scores reused from an earlier run of the same model'),
  failedRows: z.number().describe('Failed solutions, or rejected lines of an import'),
  allRows: z.number().nullable(),
})

const projectParams = { project: projectSlugField }
const scorerParams = { ...projectParams, scorer: idField }
const runParams = { ...projectParams, run: idField }
const versionParams = { ...scorerParams, version: z.coerce.number().int().min(1).max(int32Max) }

export const listScorersContract = defineContract({
  name: 'listScorers',
  method: 'get',
  path: '/projects/{project}/scorers',
  summary: 'List scorers and their quality',
  input: z.strictObject(projectParams),
  reply: z.object({
    scorers: z.array(scorerReply),
    labelled: z.number().describe('Labelled solutions to train on. Counted up to 10,001'),
    withImportedScores: z
      .number()
      .describe('Solutions with an imported score. Counted up to 10,001'),
    solutions: z.number().describe('Solutions of the project. 10,001 means more'),
  }),
})

export const createScorerContract = defineContract({
  name: 'createScorer',
  method: 'post',
  path: '/projects/{project}/scorers',
  summary: 'Connect a model server',
  input: z.strictObject({
    ...projectParams,
    name: nameField(80),
    settings: modelServerSettingsInputField,
  }),
  reply: scorerReply,
})

export const tryScorerContract = defineContract({
  name: 'tryScorer',
  method: 'post',
  path: '/projects/{project}/scorers/try',
  summary: 'Test a model server on one solution, without storing scores',
  input: z.strictObject({
    ...projectParams,
    settings: modelServerSettingsInputField,
    /** Default: any solution of the project. */
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
  summary: 'Retire a scorer. Its runs are kept',
  input: z.strictObject(scorerParams),
  reply: scorerReply,
})

export const trainScorerContract = defineContract({
  name: 'trainScorer',
  method: 'post',
  path: '/projects/{project}/scorers/train',
  summary: 'Train a new version of the embedded scorer',
  input: z.strictObject({
    ...projectParams,
    seed: z.number().int().min(0).max(2_147_483_647).default(1),
  }),
  reply: z.object({ scorer: idField, version: versionReply }),
})

export const cancelTrainingContract = defineContract({
  name: 'cancelTraining',
  method: 'post',
  path: '/projects/{project}/scorers/{scorer}/versions/{version}/cancel',
  summary: 'Cancel a training run',
  input: z.strictObject(versionParams),
  reply: versionReply,
})

export const getScorerVersionContract = defineContract({
  name: 'getScorerVersion',
  method: 'get',
  path: '/projects/{project}/scorers/{scorer}/versions/{version}',
  summary: 'Get a scorer version: training progress and metrics',
  input: z.strictObject(versionParams),
  reply: versionReply,
})

export const startScoreRunContract = defineContract({
  name: 'startScoreRun',
  method: 'post',
  path: '/projects/{project}/score-runs',
  summary: 'Start a score run in the background',
  input: z.strictObject({
    ...projectParams,
    scorer: idField,
    /** Of the embedded scorer. Default: the newest. */
    version: z.number().int().min(1).max(int32Max).optional(),
    scope: z.enum(scoreRunScopes).default('all').describe('Which solutions are scored'),
  }),
  reply: scoreRunReply,
})

export const cancelScoreRunContract = defineContract({
  name: 'cancelScoreRun',
  method: 'post',
  path: '/projects/{project}/score-runs/{run}/cancel',
  summary: 'Cancel a score run. Its scores are kept, and it can be resumed',
  input: z.strictObject(runParams),
  reply: scoreRunReply,
})

export const resumeScoreRunContract = defineContract({
  name: 'resumeScoreRun',
  method: 'post',
  path: '/projects/{project}/score-runs/{run}/resume',
  summary: 'Resume a score run and retry failed solutions',
  input: z.strictObject(runParams),
  reply: scoreRunReply,
})

export const getScoreRunContract = defineContract({
  name: 'getScoreRun',
  method: 'get',
  path: '/projects/{project}/score-runs/{run}',
  summary: 'Get a score run: progress and failures',
  input: z.strictObject(runParams),
  reply: scoreRunReply.extend({
    failures: z
      .array(z.object({ message: z.string(), solutions: z.number(), example: idField }))
      .describe('By reason, most frequent first, at most 20'),
  }),
})

export const listScoreRunsContract = defineContract({
  name: 'listScoreRuns',
  method: 'get',
  path: '/projects/{project}/score-runs',
  summary: 'List score runs, newest first, at most 50',
  input: z.strictObject(projectParams),
  reply: z.object({ runs: z.array(scoreRunReply) }),
})

/** A line of a score export. */
const scoredSampleReply = z.object({
  unique_id: z.string(),
  problem: z.string(),
  solution_id: idField,
  steps: z.array(z.string()),
  answer: z.string().nullable(),
  ground_truth_answer: z.string().nullable(),
  is_correct: z.boolean().nullable().describe('Null if unknown'),
  rating_probs: z
    .array(z.object({ '-1': z.number(), '0': z.number(), '1': z.number() }))
    .nullable()
    .describe('P(-1), P(0), P(+1) per step, if known'),
  step_scores: z
    .array(z.number())
    .nullable()
    .describe(
      'P(correct) per step. Null if only the solution is scored, and if it is exported as unscored',
    ),
  prm_score: z
    .number()
    .nullable()
    .describe('Solution score. Null only if it is exported as unscored'),
  disagreement: z
    .number()
    .nullable()
    .describe('Ensemble disagreement of the embedded scorer, in nats. Null without an ensemble'),
})

export const exportScoresContract = defineContract({
  name: 'exportScores',
  method: 'get',
  path: '/projects/{project}/score-runs/{run}/scores',
  summary: 'Export the scores of a run, or the solutions without one, as JSONL (docs/scoring.md)',
  sends: 'lines',
  input: z.strictObject({
    ...runParams,
    scored: z
      .enum(['yes', 'no'])
      .default('yes')
      .describe('`no`: solutions without a score in the run, to score them elsewhere'),
  }),
  reply: scoredSampleReply,
})

export const exportUnscoredSolutionsContract = defineContract({
  name: 'exportUnscoredSolutions',
  method: 'get',
  path: '/projects/{project}/unscored-solutions',
  summary:
    'Export the solutions that no run has scored, as JSONL, to score them elsewhere (docs/scoring.md)',
  sends: 'lines',
  input: z.strictObject(projectParams),
  reply: scoredSampleReply,
})
