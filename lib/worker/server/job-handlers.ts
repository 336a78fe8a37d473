import type { JobHandlers, JobName } from '@/lib/jobs/job'
import type { JobFailureHandlers } from '@/lib/jobs/server/run-jobs'
import { lightJobHandlers } from './light-job-handlers'

// A thread that starts for a job must start fast, and loads only the code of that job.
const importJobs = () => import('@/lib/imports/server/jobs')
const releaseJobs = () => import('@/lib/exports/server/jobs')
const regradeJobs = () => import('@/lib/answers/server/regrade-jobs')
const roundJobs = () => import('@/lib/rounds/server/jobs')
const scoreJobs = () => import('@/lib/scoring/server/score-jobs')
const trainJobs = () => import('@/lib/scoring/server/train-jobs')
const evaluationJobs = () => import('@/lib/evaluation/server/jobs')
const agreementJobs = () => import('@/lib/agreement/server/jobs')
const mailJobs = () => import('@/lib/projects/server/mail-job')
const webhookJobs = () => import('@/lib/webhooks/server/send-due-deliveries')

/** Loads the code of jobs that are announced. */
export const loadJobCode: { [N in JobName]?: () => Promise<unknown> } = { import: importJobs }

/** The handler of each kind of job. */
export const jobHandlers: JobHandlers = {
  import: async (...job) => (await importJobs()).runImportJob(...job),
  release: async (...job) => (await releaseJobs()).runReleaseJob(...job),
  regrade: async (...job) => (await regradeJobs()).runRegradeJob(...job),
  round: async (...job) => (await roundJobs()).runRoundJob(...job),
  score: async (...job) => (await scoreJobs()).runScoreJob(...job),
  train: async (...job) => (await trainJobs()).runTrainJob(...job),
  evaluate: async (...job) => (await evaluationJobs()).runEvaluationJob(...job),
  agreement: async (...job) => (await agreementJobs()).runAgreementJob(...job),
  mail: async (...job) => (await mailJobs()).runMailJob(...job),
  ...lightJobHandlers,
  'deliver-webhooks': async (...job) => (await webhookJobs()).sendDueDeliveries(...job),
}

/** Called for jobs that are given up. */
export const jobFailureHandlers: JobFailureHandlers = {
  import: async (payload) => (await importJobs()).failImportAfterRetries(payload),
  release: async (...job) => (await releaseJobs()).failReleaseAfterRetries(...job),
  regrade: async (payload) => (await regradeJobs()).recordRegradeFailure(payload),
  score: async (payload) => (await scoreJobs()).failScoreRunAfterRetries(payload),
  train: async (payload) => (await trainJobs()).failTrainingAfterRetries(payload),
  round: async (payload) => (await roundJobs()).markRoundFailed(payload),
  evaluate: async (payload) => (await evaluationJobs()).recordEvaluationFailure(payload),
  agreement: async (payload) => (await agreementJobs()).recordAgreementFailure(payload),
  mail: async (...job) => (await mailJobs()).recordMailFailure(...job),
}
