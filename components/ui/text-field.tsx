'use client'

import { useId, type ComponentProps, type ReactNode } from 'react'
import { Icon } from './icon'
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
export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<'input'>) {
  const ids = useFieldIds(input.id, hint, error)
  return (
    <FieldFrame {...{ label, hint, error, ids }}>
      <TextInput
        {...input}
        id={ids.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.describedBy}
      />
    </FieldFrame>
  )
}

/** Like `TextField`, for several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  ...area
}: FieldProps & ComponentProps<'textarea'>) {
  const ids = useFieldIds(area.id, hint, error)
  return (
    <FieldFrame {...{ label, hint, error, ids }}>
      <TextArea
        {...area}
        id={ids.control}
        aria-invalid={error ? true : undefined}
        aria-describedby={ids.describedBy}
      />
    </FieldFrame>
  )
}

function useFieldIds(id: string | undefined, hint: ReactNode, error: ReactNode) {
  const generatedId = useId()
  const control = id ?? generatedId
  const hintId = hint ? `${control}-hint` : undefined
  const errorId = error ? `${control}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return { control, hint: hintId, error: errorId, describedBy }
}

function FieldFrame({
  label,
  hint,
  error,
  ids,
  children,
}: FieldProps & { ids: ReturnType<typeof useFieldIds>; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <label htmlFor={ids.control} className="font-label text-ink">
        {label}
      </label>
      {children}
      {hint && (
        <p id={ids.hint} className="text-caption text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={ids.error} className="flex gap-1.5 text-negative">
          <Icon name="warn" className="mt-0.5 size-4" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
