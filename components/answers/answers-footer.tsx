import { preventFocusChange } from '@/components/annotations/input-method'
import { ShortcutListButton } from '@/components/annotations/shortcut-list-button'
import { KeyLabel } from '@/components/ui/key-label'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { QuietButton } from '@/components/ui/quiet-button'
import { RatingIcon } from '@/components/ui/rating-icon'
import { formatOptionalKey } from '@/lib/auth/keymap'
import type { AnswerAction } from './answer-actions'
import type { AnswerShortcuts } from './answer-shortcuts'
import { verdictOrder, verdictShapes } from './answers'
import { verdictNames } from './describe-answers'
import type { AnswerListState } from './use-answer-list'

const thumbButtonClasses =
  'max-desk:h-15 max-desk:flex-col max-desk:justify-center max-desk:gap-0.5 max-desk:border max-desk:border-line max-desk:bg-surface max-desk:p-0 max-desk:text-ink'

/** The keys that work now, and the outcome of the last action. On a phone, three large verdict buttons. */
export function AnswersFooter({
  listState,
  keys,
  actions,
  showsKeys,
  onToggleKeys,
}: {
  listState: AnswerListState
  keys: AnswerShortcuts
  actions: readonly AnswerAction[]
  showsKeys: boolean
  onToggleKeys: () => void
}) {
  const { current, panel, verdictChanges } = listState
  const outcome = verdictChanges.outcome?.kind === 'success' ? verdictChanges.outcome : null
  if (current === null && actions.length === 0 && outcome === null && !verdictChanges.isSending)
    return null
  const isDisabled = panel !== null && panel !== 'note'
  return (
    <footer className="sticky bottom-0 z-30 flex min-h-foot flex-none items-center justify-between gap-6 border-t border-rule bg-paper px-6 max-desk:grid max-desk:grid-cols-1 max-desk:grid-rows-[36px_auto] max-desk:gap-0 max-desk:px-4 max-desk:pb-3">
      {current !== null && (
        <div
          onMouseDown={preventFocusChange}
          className="-ml-2 flex items-center gap-1 max-desk:row-start-2 max-desk:m-0 max-desk:grid max-desk:h-16 max-desk:grid-cols-3 max-desk:gap-2"
        >
          {verdictOrder.map((verdict) => (
            <QuietButton
              key={verdict}
              aria-keyshortcuts={isDisabled ? undefined : keys[verdict]}
              disabled={isDisabled}
              onClick={() => listState.settle(verdict)}
              className={thumbButtonClasses}
            >
              {!isDisabled && (
                <span className="contents max-desk:hidden">
                  <KeyLabel name={keys[verdict]} />
                </span>
              )}
              <RatingIcon shape={verdictShapes[verdict]} className="size-3.5 max-desk:size-5.5" />
              {verdictNames[verdict]}
            </QuietButton>
          ))}
        </div>
      )}
      <div
        onMouseDown={preventFocusChange}
        className="flex min-w-0 flex-1 items-center gap-1 max-desk:row-start-1 max-desk:-mx-2"
      >
        {current !== null && <span className="mr-2 h-4 w-px flex-none bg-rule max-desk:hidden" />}
        {actions.map((action) => (
          <ActionButton key={action.name} action={action} />
        ))}
        {current !== null && !isDisabled && (
          <ShortcutListButton
            keyName={keys.allKeys}
            isOpen={showsKeys}
            onToggle={onToggleKeys}
            className="max-desk:hidden"
          />
        )}
        <div className="ml-auto min-w-0 text-ink-2 max-desk:text-caption">
          {verdictChanges.isSending && <span className="text-ink-3">Saving…</span>}
          <OutcomeNotice outcome={verdictChanges.isSending ? null : outcome} />
        </div>
      </div>
    </footer>
  )
}

function ActionButton({ action: { key, name, run, isDisabled } }: { action: AnswerAction }) {
  const keyCap = formatOptionalKey(key)
  return (
    <QuietButton aria-keyshortcuts={key ?? undefined} disabled={isDisabled} onClick={run}>
      {keyCap && (
        <span className="contents max-desk:hidden">
          <KeyLabel name={keyCap} />
        </span>
      )}
      {name}
    </QuietButton>
  )
}
