import { Button } from '@/components/ui/button'
import { formatNoun } from '@/lib/platform/format'
import type { ShownStep } from './question'
import type { QuestionKeys } from './question-keys'
import type { QuestionsBoardState } from './use-questions-board'

/** What can be done about the step that is lit, and those that are taken along with it. */
export function QuestionActs({
  board,
  keys,
  step,
}: {
  board: QuestionsBoardState
  keys: QuestionKeys
  step: ShownStep
}) {
  const others = board.together.length - 1
  const isTaken = board.taken.has(step.key)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button tone="primary" keyCap="⏎" onClick={() => board.toggle('rule')}>
        Rule on it
      </Button>
      <Button
        keyCap={keys.aside ?? undefined}
        aria-keyshortcuts={keys.aside ?? undefined}
        onClick={() => board.toggle('aside')}
      >
        Set aside
      </Button>
      <Button
        keyCap={keys.together ?? undefined}
        aria-keyshortcuts={keys.together ?? undefined}
        aria-pressed={isTaken}
        onClick={board.take}
      >
        {isTaken ? 'Leave it out again' : 'Take along'}
      </Button>
      {others > 0 && (
        <span className="text-ink-2">together with {formatNoun(others, 'other step')}</span>
      )}
    </div>
  )
}
