import { TypesetContent } from '@/components/math/typeset-content'
import { Link } from '@/components/ui/link'
import { formatInstant } from '@/lib/platform/format'
import { describeGold, describeGoldOrigin } from './describe-gold'
import { FirstErrorsForm } from './first-errors-form'
import { goldHref, type GoldSolution } from './gold'

/** A solution with its problem and steps, to view or edit its gold answer. */
export function GoldSolutionView({
  slug,
  initial,
  canChange,
}: {
  slug: string
  initial: GoldSolution
  canChange: boolean
}) {
  const { problem, answer, reference, gold } = initial
  return (
    <main id="main" tabIndex={-1} className="sheet flex-1 pt-10 pb-16 outline-none max-desk:pt-6">
      <div className="sheet-row">
        <div className="col-text">
          <p className="pb-2 text-caption">
            <Link href={goldHref(slug)}>All gold</Link>
          </p>
          <h1>{gold || !canChange ? 'Gold' : 'Make gold'}</h1>
          <p className="mt-2 font-read text-abstract font-text text-pretty wrap-anywhere text-ink-2">
            {describeGold(initial, canChange)}
          </p>
          {gold && (
            <p className="pt-2 text-caption text-ink-3">
              {describeGoldOrigin(gold)} on {formatInstant(gold.at)} UTC
            </p>
          )}
        </div>
      </div>
      <section aria-label="Problem" className="sheet-row pt-8 pb-4">
        <p className="text-ink-3 max-desk:col-span-full">Problem</p>
        <div className="col-text text-reading max-desk:col-span-full">
          <TypesetContent text={problem.text} />
          <dl className="flex flex-wrap gap-x-8 pt-2 font-ui text-ui">
            {answer && (
              <div className="flex gap-2">
                <dt className="text-ink-3">Answer</dt>
                <dd>
                  <TypesetContent text={answer.text} />
                </dd>
              </div>
            )}
            {reference && (
              <div className="flex gap-2">
                <dt className="text-ink-3">Reference</dt>
                <dd>
                  <TypesetContent text={reference.text} />
                </dd>
              </div>
            )}
          </dl>
        </div>
      </section>
      <div className="border-t border-rule" />
      <FirstErrorsForm
        // Resets the selection when the steps change.
        key={initial.revision}
        slug={slug}
        initial={initial}
        canChange={canChange}
      />
    </main>
  )
}
