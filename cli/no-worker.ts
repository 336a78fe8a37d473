import { noWorkerMessage, startWorkerCommand, type WaitingFor } from '@/lib/jobs/waiting-for'

/** Why a job does not continue, for people at a terminal. */
export const describeWaiting = (waitingFor: WaitingFor): string | null =>
  waitingFor === null
    ? null
    : `${noWorkerMessage} Start one on the server’s host with "${startWorkerCommand}".`
