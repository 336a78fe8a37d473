'use client'

import { Typeset } from '@/components/math/typeset'
import { splitHref } from '@/components/review/split'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { useSolution } from './use-solution'

/** A solution to be read only: its problem whole, and every step. */
export function SolutionSteps({
  slug,
  solution,
  onTakeOut,
}: {
  slug: string
  solution: string
  /** Null: this person may not. */
  onTakeOut: (() => void) | null
}) {
  const { found, failure, tryAgain } = useSolution(slug, solution)
  if (failure !== null)
    return (
      <p role="alert" className="text-negative">
        {failure} <LinkButton onClick={tryAgain}>Try again</LinkButton>
      </p>
    )
  if (found === null)
    return (
      <p role="status" className="animate-appear text-caption text-ink-3">
        Its steps are on their way.
      </p>
    )
  return (
    <div className="pl-8 max-desk:pl-0">
      <div className="max-w-measure border-b border-rule pb-3 text-reading">
        <Typeset text={found.problem.text} />
      </div>
      <ol aria-label="Its steps" className="max-w-measure">
        {found.steps.map(({ id, text }, index) => (
          <li key={id} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline py-1.5">
            <span className="text-ink-3">{index + 1}</span>
            <div className="min-w-0 text-reading">
              <Typeset text={text} />
            </div>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-x-5 pt-2">
        {onTakeOut && <LinkButton onClick={onTakeOut}>Take it out of the queue</LinkButton>}
        <Link href={splitHref(slug, solution, 0)}>Mend how it is split</Link>
        {found.externalId !== null && (
          <span className="wrap-anywhere text-ink-3">{found.externalId}</span>
        )}
      </p>
    </div>
  )
}
