'use client'

import type { ReactNode } from 'react'
import { joinClasses } from './join-classes'
import { Link } from './link'

export interface TabItem {
  key: string
  href: string
  label: ReactNode
}

/** Links between the views of a page. On narrow screens they scroll sideways. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  /** Accessible name. */
  label: string
  tabs: readonly TabItem[]
  /** Key of the current tab. */
  current: string
}) {
  return (
    <div className="mb-6 border-b border-rule max-desk:mb-3">
      {/* The padding makes room for the focus ring. */}
      <nav
        aria-label={label}
        className="scroll-box -m-1 -mb-1.25 flex scroll-px-1 gap-x-5 overflow-x-auto overflow-y-hidden p-1 whitespace-nowrap max-desk:gap-4"
      >
        {tabs.map((tab) => (
          <Link
            key={tab.key}
            href={tab.href}
            aria-current={tab.key === current ? 'page' : undefined}
            // Browsers don't scroll to a tab that is partly visible.
            onFocus={({ currentTarget }) =>
              currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })
            }
            className={joinClasses(
              'border-b-2 pb-2 no-underline hover:text-ink',
              tab.key === current
                ? 'border-b-accent font-strong text-ink'
                : 'border-b-transparent text-ink-2',
            )}
          >
            {tab.label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
