import { channel, subscribe } from 'node:diagnostics_channel'
import type { JobName } from '../job'

// A channel of Node's, because Next loads this module more than once.
const channelName = 'stepmark.job-queued'

/** Says in this thread that a job of this kind can start now. */
export function announceQueuedJobInThread(job: JobName): void {
  channel(channelName).publish(job)
}

export function listenToQueuedJobsInThread(onQueued: (job: JobName) => void): void {
  subscribe(channelName, (job) => onQueued(job as JobName))
}
