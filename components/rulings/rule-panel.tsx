import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SelectField } from '@/components/ui/select-field'
import { formatNoun } from '@/lib/platform/format'
import { nameStep } from './describe-questions'
import type { ListedRuling, ShownStep } from './question'
import { RulingForm } from './ruling-form'
import type { QuestionsBoardState } from './use-questions-board'

/** Answers what is lit, and what is taken along: by a new ruling, or by one that is there. */
export function RulePanel({
  slug,
  board,
  rulings,
  step,
}: {
  slug: string
  board: QuestionsBoardState
  rulings: readonly ListedRuling[]
  step: ShownStep
}) {
  const [known, setKnown] = useState('new')
  const others = board.together.length - 1
  const { externalId: _, ...own } = step
  return (
    <div className="grid max-w-measure gap-4">
      {others > 0 && (
        <p className="text-ink-2">
          It answers {formatNoun(others, 'other step', 'other steps')} too, which you took along.
        </p>
      )}
      {rulings.length > 0 && (
        <SelectField
          label="Answered by"
          value={known}
          onChange={setKnown}
          choices={[
            { value: 'new', label: 'A new ruling' },
            ...rulings.map(({ ruling, heading, state }) => ({
              value: String(ruling),
              label: `Ruling ${ruling}${state === 'draft' ? ', not published' : ''}: ${heading}`,
            })),
          ]}
        />
      )}
      {known === 'new' ? (
        <RulingForm
          slug={slug}
          example={step.text.length > 0 ? nameStep({ ...own, externalId: null }) : null}
          draft={board.readDraft(step)}
          onChange={(draft) => board.writeDraft(step, draft)}
          isBusy={board.isBusy}
          act="Rule"
          onSubmit={() => void board.rule()}
          onClose={() => board.setOpened(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            tone="primary"
            aria-disabled={board.isBusy}
            onClick={() => void board.answer(Number(known))}
          >
            Answer with ruling {known}
          </Button>
          <Button keyCap="Esc" onClick={() => board.setOpened(null)}>
            Leave it
          </Button>
        </div>
      )}
    </div>
  )
}
