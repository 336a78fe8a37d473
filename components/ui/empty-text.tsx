import type { ReactNode } from 'react'

/** Shown instead of a list without items: what will be here, and how to get it. */
export function EmptyText({ children }: { children: ReactNode }) {
  return (
    <div className="border-t border-ink pt-3">
      <p className="max-w-abstract text-strong text-ink-2">{children}</p>
    </div>
  )
}
