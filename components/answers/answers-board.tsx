'use client'

import { useState, type ReactNode } from 'react'
import { Outcome } from '@/components/ui/outcome'
import { Page } from '@/components/ui/page'
import type { Keymap } from '@/lib/auth/keys'
import { makeAnswerKeys } from './answer-keys'
import { AnswerKeysList } from './answer-keys-list'
import { AnswersFoot } from './answers-foot'
import { sayLit } from './describe-answers'
import type { PairView, ShownPair } from './pair'
import { PairDetails } from './pair-details'
import { PairTable } from './pair-table'
import { useAnswerKeys } from './use-answer-keys'
import { useAnswersBoard } from './use-answers-board'

interface AnswersBoardProps {
  slug: string
  person: string
  keymap: Keymap
  show: PairView
  given: readonly ShownPair[]
  /** Title, counts, choice of list, search. */
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
  const { slug, person, keymap, show, given } = props
  const board = useAnswersBoard({ slug, person, show, given })
  const [showsKeys, setShowsKeys] = useState(false)
  const keys = makeAnswerKeys(keymap)
  const toggleKeys = () => setShowsKeys(!showsKeys)
  useAnswerKeys({ board, keys, toggleKeys, closeKeys: () => setShowsKeys(false) })
  const { pairs, lit, settling } = board
  const details = lit && <PairDetails key={lit.pair} slug={slug} pair={lit} board={board} />
  return (
    <>
      <Page>
        {props.head}
        <div className="wide:grid wide:grid-cols-12 wide:gap-x-12">
          <div className="min-w-0 wide:col-span-7">
            {pairs.length === 0 ? (
              <>{given.length > 0 && props.hasMore ? onTheirWay : props.empty}</>
            ) : (
              <PairTable show={show} board={board} keys={keys} details={details} />
            )}
            {props.pages}
          </div>
          <div className="col-span-5 max-wide:hidden">
            {details && (
              <section
                aria-label="The pair that is lit"
                data-has-arrows
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
        {showsKeys && <AnswerKeysList board={board} keys={keys} />}
        <Outcome
          outcome={settling.outcome?.kind === 'wrong' ? settling.outcome : null}
          className="border-t border-rule px-6 py-2 max-desk:px-4"
        />
      </div>
      <AnswersFoot board={board} keys={keys} showsKeys={showsKeys} onToggleKeys={toggleKeys} />
    </>
  )
}
