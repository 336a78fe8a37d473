import { type ReactNode, useId } from 'react'

/** A checkbox with its label. */
export function Checkbox({
  label,
  hint,
  checked,
  onChange,
}: {
  label: ReactNode
  hint?: ReactNode
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
