import { memo, useContext, type Ref } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { QuietButton } from '@/components/ui/quiet-button'
import { findFinishReasonToSubmit } from '@/lib/annotations/finish-reason'
import { formatSubmitHint, formatSubmitLabel } from '@/lib/annotations/work-labels'
import type { WorkState } from '@/lib/annotations/work-state'
import type { AnnotationController } from '@/lib/client/annotation-controller'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import { canReopenSubmission, type LabellingScreenView } from '@/lib/client/labelling-screen-view'
import { ActiveTime } from './active-time'
import { AnswerButtons } from './answer-buttons'
import { preventFocusChange, readInputMethod } from './input-method'
import {
  EditingBlockContext,
  useKeyLabeller,
  useAriaKeyShortcuts,
} from './labelling-screen-context'
import type { NoteFormKind } from './note-forms'
import { reopenHint } from './reopen-hint'
import { SaveStatus } from './save-status'
import { ShortcutListButton } from './shortcut-list-button'
import { StepPositionIndicator } from './step-position-indicator'
import type { AnnotationActions } from './use-annotation-actions'

interface AnnotationFooterProps {
  controller: AnnotationController
  view: LabellingScreenView
  work: LeasedWork
  state: WorkState
  actions: AnnotationActions
  /** Digits then choose the reasons of the form. */
  isFormOpen: boolean
  /** A note is written, but not added yet. */
  hasUnaddedNote: boolean
  /** An explanation or step is written, but not saved yet. */
  hasUnsavedText: boolean
  showsKeys: boolean
  onToggleKeys: () => void
  onOpenForm: (form: NoteFormKind) => void
  onWrite: () => void
  onSubmit: (inputMethod: ReturnType<typeof readInputMethod>) => void
  ref: Ref<HTMLElement>
}

/** Keys of the current target, step map, active time, save status and submit. On a phone, large rating buttons. */
export function AnnotationFooter(props: AnnotationFooterProps) {
  const { controller, view, work, state, actions, isFormOpen, ref } = props
  const isBlocked = useContext(EditingBlockContext)
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()
  const { showsKeys, onToggleKeys, onOpenForm } = props
  const undoReopens = canReopenSubmission(view)
  const secondaryProps = {
    actions,
    isUndoDisabled: (state.changes.length === 0 || isBlocked) && !undoReopens,
    undoReopens,
    showsKeys,
    onToggleKeys,
    onOpenForm,
  }
  const isReady = !isBlocked && findFinishReasonToSubmit(state.content, state.shape) !== null
  // On a phone the submit button replaces the ratings when nothing is left to rate.
  const showsSubmit =
    state.currentTarget.kind === 'tags' ||
    (isReady && (state.currentTarget.kind === 'done' || state.currentTarget.kind === 'options'))
  return (
    <footer
      ref={ref}
      className="sticky bottom-0 z-30 grid min-h-foot flex-none grid-cols-[1fr_auto_1fr] items-center gap-6 border-t border-rule bg-paper px-6 max-wide:grid-cols-[auto_minmax(0,1fr)_auto] max-wide:gap-4 max-desk:grid-cols-[1fr_auto_auto] max-desk:grid-rows-[36px_64px] max-desk:gap-x-3 max-desk:gap-y-0 max-desk:px-4 max-desk:pb-3"
    >
      <div
        onMouseDown={preventFocusChange}
        className={joinClasses(
          '-ml-2 flex items-center gap-1 max-desk:col-span-full max-desk:row-start-2 max-desk:m-0 max-desk:block',
          showsSubmit && 'max-desk:hidden',
        )}
      >
        <AnswerButtons
          work={work}
          state={state}
          actions={actions}
          isDisabled={isFormOpen || isBlocked}
          onWrite={props.onWrite}
        />
        {/* Not without a button before it. */}
        <span className="mx-2 h-4 w-px bg-rule first:hidden max-desk:hidden" />
        <span className="inline-flex items-center gap-1 max-desk:hidden">
          <DesktopButtons {...secondaryProps} />
        </span>
      </div>
      <div className="overflow-hidden max-wide:max-w-full max-wide:justify-self-center max-desk:col-start-1 max-desk:row-start-1 max-desk:-ml-[3px] max-desk:justify-self-start">
        <StepPositionIndicator state={state} />
      </div>
      <div className="flex items-center justify-end gap-4 text-ink-2 max-desk:contents">
        <span className="inline-flex items-center gap-4 max-desk:col-start-2 max-desk:row-start-1 max-desk:gap-3">
          <ActiveTime controller={controller} />
          <SaveStatus
            view={view}
            unsavedInput={props.hasUnaddedNote ? 'note' : props.hasUnsavedText ? 'text' : null}
          />
        </span>
        <PhoneButtons {...secondaryProps} />
        <Button
          tone={isReady ? 'primary' : 'plain'}
          keyCap={keyCap('submit')}
          aria-disabled={!isReady}
          aria-keyshortcuts={keyName('submit')}
          title={formatSubmitHint(state)}
          onClick={(event) => isReady && props.onSubmit(readInputMethod(event))}
          className={joinClasses(
            'max-desk:col-span-full max-desk:row-start-2 max-desk:h-15 max-desk:text-[1rem] max-desk:[&_kbd]:hidden',
            !showsSubmit && 'max-desk:hidden',
          )}
        >
          {formatSubmitLabel(state)}
        </Button>
      </div>
    </footer>
  )
}

