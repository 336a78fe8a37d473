import { Icon } from './icon'

/** Warnings that don't prevent the action. */
export function WarningList({
  label = 'Warnings',
  warnings,
}: {
  label?: string
  warnings: readonly string[]
}) {
  if (warnings.length === 0) return null
  return (
    <ul aria-label={label} className="grid max-w-abstract gap-2">
      {warnings.map((message) => (
        <li key={message} className="flex gap-1.5">
          <Icon name="warn" className="mt-0.5 size-4 flex-none text-negative" />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  )
}
