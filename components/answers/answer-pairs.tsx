'use client'

import type { ReactNode } from 'react'
import type { Keymap } from '@/lib/auth/keymap'
import { AnswerListLayout } from './answer-list-layout'
import { AnswerPairDetails } from './answer-pair-details'
import { AnswerPairTable } from './answer-pair-table'
import { type AnswerShortcuts, makeAnswerShortcuts } from './answer-shortcuts'
import type { AnswerPairView, TypesetAnswerPair } from './answers'
import { bindShortcut } from './use-answer-shortcuts'
import { type PairListState, usePairList } from './use-pair-list'

interface AnswerPairsProps {
  slug: string
  person: string
  keymap: Keymap
  show: AnswerPairView
  loaded: readonly TypesetAnswerPair[]
  header: ReactNode
  /** Whether another page follows. */
  hasMore: boolean
  /** Shown if the list has no pair. */
  empty: ReactNode
  pageLinks: ReactNode
}

const loadingMessage = (
  <p className="border-t border-ink pt-4 text-strong text-ink-2">Loading the next pairs…</p>
)

/** A list of answer pairs. A verdict key decides the current pair and selects the next. */
export function AnswerPairs(props: AnswerPairsProps) {
  const { slug, person, show, loaded } = props
  const listState = usePairList({ slug, person, show, loaded })
  const keys = makeAnswerShortcuts(props.keymap)
  const { current } = listState
  const details = current && (
    <AnswerPairDetails key={current.key} pair={current} listState={listState} keys={keys} />
  )
  const openSolutions = () => listState.open('solutions')
  return (
    <AnswerListLayout
      listState={listState}
      keys={keys}
      details={details}
      header={props.header}
      table={<AnswerPairTable show={show} listState={listState} keys={keys} details={details} />}
      empty={loaded.length > 0 && props.hasMore ? loadingMessage : props.empty}
      pageLinks={props.pageLinks}
      actions={[
        {
          key: keys.solutions,
          name: 'Solutions',
          run: openSolutions,
          description: 'Show the solutions of the pair',
        },
      ]}
      panelKeys={bindPanelKeys(listState, keys)}
      keysHint="Your verdict applies to every solution with this pair, now and later."
    />
  )
}

/** While the solutions of a pair are shown, the keys act on them. */
function bindPanelKeys(listState: PairListState, keys: AnswerShortcuts) {
  const { panel, solutions } = listState
  if (panel === 'override')
    return { shortcuts: { Escape: () => listState.open('solutions') }, move: () => {} }
  if (panel !== 'solutions') return undefined
  const shortcuts = {
    ...bindShortcut(keys.solutions, () => solutions.current && listState.open('override')),
    ...bindShortcut(keys.withdraw, listState.withdrawOverride),
    [keys.undo]: listState.undo,
    [keys.previous]: () => solutions.move(-1),
    [keys.next]: () => solutions.move(1),
    Escape: () => listState.open(null),
  }
  return { shortcuts, move: solutions.move }
}
