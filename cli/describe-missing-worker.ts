import { noWorkerMessage, workerStartCommand, type JobWaitReason } from '@/lib/jobs/job-wait-reason'

/** Why a job does not continue, for people at a terminal. */
export const describeMissingWorker = (waitingFor: JobWaitReason): string | null =>
  waitingFor === null
    ? null
    : `${noWorkerMessage} Start one on the server’s host with "${workerStartCommand}".`
