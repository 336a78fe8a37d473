import type { ReviewedAnnotationRow } from './reviewed-annotations.sql'

/** Why an annotation can't be sent back; null if it can. Contains no names. */
export function findReturnRefusalReason({
  isImported,
  isGoldOrScreening,
  canReceiveWork,
  isSubmitted,
}: Pick<
  ReviewedAnnotationRow,
  'isImported' | 'isGoldOrScreening' | 'canReceiveWork' | 'isSubmitted'
>): string | null {
  if (isImported) return 'Imported annotations can’t be sent back.'
  if (isGoldOrScreening) return 'Answers to gold and screening can’t be sent back.'
  if (!isSubmitted) return 'It has already been sent back or reopened.'
  return canReceiveWork ? null : 'Its annotator has left the project or is disabled.'
}

/** Why a reviewer can't accept an annotation; null if they can. */
export function findAcceptanceRefusalReason(
  { isSubmitted, isImported, userId, state }: ReviewedAnnotationRow,
  reviewer: string,
): string | null {
  if (userId === reviewer) return 'Another reviewer must review your own annotation.'
  if (isImported) return 'Imported annotations can’t be accepted.'
  if (!isSubmitted) return 'It has been sent back or reopened.'
  return state === 'accepted' ? 'It is already accepted.' : null
}