interface SecondaryButtonsProps extends Pick<
  AnnotationFooterProps,
  'actions' | 'showsKeys' | 'onToggleKeys' | 'onOpenForm'
> {
  /** There is nothing to undo or reopen. The button keeps its focus. */
  isUndoDisabled: boolean
  /** Undo reopens the last submission. */
  undoReopens: boolean
}

/** Flag, undo and the list of shortcuts, on wide screens. */
const DesktopButtons = memo(function DesktopButtons(props: SecondaryButtonsProps) {
  const { actions, isUndoDisabled, undoReopens, showsKeys, onToggleKeys, onOpenForm } = props
  const isBlocked = useContext(EditingBlockContext)
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()
  return (
    <>
      <QuietButton
        aria-keyshortcuts={keyName('flag')}
        disabled={isBlocked}
        onClick={() => onOpenForm('flag')}
      >
        <KeyLabel name={keyCap('flag')} />
        <span className="max-wide:sr-only">Unsure</span>
      </QuietButton>
      <QuietButton
        aria-keyshortcuts={keyName('undo')}
        aria-disabled={isUndoDisabled}
        title={undoReopens ? reopenHint : undefined}
        onClick={(event) => isUndoDisabled || actions.undo(readInputMethod(event))}
      >
        <KeyLabel name={keyCap('undo')} />
        <span className="max-wide:sr-only">{undoReopens ? 'Reopen' : 'Undo'}</span>
      </QuietButton>
      <ShortcutListButton keyName={keyName('allKeys')} isOpen={showsKeys} onToggle={onToggleKeys} />
    </>
  )
})

/** Flag and undo on a phone. */
const PhoneButtons = memo(function PhoneButtons({
  actions,
  isUndoDisabled,
  undoReopens,
  onOpenForm,
}: SecondaryButtonsProps) {
  const isBlocked = useContext(EditingBlockContext)
  return (
    <span
      onMouseDown={preventFocusChange}
      className="col-start-3 row-start-1 -mr-1 inline-flex items-center gap-1 desk:hidden"
    >
      <QuietButton
        aria-label="Unsure"
        disabled={isBlocked}
        onClick={() => onOpenForm('flag')}
        className="size-9 justify-center p-0"
      >
        <Icon name="flag" />
      </QuietButton>
      <QuietButton
        aria-label={undoReopens ? 'Reopen your last submission' : 'Undo'}
        aria-disabled={isUndoDisabled}
        onClick={(event) => isUndoDisabled || actions.undo(readInputMethod(event))}
        className="size-9 justify-center p-0"
      >
        <Icon name="undo" />
      </QuietButton>
    </span>
  )
})
