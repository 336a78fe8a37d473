import { formatCount, formatNoun } from '@/lib/platform/format'
import type { EvaluationResult } from './evaluation'
import { FindingsTable } from './findings-table'

const ratingWords = { '-1': 'rated negative', '0': 'rated neutral', '1': 'rated positive' }

/** Steps that contradict an earlier one, or their own arithmetic. For reviewers: annotators never see them. */
export function HintsPart({
  slug,
  hints,
  hintedSteps,
  hintsOf,
}: { slug: string } & Pick<EvaluationResult, 'hints' | 'hintedSteps' | 'hintsOf'>) {
  return (
    <section aria-labelledby="hints">
      <h2 id="hints">Steps that contradict themselves, or an earlier one</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        {hintedSteps === 0
          ? `None in ${formatNoun(hintsOf, 'solution')} that nobody rated negative.`
          : `${formatNoun(hintedSteps, 'step')} in ${formatNoun(hintsOf, 'solution')} that nobody rated negative, up to the first error${hints.length < hintedSteps ? `; the first ${formatCount(hints.length)}, those that people passed before all` : ''}.`}{' '}
        Found by arithmetic alone, so a hint and no verdict: formulas that it reads wrongly are
        among them. Annotators do not see these.
      </p>
      {hints.length > 0 && (
        <FindingsTable
          slug={slug}
          label="Steps that contradict themselves, or an earlier one"
          findings={hints.map((hint) => ({
            ...hint,
            words: `${hint.words}; ${hint.rating === null ? 'not rated' : ratingWords[String(hint.rating) as keyof typeof ratingWords]}`,
          }))}
        />
      )}
    </section>
  )
}
