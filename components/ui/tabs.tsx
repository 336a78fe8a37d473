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
    <nav
      aria-label={label}
      className="scroll-box mb-6 flex gap-x-5 overflow-x-auto overflow-y-hidden border-b border-rule whitespace-nowrap max-desk:mb-3 max-desk:gap-4"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          href={tab.href}
          aria-current={tab.key === current ? 'page' : undefined}
          className={joinClasses(
            '-mb-px border-b-2 pb-2 no-underline hover:text-ink',
            tab.key === current
              ? 'border-b-accent font-strong text-ink'
              : 'border-b-transparent text-ink-2',
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
