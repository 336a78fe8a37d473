import { giveUpRelease, runReleaseJob } from '@/lib/exports/server/jobs'
import { giveUpImport, runImportJob } from '@/lib/imports/server/jobs'
import { sweepFiles } from '@/lib/imports/server/sweep-files'
import { giveUpEvaluation, runEvaluateJob } from '@/lib/insights/server/jobs'
import type { JobHandlers } from '@/lib/jobs/job'
import type { GiveUpHandlers } from '@/lib/jobs/server/run-jobs'
import type { PeriodicTasks } from '@/lib/jobs/server/run-periodic-tasks'
import { endScreenings } from '@/lib/quality/server/end-screenings'
import { sampleAnnotationsForReview } from '@/lib/quality/server/sample-annotations-for-review.sql'
import { getDatabase } from '@/lib/platform/server/database'
import { abandonMail, runMailJob } from '@/lib/projects/server/mail-job'
import { planGold } from '@/lib/quality/server/plan-gold'
import { applyPauseRule } from '@/lib/quality/server/apply-pause-rule'
import { giveUpAgreement, runAgreementJob } from '@/lib/review/server/agreement-jobs'
import { giveUpRegrade, runRegradeJob } from '@/lib/review/server/regrade-jobs'
import { failRound, runRoundJob } from '@/lib/rounds/server/jobs'
import { giveUpScoreRun, runScoreJob } from '@/lib/scoring/server/score-jobs'
import { giveUpTraining, runTrainJob } from '@/lib/scoring/server/train-jobs'
import { collectAnnotations } from '@/lib/webhooks/server/collect-annotations'
import { deliverWebhooks, enqueueDueWebhooks } from '@/lib/webhooks/server/deliver'
import { deleteOldDeliveries } from '@/lib/webhooks/server/delivery-rows.sql'
import { findLostJobs } from './find-lost-jobs'

/** The handler of each kind of job. */
export const jobHandlers: JobHandlers = {
  import: runImportJob,
  release: runReleaseJob,
  regrade: runRegradeJob,
  round: runRoundJob,
  score: runScoreJob,
  train: runTrainJob,
  evaluate: runEvaluateJob,
  agreement: runAgreementJob,
  mail: runMailJob,
  'sweep-files': async (payload, signal) => {
    await sweepFiles(payload, signal)
    await deleteOldDeliveries(getDatabase(), signal)
  },
  'find-lost-jobs': findLostJobs,
  'deliver-webhooks': deliverWebhooks,
}

/** Called for jobs that are not retried. */
export const giveUpHandlers: GiveUpHandlers = {
  import: giveUpImport,
  release: giveUpRelease,
  regrade: giveUpRegrade,
  score: giveUpScoreRun,
  train: giveUpTraining,
  round: failRound,
  evaluate: giveUpEvaluation,
  agreement: giveUpAgreement,
  mail: abandonMail,
}

/** Checks for follow-up work, every 2 s. */
export const periodicTasks: PeriodicTasks = {
  'plan-gold': planGold,
  'end-screenings': endScreenings,
  'apply-pause-rule': async (db) => {
    await applyPauseRule(db)
  },
  'draw-samples': sampleAnnotationsForReview,
  'collect-annotations': collectAnnotations,
  'find-due-webhooks': enqueueDueWebhooks,
}
