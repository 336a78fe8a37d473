import { RawText } from '@/components/math/raw-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { AnswerDetailSection } from './answer-detail-section'
import type { TypesetUnansweredSolution } from './answers'
import { describeSuggestedVerdict } from './describe-answers'

/** The problem, the last step and the suggested answer of a solution. */
export function UnansweredDetails({ solution }: { solution: TypesetUnansweredSolution }) {
  const { suggestion } = solution
  return (
    <div className="grid gap-4">
      <p className="text-caption wrap-anywhere text-ink-3 max-wide:hidden">{solution.name}</p>
      <AnswerDetailSection title="Problem">
        <TypesetContent text={solution.problem} />
      </AnswerDetailSection>
      <AnswerDetailSection title="Last step">
        <TypesetContent text={solution.lastStep} />
      </AnswerDetailSection>
      <AnswerDetailSection title="Suggested answer">
        {suggestion && <RawText source={suggestion.answer} />}
        <p className="font-sans text-caption text-ink-3">{describeSuggestedVerdict(solution)}</p>
      </AnswerDetailSection>
    </div>
  )
}
