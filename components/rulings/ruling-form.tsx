import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { Typeset } from '@/components/math/typeset'
import { Button } from '@/components/ui/button'
import { AreaField, Field } from '@/components/ui/field'
import { headingMaxLength, whyMaxLength } from '@/lib/review/ruling-limits'
import { checkRuling, type RulingDraft, type RulingErrors } from './check-ruling'
import { RatingChoice } from './rating-choice'
import { useTextPreview } from './use-text-preview'

interface RulingFormProps {
  slug: string
  /** What the example is of: `Step 4`; null where there is no step to take. */
  example: string | null
  draft: RulingDraft
  onChange: (draft: RulingDraft) => void
  isBusy: boolean
  /** What the button says. */
  act: string
  onSubmit: () => void
  onClose?: () => void
}

/** What holds from now on, as it will be read, and the step as a worked example. Escape closes it; the words stay. */
export function RulingForm(props: RulingFormProps) {
  const { slug, example, draft, onChange, isBusy, act, onSubmit, onClose } = props
  const [errors, setErrors] = useState<RulingErrors>({})
  const form = useRef<HTMLFormElement>(null)
  /** It opened below what is read; else it is part of the page, which begins at its top. */
  const isInPlace = onClose !== undefined
  const preview = useTextPreview(slug, draft.words)
  useEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true })
    if (isInPlace) form.current?.scrollIntoView({ block: 'nearest' })
  }, [isInPlace])
  useEffect(() => {
    const wrong = (['heading', 'words', 'rating', 'why'] as const).find((name) => errors[name])
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
  }, [errors])

  function change(changed: Partial<RulingDraft>) {
    onChange({ ...draft, ...changed })
    setErrors({})
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = checkRuling(example === null ? { ...draft, rating: 'none' } : draft)
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) onSubmit()
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && onClose) {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      form.current?.requestSubmit()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Ruling"
      onSubmit={submit}
      className="grid max-w-measure gap-4"
    >
      <Field
        label="In a few words"
        name="heading"
        onKeyDown={press}
        value={draft.heading}
        maxLength={headingMaxLength}
        onChange={(event) => change({ heading: event.target.value })}
        error={errors.heading}
        hint="Its heading in the guideline, and what annotators are told when a label comes back."
        autoComplete="off"
      />
      <AreaField
        label="What holds from now on"
        name="words"
        onKeyDown={press}
        rows={5}
        value={draft.words}
        onChange={(event) => change({ words: event.target.value })}
        error={errors.words}
        hint="Markdown, with formulas between dollar signs."
        spellCheck
      />
      {preview && (
        <section
          aria-label="As it will be read"
          className="border-l-2 border-line pl-4 font-read text-excerpt font-text wrap-anywhere"
        >
          <Typeset text={preview} />
        </section>
      )}
      {example !== null && (
        <RatingChoice
          legend={`${example} is to be rated`}
          value={draft.rating}
          onChange={(rating) => change({ rating })}
          error={errors.rating}
        />
      )}
      {example !== null && draft.rating !== 'none' && (
        <AreaField
          label="Why"
          name="why"
          onKeyDown={press}
          rows={2}
          maxLength={whyMaxLength}
          value={draft.why}
          onChange={(event) => change({ why: event.target.value })}
          error={errors.why}
          hint="The step, its problem, the rating and this are the worked example."
          spellCheck
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy} keyCap="Ctrl ⏎">
          {act}
        </Button>
        {onClose && (
          <Button keyCap="Esc" onClick={onClose}>
            Leave it
          </Button>
        )}
      </div>
    </form>
  )
}
