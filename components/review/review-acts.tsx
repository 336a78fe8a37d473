import { formatInstant } from '@/lib/platform/format'
import { stateWords } from './describe-review'
import type { ReviewedAnnotation } from './review'

/** What reviewers did with it, newest first. */
export function ReviewActs({
  given: { acts, returnRefusal, state },
}: {
  given: ReviewedAnnotation
}) {
  return (
    <div className="sheet-row pt-2">
      <div className="col-ruled max-desk:col-span-full">
        {acts.length > 0 && (
          <ul aria-label="What reviewers did" className="grid gap-1">
            {acts.map(({ act, note, by, at }) => (
              <li key={at}>
                <span className="text-ink-3">
                  {stateWords[act].charAt(0).toUpperCase()}
                  {stateWords[act].slice(1)} by {by}, {formatInstant(at)} UTC
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
          <p className="pt-2 text-caption text-ink-3">It cannot be sent back. {returnRefusal}</p>
        )}
      </div>
    </div>
  )
}
