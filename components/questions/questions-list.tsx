'use client'

import { KeyLabel } from '@/components/ui/key-label'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { formatKey } from '@/lib/auth/keymap'
import { DismissQuestionsForm } from './dismiss-questions-form'
import type { DecisionListItem, TypesetStep } from './question'
import { QuestionActions } from './question-actions'
import { QuestionDetails } from './question-details'
import type { QuestionShortcuts } from './question-shortcuts'
import { QuestionRow } from './question-row'
import { AnswerQuestionPanel } from './answer-question-panel'
import { useQuestionShortcuts } from './use-question-shortcuts'
import { type QuestionsListState, useQuestionsList } from './use-questions-list'

interface QuestionsListProps {
  slug: string
  steps: readonly TypesetStep[]
  /** Existing decisions that can answer questions. */
  decisions: readonly DecisionListItem[]
  keys: QuestionShortcuts
  firstNumber: number
}

/** Steps with open questions. Answers or dismisses the current one in place. */
export function QuestionsList({ slug, steps, decisions, keys, firstNumber }: QuestionsListProps) {
  const state = useQuestionsList(slug, steps)
  const { list, current, selected } = state
  useQuestionShortcuts(state, keys)
  return (
    <>
      <OutcomeNotice outcome={withUndo(state)} className="pb-3" />
      {list.length > 0 && (
        <ol aria-label="Open questions" className="border-y border-ink">
          {list.map((step, index) => (
            <QuestionRow
              key={step.key}
              step={step}
              number={firstNumber + index}
              isCurrent={step.key === current?.key}
              isSelected={selected.has(step.key)}
              onSelectRow={state.selectRow}
              onOpen={() => state.toggle('rule')}
            >
              {step.key === current?.key && (
                <QuestionDetails slug={slug} step={step}>
                  <OpenPanel {...{ slug, state, decisions, keys, step }} />
                </QuestionDetails>
              )}
            </QuestionRow>
          ))}
        </ol>
      )}
      {current && <Keys keys={keys} />}
    </>
  )
}

function OpenPanel({
  slug,
  state,
  decisions,
  keys,
  step,
}: {
  slug: string
  state: QuestionsListState
  decisions: readonly DecisionListItem[]
  keys: QuestionShortcuts
  step: TypesetStep
}) {
  if (state.openPanel === 'dismiss')
    return (
      <DismissQuestionsForm
        isBusy={state.isBusy}
        onDismiss={(note) => void state.dismiss(note)}
        onClose={() => state.setOpenPanel(null)}
      />
    )
  if (state.openPanel === 'rule')
    return <AnswerQuestionPanel {...{ slug, state, decisions, step }} />
  return <QuestionActions state={state} keys={keys} step={step} />
}

function withUndo({ outcome, canUndo, undoLast }: QuestionsListState): OutcomeMessage | null {
  if (!outcome || !canUndo || outcome.kind === 'error') return outcome
  const undo = <LinkButton onClick={() => void undoLast()}>Undo</LinkButton>
  return {
    ...outcome,
    message: (
      <>
        {outcome.message} {undo}
      </>
    ),
  }
}

function Keys({ keys }: { keys: QuestionShortcuts }) {
  const keyHints = [
    [[keys.next, keys.previous], 'move'],
    [['⏎'], 'answer'],
    [[keys.dismiss], 'dismiss'],
    [[keys.select], 'select'],
    [[keys.undo], 'undo'],
  ] as const
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 pt-3 text-caption text-ink-3 max-desk:hidden">
      {keyHints.map(([caps, label]) => (
        <span key={label} className="flex items-center gap-x-1.5 pr-1">
          {caps.map(
            (cap) => cap && <KeyLabel key={cap} name={cap === '⏎' ? cap : formatKey(cap)} />,
          )}
          {label}
        </span>
      ))}
    </p>
  )
}
