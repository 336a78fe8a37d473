import type { ReviewedAnnotationRow } from './reviewed-annotations.sql'

/** Why an annotation can't be returned; null if it can. Contains no names. */
export function findReturnRefusalReason({
  isImported,
  isGoldOrScreening,
  canReceiveWork,
  isSubmitted,
}: Pick<
  ReviewedAnnotationRow,
  'isImported' | 'isGoldOrScreening' | 'canReceiveWork' | 'isSubmitted'
>): string | null {
  if (isImported) return 'Imported annotations can’t be returned.'
  if (isGoldOrScreening) return 'Answers to gold and screening can’t be returned.'
  if (!isSubmitted) return 'It has already been returned or reopened.'
  return canReceiveWork ? null : 'Its annotator has left the project or is disabled.'
}

/** Why a reviewer can't accept an annotation; null if they can. */
export function findAcceptanceRefusalReason(
  { isSubmitted, isImported, userId, state }: ReviewedAnnotationRow,
  reviewer: string,
): string | null {
  if (userId === reviewer) return 'Another reviewer must review your own annotation.'
  if (isImported) return 'Imported annotations can’t be accepted.'
  if (!isSubmitted) return 'You can accept it after it is submitted again.'
  return state === 'accepted' ? 'It is already accepted.' : null
}
