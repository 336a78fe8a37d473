import { listWaiting, formatLimitedCount } from '@/components/review/describe-review'
import type { ReviewCounts } from '@/components/review/review'
import { reviewLinks } from '@/components/review/review-links'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'

/** What waits for whoever reviews, each a way to it. */
export function WaitsList({ slug, work }: { slug: string; work: ReviewCounts }) {
  const ways = reviewLinks(slug)
  const { disagreements } = work
  const waiting = [
    {
      ...{ key: 'disagreements', count: disagreements, href: `/projects/${slug}/review` },
      label: 'Disagreements',
    },
    ...listWaiting(work).map(({ key, ...rest }) => ({ key, href: ways[key], ...rest })),
  ].filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="waits">
      <SectionHeader id="waits" title="Waits for you" />
      {waiting.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">Nothing waits for a reviewer.</p>
      ) : (
        <ul className="border-y border-ink">
          {waiting.map(({ key, count, label, href }) => (
            <li key={key} className="border-b border-rule last:border-b-0">
              <Link
                href={href}
                className="grid grid-cols-[3.5rem_1fr] items-baseline gap-x-3 py-2.5 no-underline hover:bg-wash"
              >
                <span className="font-read text-h2 font-text text-ink">
                  {formatLimitedCount(count)}
                </span>
                <span className="underline decoration-rule underline-offset-4">{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
