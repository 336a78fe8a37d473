import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'

/** The body of a page: 1200 px wide, or a single column if `narrow`. */
export function PageLayout({
  narrow = false,
  children,
}: {
  narrow?: boolean
  children: ReactNode
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={joinClasses(
        'mx-auto w-full flex-1 px-6 pt-10 pb-16 outline-none max-desk:px-4 max-desk:pt-6 max-desk:pb-12',
        narrow
          ? 'max-w-[calc(var(--container-narrow)+3rem)]'
          : 'max-w-[calc(var(--container-page)+3rem)]',
      )}
    >
      {children}
    </main>
  )
}

/** A sentence below a page's title. */
export const abstractClasses =
  'mt-2 max-w-abstract font-read text-abstract font-text text-pretty text-ink-2'
