import type { PairView, ShownPair } from './pair'
import { isRuled } from './settling'
import { useAnswersBoard } from './use-answers-board'
import { usePairSolutions } from './use-pair-solutions'

export type PairBoardState = ReturnType<typeof usePairBoard>

/** The list of pairs, with the solutions of the one that is lit. */
export function usePairBoard(given: {
  slug: string
  person: string
  show: PairView
  given: readonly ShownPair[]
}) {
  const board = useAnswersBoard(given)
  const solutions = usePairSolutions({
    slug: given.slug,
    pair: board.lit?.key ?? null,
    isOpen: board.opened === 'solutions' || board.opened === 'overrule',
    said: board.settling.said,
  })

  /** Takes back what was said of the solution that is lit alone. */
  function restore() {
    if (!solutions.lit || !isRuled(solutions.lit)) return
    board.writeNote(solutions.lit, '')
    board.sayOfSolution(solutions.lit, null)
  }

  return { ...board, solutions, restore }
}
