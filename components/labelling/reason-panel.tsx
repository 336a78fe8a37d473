import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { KeyCap } from '@/components/ui/key-cap'
import { TextArea } from '@/components/ui/text-area'
import type { WorkEvent } from '@/lib/labelling/work-state'
import { readInputMethod } from './input-method'
import { endingWords, readReason, type Ending, type ReasonDraft } from './reasons'
import { bleed, Light } from './work-row'

interface ReasonPanelProps {
  ending: Ending
  draft: ReasonDraft
  onChange: (draft: ReasonDraft) => void
  onEnd: (by: WorkEvent['inputMethod']) => void
  onClose: () => void
}

/** Asks for the reason in place, lit, below the rows; closing it keeps the words. */
export function ReasonPanel({ ending, draft, onChange, onEnd, onClose }: ReasonPanelProps) {
  const { name, act, reasons, hint } = endingWords[ending]
  const panel = useRef<HTMLElement>(null)
  const words = useRef<HTMLTextAreaElement>(null)
  const read = readReason(ending, draft)
  const isMissing = 'missing' in read

  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [ending])

  const isLast = draft.chosen === reasons.length - 1
  useEffect(() => {
    if (isLast) words.current?.focus({ preventScroll: true })
  }, [isLast])

  /** In the text the shortcuts are silent: it has these two of its own. */
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey) onEnd('key')
    else return
    event.preventDefault()
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={`${name}: the reason`}
      className={classes(
        'relative -mt-px sheet-row scroll-mt-40 py-2.5 outline-none max-desk:block',
        bleed,
      )}
    >
      <Light isOn />
      <h3 className="relative h-8 pl-1.5 text-accent max-desk:pl-0">{name}</h3>
      <div className="relative col-text">
        <ReasonChoices ending={ending} draft={draft} onChange={onChange} />
        <label htmlFor="reason-words" className="block pt-2 text-ink-2">
          {isLast ? 'In your words' : 'In your words, if you like'}
        </label>
        <TextArea
          ref={words}
          id="reason-words"
          rows={2}
          value={draft.words}
          maxLength={1_800}
          onChange={(event) => onChange({ ...draft, words: event.target.value })}
          onKeyDown={press}
          className="mt-1"
        />
        <p className="pt-1 text-caption text-ink-3">{hint}</p>
        <div className="flex flex-wrap gap-2 pt-3">
          <Button
            tone="primary"
            keyCap="⏎"
            aria-disabled={isMissing}
            onClick={(event) => onEnd(readInputMethod(event))}
          >
            {isMissing ? `${name}: ${read.missing}` : act}
          </Button>
          <Button keyCap="Esc" onClick={onClose}>
            Go back
          </Button>
        </div>
      </div>
    </section>
  )
}

function ReasonChoices({ ending, draft, onChange }: Omit<ReasonPanelProps, 'onEnd' | 'onClose'>) {
  return (
    <div role="radiogroup" aria-label="Reason">
      {endingWords[ending].reasons.map((reason, index) => {
        const isChosen = draft.chosen === index
        return (
          <button
            key={reason}
            type="button"
            role="radio"
            aria-checked={isChosen}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => onChange({ ...draft, chosen: index })}
            className="-mx-2 grid w-[calc(100%+1rem)] grid-cols-[20px_1fr] items-baseline gap-3 rounded-control px-2 py-1 text-left font-read text-excerpt font-text hover:bg-wash"
          >
            <KeyCap
              name={String(index + 1)}
              className={
                isChosen
                  ? 'border-accent bg-accent text-on-accent'
                  : 'border-line bg-lit text-ink-2'
              }
            />
            {reason}
          </button>
        )
      })}
    </div>
  )
}
