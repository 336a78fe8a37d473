import { joinClasses } from '@/components/ui/join-classes'
import { Link } from '@/components/ui/link'
import { formatLimitedCount, listWaitingReviewWork } from './describe-review'
import { type ReviewCounts, reviewHref } from './review'
import { makeReviewLinks } from './make-review-links'

/** Disagreements, and links to the other work that waits for reviewers. Kinds without work are left out. */
export function ReviewTabs({ slug, counts }: { slug: string; counts: ReviewCounts }) {
  const links = makeReviewLinks(slug)
  const tabs = [
    {
      ...{ key: 'disagreements', label: 'Disagreements', count: counts.disagreements },
      href: reviewHref(slug),
    },
    ...listWaitingReviewWork(counts)
      .filter(({ count }) => count > 0)
      .map((tab) => ({ ...tab, href: links[tab.key] })),
  ]
  return (
    <nav
      aria-label="Review"
      className="mb-6 flex flex-wrap gap-x-5 border-b border-rule max-desk:mb-4"
    >
      {tabs.map(({ key, label, count, href }) => (
        <Link
          key={key}
          href={href}
          aria-current={key === 'disagreements' ? 'page' : undefined}
          className={joinClasses(
            '-mb-px border-b-2 pb-2 whitespace-nowrap no-underline hover:text-ink',
            key === 'disagreements'
              ? 'border-b-accent font-strong text-ink'
              : 'border-b-transparent text-ink-2',
          )}
        >
          {label} {formatLimitedCount(count)}
        </Link>
      ))}
    </nav>
  )
}
