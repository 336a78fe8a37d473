import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { Button } from '@/components/ui/button'
import { joinClasses } from '@/components/ui/join-classes'
import { LinkButton } from '@/components/ui/link-button'
import { RatingIcon } from '@/components/ui/rating-icon'
import { formatOptionalKey } from '@/lib/auth/keymap'
import { formatCount } from '@/lib/platform/format'
import type { AnswerShortcuts } from './answer-shortcuts'
import { type AnswerPairSolution, verdictShapes } from './answers'
import { describeVerdict } from './describe-answers'
import type { PairListState } from './use-pair-list'
import { hasDirectPersonVerdict } from './verdict-details'
import { VerdictOverrideForm } from './verdict-override-form'

/** The solutions of a pair. The verdict of the current one can be overridden, and the override withdrawn. */
export function AnswerPairSolutions({
  listState,
  keys,
}: {
  listState: PairListState
  keys: AnswerShortcuts
}) {
  const { solutions, panel } = listState
  return (
    <section aria-label="Solutions of this pair" className="grid gap-2 border-t border-rule pt-3">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-label">Solutions of this pair</h3>
        <LinkButton className="text-caption" onClick={() => listState.open(null)}>
          Close
        </LinkButton>
      </div>
      {solutions.isLoading && <p className="text-caption text-ink-3">Loading…</p>}
      {solutions.failure !== null && (
        <p className="text-caption text-ink-2">
          {solutions.failure} <LinkButton onClick={solutions.tryAgain}>Try again</LinkButton>
        </p>
      )}
      <ol aria-label="Solutions of the pair" className="grid">
        {solutions.list.map((solution, index) => (
          <SolutionItem
            key={solution.key}
            solution={solution}
            isCurrent={solution.key === solutions.current?.key}
            onSelect={() => solutions.select(index)}
          />
        ))}
      </ol>
      <SolutionPageLinks listState={listState} />
      {panel === 'override' && solutions.current ? (
        <VerdictOverrideForm
          key={solutions.current.key}
          solution={solutions.current}
          listState={listState}
        />
      ) : (
        solutions.current && (
          <div className="flex flex-wrap gap-2 pt-1">
            <Button
              keyCap={formatOptionalKey(keys.solutions)}
              onClick={() => listState.open('override')}
            >
              Override verdict
            </Button>
            {hasDirectPersonVerdict(solutions.current) && (
              <Button
                keyCap={formatOptionalKey(keys.withdraw)}
                onClick={listState.withdrawOverride}
              >
                Withdraw override
              </Button>
            )}
          </div>
        )
      )}
    </section>
  )
}

function SolutionItem({
  solution,
  isCurrent,
  onSelect,
}: {
  solution: AnswerPairSolution
  isCurrent: boolean
  onSelect: () => void
}) {
  return (
    <li
      aria-current={isCurrent ? 'true' : undefined}
      className={joinClasses(
        'border-b border-rule py-1.5 pl-2',
        isCurrent && 'shadow-[inset_3px_0_var(--color-accent)]',
      )}
    >
      <button
        type="button"
        onClick={onSelect}
        className="flex w-full flex-wrap items-baseline gap-x-2 rounded-control text-left"
      >
        <RatingIcon shape={verdictShapes[solution.verdict]} className="size-3.5 self-center" />
        <span className="wrap-anywhere">{solution.name}</span>
        <span className="text-caption text-ink-3">
          {hasDirectPersonVerdict(solution) ? describeVerdict(solution) : solution.verdict}
        </span>
      </button>
      {isCurrent && (
        <div className="grid gap-1 pt-1">
          <p className="text-caption wrap-anywhere text-ink-3">{solution.reason}</p>
          <SmallTypesetText text={solution.lastStep} className="overflow-x-hidden wrap-anywhere" />
        </div>
      )}
    </li>
  )
}

function SolutionPageLinks({ listState }: { listState: PairListState }) {
  const { page, pages, openPage } = listState.solutions
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages of solutions" className="flex gap-4 text-caption">
      {page > 1 && <LinkButton onClick={() => openPage(page - 1)}>Previous page</LinkButton>}
      {page < pages && <LinkButton onClick={() => openPage(page + 1)}>Next page</LinkButton>}
      <span className="text-ink-3">
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
    </nav>
  )
}
