import type { ReactNode } from 'react'
import { LearnMore } from './learn-more'
import { abstractClasses } from './page-layout'

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
          <p className={abstractClasses}>
            {typeof abstract === 'string' ? keepSeparatorsAtLineEnd(abstract) : abstract}
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

/** No line begins with the separator. */
const keepSeparatorsAtLineEnd = (text: string) => text.replaceAll(' · ', '\u00a0· ')
