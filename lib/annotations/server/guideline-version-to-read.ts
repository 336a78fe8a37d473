import type { Role } from '@/lib/auth/actor'
import { AppError } from '@/lib/platform/errors'
import type { Transaction } from '@/lib/platform/server/database'
import type { AnnotationContext } from './ratable-content.sql'

type AnnotatorContext = Pick<AnnotationContext, 'projectId' | 'userId' | 'solutionId'>

interface GuidelineVersions {
  /** Null for instance admins who are not members: they need not read the guideline. */
  role: Role | null
  guidelineVersion: number
  confirmedGuidelineVersion: number
}

/**
 * The latest guideline version whose decision returned the annotation and that its annotator has not confirmed; null for
 * none.
 */
export async function findGuidelineVersionToRead(
  db: Transaction,
  { projectId, userId, solutionId }: AnnotatorContext,
  { role, guidelineVersion, confirmedGuidelineVersion }: GuidelineVersions,
): Promise<number | null> {
  if (role === null || confirmedGuidelineVersion >= guidelineVersion) return null
  const [row] = await db.$queryRaw<{ version: number | null }[]>`
    select max(d.guideline_version) as version
    from annotation l
      join decision d on d.project_id = l.project_id and d.guideline_version > ${confirmedGuidelineVersion}
      join decision_rework r on r.project_id = d.project_id and r.decision_id = d.id and r.annotation_id = l.id
    where l.project_id = ${projectId}::uuid and l.solution_id = ${solutionId}::uuid and l.user_id = ${userId}::uuid`
  return row!.version
}

/** An annotation that a decision returned is corrected by the decision, so the annotator must have read it. */
export async function requireReadGuideline(
  db: Transaction,
  context: AnnotatorContext,
  versions: GuidelineVersions,
): Promise<void> {
  const version = await findGuidelineVersionToRead(db, context, versions)
  if (version !== null)
    throw new AppError(
      'conflict',
      `A decision in guideline version ${version} returned this annotation. Read that version, then submit again. Nothing was submitted.`,
    )
}
