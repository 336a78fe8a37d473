import { createHash } from 'node:crypto'
import type { ProjectAccess } from '@/lib/auth/server/project-access'

/** Of whom is asked, and of what. */
interface Whose {
  userId: string
  solutionId: string
}

type Settings = Pick<ProjectAccess, 'id' | 'showsAnswer' | 'hiddenReferenceShare'>

/**
 * Whether a person sees the reference answer while they label a solution. Without it is the share that the project asks
 * for, drawn by a hash: it never changes, no one can choose it, and a larger share leaves out those of the smaller one too.
 */
export function showsAnswerTo(project: Settings, whose: Whose): boolean {
  return project.showsAnswer && hashToUnit(project.id, whose) >= project.hiddenReferenceShare
}

/** The share as an annotation keeps it: null where all see the answer, or no one does. */
export const readHiddenReferenceShare = ({ showsAnswer, hiddenReferenceShare }: Settings) =>
  showsAnswer && hiddenReferenceShare > 0 ? hiddenReferenceShare : null

/** From 0 up to 1, evenly: the same for the same three. */
function hashToUnit(projectId: string, { userId, solutionId }: Whose): number {
  const digest = createHash('sha256').update(`blind ${projectId} ${userId} ${solutionId}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48
}
