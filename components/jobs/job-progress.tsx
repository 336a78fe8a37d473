import type { ComponentProps } from 'react'
import { ProgressStrip } from '@/components/ui/progress-strip'
import type { JobWaitReason } from '@/lib/jobs/job-wait-reason'
import { MissingWorkerNotice } from './missing-worker-notice'

/** The progress of a background job, or that no worker runs it. */
export function JobProgress({
  job: { waitingFor },
  ...progress
}: { job: { waitingFor: JobWaitReason } } & Omit<
  ComponentProps<typeof ProgressStrip>,
  'children'
>) {
  const waitingLabels =
    waitingFor === null ? {} : { progressLabel: 'Waiting for a worker', rateLabel: '' }
  return (
    <ProgressStrip {...progress} {...waitingLabels}>
      <MissingWorkerNotice className="pt-3" waitingFor={waitingFor} />
    </ProgressStrip>
  )
}
