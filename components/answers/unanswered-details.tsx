import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import { describeLooks } from './describe-answers'
import { DetailPart } from './detail-part'
import type { ShownUnanswered } from './pair'

/** What a solution is of, and how it ends. */
export function UnansweredDetails({ solution }: { solution: ShownUnanswered }) {
  const { looksLike } = solution
  return (
    <div className="grid gap-4">
      <p className="text-caption wrap-anywhere text-ink-3 max-wide:hidden">{solution.called}</p>
      <DetailPart title="Problem">
        <Typeset text={solution.problem} />
      </DetailPart>
      <DetailPart title="Last step">
        <Typeset text={solution.lastStep} />
      </DetailPart>
      <DetailPart title="A looser reading">
        {looksLike && <RawText source={looksLike.answer} />}
        <p className="font-sans text-caption text-ink-3">{describeLooks(solution)}</p>
      </DetailPart>
    </div>
  )
}
