import { nameSteps } from '@/components/people/describe-person'
import { Strip, StripButton } from './strip'
import type { Explained } from './use-explained-gold'

/** What was known of a solution that was labelled a moment ago, until it is read. */
export function ExplainedStrip({
  explained,
  onRead,
}: {
  explained: Explained | null
  onRead: () => void
}) {
  return (
    <div role="status">
      {explained && (
        <Strip
          icon={explained.score === 'exact' ? 'tick' : 'warn'}
          head={describeKnown(explained)}
          act={<StripButton onClick={onRead}>Understood</StripButton>}
        >
          {explained.explanation ?? 'It stands among your own work.'}
        </Strip>
      )}
    </div>
  )
}

function describeKnown({ score, firstErrors, given }: Explained): string {
  const known =
    firstErrors.length === 0
      ? 'A solution that you labelled is known to have no error'
      : `A solution that you labelled is known to have its first error at step ${nameSteps(firstErrors)}`
  if (score === 'exact') return `${known}, as you said.`
  return `${known}; you said ${given === null ? 'none' : `step ${given + 1}`}.`
}
