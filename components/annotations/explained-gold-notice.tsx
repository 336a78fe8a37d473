import { TypesetContent } from '@/components/math/typeset-content'
import { useTypesetPreview } from '@/components/shell/use-typeset-preview'
import { Link } from '@/components/ui/link'
import type { ExplainedGold } from '@/lib/client/explained-gold-loader'
import { FooterNotice, FooterNoticeButton } from './footer-notice'
import { formatStepNumbers } from './format-step-numbers'
import { useLabellingScreenContext } from './labelling-screen-context'
import { useExplainedGold } from './use-explained-gold'

/** The known answer of gold that was just labelled, until it is dismissed. */
export function ExplainedGoldNotice({ doneToday }: { doneToday: number }) {
  const { project } = useLabellingScreenContext()
  const { explained, onRead } = useExplainedGold(project, doneToday)
  const explanation = explained?.explanation ?? ''
  const text = useTypesetPreview(project, explanation)
  return (
    <div role="status">
      {explained && (
        <FooterNotice
          icon={explained.score === 'exact' ? 'tick' : 'warn'}
          title={describeExplainedGold(explained)}
          action={
            <>
              <Link
                href={`/projects/${project}/mine/${explained.annotation}`}
                className="mr-4 max-desk:ml-7"
              >
                View annotation
              </Link>
              <FooterNoticeButton onClick={onRead}>Got it</FooterNoticeButton>
            </>
          }
        >
          {text ? <TypesetContent text={text} /> : explanation}
        </FooterNotice>
      )}
    </div>
  )
}

function describeExplainedGold({ score, firstErrors, answer }: ExplainedGold): string {
  const explanation =
    firstErrors.length === 0
      ? 'A solution you labelled was gold. It has no error'
      : `A solution you labelled was gold. Its first error is at step ${formatStepNumbers(firstErrors)}`
  if (score === 'exact') return `${explanation}. You were right.`
  return `${explanation}. You chose ${answer === null ? 'no error' : `step ${answer + 1}`}.`
}
