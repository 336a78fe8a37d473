'use client'

import { KeyCap } from '@/components/ui/key-cap'
import { LinkButton } from '@/components/ui/link-button'
import { Outcome, type OutcomeWords } from '@/components/ui/outcome'
import { printKey } from '@/lib/auth/keys'
import { AsideForm } from './aside-form'
import type { ListedRuling, ShownStep } from './question'
import { QuestionActs } from './question-acts'
import { QuestionDetails } from './question-details'
import type { QuestionKeys } from './question-keys'
import { QuestionRow } from './question-row'
import { RulePanel } from './rule-panel'
import { useQuestionKeys } from './use-question-keys'
import { type QuestionsBoardState, useQuestionsBoard } from './use-questions-board'

interface QuestionsBoardProps {
  slug: string
  given: readonly ShownStep[]
  /** With which questions can be answered as well. */
  rulings: readonly ListedRuling[]
  keys: QuestionKeys
  /** Number of the first row. */
  first: number
}

/** Steps that were asked about, one of them lit: a ruling answers it in place, or it is set aside. */
export function QuestionsBoard({ slug, given, rulings, keys, first }: QuestionsBoardProps) {
  const board = useQuestionsBoard(slug, given)
  const { list, lit, taken } = board
  useQuestionKeys(board, keys)
  return (
    <>
      <Outcome outcome={withUndo(board)} className="pb-3" />
      {list.length > 0 && (
        <ol aria-label="Open questions" className="border-y border-ink">
          {list.map((step, index) => (
            <QuestionRow
              key={step.key}
              step={step}
              number={first + index}
              isLit={step.key === lit?.key}
              isTaken={taken.has(step.key)}
              onLight={board.light}
              onOpen={() => board.toggle('rule')}
            >
              {step.key === lit?.key && (
                <QuestionDetails slug={slug} step={step}>
                  <Open {...{ slug, board, rulings, keys, step }} />
                </QuestionDetails>
              )}
            </QuestionRow>
          ))}
        </ol>
      )}
      {lit && <Keys keys={keys} />}
    </>
  )
}

function Open({
  slug,
  board,
  rulings,
  keys,
  step,
}: {
  slug: string
  board: QuestionsBoardState
  rulings: readonly ListedRuling[]
  keys: QuestionKeys
  step: ShownStep
}) {
  if (board.opened === 'aside')
    return (
      <AsideForm
        isBusy={board.isBusy}
        onSetAside={(note) => void board.leave(note)}
        onClose={() => board.setOpened(null)}
      />
    )
  if (board.opened === 'rule') return <RulePanel {...{ slug, board, rulings, step }} />
  return <QuestionActs board={board} keys={keys} step={step} />
}

function withUndo({ outcome, canUndo, takeBack }: QuestionsBoardState): OutcomeWords | null {
  if (!outcome || !canUndo || outcome.kind === 'wrong') return outcome
  const undo = <LinkButton onClick={() => void takeBack()}>Undo</LinkButton>
  return {
    ...outcome,
    words: (
      <>
        {outcome.words} {undo}
      </>
    ),
  }
}

function Keys({ keys }: { keys: QuestionKeys }) {
  const acts = [
    [[keys.next, keys.previous], 'move'],
    [['⏎'], 'rule'],
    [[keys.aside], 'set aside'],
    [[keys.together], 'take along'],
    [[keys.undo], 'undo'],
  ] as const
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 pt-3 text-caption text-ink-3 max-desk:hidden">
      {acts.map(([caps, words]) => (
        <span key={words} className="flex items-center gap-x-1.5 pr-1">
          {caps.map((cap) => cap && <KeyCap key={cap} name={cap === '⏎' ? cap : printKey(cap)} />)}
          {words}
        </span>
      ))}
    </p>
  )
}
