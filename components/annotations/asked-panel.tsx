import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { KeyCap } from '@/components/ui/key-cap'
import { TextArea } from '@/components/ui/text-area'
import { askedWords, readAsked } from './asked'
import { ChoiceKeys } from './choice-keys'
import { readInputMethod } from './input-method'
import { bleed, Light } from './light'
import { useKeyCap } from './sheet-context'
import type { AskedActs } from './use-asked'

export const askedFieldId = 'asked-words'

/** Asks in place, lit, below what is lit; closing it keeps the words. */
export function AskedPanel({ acts }: { acts: AskedActs }) {
  const { asked, reasons, draft, change, end, close } = acts
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const keyCap = useKeyCap()
  const isLast = draft.chosen === reasons.length - 1 || reasons.length === 0

  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [asked])

  // What was chosen before it was closed does not take the keys again; what is chosen now does.
  const wasLast = useRef(reasons.length > 0 && isLast)
  useEffect(() => {
    if (isLast && !wasLast.current) field.current?.focus({ preventScroll: true })
    wasLast.current = isLast
  }, [isLast, asked])

  if (!asked) return null
  const { name, act, hint } = askedWords[asked]
  const read = readAsked(asked, draft, reasons)
  const isMissing = 'missing' in read

  /** In the text the shortcuts are silent: it has these two of its own. */
  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && !event.shiftKey) end('key')
    else return
    event.preventDefault()
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={reasons.length > 0 ? `${name}: the reason` : name}
      className={classes(
        'relative -mt-px sheet-row scroll-mt-40 py-2.5 outline-none max-desk:block',
        bleed,
      )}
    >
      <Light isOn />
      <h3 className="relative h-8 pl-1.5 text-accent max-desk:pl-0">{name}</h3>
      <div className="relative col-text">
        {reasons.length > 0 && (
          <ChoiceKeys
            label="Reason"
            choices={reasons}
            chosen={draft.chosen === null ? [] : [draft.chosen]}
            onChoose={(chosen) => change({ ...draft, chosen })}
          />
        )}
        <label htmlFor={askedFieldId} className="flex items-center gap-2 pt-2 text-ink-2">
          {isLast && asked !== 'flag' ? 'In your words' : 'In your words, if you like'}
          {reasons.length > 0 && <KeyCap name={keyCap('write')} />}
        </label>
        <TextArea
          ref={field}
          id={askedFieldId}
          rows={2}
          value={draft.words}
          maxLength={1_800}
          onChange={(event) => change({ ...draft, words: event.target.value })}
          onKeyDown={press}
          className="mt-1"
        />
        <p className="pt-1 text-caption text-ink-3">{hint}</p>
        <div className="flex flex-wrap gap-2 pt-3">
          <Button
            tone="primary"
            keyCap="⏎"
            aria-disabled={isMissing}
            onClick={(event) => end(readInputMethod(event))}
          >
            {isMissing ? `${name}: ${read.missing}` : act}
          </Button>
          <Button keyCap="Esc" onClick={close}>
            Go back
          </Button>
          {acts.isSaid && (
            <Button onClick={(event) => acts.takeOff(readInputMethod(event))}>Take it off</Button>
          )}
        </div>
      </div>
    </section>
  )
}
