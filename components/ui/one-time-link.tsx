import type { ReactNode } from 'react'
import { CopyButton } from './copy-button'

/** A link with a secret. It is shown once and can't be read again. */
export function OneTimeLink({ link, children }: { link: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <p>{children}</p>
      <p className="flex items-center justify-between gap-3 border-y border-ink py-2">
        <code className="min-w-0 text-caption break-all select-all">{link}</code>
        <CopyButton text={link} label="Copy link" />
      </p>
    </div>
  )
}
