import { useContext, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { useTypesetPreview } from '@/components/shell/use-typeset-preview'
import { Button } from '@/components/ui/button'
import { joinClasses } from '@/components/ui/join-classes'
import { KeyLabel } from '@/components/ui/key-label'
import { TextArea } from '@/components/ui/text-area'
import type { InputMethod } from '@/lib/annotations/state-fields'
import { storeUnfinishedText, readUnfinishedText } from '@/lib/client/unfinished-text'
import { readInputMethod } from './input-method'
import {
  EditingBlockContext,
  useKeyLabeller,
  useAriaKeyShortcuts,
  useLabellingScreenContext,
} from './labelling-screen-context'

interface FreeTextFieldProps {
  /** Storage name of unfinished text. */
  storageName: string
  /** Label of the button that opens the field. */
  label: string
  /** The saved text; null for none. */
  value: string | null
  /** Text of the chosen option, if any. The same text in the field does not count as unsaved. */
  chosenText?: string | undefined
  isWriting: boolean
  onWrite: (isWriting: boolean) => void
  maxLength: number
  onDone: (text: string, inputMethod: InputMethod) => void
}

/** A text field that opens in place, with a preview. Closing it keeps unfinished text. */
export function FreeTextField(props: FreeTextFieldProps) {
  const { storageName, label, value, chosenText, isWriting, onWrite, maxLength, onDone } = props
  const [draft, setDraft] = useState(() => readUnfinishedText(storageName) ?? value ?? '')
  const [lastValue, setLastValue] = useState(value)
  if (value !== lastValue) {
    setLastValue(value)
    // A newly saved text replaces the draft, unless the draft is unsaved.
    if (value !== null && draft.trim() === (lastValue ?? '')) setDraft(value)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const { project } = useLabellingScreenContext()
  const preview = useTypesetPreview(project, isWriting ? draft : (value ?? ''))
  const isBlocked = useContext(EditingBlockContext)
  const keyCap = useKeyLabeller()
  const keyName = useAriaKeyShortcuts()

  useEffect(() => {
    if (!isWriting || !field.current) return
    field.current.focus({ preventScroll: true })
    const end = field.current.value.length
    field.current.setSelectionRange(end, end)
  }, [isWriting])

  const isUnsaved = value === null && !['', chosenText?.trim()].includes(draft.trim())
  useEffect(() => {
    if (isUnsaved) storeUnfinishedText(storageName, draft)
  }, [isUnsaved, storageName, draft])

  function finish(inputMethod: InputMethod) {
    if (isBlocked || draft.trim() === '') return
    storeUnfinishedText(storageName, '')
    onWrite(false)
    onDone(draft.trim(), inputMethod)
  }

  function handleKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onWrite(false)
    else if (event.key === 'Enter' && !event.shiftKey) finish('key')
    else return
    event.preventDefault()
  }

  if (!isWriting)
    return (
      <button
        type="button"
        aria-disabled={isBlocked || undefined}
        aria-keyshortcuts={isBlocked ? undefined : keyName('write')}
        onClick={() => isBlocked || onWrite(true)}
        className={joinClasses(
          '-mx-2 grid w-[calc(100%+1rem)] grid-cols-[20px_minmax(0,1fr)] items-baseline gap-3 rounded-control px-2 py-1 text-left font-read text-excerpt font-text max-desk:py-2',
          isBlocked ? 'text-ink-3' : 'hover:bg-wash',
        )}
      >
        <KeyLabel
          name={keyCap('write')}
          className={
            value !== null
              ? 'border-accent bg-accent text-on-accent'
              : isBlocked
                ? 'border-rule text-ink-3'
                : 'border-line bg-surface text-ink-2'
          }
        />
        <span className="min-w-0 wrap-anywhere">
          {value === null ? label : preview ? <TypesetContent text={preview} /> : value}
          {isUnsaved && (
            <span className="block truncate text-caption text-ink-3">Not saved: {draft}</span>
          )}
        </span>
      </button>
    )
  return (
    <div className="py-1">
      <label htmlFor={id} className="block text-ink-2">
        {label}
      </label>
      <TextArea
        ref={field}
        id={id}
        rows={3}
        value={draft}
        maxLength={maxLength}
        onChange={(event) => {
          setDraft(event.target.value)
          storeUnfinishedText(storageName, event.target.value)
        }}
        onKeyDown={handleKey}
        className="mt-1"
      />
      <div aria-label="Preview" role="group" className="min-h-8 pt-2 text-reading">
        {preview && <TypesetContent text={preview} />}
      </div>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button
          tone="primary"
          keyCap="⏎"
          aria-disabled={isBlocked || draft.trim() === ''}
          onClick={(event) => finish(readInputMethod(event))}
        >
          Save
        </Button>
        <Button keyCap="Esc" onClick={() => onWrite(false)}>
          Close
        </Button>
      </div>
    </div>
  )
}
