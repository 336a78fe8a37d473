import { useContext, useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { TextArea } from '@/components/ui/text-area'
import { usePanelFocus } from '@/components/ui/use-panel-focus'
import type { ShortcutHandlersByKey } from '@/lib/client/shortcuts'
import { isComposing } from '@/lib/platform/is-composing'
import { ChoiceButtons } from './choice-buttons'
import { highlightPaddingClasses, CurrentRowHighlight } from './current-row-highlight'
import { readInputMethod } from './input-method'
import {
  EditingBlockContext,
  useKeyLabeller,
  useLabellingScreenContext,
} from './labelling-screen-context'
import {
  getNoteFormHint,
  noteFormSpecs,
  composeNoteFormText,
  type NoteFormKind,
} from './note-forms'
import type { NoteFormActions } from './use-note-form'

export const noteFormFieldId = 'note-form-text'
const missingTextId = 'note-form-missing'

/** The open form, below the current target. Closing it keeps the text. */
export function NoteFormPanel({ actions }: { actions: NoteFormActions }) {
  const { isPractice } = useLabellingScreenContext()
  const isBlocked = useContext(EditingBlockContext)
  const { activeForm, reasons, draft, change, submitForm, close } = actions
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const keyCap = useKeyLabeller()
  const isTextExpected = reasons.length === 0 || draft.chosenReason === reasons.length - 1

  usePanelFocus(panel, activeForm)

  // Focuses the text field when a form without reasons opens, and when the last reason is chosen while it is open.
  const last = useRef<{ form: NoteFormKind | null; isTextExpected: boolean } | null>(null)
  useEffect(() => {
    const wasOpen = last.current?.form === activeForm
    const expectsTextNow = wasOpen ? !last.current?.isTextExpected : reasons.length === 0
    if (isTextExpected && expectsTextNow) field.current?.focus({ preventScroll: true })
    last.current = { form: activeForm, isTextExpected }
  }, [isTextExpected, activeForm, reasons.length])

  if (!activeForm) return null
  const { name, actionLabel } = noteFormSpecs[activeForm]
  const result = composeNoteFormText(activeForm, draft, reasons)
  const isTextMissing = 'missing' in result

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || (event.key === 'Enter' && event.shiftKey)) return
    const run = bindFieldKeys(actions)[event.key]
    if (!run) return
    run()
    event.preventDefault()
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={reasons.length > 0 ? `${name}: reason` : name}
      className={joinClasses(
        'relative -mt-px sheet-row scroll-mt-40 py-2.5 outline-none max-desk:block',
        highlightPaddingClasses,
      )}
    >
      <CurrentRowHighlight isVisible />
      <h3 className="relative h-8 pl-1.5 text-accent max-desk:pl-0">{name}</h3>
      <div className="relative col-text">
        {reasons.length > 0 && (
          <ChoiceButtons
            label="Reason"
            hasKeys
            choices={reasons}
            chosenIndexes={draft.chosenReason === null ? [] : [draft.chosenReason]}
            onChoose={(index) => change({ ...draft, chosenReason: index })}
          />
        )}
        <label htmlFor={noteFormFieldId} className="flex items-center gap-2 pt-2 text-ink-2">
          {getFieldLabel(activeForm)}
          {reasons.length > 0 && <KeyLabel name={keyCap('write')} />}
        </label>
        <TextArea
          ref={field}
          id={noteFormFieldId}
          rows={2}
          value={draft.text}
          maxLength={1_800}
          onChange={(event) => change({ ...draft, text: event.target.value })}
          onKeyDown={handleKeyDown}
          className="mt-1"
        />
        <p className="pt-1 text-caption text-ink-3">
          {actions.target !== null && `About ${actions.target}. `}
          {getNoteFormHint(activeForm, { isPractice, isAboutOption: actions.isAboutOption })}
        </p>
        {actions.blocksSubmission && (
          <p role="alert" className="pt-1 text-negative">
            {isTextMissing && actions.hasNote
              ? 'The note is not removed yet. Remove it or discard your change, then submit.'
              : 'This note is not added yet. Add or discard it, then submit.'}
          </p>
        )}
        <div className="flex flex-wrap gap-x-3 gap-y-2 pt-3">
          <Button
            tone="primary"
            keyCap="⏎"
            aria-disabled={isBlocked || isTextMissing}
            aria-describedby={isTextMissing ? missingTextId : undefined}
            onClick={(event) => submitForm(readInputMethod(event))}
          >
            {actionLabel}
          </Button>
          <Button keyCap="Esc" onClick={close}>
            Close
          </Button>
          {actions.hasNote && (
            <Button
              aria-disabled={isBlocked}
              onClick={(event) => actions.removeNote(readInputMethod(event))}
            >
              Remove
            </Button>
          )}
          {actions.isUnadded && <Button onClick={actions.discard}>Discard</Button>}
          {isTextMissing && (
            <p id={missingTextId} className="self-center text-ink-2">
              {result.missing}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

function getFieldLabel(kind: NoteFormKind): string {
  if (kind === 'comment') return 'Comment'
  return kind === 'flag' ? 'Question (optional)' : 'Details'
}

/** Shortcuts are off in the text field, except these two. */
export function bindFieldKeys({
  submitForm,
  close,
}: Pick<NoteFormActions, 'submitForm' | 'close'>): ShortcutHandlersByKey {
  return { Enter: () => submitForm('key'), Escape: close }
}
