import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { Typeset } from '@/components/math/typeset'
import { Button } from '@/components/ui/button'
import { KeyCap } from '@/components/ui/key-cap'
import { TextArea } from '@/components/ui/text-area'
import { storeText, readStoredText } from '@/lib/client/stored-text'
import type { WorkEvent } from '@/lib/annotations/work-state'
import { readInputMethod } from './input-method'
import { useKeyCap, useKeyName } from './sheet-context'
import { usePreview } from './use-preview'

interface OwnWordsProps {
  /** Names the place, for words that are not finished. */
  place: string
  /** On the key that opens the field. */
  label: string
  /** What was written and stands; null for nothing. */
  words: string | null
  isWriting: boolean
  onWrite: (isWriting: boolean) => void
  maxLength: number
  onDone: (text: string, by: WorkEvent['inputMethod']) => void
}

/** A field for one's own words that opens in place, with what they will look like under it; leaving it keeps them. */
export function OwnWords(props: OwnWordsProps) {
  const { place, label, words, isWriting, onWrite, maxLength, onDone } = props
  const [draft, setDraft] = useState(() => readStoredText(place) ?? words ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const preview = usePreview(isWriting ? draft : (words ?? ''))
  const keyCap = useKeyCap()
  const keyName = useKeyName()

  useEffect(() => {
    if (isWriting) field.current?.focus({ preventScroll: true })
  }, [isWriting])

  function finish(by: WorkEvent['inputMethod']) {
    if (draft.trim() === '') return
    storeText(place, '')
    onWrite(false)
    onDone(draft.trim(), by)
  }

  function press(event: KeyboardEvent) {
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
        aria-keyshortcuts={keyName('write')}
        onClick={() => onWrite(true)}
        className="-mx-2 grid w-[calc(100%+1rem)] grid-cols-[20px_minmax(0,1fr)] items-baseline gap-3 rounded-control px-2 py-1 text-left font-read text-excerpt font-text hover:bg-wash max-desk:py-2"
      >
        <KeyCap
          name={keyCap('write')}
          className={
            words === null
              ? 'border-line bg-lit text-ink-2'
              : 'border-accent bg-accent text-on-accent'
          }
        />
        <span className="min-w-0">
          {words === null ? label : preview ? <Typeset text={preview} /> : words}
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
          storeText(place, event.target.value)
        }}
        onKeyDown={press}
        className="mt-1"
      />
      <div aria-label="Preview" role="group" className="min-h-8 pt-2 text-reading">
        {preview && <Typeset text={preview} />}
      </div>
      <div className="flex flex-wrap gap-2 pt-2">
        <Button
          tone="primary"
          keyCap="⏎"
          aria-disabled={draft.trim() === ''}
          onClick={(event) => finish(readInputMethod(event))}
        >
          Keep
        </Button>
        <Button keyCap="Esc" onClick={() => onWrite(false)}>
          Go back
        </Button>
      </div>
    </div>
  )
}
