import { joinClasses } from '@/components/ui/join-classes'
import { Link } from '@/components/ui/link'
import { PageTitle } from '@/components/ui/page-layout'
import { goldCandidatesHref, goldHref } from './gold'

/** The title of the gold pages, with tabs. */
export function GoldHeader({ slug, show }: { slug: string; show: 'gold' | 'agreed' }) {
  const tabs = [
    { key: 'gold', href: goldHref(slug), name: 'All gold' },
    { key: 'agreed', href: goldCandidatesHref(slug), name: 'Agreed by annotators' },
  ] as const
  return (
    <>
      <PageTitle
        title="Gold"
        abstract={
          show === 'gold'
            ? 'Solutions with a known first error, or known to have none. They are served unmarked to check quality.'
            : 'Solutions on which all annotators agree. Review each before you accept it.'
        }
        learnMore={{ doc: 'quality/gold', topic: 'gold' }}
      />
      <nav
        aria-label="Gold"
        className="mb-6 flex gap-5 overflow-x-auto overflow-y-hidden border-b border-rule whitespace-nowrap max-desk:mb-3 max-desk:gap-4"
      >
        {tabs.map(({ key, href, name }) => (
          <Link
            key={key}
            href={href}
            aria-current={key === show ? 'page' : undefined}
            className={joinClasses(
              '-mb-px border-b-2 pb-2 no-underline hover:text-ink',
              key === show
                ? 'border-b-accent font-strong text-ink'
                : 'border-b-transparent text-ink-2',
            )}
          >
            {name}
          </Link>
        ))}
      </nav>
    </>
  )
}
