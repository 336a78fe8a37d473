import type { ComponentProps, ReactNode } from 'react'
import { Brand, brandClasses, headerClasses } from './brand'
import { getButtonClasses } from './button-classes'
import { abstractClasses, PageLayout } from './page-layout'

/**
 * A page with a message and a link to the projects, for errors and unknown addresses. Every page loads the code for both
 * cases in advance, each with its own copy of what it imports. The link is plain HTML instead of a `Link`: it reloads the app,
 * and the browser asks first if an upload is running.
 */
export function MessagePage({
  title,
  message,
  action,
  children,
}: {
  title: string
  message: string
  /** The primary button; by default, the link to the projects is primary. */
  action?: ReactNode
  /** Details below the buttons. */
  children?: ReactNode
}) {
  return (
    <>
      <header className={headerClasses}>
        <HomeLink aria-label="Stepmark" className={brandClasses}>
          <Brand />
        </HomeLink>
      </header>
      <PageLayout narrow>
        <h1>{title}</h1>
        <p className={abstractClasses}>{message}</p>
        <div className="flex gap-2 pt-8">
          {action}
          <HomeLink className={getButtonClasses(action ? 'plain' : 'primary')}>
            Go to projects
          </HomeLink>
        </div>
        {children}
      </PageLayout>
    </>
  )
}

function HomeLink({ children, ...linkProps }: ComponentProps<'a'>) {
  return (
    // oxlint-disable-next-line next/no-html-link-for-pages -- only a full load restarts the app after an error
    <a href="/" {...linkProps}>
      {children}
    </a>
  )
}
