import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select-field'
import { formatNoun } from '@/lib/platform/format'
import { nameStep } from './describe-questions'
import type { ListedDecision, TypesetStep } from './question'
import { DecisionForm } from './decision-form'
import type { QuestionsListState } from './use-questions-list'

/** Answers what is lit, and what is taken along: by a new decision, or by one that is there. */
export function AnswerPanel({
  slug,
  state,
  decisions,
  step,
}: {
  slug: string
  state: QuestionsListState
  decisions: readonly ListedDecision[]
  step: TypesetStep
}) {
  const [chosen, setChosen] = useState('new')
  const otherCount = state.selectedSteps.length - 1
  const { externalId: _, ...own } = step
  return (
    <div className="grid max-w-measure gap-4">
      {otherCount > 0 && (
        <p className="text-ink-2">
          It answers {formatNoun(otherCount, 'other step', 'other steps')} too, which you took
          along.
        </p>
      )}
      {decisions.length > 0 && (
        <SelectField
          label="Answered by"
          value={chosen}
          onChange={setChosen}
          choices={[
            { value: 'new', label: 'A new decision' },
            ...decisions.map(({ decision, heading, state }) => ({
              value: String(decision),
              label: `Decision ${decision}${state === 'draft' ? ', not published' : ''}: ${heading}`,
            })),
          ]}
        />
      )}
      {chosen === 'new' ? (
        <DecisionForm
          slug={slug}
          example={step.text.length > 0 ? nameStep({ ...own, externalId: null }) : null}
          draft={state.readDraft(step)}
          onChange={(draft) => state.writeDraft(step, draft)}
          isBusy={state.isBusy}
          submitLabel="Rule"
          onSubmit={() => void state.createFromDraft()}
          onClose={() => state.setOpenPanel(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            tone="primary"
            aria-disabled={state.isBusy}
            onClick={() => void state.answerWith(Number(chosen))}
          >
            Answer with decision {chosen}
          </Button>
          <Button keyCap="Esc" onClick={() => state.setOpenPanel(null)}>
            Leave it
          </Button>
        </div>
      )}
    </div>
  )
}
