import { listWaitingReviewWork } from '@/components/reviews/describe-review'
import { makeWaitingWorkHrefs } from '@/components/reviews/make-waiting-work-hrefs'
import { type ReviewCounts, disagreementListHref } from '@/components/reviews/review'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { SectionHeader } from '@/components/ui/section-header'
import { formatLimitedCount } from '@/lib/platform/max-counted-list-items'

/** What waits for reviewers, with links. */
export function ToDoList({ slug, reviewCounts }: { slug: string; reviewCounts: ReviewCounts }) {
  const hrefs = makeWaitingWorkHrefs(slug)
  const tasks = [
    {
      key: 'disagreements',
      label: 'Disagreements',
      singular: 'Disagreement',
      count: reviewCounts.disagreements,
      href: disagreementListHref(slug),
    },
    ...listWaitingReviewWork(reviewCounts).map((task) => ({ ...task, href: hrefs[task.key] })),
  ].filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="to-do">
      <SectionHeader id="to-do" title="To do" />
      {tasks.length === 0 ? (
        <EmptyText>Nothing to review. Disagreements and questions will be listed here.</EmptyText>
      ) : (
        <ul className="border-y border-ink">
          {tasks.map(({ key, label, singular, count, href }) => (
            <li key={key} className="border-b border-rule last:border-b-0">
              <Link
                href={href}
                className="grid grid-cols-[3.5rem_1fr] items-baseline gap-x-3 py-2.5 no-underline hover:bg-wash"
              >
                <span className="font-read text-h2 font-text text-ink">
                  {formatLimitedCount(count)}
                </span>
                <span className="underline decoration-rule underline-offset-4">
                  {count === 1 ? singular : label}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
