import { createHash } from 'node:crypto'
import type { ProjectAccess } from '@/lib/auth/server/project-access'

/** Identifies an annotation. */
interface AnnotationKey {
  userId: string
  solutionId: string
}

type Settings = Pick<ProjectAccess, 'id' | 'showsAnswer' | 'hiddenReferenceShare'>

/**
 * Whether an annotator sees the reference answer of a solution. A hash chooses for which annotations it is hidden: the
 * choice never changes, no one can influence it, and raising the project's share only adds annotations.
 */
export function isReferenceAnswerShown(project: Settings, annotationKey: AnnotationKey): boolean {
  return (
    project.showsAnswer && hashToUnit(project.id, annotationKey) >= project.hiddenReferenceShare
  )
}

/** The share to store with an annotation; null if the project shows the answer to everyone, or to no one. */
export const readHiddenReferenceShare = ({ showsAnswer, hiddenReferenceShare }: Settings) =>
  showsAnswer && hiddenReferenceShare > 0 ? hiddenReferenceShare : null

/** Uniform from 0 to 1. The same project, user and solution always get the same number. */
function hashToUnit(projectId: string, { userId, solutionId }: AnnotationKey): number {
  const digest = createHash('sha256').update(`blind ${projectId} ${userId} ${solutionId}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48
}
