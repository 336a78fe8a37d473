import { useId, type ReactNode } from 'react'
import { Select, type SelectChoice } from './select'

/** A native select with its label. */
export function SelectField<Value extends string>({
  label,
  hint,
  choices,
  value,
  onChange,
}: {
  label: ReactNode
  hint?: ReactNode
  choices: readonly SelectChoice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-label text-ink">
        {label}
      </label>
      <Select
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        choices={choices}
        value={value}
        onChange={onChange}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
