import { formatInstant } from '@/lib/platform/format'
import { reviewStateLabels } from './describe-review'
import type { ReviewedAnnotation } from './review'

/** Review actions on an annotation, newest first. */
export function ReviewHistory({
  annotation: { reviews, returnRefusal, state },
}: {
  annotation: ReviewedAnnotation
}) {
  return (
    <div className="sheet-row pt-2">
      <div className="col-wide-text max-desk:col-span-full">
        {reviews.length > 0 && (
          <ul aria-label="Review history" className="grid gap-1">
            {reviews.map(({ action, note, by, at }) => (
              <li key={at}>
                <span className="text-ink-3">
                  {reviewStateLabels[action].charAt(0).toUpperCase()}
                  {reviewStateLabels[action].slice(1)} by {by}, {formatInstant(at)} UTC
                </span>
                {note !== '' && (
                  <span className="block font-read text-excerpt font-text wrap-anywhere italic">
                    {note}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {returnRefusal !== null && state !== 'returned' && (
          <p className="pt-2 text-caption text-ink-3">
            This annotation can’t be returned. {returnRefusal}
          </p>
        )}
      </div>
    </div>
  )
}
