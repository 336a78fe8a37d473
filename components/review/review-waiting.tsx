import { Link } from '@/components/ui/link'
import { describeWaiting, listWaiting, nameCount } from './describe-review'
import type { ReviewWork } from './review'
import { waysTo } from './ways-to'

/** What waits for reviewers, each a way to it; what does not wait is not named. */
export function ReviewWaiting({ slug, work }: { slug: string; work: ReviewWork }) {
  const ways = waysTo(slug)
  const waiting = listWaiting(work).filter(({ count }) => count > 0)
  return (
    <>
      {describeWaiting(work)}
      {waiting.length > 0 && ' '}
      {waiting.map(({ key, count, words }, i) => (
        <span key={key}>
          {i > 0 && (i === waiting.length - 1 ? ' and ' : ', ')}
          <Link href={ways[key]}>
            {nameCount(count)} {words}
          </Link>
        </span>
      ))}
      {waiting.length > 0 && '.'}
    </>
  )
}
