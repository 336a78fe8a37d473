'use client'

import { TypesetContent } from '@/components/math/typeset-content'
import { stepRepairHref } from '@/components/splits/step-repair'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { useTypesetSolution } from './use-typeset-solution'

/** A read-only solution: the full problem and all steps. */
export function QueueItemSteps({
  slug,
  solution,
  onExclude,
}: {
  slug: string
  solution: string
  /** Null if the user can’t exclude solutions. */
  onExclude: (() => void) | null
}) {
  const { solution: typesetSolution, failure, retry } = useTypesetSolution(slug, solution)
  if (failure !== null)
    return (
      <p role="alert" className="text-negative">
        {failure} <LinkButton onClick={retry}>Try again</LinkButton>
      </p>
    )
  if (typesetSolution === null)
    return (
      <p role="status" className="animate-appear text-caption text-ink-3">
        Loading steps…
      </p>
    )
  return (
    <div className="pl-8 max-desk:pl-0">
      <div className="max-w-measure border-b border-rule pb-3 text-reading">
        <TypesetContent text={typesetSolution.problem.text} />
      </div>
      <ol aria-label="Steps" className="max-w-measure">
        {typesetSolution.steps.map(({ id, text }, index) => (
          <li key={id} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline py-1.5">
            <span className="text-ink-3">{index + 1}</span>
            <div className="min-w-0 text-reading">
              <TypesetContent text={text} />
            </div>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-x-5 pt-2">
        {onExclude && <LinkButton onClick={onExclude}>Exclude from queue</LinkButton>}
        <Link href={stepRepairHref(slug, solution, 0)}>Fix step split</Link>
        {typesetSolution.externalId !== null && (
          <span className="wrap-anywhere text-ink-3">{typesetSolution.externalId}</span>
        )}
      </p>
    </div>
  )
}
