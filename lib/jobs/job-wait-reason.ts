/** What an unfinished job waits for, apart from other jobs. */
export type JobWaitReason = 'worker' | null

export const noWorkerMessage = 'No worker is running.'
export const workerStartCommand = 'stepmark worker'
