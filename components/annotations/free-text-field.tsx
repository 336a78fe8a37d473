import { useContext, useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { useTypesetPreview } from '@/components/shell/use-typeset-preview'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/text-area'
import { isComposing } from '@/lib/platform/is-composing'
import { ChoiceButton } from './choice-button'
import { readInputMethod } from './input-method'
import {
  EditingBlockContext,
  useKeyLabeller,
  useAriaKeyShortcuts,
  useLabellingScreenContext,
} from './labelling-screen-context'
import type { TextField } from './text-editor'

interface FreeTextFieldProps {
  field: TextField
  /** Label of the button that opens the field. */
  label: string
  /** The saved text; null for none. */
  value: string | null
  maxLength: number
}

/** A text field that opens in place, with a preview. Closing it keeps unfinished text. */
export function FreeTextField({ field, label, value, maxLength }: FreeTextFieldProps) {
  const { isOpen, isUnsaved } = field
  const draft = field.draft ?? value ?? ''
  const textArea = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { project } = useLabellingScreenContext()
  const preview = useTypesetPreview(project, isOpen ? draft : (value ?? ''))
  const isBlocked = useContext(EditingBlockContext)
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()

  useEffect(() => {
    if (!isOpen || !textArea.current) return
    textArea.current.focus({ preventScroll: true })
    const end = textArea.current.value.length
    textArea.current.setSelectionRange(end, end)
  }, [isOpen])

  // A newly saved text replaces the draft, unless the draft is unsaved. A text that is no longer saved becomes a draft.
  const lastValue = useRef(value)
  useEffect(() => {
    const previousValue = lastValue.current
    lastValue.current = value
    if (value === previousValue) return
    if (field.draft !== null && field.draft.trim() !== (previousValue ?? '')) return
    if (value === null && previousValue !== null) field.keepReplaced(previousValue)
    else if (field.draft !== null) field.deleteDraft()
  }, [value, field])

  function handleKey(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') field.close()
    else if (event.key === 'Enter' && !event.shiftKey) field.save('key')
    else return
    event.preventDefault()
  }

  if (!isOpen)
    return (
      <ChoiceButton
        aria-keyshortcuts={isBlocked ? undefined : keyName('write')}
        keyCap={keyCap('write')}
        isChosen={value !== null}
        isDisabled={isBlocked}
        onClick={field.open}
      >
        {value === null ? label : preview ? <TypesetContent text={preview} /> : value}
        {isUnsaved && (
          <span className="block truncate text-caption text-ink-3">Draft: {draft}</span>
        )}
      </ChoiceButton>
    )
  return (
    <div className="py-1">
      <label htmlFor={id} className="block text-ink-2">
        {label}
      </label>
      <TextArea
        ref={textArea}
        id={id}
        rows={3}
        value={draft}
        maxLength={maxLength}
        onChange={(event) => field.change(event.target.value)}
        onKeyDown={handleKey}
        className="mt-1"
      />
      <div aria-label="Preview" role="group" className="min-h-8 pt-2 text-reading">
        {preview && <TypesetContent text={preview} />}
      </div>
      {field.blocksSubmission && isUnsaved && (
        <p role="alert" className="pt-1 text-negative">
          This text is not saved yet. Save or discard it first.
        </p>
      )}
      <div className="flex flex-wrap gap-2 pt-2">
        <Button
          tone="primary"
          keyCap="⏎"
          aria-disabled={isBlocked || draft.trim() === ''}
          onClick={(event) => field.save(readInputMethod(event))}
        >
          Save
        </Button>
        <Button keyCap="Esc" onClick={field.close}>
          Close
        </Button>
        {isUnsaved && <Button onClick={field.discard}>Discard</Button>}
      </div>
    </div>
  )
}
