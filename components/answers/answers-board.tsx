'use client'

import type { ReactNode } from 'react'
import type { Keymap } from '@/lib/auth/keys'
import { type AnswerKeys, makeAnswerKeys } from './answer-keys'
import { BoardFrame } from './board-frame'
import type { PairView, ShownPair } from './pair'
import { PairDetails } from './pair-details'
import { PairTable } from './pair-table'
import { bind } from './use-answer-keys'
import { type PairBoardState, usePairBoard } from './use-pair-board'

interface AnswersBoardProps {
  slug: string
  person: string
  keymap: Keymap
  show: PairView
  given: readonly ShownPair[]
  head: ReactNode
  /** The list goes on after these. */
  hasMore: boolean
  /** Where the list has no pair. */
  empty: ReactNode
  /** Ways to the other pages of the list. */
  pages: ReactNode
}

const onTheirWay = (
  <p className="border-t border-ink pt-4 text-strong text-ink-2">
    The next pairs are on their way.
  </p>
)

/** Pairs of answers, one of them lit: one key says what it is, and lights the next. */
export function AnswersBoard(props: AnswersBoardProps) {
  const { slug, person, show, given } = props
  const board = usePairBoard({ slug, person, show, given })
  const keys = makeAnswerKeys(props.keymap)
  const { list, lit } = board
  const details = lit && <PairDetails key={lit.key} pair={lit} board={board} keys={keys} />
  const openSolutions = () => board.open('solutions')
  return (
    <BoardFrame
      {...{ board, keys, details }}
      head={props.head}
      list={
        <>
          {list.length === 0 ? (
            <>{given.length > 0 && props.hasMore ? onTheirWay : props.empty}</>
          ) : (
            <PairTable show={show} board={board} keys={keys} details={details} />
          )}
          {props.pages}
        </>
      }
      acts={[
        {
          ...{ key: keys.solutions, name: 'One by one', run: openSolutions },
          words: 'its solutions one by one: overrule one alone',
        },
      ]}
      inside={bindInside(board, keys)}
      aboutKeys="One key settles a pair for every solution that has it, now and later, whatever its file said; taken back, the file’s word counts again. What is left unsure goes from the list, and stays out of the convincing-wrong slice."
    />
  )
}

/** While the solutions of the pair are looked at, the keys are about those. */
function bindInside(board: PairBoardState, keys: AnswerKeys) {
  const { opened, solutions } = board
  if (opened === 'overrule')
    return { shortcuts: { Escape: () => board.open('solutions') }, move: () => {} }
  if (opened !== 'solutions') return undefined
  const shortcuts = {
    ...bind(keys.solutions, () => solutions.lit && board.open('overrule')),
    ...bind(keys.takeBack, board.restore),
    ...bind(keys.undo, board.undo),
    ...bind(keys.otherUndo, board.undo),
    [keys.previous]: () => solutions.move(-1),
    [keys.next]: () => solutions.move(1),
    Escape: () => board.open(null),
  }
  return { shortcuts, move: solutions.move }
}
