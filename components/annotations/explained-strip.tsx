import { Typeset } from '@/components/math/typeset'
import { nameSteps } from '@/components/people/describe-person'
import { Link } from '@/components/ui/link'
import { useSheet } from './sheet-context'
import { Strip, StripButton } from './strip'
import type { Explained } from './use-explained-gold'
import { usePreview } from './use-preview'

/** What was known of a solution that was labelled a moment ago, until it is read. */
export function ExplainedStrip({
  explained,
  onRead,
}: {
  explained: Explained | null
  onRead: () => void
}) {
  const { project } = useSheet()
  const explanation = explained?.explanation ?? ''
  const text = usePreview(explanation)
  return (
    <div role="status">
      {explained && (
        <Strip
          icon={explained.score === 'exact' ? 'tick' : 'warn'}
          head={describeKnown(explained)}
          act={
            <>
              <Link
                href={`/projects/${project}/mine/${explained.annotation}`}
                className="mr-4 max-desk:ml-7"
              >
                Look at it
              </Link>
              <StripButton onClick={onRead}>Understood</StripButton>
            </>
          }
        >
          {text ? <Typeset text={text} /> : explanation}
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
