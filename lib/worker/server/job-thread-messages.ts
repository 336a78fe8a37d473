import type { JobName, JobPayloads } from '@/lib/jobs/job'
import type { ErrorLogFields } from '@/lib/platform/server/describe-error'

type AnyJob = { [N in JobName]: { name: N; payload: JobPayloads[N] } }[JobName]

/** `run`: run the job, which has this id in the queue. `give-up`: record that it is given up. */
export type ThreadJob = AnyJob & ({ kind: 'run'; id: string } | { kind: 'give-up'; reason: string })

/** `call` numbers what the thread runs at a time. */
export type JobThreadMessage =
  /** Load the code of a job that is queued soon. */
  | { kind: 'load'; name: JobName }
  | { kind: 'start'; call: number; job: ThreadJob }
  | { kind: 'abort'; call: number }
  /** End. The queue has released the jobs that still run. */
  | { kind: 'end' }
  /** Release the jobs in the queue and end: the process ends at once. */
  | { kind: 'release' }

export type JobThreadReply =
  | { call: number; outcome: void | 'later' }
  | { call: number; error: ErrorLogFields }

export interface JobThreadData {
  /** Shared: 1 when jobs have been released. */
  hasReleased: Int32Array
  /** Shared: a counter that the thread increases every second. */
  responses: Int32Array
}
