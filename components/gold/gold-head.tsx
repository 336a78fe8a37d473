import { classes } from '@/components/ui/classes'
import { Link } from '@/components/ui/link'
import { PageTitle } from '@/components/ui/page'
import { addressCandidates, addressGold } from './gold'

/** What gold is for, and the two lists. */
export function GoldHead({ slug, show }: { slug: string; show: 'gold' | 'agreed' }) {
  const tabs = [
    { key: 'gold', href: addressGold(slug), name: 'All gold' },
    { key: 'agreed', href: addressCandidates(slug), name: 'Agreed on by several' },
  ] as const
  return (
    <>
      <PageTitle
        title="Gold"
        abstract={
          show === 'gold'
            ? 'Solutions whose first error is known. They stand among the work, and nobody can tell them from it: how people answer says how well they work.'
            : 'Solutions whose annotations all say the same first error, or all none. Several people may err alike: look before you accept.'
        }
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
            className={classes(
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
