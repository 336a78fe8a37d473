import type { ReactNode } from 'react'

export interface ChoiceListItem<Value extends string> {
  value: Value
  label: ReactNode
  /** Explains the label. */
  hint?: ReactNode
}

/** Radio buttons, one per line. */
export function ChoiceList<Value extends string>({
  legend,
  name,
  choices,
  value,
  onChange,
}: {
  legend: ReactNode
  name: string
  choices: readonly ChoiceListItem<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <fieldset>
      <legend className="pb-1 font-label">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="-mx-2 grid grid-cols-[1rem_1fr] items-baseline gap-x-3 rounded-control px-2 py-1 transition-colors has-enabled:cursor-pointer has-enabled:hover:bg-wash"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            className="size-4 translate-y-0.75 appearance-none rounded-full border border-line bg-surface checked:border-5 checked:border-accent disabled:opacity-60"
          />
          <span>
            {choice.label}
            {choice.hint && <span className="block text-caption text-ink-3">{choice.hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
