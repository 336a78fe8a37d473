import { CopyButton } from '@/components/ui/copy-button'

/** Secrets that are shown once and can't be read again. */
export function OneTimeSecrets({
  description,
  texts,
  label,
}: {
  description: string
  texts: readonly string[]
  /** Label of the copy button. */
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
