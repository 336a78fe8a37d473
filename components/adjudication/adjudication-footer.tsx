import type { Ref } from 'react'
import { AnswerButtons } from '@/components/annotations/answer-buttons'
import { preventFocusChange } from '@/components/annotations/input-method'
import {
  useKeyLabeller,
  useAriaKeyShortcuts,
} from '@/components/annotations/labelling-screen-context'
import { ShortcutListButton } from '@/components/annotations/shortcut-list-button'
import { StepPositionIndicator } from '@/components/annotations/step-position-indicator'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { QuietButton } from '@/components/ui/quiet-button'
import { formatSubmitHint, formatSubmitLabel } from '@/lib/annotations/work-labels'
import type { AdjudicationEditor } from './use-adjudication'

interface AdjudicationFooterProps {
  editor: AdjudicationEditor
  isPanelOpen: boolean
  goldKey: string | null
  showsKeys: boolean
  onToggleKeys: () => void
  onNote: () => void
  ref: Ref<HTMLElement>
}

/** Rating keys, step map, gold and submit. On a phone, the rating buttons are at the bottom. */
export function AdjudicationFooter(props: AdjudicationFooterProps) {
  const { editor, isPanelOpen, goldKey, ref } = props
  const { work, isReady, isAdjudicated } = editor
  const keyCap = useKeyLabeller()
  const canAdjudicate = editor.comparison.refusal === null
  // On a phone, the withdraw or submit button replaces the rating buttons when nothing can be rated.
  const isDone = work.currentTarget.kind === 'done'
  const showsWithdrawal = isDone && isAdjudicated
  const showsSubmit = !showsWithdrawal && (isDone || !canAdjudicate)
  return (
    <footer
      ref={ref}
      className="sticky bottom-0 z-30 grid min-h-foot flex-none grid-cols-[1fr_auto_1fr] items-center gap-6 border-t border-rule bg-paper px-6 max-wide:gap-3 max-desk:grid-cols-[1fr_auto_auto] max-desk:grid-rows-[36px_64px] max-desk:gap-x-3 max-desk:gap-y-0 max-desk:px-4 max-desk:pb-3"
    >
      <div
        onMouseDown={preventFocusChange}
        className={joinClasses(
          '-ml-2 flex items-center gap-1 max-desk:col-span-full max-desk:row-start-2 max-desk:m-0 max-desk:block',
          (showsSubmit || showsWithdrawal) && 'max-desk:hidden',
        )}
      >
        {canAdjudicate && (
          <AnswerButtons
            work={editor.candidates}
            state={work}
            actions={{ ...editor.actions, answer: editor.answer }}
            isDisabled={isPanelOpen || !editor.isTargetVisible}
            onWrite={() => editor.textEditor.write()}
          />
        )}
        {/* Not without a button before it. */}
        <span className="mx-2 h-4 w-px bg-rule first:hidden max-desk:hidden" />
        <span className="inline-flex items-center gap-1 max-desk:hidden">
          <DesktopButtons {...props} />
        </span>
      </div>
      <div className="overflow-hidden max-desk:col-start-1 max-desk:row-start-1">
        <StepPositionIndicator state={work} />
      </div>
      <div className="flex items-center justify-end gap-4 text-ink-2 max-desk:contents">
        <span
          onMouseDown={preventFocusChange}
          className="hidden items-center gap-1 max-desk:col-start-3 max-desk:row-start-1 max-desk:inline-flex"
        >
          <PhoneButtons {...props} hasUndo={!showsWithdrawal} />
        </span>
        {editor.canMakeGold && canAdjudicate && (
          <label className="inline-flex cursor-pointer items-center gap-2 whitespace-nowrap max-desk:col-start-2 max-desk:row-start-1 max-desk:[&_kbd]:hidden">
            <input
              type="checkbox"
              checked={editor.isGold}
              onChange={editor.toggleGold}
              className="size-4 accent-accent"
            />
            Make gold
            {goldKey !== null && <KeyLabel name={goldKey} />}
          </label>
        )}
        {showsWithdrawal && (
          <Button
            disabled={editor.sendAction.isBusy}
            onClick={editor.undo}
            className="col-span-full row-start-2 h-15 text-[1rem] desk:hidden"
          >
            Withdraw adjudication
          </Button>
        )}
        <Button
          tone={isReady ? 'primary' : 'plain'}
          keyCap={keyCap('submit')}
          aria-disabled={!isReady || editor.sendAction.isBusy}
          title={formatSubmitHint(work)}
          onClick={editor.submit}
          className={joinClasses(
            'max-desk:col-span-full max-desk:row-start-2 max-desk:h-15 max-desk:text-[1rem] max-desk:[&_kbd]:hidden',
            !showsSubmit && 'max-desk:hidden',
          )}
        >
          {getSubmitLabel(editor, isAdjudicated)}
        </Button>
      </div>
    </footer>
  )
}

function getSubmitLabel(
  { work, finishReason, adjudication }: AdjudicationEditor,
  isAdjudicated: boolean,
): string {
  if (isAdjudicated) return 'Adjudicated'
  const verb = adjudication === null ? 'Adjudicate' : 'Replace adjudication'
  return finishReason === null ? formatSubmitLabel(work, verb) : verb
}

/** Undo, a note, and the list of all keys. */
function DesktopButtons({ editor, showsKeys, onToggleKeys, onNote }: AdjudicationFooterProps) {
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()
  return (
    <>
      <QuietButton
        aria-keyshortcuts={keyName('undo')}
        disabled={!editor.canUndo}
        onClick={editor.undo}
      >
        <KeyLabel name={keyCap('undo')} />
        <span className="max-wide:sr-only">
          {editor.isAdjudicated ? 'Withdraw adjudication' : 'Undo'}
        </span>
      </QuietButton>
      <QuietButton aria-keyshortcuts={keyName('comment')} onClick={onNote}>
        <KeyLabel name={keyCap('comment')} />
        <span className="max-wide:sr-only">Note</span>
      </QuietButton>
      <ShortcutListButton keyName={keyName('allKeys')} isOpen={showsKeys} onToggle={onToggleKeys} />
    </>
  )
}

/** On a phone, note and undo above the rating buttons. */
function PhoneButtons({ editor, onNote, hasUndo }: AdjudicationFooterProps & { hasUndo: boolean }) {
  return (
    <>
      <QuietButton aria-label="Note" onClick={onNote} className="size-9 justify-center p-0">
        <Icon name="comment" />
      </QuietButton>
      {hasUndo && (
        <QuietButton
          aria-label={editor.isAdjudicated ? 'Withdraw adjudication' : 'Undo'}
          disabled={!editor.canUndo}
          onClick={editor.undo}
          className="size-9 justify-center p-0"
        >
          <Icon name="undo" />
        </QuietButton>
      )}
    </>
  )
}
