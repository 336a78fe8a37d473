import { Tabs } from '@/components/ui/tabs'
import { formatLimitedCount } from '@/lib/platform/max-counted-list-items'
import { listWaitingReviewWork } from './describe-review'
import { makeWaitingWorkHrefs } from './make-waiting-work-hrefs'
import { type ReviewCounts, disagreementListHref } from './review'

/** Disagreements, and links to the other work that waits for reviewers. Kinds without work are left out. */
export function ReviewTabs({ slug, counts }: { slug: string; counts: ReviewCounts }) {
  const links = makeWaitingWorkHrefs(slug)
  const tabs = [
    {
      key: 'disagreements',
      label: 'Disagreements',
      count: counts.disagreements,
      href: disagreementListHref(slug),
    },
    ...listWaitingReviewWork(counts)
      .filter(({ count }) => count > 0)
      .map((tab) => ({ ...tab, href: links[tab.key] })),
  ]
  return (
    <Tabs
      label="Waiting work"
      current="disagreements"
      tabs={tabs.map(({ count, ...tab }) => ({
        ...tab,
        label: `${tab.label} ${formatLimitedCount(count)}`,
      }))}
    />
  )
}
