import { RawText } from '@/components/math/raw-text'
import { Typeset } from '@/components/math/typeset'
import { describeSuggestion } from './describe-answers'
import { DetailSection } from './detail-section'
import type { TypesetUnanswered } from './pair'

/** The problem, the last step and the suggested answer of a solution. */
export function UnansweredDetails({ solution }: { solution: TypesetUnanswered }) {
  const { suggestion } = solution
  return (
    <div className="grid gap-4">
      <p className="text-caption wrap-anywhere text-ink-3 max-wide:hidden">{solution.name}</p>
      <DetailSection title="Problem">
        <Typeset text={solution.problem} />
      </DetailSection>
      <DetailSection title="Last step">
        <Typeset text={solution.lastStep} />
      </DetailSection>
      <DetailSection title="Suggested answer">
        {suggestion && <RawText source={suggestion.answer} />}
        <p className="font-sans text-caption text-ink-3">{describeSuggestion(solution)}</p>
      </DetailSection>
    </div>
  )
}
