import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'

/** A link that doesn't work: why, and what to do. */
export function InvalidLinkNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-4 text-strong">
      <h1>{title}</h1>
      <p>{children}</p>
      <p>
        <Link href="/sign-in">Sign in</Link>
      </p>
    </div>
  )
}
