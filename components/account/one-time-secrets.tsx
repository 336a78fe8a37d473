import { CopyButton } from '@/components/people/copy-button'

/** Secrets that are here once, and kept nowhere that they could be read again. */
export function OneTimeSecrets({
  description,
  texts,
  label,
}: {
  description: string
  texts: readonly string[]
  /** Of the button that copies them. */
  label: string
}) {
  return (
    <div className="grid gap-2">
      <p>{description}</p>
      <div className="flex items-start justify-between gap-3 border-y border-ink py-2">
        <ul className="grid gap-0.5">
          {texts.map((text) => (
            <li key={text}>
              <code className="wrap-anywhere select-all">{text}</code>
            </li>
          ))}
        </ul>
        <CopyButton text={texts.join('\n')} label={label} />
      </div>
    </div>
  )
}
