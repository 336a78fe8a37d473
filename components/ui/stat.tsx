/** A number with its name below, in a `dl`. */
export function Stat({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid">
      <dt className="order-2 text-caption text-ink-3">{name}</dt>
      <dd className="font-read text-stat font-text">{value}</dd>
    </div>
  )
}
