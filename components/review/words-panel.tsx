import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { TextArea } from '@/components/ui/text-area'

interface WordsPanelProps {
  title: string
  label: string
  hint: string
  words: string
  /** What is pressed when it is written. */
  act: string
  /** What is missing, in words; null for nothing. */
  missing: string | null
  isBusy?: boolean
  /** Something is to be chosen first. */
  isLater?: boolean
  onChange: (words: string) => void
  onEnd: () => void
  onClose: () => void
  /** What is chosen besides. */
  children?: ReactNode
}

export const wordsFieldId = 'review-words'

/** Asks for words in place. In the text the shortcuts are silent: Enter ends it, Escape leaves it and keeps the words. */
export function WordsPanel(props: WordsPanelProps) {
  const { title, label, hint, words, missing, isBusy = false, isLater = false } = props
  const { onEnd, onClose } = props
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  useEffect(() => {
    if (!isLater) document.getElementById(wordsFieldId)?.focus({ preventScroll: true })
  }, [isLater])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey) onEnd()
    else return
    event.preventDefault()
  }

  const isOff = missing !== null || isBusy
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className="relative -mx-5 sheet-row scroll-mt-40 border-b border-rule bg-lit px-5 py-3 outline-none max-desk:-mx-4 max-desk:block max-desk:px-4"
    >
      <h3 className="pl-1.5 text-accent max-desk:pb-1 max-desk:pl-0">{title}</h3>
      <div className="col-ruled grid gap-2">
        {props.children}
        <label htmlFor={wordsFieldId} className="text-ink-2">
          {label}
        </label>
        <TextArea
          id={wordsFieldId}
          rows={2}
          value={words}
          maxLength={2_000}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={press}
        />
        <p className="text-caption text-ink-3">{hint}</p>
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" keyCap="⏎" aria-disabled={isOff} onClick={() => isOff || onEnd()}>
            {missing === null ? props.act : `${props.act}: ${missing}`}
          </Button>
          <Button keyCap="Esc" onClick={onClose}>
            Go back
          </Button>
        </div>
      </div>
    </section>
  )
}
