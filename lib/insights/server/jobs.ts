import type { JobHandlers, JobPayloads } from '@/lib/jobs/job'
import { markResultFailed, type ResultRun } from '@/lib/jobs/server/result-runs.sql'
import { runResultJob } from '@/lib/jobs/server/run-result-job'
import { getDatabase } from '@/lib/platform/server/database'
import { evaluationOptionsField } from '../contract'
import { evaluationTable } from './evaluation-rows.sql'
import { workOut } from './work-out'

const unforeseen =
  'Something went wrong on our side, several times. Earlier evaluations are as they were. Compute once more; if that does not help, tell whoever runs this server.'

const nameRun = ({ evaluationId, ...run }: JobPayloads['evaluate']): ResultRun => ({
  ...run,
  table: evaluationTable,
  id: evaluationId,
})

/** Works out an evaluation: one of a project at a time. */
export const runEvaluateJob: JobHandlers['evaluate'] = (payload, signal) => {
  const { projectId } = payload
  return runResultJob(
    {
      run: nameRun(payload),
      lock: `evaluation/${projectId}`,
      readAsked: (asked) => evaluationOptionsField.parse(asked),
      workOut: (reading, options, watch) => workOut({ ...reading, projectId, options }, watch),
    },
    signal,
  )
}

/** What becomes of an evaluation whose job is not tried again. */
export async function giveUpEvaluation(payload: JobPayloads['evaluate']): Promise<void> {
  await markResultFailed(getDatabase(), nameRun(payload), unforeseen)
}
