import Link from 'next/link'
import { describeWaiting, listWaiting, nameCount } from './describe-review'
import { addressLabellings, type ReviewWork } from './review'

/** What waits for reviewers, each a way to it; what does not wait is not named. */
export function ReviewWaiting({ slug, work }: { slug: string; work: ReviewWork }) {
  const ways = {
    returned: addressLabellings(slug, { state: 'returned' }),
    corrected: addressLabellings(slug, { state: 'corrected' }),
    questions: `/projects/${slug}/questions`,
    drawn: addressLabellings(slug, { state: 'submitted', sample: 'drawn' }),
    splits: `/projects/${slug}/splits`,
    unsureAnswers: `/projects/${slug}/answers`,
    paused: `/projects/${slug}/people`,
    failed: `/projects/${slug}/people`,
  } as const
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
