import { channel, subscribe } from 'node:diagnostics_channel'
import type { JobName } from '../job'

// Channels of Node's, because Next loads this module more than once.
const channelName = 'stepmark.job-queued'
const expectedChannelName = 'stepmark.job-expected'

/** Says in this thread that a job of this kind can start now. */
export function announceQueuedJobInThread(job: JobName): void {
  channel(channelName).publish(job)
}

export function listenToQueuedJobsInThread(onQueued: (job: JobName) => void): void {
  subscribe(channelName, (job) => onQueued(job as JobName))
}

/** Says in this thread that a job of this kind will be queued soon, so that its code can be loaded. */
export function announceExpectedJobInThread(job: JobName): void {
  channel(expectedChannelName).publish(job)
}

export function listenToExpectedJobsInThread(onExpected: (job: JobName) => void): void {
  subscribe(expectedChannelName, (job) => onExpected(job as JobName))
}
