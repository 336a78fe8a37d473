import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { joinClasses } from '@/components/ui/join-classes'
import { TextArea } from '@/components/ui/text-area'
import { usePanelFocus } from '@/components/ui/use-panel-focus'
import { isComposing } from '@/lib/platform/is-composing'

interface TextPanelProps {
  title: string
  label: string
  hint: string
  text: string
  submitLabel: string
  /** A sentence about what is missing; null if complete. */
  missingText: string | null
  isBusy?: boolean
  /** Whether something must be chosen before the text is written. */
  needsChoice?: boolean
  onChange: (text: string) => void
  onSubmit: () => void
  onClose: () => void
  children?: ReactNode
}

export const reviewTextFieldId = 'review-text'
const missingTextId = 'review-text-missing'

/** Asks for a text in place. Enter submits it, Escape closes the panel and keeps the text. */
export function ReviewTextPanel(props: TextPanelProps) {
  const { title, label, hint, text, missingText, isBusy = false, needsChoice = false } = props
  const { onSubmit, onClose } = props
  const panel = useRef<HTMLElement>(null)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  usePanelFocus(panel)

  useEffect(() => {
    if (!needsChoice) document.getElementById(reviewTextFieldId)?.focus({ preventScroll: true })
  }, [needsChoice])

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && !event.shiftKey) submit()
    else return
    event.preventDefault()
  }

  const isDisabled = missingText !== null || isBusy

  function submit() {
    setWasSubmitted(true)
    if (!isDisabled) onSubmit()
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      className="relative -mx-5 sheet-row scroll-mt-40 border-b border-rule bg-surface px-5 py-3 outline-none max-desk:-mx-4 max-desk:block max-desk:px-4"
    >
      <h3 className="pl-1.5 text-accent max-desk:pb-1 max-desk:pl-0">{title}</h3>
      <div className="col-wide-text grid gap-2">
        {props.children}
        <label htmlFor={reviewTextFieldId} className="text-ink-2">
          {label}
        </label>
        <TextArea
          id={reviewTextFieldId}
          rows={2}
          value={text}
          maxLength={2_000}
          onChange={(event) => props.onChange(event.target.value)}
          onKeyDown={handleKeyDown}
        />
        <p className="text-caption text-ink-3">{hint}</p>
        <div className="flex flex-wrap gap-x-3 gap-y-2">
          <Button
            tone="primary"
            keyCap="⏎"
            aria-disabled={isDisabled}
            aria-describedby={missingText === null ? undefined : missingTextId}
            onClick={submit}
          >
            {props.submitLabel}
          </Button>
          <Button keyCap="Esc" onClick={onClose}>
            Close
          </Button>
          {missingText !== null && (
            <p
              id={missingTextId}
              role={wasSubmitted ? 'alert' : undefined}
              className={joinClasses('self-center', wasSubmitted ? 'text-negative' : 'text-ink-2')}
            >
              {missingText}
            </p>
          )}
        </div>
      </div>
    </section>
  )
}
