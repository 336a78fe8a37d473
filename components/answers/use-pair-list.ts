import type { AnswerPairView, TypesetAnswerPair } from './answers'
import { useAnswerList } from './use-answer-list'
import { usePairSolutions } from './use-pair-solutions'
import { hasDirectPersonVerdict } from './verdict-details'

export type PairListState = ReturnType<typeof usePairList>

/** The list of pairs, with the solutions of the current one. */
export function usePairList(options: {
  slug: string
  person: string
  show: AnswerPairView
  loaded: readonly TypesetAnswerPair[]
}) {
  const listState = useAnswerList(options)
  const solutions = usePairSolutions({
    slug: options.slug,
    pair: listState.current?.key ?? null,
    isOpen: listState.panel === 'solutions' || listState.panel === 'override',
    localVerdicts: listState.verdictChanges.localVerdicts,
  })

  /** Withdraws the override of the current solution. */
  function withdrawOverride() {
    if (!solutions.current || !hasDirectPersonVerdict(solutions.current)) return
    listState.overrideSolution(solutions.current, null)
  }

  return { ...listState, solutions, withdrawOverride }
}
