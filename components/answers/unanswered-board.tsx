'use client'

import type { ReactNode } from 'react'
import type { Keymap } from '@/lib/auth/keys'
import { makeAnswerKeys } from './answer-keys'
import { BoardFrame } from './board-frame'
import type { ShownUnanswered } from './pair'
import { UnansweredDetails } from './unanswered-details'
import { UnansweredTable } from './unanswered-table'
import { useAnswersBoard } from './use-answers-board'

interface UnansweredBoardProps {
  slug: string
  person: string
  keymap: Keymap
  given: readonly ShownUnanswered[]
  head: ReactNode
  empty: ReactNode
  pages: ReactNode
}

/** Solutions in which no final answer was found, one of them lit: a person says what it is, or what it answers. */
export function UnansweredBoard(props: UnansweredBoardProps) {
  const { slug, person, given } = props
  const board = useAnswersBoard({ slug, person, show: 'unanswered', given })
  const keys = makeAnswerKeys(props.keymap)
  const { list, lit, opened } = board
  const details = lit && <UnansweredDetails key={lit.key} solution={lit} />
  return (
    <BoardFrame
      {...{ board, keys, details }}
      head={props.head}
      list={
        <>
          {list.length === 0 ? (
            props.empty
          ) : (
            <UnansweredTable board={board} keys={keys} details={details} />
          )}
          {props.pages}
        </>
      }
      acts={[
        {
          ...{ key: keys.read, name: 'Read it', run: () => board.open('reading') },
          words: 'write what it answers: the grader judges that',
        },
      ]}
      inside={
        opened === 'reading'
          ? { shortcuts: { Escape: () => board.open(null) }, move: () => {} }
          : undefined
      }
      aboutKeys="A key is about this solution alone. What is left unsure stays out of the convincing-wrong slice."
    />
  )
}
