import { recordAgreementFailure, runAgreementJob } from '@/lib/agreement/server/jobs'
import { recordRegradeFailure, runRegradeJob } from '@/lib/answers/server/regrade-jobs'
import { recordEvaluationFailure, runEvaluationJob } from '@/lib/evaluation/server/jobs'
import { failReleaseAfterRetries, runReleaseJob } from '@/lib/exports/server/jobs'
import { gradeFinishedScreenings } from '@/lib/gold/server/grade-finished-screenings'
import { planGoldOfAllProjects } from '@/lib/gold/server/plan-gold'
import { failImportAfterRetries, runImportJob } from '@/lib/imports/server/jobs'
import { runSweepFilesJob } from '@/lib/imports/server/sweep-files'
import type { JobHandlers } from '@/lib/jobs/job'
import type { JobFailureHandlers } from '@/lib/jobs/server/run-jobs'
import type { PeriodicTasks } from '@/lib/jobs/server/run-periodic-tasks'
import { applyAllCountChanges } from '@/lib/maintenance/server/stored-counts'
import { applyPauseRule } from '@/lib/people/server/apply-pause-rule'
import { getDatabase } from '@/lib/platform/server/database'
import { recordMailFailure, runMailJob } from '@/lib/projects/server/mail-job'
import { sampleAnnotationsForReview } from '@/lib/reviews/server/sample-annotations-for-review.sql'
import { markRoundFailed, runRoundJob } from '@/lib/rounds/server/jobs'
import { failScoreRunAfterRetries, runScoreJob } from '@/lib/scoring/server/score-jobs'
import { failTrainingAfterRetries, runTrainJob } from '@/lib/scoring/server/train-jobs'
import { deleteOldDeliveries } from '@/lib/webhooks/server/delivery-rows.sql'
import { insertAnnotationDeliveries } from '@/lib/webhooks/server/insert-annotation-deliveries'
import { sendDueDeliveries, enqueueDueDeliveries } from '@/lib/webhooks/server/send-due-deliveries'
import { enqueueLostJobs } from './enqueue-lost-jobs'

/** The handler of each kind of job. */
export const jobHandlers: JobHandlers = {
  import: runImportJob,
  release: runReleaseJob,
  regrade: runRegradeJob,
  round: runRoundJob,
  score: runScoreJob,
  train: runTrainJob,
  evaluate: runEvaluationJob,
  agreement: runAgreementJob,
  mail: runMailJob,
  'sweep-files': async (payload, signal) => {
    await runSweepFilesJob(payload, signal)
    await deleteOldDeliveries(getDatabase(), signal)
  },
  'find-lost-jobs': enqueueLostJobs,
  'deliver-webhooks': sendDueDeliveries,
}

/** Called for jobs that are given up. */
export const jobFailureHandlers: JobFailureHandlers = {
  import: failImportAfterRetries,
  release: failReleaseAfterRetries,
  regrade: recordRegradeFailure,
  score: failScoreRunAfterRetries,
  train: failTrainingAfterRetries,
  round: markRoundFailed,
  evaluate: recordEvaluationFailure,
  agreement: recordAgreementFailure,
  mail: recordMailFailure,
}

/** Checks for follow-up work, every 2 s. */
export const periodicTasks: PeriodicTasks = {
  'plan-gold': planGoldOfAllProjects,
  'end-screenings': gradeFinishedScreenings,
  'apply-pause-rule': async (db) => {
    await applyPauseRule(db)
  },
  'draw-samples': sampleAnnotationsForReview,
  'collect-annotations': insertAnnotationDeliveries,
  'find-due-webhooks': enqueueDueDeliveries,
  'apply-count-changes': applyAllCountChanges,
}
