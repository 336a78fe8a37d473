import type { JobHandlers, JobPayloads } from '@/lib/jobs/job'
import { markResultRunFailed, type ResultRunAttempt } from '@/lib/jobs/server/result-runs.sql'
import { runResultJob } from '@/lib/jobs/server/run-result-job'
import { getDatabase } from '@/lib/platform/server/database'
import { evaluationOptionsField } from '../contract'
import { computeEvaluation } from './compute-evaluation'
import { evaluationResultTable } from './evaluation-rows.sql'

const unexpectedError =
  'The computation failed several times because of a server error. Earlier results are unchanged. Retry; if it fails again, contact an instance admin.'

const toResultRun = ({ evaluationId, ...run }: JobPayloads['evaluate']): ResultRunAttempt => ({
  ...run,
  table: evaluationResultTable,
  id: evaluationId,
})

/** Computes an evaluation, one per project at a time. */
export const runEvaluationJob: JobHandlers['evaluate'] = (payload, signal) => {
  const { projectId } = payload
  return runResultJob(
    {
      run: toResultRun(payload),
      lock: `evaluation/${projectId}`,
      readRequest: (request) => evaluationOptionsField.parse(request),
      computeResult: (reading, options, watch) =>
        computeEvaluation({ ...reading, projectId, options }, watch),
    },
    signal,
  )
}

/** Marks an evaluation as failed when its job has no attempts left. */
export async function recordEvaluationFailure(payload: JobPayloads['evaluate']): Promise<void> {
  await markResultRunFailed(getDatabase(), toResultRun(payload), unexpectedError)
}
