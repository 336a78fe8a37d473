import { gradeFinishedScreenings } from '@/lib/gold/server/grade-finished-screenings'
import { planGoldOfAllProjects } from '@/lib/gold/server/plan-gold'
import type { PeriodicTasks } from '@/lib/jobs/server/run-periodic-tasks'
import { updateDerivedTables } from '@/lib/maintenance/server/derived-tables'
import { applyPauseRule } from '@/lib/people/server/apply-pause-rule'
import { sampleAnnotationsForReview } from '@/lib/reviews/server/sample-annotations-for-review.sql'
import { insertAnnotationDeliveries } from '@/lib/webhooks/server/insert-annotation-deliveries'
import { enqueueDueDeliveries } from '@/lib/webhooks/server/send-due-deliveries'

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
  'update-derived-tables': updateDerivedTables,
}
