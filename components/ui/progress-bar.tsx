/** Without a value, the progress is indeterminate. */
export function ProgressBar({
  label,
  value,
  max = 1,
  className = 'w-full',
}: {
  label: string
  value: number | null
  max?: number
  className?: string
}) {
  const share = value === null || max <= 0 ? 0 : Math.min(1, Math.max(0, value / max))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value ?? undefined}
      className={`h-1 bg-rule ${className}`}
    >
      <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
    </div>
  )
}
