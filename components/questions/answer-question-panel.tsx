import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select-field'
import { formatQuantity } from '@/lib/platform/format'
import { findExampleOption } from './decision-fields'
import { DecisionForm } from './decision-form'
import { formatExampleName } from './describe-questions'
import type { DecisionListItem, TypesetStepWithQuestions } from './question'
import type { QuestionsListState } from './use-questions-list'

const formatDecisionLabel = ({ decision, heading, state }: DecisionListItem) =>
  `Decision ${decision}${state === 'draft' ? ', not published' : ''}: ${heading}`

/** Answers the current and selected questions with a new or an existing decision. */
export function AnswerQuestionPanel({
  slug,
  state,
  decisions,
  step,
}: {
  slug: string
  state: QuestionsListState
  decisions: readonly DecisionListItem[]
  step: TypesetStepWithQuestions
}) {
  const [selectedChoice, setSelectedChoice] = useState('new')
  const otherCount = state.selectedSteps.length - 1
  return (
    <div className="grid max-w-measure gap-4">
      {otherCount > 0 && (
        <p className="text-ink-2">
          Also answers {formatQuantity(otherCount, 'other selected step')}.
        </p>
      )}
      {decisions.length > 0 && (
        <SelectField
          label="Answer with"
          value={selectedChoice}
          onChange={setSelectedChoice}
          choices={[
            { value: 'new', label: 'New decision' },
            ...decisions.map((decision) => ({
              value: String(decision.decision),
              label: formatDecisionLabel(decision),
            })),
          ]}
        />
      )}
      {selectedChoice === 'new' ? (
        <DecisionForm
          slug={slug}
          example={
            step.text.length > 0
              ? formatExampleName({ step: step.step, option: findExampleOption(step.questions) })
              : null
          }
          fields={state.readDecisionFields(step)}
          onChange={(fields) => state.writeDecisionFields(step, fields)}
          isBusy={state.isBusy}
          submitLabel="Create decision"
          onSubmit={() => void state.answerWithNewDecision()}
          onClose={() => state.setOpenPanel(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            tone="primary"
            aria-disabled={state.isBusy}
            onClick={() => void state.answerWith(Number(selectedChoice))}
          >
            Answer with decision {selectedChoice}
          </Button>
          <Button keyCap="Esc" onClick={() => state.setOpenPanel(null)}>
            Cancel
          </Button>
        </div>
      )}
    </div>
  )
}
