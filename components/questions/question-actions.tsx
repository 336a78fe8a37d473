import { Button } from '@/components/ui/button'
import { formatQuantity } from '@/lib/platform/format'
import type { TypesetStepWithQuestions } from './question'
import type { QuestionShortcuts } from './question-shortcuts'
import type { QuestionsListState } from './use-questions-list'

/** Actions on all questions of the current step and of the other selected steps. */
export function QuestionActions({
  state,
  keys,
  step,
}: {
  state: QuestionsListState
  keys: QuestionShortcuts
  step: TypesetStepWithQuestions
}) {
  const stepCount = state.selectedSteps.length
  const isSelected = state.selected.has(step.key)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {stepCount > 1 && (
        <span className="text-ink-2">{formatQuantity(stepCount, 'step')} selected</span>
      )}
      <Button tone="primary" keyCap="⏎" onClick={() => state.toggle('decide')}>
        Answer
      </Button>
      <Button
        keyCap={keys.dismiss ?? undefined}
        aria-keyshortcuts={keys.dismiss ?? undefined}
        onClick={() => state.toggle('dismiss')}
      >
        Dismiss
      </Button>
      <Button
        keyCap={keys.select ?? undefined}
        aria-keyshortcuts={keys.select ?? undefined}
        aria-pressed={isSelected}
        onClick={state.toggleSelected}
      >
        {isSelected ? 'Deselect' : 'Select'}
      </Button>
    </div>
  )
}
