import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'
import { LearnMore } from './learn-more'

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

/** The page's title, one sentence about it, a link to its documentation, and its actions. */
export function PageTitle({
  title,
  abstract,
  learnMore,
  actions,
}: {
  title: ReactNode
  abstract?: ReactNode
  learnMore?: { doc: string; topic: string }
  actions?: ReactNode
}) {
  return (
    <header className="flex items-start justify-between gap-8 pb-8 max-desk:block">
      <div>
        <h1>{title}</h1>
        {abstract && (
          <p className="mt-2 max-w-abstract font-read text-abstract font-text text-pretty text-ink-2">
            {abstract}
            {learnMore && (
              <>
                {typeof abstract === 'string' && !/[.?!]$/.test(abstract) && '.'}{' '}
                <LearnMore {...learnMore} />
              </>
            )}
          </p>
        )}
      </div>
      {actions && (
        <div className="flex flex-none gap-2 pt-0.5 max-desk:flex-wrap max-desk:pt-4">
          {actions}
        </div>
      )}
    </header>
  )
}
