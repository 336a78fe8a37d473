import { AllKeysButton } from '@/components/annotations/all-keys'
import { keepFocus } from '@/components/annotations/input-method'
import { KeyCap } from '@/components/ui/key-cap'
import { Mark } from '@/components/ui/mark'
import { Outcome } from '@/components/ui/outcome'
import { QuietButton } from '@/components/ui/quiet-button'
import { printKeyIfAny } from '@/lib/auth/keys'
import type { Verdict } from '@/lib/grading/verdict'
import type { AnswerAct } from './answer-acts'
import type { AnswerKeys } from './answer-keys'
import { verdictOrder, verdictShapes } from './pair'
import type { AnswersBoardState } from './use-answers-board'

const thumb =
  'max-desk:h-15 max-desk:flex-col max-desk:justify-center max-desk:gap-0.5 max-desk:border max-desk:border-line max-desk:bg-lit max-desk:p-0 max-desk:text-ink'

const names = {
  wrong: 'Wrong',
  unsure: 'Unsure',
  correct: 'Correct',
} as const satisfies Record<Verdict, string>

/** What a key does now, and what came of the last; on a phone the three verdicts under the thumb. */
export function AnswersFoot({
  board,
  keys,
  acts,
  showsKeys,
  onToggleKeys,
}: {
  board: AnswersBoardState
  keys: AnswerKeys
  acts: readonly AnswerAct[]
  showsKeys: boolean
  onToggleKeys: () => void
}) {
  const { lit, opened, settling } = board
  const outcome = settling.outcome?.kind === 'done' ? settling.outcome : null
  if (lit === null && acts.length === 0 && outcome === null && !settling.isSending) return null
  const isOff = opened !== null && opened !== 'note'
  return (
    <footer className="sticky bottom-0 z-30 flex min-h-foot flex-none items-center justify-between gap-6 border-t border-rule bg-paper px-6 max-desk:grid max-desk:grid-cols-1 max-desk:grid-rows-[36px_auto] max-desk:gap-0 max-desk:px-4 max-desk:pb-3">
      {lit !== null && (
        <div
          onMouseDown={keepFocus}
          className="-ml-2 flex items-center gap-1 max-desk:row-start-2 max-desk:m-0 max-desk:grid max-desk:h-16 max-desk:grid-cols-3 max-desk:gap-2"
        >
          {verdictOrder.map((verdict) => (
            <QuietButton
              key={verdict}
              aria-keyshortcuts={keys[verdict]}
              disabled={isOff}
              onClick={() => board.settle(verdict)}
              className={thumb}
            >
              <span className="contents max-desk:hidden">
                <KeyCap name={keys[verdict]} />
              </span>
              <Mark shape={verdictShapes[verdict]} className="size-3.5 max-desk:size-5.5" />
              {names[verdict]}
            </QuietButton>
          ))}
        </div>
      )}
      <div
        onMouseDown={keepFocus}
        className="flex min-w-0 flex-1 items-center gap-1 max-desk:row-start-1 max-desk:-mx-2"
      >
        {lit !== null && <span className="mr-2 h-4 w-px flex-none bg-rule max-desk:hidden" />}
        {acts.map((act) => (
          <FootKey key={act.name} act={act} />
        ))}
        {lit !== null && (
          <AllKeysButton
            name={keys.allKeys}
            isOpen={showsKeys}
            onToggle={onToggleKeys}
            className="max-desk:hidden"
          />
        )}
        <div className="ml-auto min-w-0 text-ink-2 max-desk:text-caption">
          {settling.isSending && <span className="text-ink-3">Saving</span>}
          <Outcome outcome={settling.isSending ? null : outcome} />
        </div>
      </div>
    </footer>
  )
}

function FootKey({ act: { key, name, run, isOff } }: { act: AnswerAct }) {
  const cap = printKeyIfAny(key)
  return (
    <QuietButton aria-keyshortcuts={key ?? undefined} disabled={isOff} onClick={run}>
      {cap && (
        <span className="contents max-desk:hidden">
          <KeyCap name={cap} />
        </span>
      )}
      {name}
    </QuietButton>
  )
}
