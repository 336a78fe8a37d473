import { useEffect, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'
import { TypesetContent } from '@/components/math/typeset-content'
import { useTypesetPreview } from '@/components/shell/use-typeset-preview'
import { Button } from '@/components/ui/button'
import { TextAreaField, TextField } from '@/components/ui/text-field'
import { isComposing } from '@/lib/platform/is-composing'
import { decisionHeadingMaxLength, exampleReasonMaxLength } from '@/lib/questions/decision-limits'
import {
  checkDecisionFields,
  type DecisionFields,
  type DecisionFieldErrors,
} from './decision-fields'
import { ExampleRatingChoice } from './example-rating-choice'

interface DecisionFormProps {
  slug: string
  /** The name of the example, such as `Step 4`; null if the decision can't have one. */
  example: string | null
  fields: DecisionFields
  onChange: (fields: DecisionFields) => void
  isBusy: boolean
  submitLabel: string
  onSubmit: () => void
  onClose?: () => void
}

/** Edits a decision, with a preview and a worked example. With `onClose`, Escape closes the form. */
export function DecisionForm(props: DecisionFormProps) {
  const { slug, example, fields, onChange, isBusy, submitLabel, onSubmit, onClose } = props
  const [errors, setErrors] = useState<DecisionFieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  /** Whether the form opens within the page on request, so that it must scroll into view. */
  const isInline = onClose !== undefined
  const preview = useTypesetPreview(slug, fields.text)
  useEffect(() => {
    form.current?.querySelector('input')?.focus({ preventScroll: true })
    if (isInline) form.current?.scrollIntoView({ block: 'nearest' })
  }, [isInline])
  useEffect(() => {
    const firstInvalidField = (['heading', 'text', 'rating', 'reason'] as const).find(
      (name) => errors[name],
    )
    if (firstInvalidField)
      form.current?.querySelector<HTMLElement>(`[name="${firstInvalidField}"]`)?.focus()
  }, [errors])

  function change(changedFields: Partial<DecisionFields>) {
    onChange({ ...fields, ...changedFields })
    setErrors({})
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBusy) return
    const fieldErrors = checkDecisionFields(
      example === null ? { ...fields, rating: 'none' } : fields,
    )
    setErrors(fieldErrors)
    if (Object.keys(fieldErrors).length === 0) onSubmit()
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Escape' && onClose) {
      event.stopPropagation()
      onClose()
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      form.current?.requestSubmit()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- receives the keys that bubble from its fields
    <form
      ref={form}
      noValidate
      aria-label="Decision"
      onSubmit={submit}
      onKeyDown={handleKeyDown}
      className="grid max-w-measure gap-4"
    >
      <TextField
        label="Heading"
        name="heading"
        value={fields.heading}
        maxLength={decisionHeadingMaxLength}
        onChange={(event) => change({ heading: event.target.value })}
        error={errors.heading}
        hint="Shown in the guideline, and to annotators whose work is returned."
        autoComplete="off"
      />
      <TextAreaField
        label="Decision"
        name="text"
        rows={5}
        value={fields.text}
        onChange={(event) => change({ text: event.target.value })}
        error={errors.text}
        hint="Markdown. Put formulas between dollar signs."
        spellCheck
      />
      {preview && (
        <section
          aria-label="Preview"
          className="border-l-2 border-line pl-4 font-read text-excerpt font-text wrap-anywhere"
        >
          <TypesetContent text={preview} />
        </section>
      )}
      {example !== null && (
        <ExampleRatingChoice
          legend={`Guideline example: correct rating of ${example.charAt(0).toLowerCase()}${example.slice(1)}`}
          value={fields.rating}
          onChange={(rating) => change({ rating })}
          error={errors.rating}
        />
      )}
      {example !== null && fields.rating !== 'none' && (
        <TextAreaField
          label="Reason for this rating"
          name="reason"
          rows={2}
          maxLength={exampleReasonMaxLength}
          value={fields.reason}
          onChange={(event) => change({ reason: event.target.value })}
          error={errors.reason}
          hint="Shown with the example in the guideline."
          spellCheck
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" aria-disabled={isBusy} keyCap="Ctrl ⏎">
          {submitLabel}
        </Button>
        {onClose && (
          <Button keyCap="Esc" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </form>
  )
}
