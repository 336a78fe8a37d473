import type { getProgressContract } from '@/lib/annotations/progress-contract'
import type { ReplyOf } from '@/lib/platform/contract'
import type { getProjectContract, roles } from '@/lib/projects/contract'
import type { listQueueContract } from '@/lib/queue/contract'

export type Project = ReplyOf<typeof getProjectContract>
export type Progress = ReplyOf<typeof getProgressContract>
export type QueueHead = ReplyOf<typeof listQueueContract>
export type Role = (typeof roles)[number]

/** What a person may do in a project; an instance admin may everything everywhere. */
export function readRole(person: { isInstanceAdmin: boolean }, project: Project): Role {
  return person.isInstanceAdmin ? 'admin' : (project.role ?? 'annotator')
}

/** Submitted annotations, however they ended. */
export function countAnnotations(progress: Progress): number {
  const { foundError, noError, givenUp, badProblem } = progress
  return foundError + noError + givenUp + badProblem
}

/** Someone labels here, or did. */
export const hasStarted = (progress: Progress) =>
  countAnnotations(progress) > 0 || progress.leased !== 0
