import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes'
import { Icon } from './icon'
import { joinClasses } from './join-classes'

export interface SelectChoice<Value extends string> {
  value: Value
  label: string
}

/** A native select. */
export function Select<Value extends string>({
  choices,
  onChange,
  ...selectProps
}: {
  choices: readonly SelectChoice<Value>[]
  value: Value
  onChange: (value: Value) => void
} & Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'className'>) {
  return (
    <div className="relative">
      <select
        onChange={(event) => onChange(event.target.value as Value)}
        className={joinClasses(controlClasses, 'h-9 appearance-none truncate pr-8 text-strong')}
        {...selectProps}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <Icon
        name="chevron"
        className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-ink-2"
      />
    </div>
  )
}
