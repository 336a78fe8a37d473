import { type ReactNode, useId } from 'react'

/** A checkbox with its label. */
export function Checkbox({
  label,
  hint,
  name,
  checked,
  onChange,
}: {
  label: ReactNode
  hint?: ReactNode
  /** Name of the field that the checkbox belongs to, so that an error of the field can focus it. */
  name?: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="-mx-2 grid cursor-pointer grid-cols-[1rem_1fr] items-baseline gap-x-3 rounded-control px-2 py-1 transition-colors hover:bg-wash"
    >
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 translate-y-0.75 accent-accent"
      />
      <span>
        {label}
        {hint && <span className="block text-caption text-ink-3">{hint}</span>}
      </span>
    </label>
  )
}
