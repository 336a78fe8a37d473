import { useId, type ReactNode } from 'react'
import { Icon } from './icon'

/** A native select with its label. */
export function SelectField<Value extends string>({
  label,
  hint,
  choices,
  value,
  onChange,
  disabled = false,
}: {
  label: ReactNode
  hint?: ReactNode
  choices: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-label text-ink">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.value as Value)}
          className="h-9 w-full appearance-none truncate rounded-control border border-line bg-surface pr-8 pl-3 text-strong focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent disabled:text-ink-3"
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron"
          className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-ink-2"
        />
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-caption text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
