'use client'

import { useId, type ComponentProps, type ReactNode } from 'react'
import { FieldError } from './field-error'
import { TextArea } from './text-area'
import { TextInput } from './text-input'

interface FieldProps {
  label: ReactNode
  /** Help text. */
  hint?: ReactNode
  /** Error message, shown below the field and read by screen readers. */
  error?: ReactNode
}

/** A one-line input with its label above and its error below. */
export function TextField(props: FieldProps & ComponentProps<'input'>) {
  const { label, hint, error, ...input } = props
  const { ids, control } = useFieldIds(props)
  return (
    <FieldFrame label={label} hint={hint} error={error} ids={ids}>
      <TextInput {...input} {...control} />
    </FieldFrame>
  )
}

/** Like `TextField`, for several lines. */
export function TextAreaField(props: FieldProps & ComponentProps<'textarea'>) {
  const { label, hint, error, ...area } = props
  const { ids, control } = useFieldIds(props)
  return (
    <FieldFrame label={label} hint={hint} error={error} ids={ids}>
      <TextArea {...area} {...control} />
    </FieldFrame>
  )
}

interface FieldIds {
  control: string
  hint: string | undefined
  error: string | undefined
}

/** Ids of a control and its texts, and the properties that connect them. */
function useFieldIds({ id, hint, error }: FieldProps & { id?: string }) {
  const generatedId = useId()
  const controlId = id ?? generatedId
  const ids: FieldIds = {
    control: controlId,
    hint: hint ? `${controlId}-hint` : undefined,
    error: error ? `${controlId}-error` : undefined,
  }
  const control = {
    id: controlId,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': [ids.error, ids.hint].filter(Boolean).join(' ') || undefined,
  }
  return { ids, control }
}

function FieldFrame({
  label,
  hint,
  error,
  ids,
  children,
}: FieldProps & { ids: FieldIds; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={ids.control} className="font-label text-ink">
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className="text-caption text-ink-3">
          {hint}
        </p>
      )}
      <FieldError id={ids.error} message={error} />
    </div>
  )
}
