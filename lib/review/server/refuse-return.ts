import type { ReviewedRow } from './reviewed.sql'

/** Why an annotation cannot be sent back, in words; null where it can. Says nobody's name. */
export function findReturnRefusal({
  isImported,
  isCheck,
  isThere,
  isSubmitted,
}: Pick<ReviewedRow, 'isImported' | 'isCheck' | 'isThere' | 'isSubmitted'>): string | null {
  if (isImported) return 'It came with data: nobody here would get it back.'
  if (isCheck) return 'It answers gold or screening, and stays as it was answered.'
  if (!isSubmitted) return 'It is with its annotator already.'
  return isThere ? null : 'Its annotator has left the project, or cannot sign in any more.'
}

/** Why somebody cannot accept an annotation, in words; null where they can. */
export function findAcceptRefusal(
  { isSubmitted, isImported, userId, state }: ReviewedRow,
  reviewer: string,
): string | null {
  if (userId === reviewer) return 'You labelled it yourself: another reviewer has to look at it.'
  if (isImported) return 'It came with data, and is kept as it came.'
  if (!isSubmitted) return 'It is with its annotator: there is nothing to accept yet.'
  return state === 'accepted' ? 'It is accepted already.' : null
}
