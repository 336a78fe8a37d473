import type { ReplyOf } from '@/lib/platform/contract'
import type { getProgressContract } from '@/lib/progress/contract'
import type { getProjectContract } from '@/lib/projects/contract'
import type { listQueueContract } from '@/lib/queue/contract'

export type Project = ReplyOf<typeof getProjectContract>
export type Progress = ReplyOf<typeof getProgressContract>
export type QueueReply = ReplyOf<typeof listQueueContract>

/** Submitted annotations with any finish reason. */
export function countAnnotations(progress: Progress): number {
  const { foundError, noError, givenUp, badProblem } = progress
  return foundError + noError + givenUp + badProblem
}

/** Whether anyone has annotated or is annotating. Always true for annotators, who don’t see the number of leases. */
export const hasActivity = (progress: Progress) =>
  countAnnotations(progress) > 0 || progress.leased !== 0
