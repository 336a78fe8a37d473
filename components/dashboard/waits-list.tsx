import { listWaiting, nameCount } from '@/components/review/describe-review'
import type { ReviewWork } from '@/components/review/review'
import { waysTo } from '@/components/review/ways-to'
import { Link } from '@/components/ui/link'
import { SectionHead } from '@/components/ui/section-head'

/** What waits for whoever reviews, each a way to it. */
export function WaitsList({ slug, work }: { slug: string; work: ReviewWork }) {
  const ways = waysTo(slug)
  const { disagreements } = work
  const waiting = [
    {
      ...{ key: 'disagreements', count: disagreements, href: `/projects/${slug}/review` },
      words: disagreements === 1 ? 'disagreement to rule on' : 'disagreements to rule on',
    },
    ...listWaiting(work).map(({ key, ...rest }) => ({ key, href: ways[key], ...rest })),
  ].filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="waits">
      <SectionHead id="waits" title="Waits for you" />
      {waiting.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">Nothing waits for a reviewer.</p>
      ) : (
        <ul className="border-y border-ink">
          {waiting.map(({ key, count, words, href }) => (
            <li key={key} className="border-b border-rule last:border-b-0">
              <Link
                href={href}
                className="grid grid-cols-[3.5rem_1fr] items-baseline gap-x-3 py-2.5 no-underline hover:bg-wash"
              >
                <span className="font-read text-h2 font-text text-ink">{nameCount(count)}</span>
                <span className="underline decoration-rule underline-offset-4">{words}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
