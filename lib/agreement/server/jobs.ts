import type { JobHandlers, JobPayloads } from '@/lib/jobs/job'
import { markResultRunFailed, type ResultRunAttempt } from '@/lib/jobs/server/result-runs.sql'
import { runResultJob } from '@/lib/jobs/server/run-result-job'
import { getDatabase } from '@/lib/platform/server/database'
import { agreementFiltersField } from '../agreement-filters'
import { agreementResultTable } from './agreement-rows.sql'
import { computeAgreement } from './compute-agreement'

const internalErrorMessage =
  'The computation failed several times. Earlier results are unchanged. Compute again, and contact an instance admin if it fails again.'

const toResultRun = ({ agreementId, ...run }: JobPayloads['agreement']): ResultRunAttempt => ({
  ...run,
  table: agreementResultTable,
  id: agreementId,
})

/** Computes agreement for one set of filters. */
export const runAgreementJob: JobHandlers['agreement'] = (payload, signal) => {
  const { projectId, agreementId } = payload
  return runResultJob(
    {
      run: toResultRun(payload),
      lock: `agreement/${agreementId}`,
      readRequest: (request) => agreementFiltersField.parse(request),
      computeResult: (reading, filters, watch) =>
        computeAgreement({ ...reading, projectId, filters }, watch),
    },
    signal,
  )
}

/** Records the failure after the last attempt. */
export async function recordAgreementFailure(payload: JobPayloads['agreement']): Promise<void> {
  await markResultRunFailed(getDatabase(), toResultRun(payload), internalErrorMessage)
}
