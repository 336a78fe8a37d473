'use client'

import { KeyLabel } from '@/components/ui/key-label'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { ReasonForm } from '@/components/ui/reason-form'
import { formatKey } from '@/lib/auth/keymap'
import { dismissalNoteMaxLength } from '@/lib/questions/decision-limits'
import { AnswerQuestionPanel } from './answer-question-panel'
import type { DecisionListItem, TypesetStepWithQuestions } from './question'
import { QuestionActions } from './question-actions'
import { QuestionDetails } from './question-details'
import type { QuestionShortcuts } from './question-shortcuts'
import { StepQuestionsRow } from './step-questions-row'
import { useQuestionShortcuts } from './use-question-shortcuts'
import { type QuestionsListState, useQuestionsList } from './use-questions-list'

interface QuestionsListProps {
  slug: string
  steps: readonly TypesetStepWithQuestions[]
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
      {/* Sticky, so that the outcome is in view even if the current row is far down. */}
      <div className="sticky top-head z-10">
        <OutcomeNotice
          outcome={state.outcome}
          onUndo={
            state.canUndo && state.outcome?.kind === 'success' ? () => void state.undoLast() : null
          }
          className="bg-paper py-3"
        />
      </div>
      {list.length > 0 && (
        <ol aria-label="Open questions" className="border-y border-ink">
          {list.map((step, index) => (
            <StepQuestionsRow
              key={step.key}
              step={step}
              number={firstNumber + index}
              isCurrent={step.key === current?.key}
              isSelected={selected.has(step.key)}
              onSelectRow={state.selectRow}
              onOpen={() => state.toggle('decide')}
            >
              {step.key === current?.key && (
                <QuestionDetails slug={slug} step={step}>
                  <OpenPanel
                    slug={slug}
                    state={state}
                    decisions={decisions}
                    keys={keys}
                    step={step}
                  />
                </QuestionDetails>
              )}
            </StepQuestionsRow>
          ))}
        </ol>
      )}
      {current && <KeyHints keys={keys} />}
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
  step: TypesetStepWithQuestions
}) {
  if (state.openPanel === 'dismiss')
    return (
      <ReasonForm
        name="note"
        label="Dismiss"
        hint="Optional. Only reviewers see it."
        maxLength={dismissalNoteMaxLength}
        submitLabel="Dismiss"
        isBusy={state.isBusy}
        onSubmit={(note) => void state.dismiss(note)}
        onClose={() => state.setOpenPanel(null)}
      />
    )
  if (state.openPanel === 'decide')
    return <AnswerQuestionPanel slug={slug} state={state} decisions={decisions} step={step} />
  return <QuestionActions state={state} keys={keys} step={step} />
}

function KeyHints({ keys }: { keys: QuestionShortcuts }) {
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
