import { formatCount, formatQuantity } from '@/lib/platform/format'
import type { EvaluationResult } from './evaluation'
import { getRatingLabel } from './rating-labels'
import { StepsToCheckTable } from './steps-to-check-table'

const title = 'Arithmetic hints'

/** Steps with wrong arithmetic, or that contradict an earlier step. Never shown to annotators. */
export function ArithmeticHintsSection({
  slug,
  hints,
  hintedSteps,
  hintedSolutions,
}: { slug: string } & Pick<EvaluationResult, 'hints' | 'hintedSteps' | 'hintedSolutions'>) {
  const shownText = hints.length < hintedSteps ? ` First ${formatCount(hints.length)} shown.` : ''
  return (
    <section aria-labelledby="hints">
      <h2 id="hints">{title}</h2>
      <p className="max-w-[49rem] pb-3 text-caption text-ink-3">
        Steps with wrong arithmetic, or that contradict an earlier step, and that no one rated
        negative: {formatCount(hintedSteps)} in {formatQuantity(hintedSolutions, 'solution')}.
        {shownText} Annotators don’t see these.
      </p>
      {hints.length > 0 && (
        <StepsToCheckTable
          slug={slug}
          label={title}
          findings={hints.map((hint) => ({
            ...hint,
            description: `${hint.description} · ${getRatingLabel(hint.rating)}`,
          }))}
        />
      )}
    </section>
  )
}
