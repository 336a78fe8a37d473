'use client'

import { useState, type ReactNode } from 'react'
import { Outcome } from '@/components/ui/outcome'
import { Page } from '@/components/ui/page'
import type { Shortcuts } from '@/lib/client/shortcuts'
import { type AnswerAct, listActs } from './answer-acts'
import type { AnswerKeys } from './answer-keys'
import { AnswerKeysList } from './answer-keys-list'
import { AnswersFoot } from './answers-foot'
import { sayLit } from './describe-answers'
import { useAnswerKeys } from './use-answer-keys'
import type { AnswersBoardState } from './use-answers-board'

interface BoardFrameProps {
  board: AnswersBoardState
  keys: AnswerKeys
  /** Title, counts, choice of list, search. */
  head: ReactNode
  list: ReactNode
  /** Of what is lit, beside the list where there is room. */
  details: ReactNode
  /** What only this list has. */
  acts: readonly Omit<AnswerAct, 'isOff'>[]
  inside?: { shortcuts: Shortcuts; move: (by: 1 | -1) => void }
  aboutKeys: string
}

/** What all lists of answers have: the head, the list with what is lit beside it, the keys, and the bar at the foot. */
export function BoardFrame(props: BoardFrameProps) {
  const { board, keys, details } = props
  const [showsKeys, setShowsKeys] = useState(false)
  const toggleKeys = () => setShowsKeys(!showsKeys)
  const own = Object.fromEntries(
    props.acts.flatMap(({ key, run }) => (key === null ? [] : [[key, run] as const])),
  )
  useAnswerKeys({
    ...{ board, keys, toggleKeys, own, inside: props.inside },
    closeKeys: () => setShowsKeys(false),
  })
  const acts = listActs(board, keys, props.acts)
  const { lit, settling } = board
  return (
    <>
      <Page>
        {props.head}
        <div className="wide:grid wide:grid-cols-12 wide:gap-x-12">
          <div className="min-w-0 wide:col-span-7">{props.list}</div>
          <div className="col-span-5 max-wide:hidden">
            {details && (
              <section
                aria-label="What is lit"
                data-has-arrows={props.inside ? undefined : true}
                className="sticky top-[calc(var(--spacing-head)+1.5rem)] max-h-[calc(100dvh-var(--spacing-head)-var(--spacing-foot)-3rem)] overflow-y-auto border-t border-ink pt-3 pb-2"
              >
                {details}
              </section>
            )}
          </div>
        </div>
        <p role="status" className="sr-only">
          {lit && sayLit(lit)}
        </p>
      </Page>
      <div className="sticky bottom-foot z-30 bg-wash">
        {showsKeys && lit && (
          <AnswerKeysList board={board} keys={keys} acts={acts} about={props.aboutKeys} />
        )}
        <Outcome
          outcome={settling.outcome?.kind === 'wrong' ? settling.outcome : null}
          className="border-t border-rule px-6 py-2 max-desk:px-4"
        />
      </div>
      <AnswersFoot {...{ board, keys, acts, showsKeys }} onToggleKeys={toggleKeys} />
    </>
  )
}
