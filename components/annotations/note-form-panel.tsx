import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { TextArea } from '@/components/ui/text-area'
import { usePanelFocus } from '@/components/ui/use-panel-focus'
import type { ShortcutHandlers } from '@/lib/client/shortcuts'
import { ChoiceButtons } from './choice-buttons'
import { highlightPaddingClasses, CurrentRowHighlight } from './current-row-highlight'
import { readInputMethod } from './input-method'
import { useKeyLabel } from './labelling-screen-context'
import { noteFormSpecs, readNoteFormDraft, type NoteFormKind } from './note-forms'
import type { NoteFormActions } from './use-note-form'

export const noteFormFieldId = 'note-form-text'
const missingTextId = 'note-form-missing'

/** A form below the current target. Closing it keeps the text. */
export function NoteFormPanel({ actions }: { actions: NoteFormActions }) {
  const { activePrompt, reasons, draft, change, end, close } = actions
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const keyCap = useKeyLabel()
  const isLast = draft.chosen === reasons.length - 1 || reasons.length === 0

  usePanelFocus(panel, activePrompt)

  // Focuses the text field only when the last reason is chosen now, not when it was chosen before.
  const wasLast = useRef(reasons.length > 0 && isLast)
  useEffect(() => {
    if (isLast && !wasLast.current) field.current?.focus({ preventScroll: true })
    wasLast.current = isLast
  }, [isLast, activePrompt])

  if (!activePrompt) return null
  const { name, actionLabel, hint } = noteFormSpecs[activePrompt]
  const read = readNoteFormDraft(activePrompt, draft, reasons)
  const isMissing = 'missing' in read

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || (event.key === 'Enter' && event.shiftKey)) return
    const leave = () => panel.current?.focus({ preventScroll: true })
    const run = bindFieldKeys(actions, leave)[event.key]
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
            chosen={draft.chosen === null ? [] : [draft.chosen]}
            onChoose={(index) => change({ ...draft, chosen: index })}
          />
        )}
        <label htmlFor={noteFormFieldId} className="flex items-center gap-2 pt-2 text-ink-2">
          {nameField(activePrompt, isLast)}
          {reasons.length > 0 && <KeyLabel name={keyCap('write')} />}
        </label>
        <TextArea
          ref={field}
          id={noteFormFieldId}
          rows={2}
          value={draft.text}
          maxLength={1_800}
          onChange={(event) => change({ ...draft, text: event.target.value })}
          onKeyDown={press}
          className="mt-1"
        />
        <p className="pt-1 text-caption text-ink-3">{hint}</p>
        {actions.isOverdue && (
          <p role="alert" className="pt-1 text-negative">
            This text is not saved. Save it or delete it, then submit.
          </p>
        )}
        <div className="flex flex-wrap gap-x-3 gap-y-2 pt-3">
          <Button
            tone="primary"
            keyCap="⏎"
            aria-disabled={isMissing}
            aria-describedby={isMissing ? missingTextId : undefined}
            onClick={(event) => end(readInputMethod(event))}
          >
            {actionLabel}
          </Button>
          <Button keyCap="Esc" onClick={close}>
            Close
          </Button>
          {actions.hasNote && (
            <Button onClick={(event) => actions.removeNote(readInputMethod(event))}>Remove</Button>
          )}
          {isMissing && (
            <p id={missingTextId} className="self-center text-ink-2">
              {read.missing}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}

function nameField(prompt: NoteFormKind, isLastReason: boolean): string {
  if (prompt === 'comment') return 'Comment'
  if (prompt === 'flag') return 'Question (optional)'
  return isLastReason ? 'Details' : 'Details (optional)'
}

/** Shortcuts are off in the text field, except these two. A second Escape closes the panel. */
export function bindFieldKeys(
  { end }: Pick<NoteFormActions, 'end'>,
  leaveField: () => void,
): ShortcutHandlers {
  return { Enter: () => end('key'), Escape: leaveField }
}
