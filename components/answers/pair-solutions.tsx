import { Typeset } from '@/components/math/typeset'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { LinkButton } from '@/components/ui/link-button'
import { Mark } from '@/components/ui/mark'
import { printKeyIfAny } from '@/lib/auth/keys'
import { formatCount } from '@/lib/platform/format'
import type { AnswerKeys } from './answer-keys'
import { describeVerdict } from './describe-answers'
import { OverruleForm } from './overrule-form'
import { type ShownSolution, verdictShapes } from './pair'
import { isRuled } from './settling'
import type { PairBoardState } from './use-pair-board'

/** The solutions of a pair one by one: the one that is lit can be overruled alone, and that be taken back. */
export function PairSolutions({ board, keys }: { board: PairBoardState; keys: AnswerKeys }) {
  const { solutions, opened } = board
  return (
    <section aria-label="Its solutions one by one" className="grid gap-2 border-t border-rule pt-3">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="font-label">Its solutions one by one</h3>
        <LinkButton className="text-caption" onClick={() => board.open(null)}>
          Close
        </LinkButton>
      </div>
      {solutions.isLoading && <p className="text-caption text-ink-3">They are on their way.</p>}
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
            isLit={solution.key === solutions.lit?.key}
            onLight={() => solutions.light(index)}
          />
        ))}
      </ol>
      <PagesOfSolutions board={board} />
      {opened === 'overrule' && solutions.lit ? (
        <OverruleForm key={solutions.lit.key} solution={solutions.lit} board={board} />
      ) : (
        solutions.lit && (
          <div className="flex flex-wrap gap-2 pt-1">
            <Button keyCap={printKeyIfAny(keys.solutions)} onClick={() => board.open('overrule')}>
              Overrule this one alone
            </Button>
            {isRuled(solutions.lit) && (
              <Button keyCap={printKeyIfAny(keys.takeBack)} onClick={board.restore}>
                Take it back
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
  isLit,
  onLight,
}: {
  solution: ShownSolution
  isLit: boolean
  onLight: () => void
}) {
  return (
    <li
      aria-current={isLit ? 'true' : undefined}
      className={classes(
        'border-b border-rule py-1.5 pl-2',
        isLit && 'shadow-[inset_3px_0_var(--color-accent)]',
      )}
    >
      <button
        type="button"
        onClick={onLight}
        className="flex w-full flex-wrap items-baseline gap-x-2 rounded-control text-left"
      >
        <Mark shape={verdictShapes[solution.verdict]} className="size-3.5 self-center" />
        <span className="wrap-anywhere">{solution.called}</span>
        <span className="text-caption text-ink-3">
          {isRuled(solution) ? describeVerdict(solution) : solution.verdict}
        </span>
      </button>
      {isLit && (
        <div className="grid gap-1 pt-1">
          <p className="text-caption wrap-anywhere text-ink-3">{solution.reason}</p>
          <div className="overflow-x-hidden font-read text-excerpt font-text wrap-anywhere">
            <Typeset text={solution.lastStep} />
          </div>
        </div>
      )}
    </li>
  )
}

function PagesOfSolutions({ board }: { board: PairBoardState }) {
  const { page, pages, turn } = board.solutions
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages of its solutions" className="flex gap-4 text-caption">
      {page > 1 && <LinkButton onClick={() => turn(page - 1)}>Page before</LinkButton>}
      {page < pages && <LinkButton onClick={() => turn(page + 1)}>Next page</LinkButton>}
      <span className="text-ink-3">
        page {formatCount(page)} of {formatCount(pages)}
      </span>
    </nav>
  )
}
