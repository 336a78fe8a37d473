import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { formatNoun } from '@/lib/platform/format'
import { describeUnsure } from './describe-answers'
import { addressAnswers, type AnswerList, type PairView } from './pair'

/** A list without a pair: what that means, and where to go from there. */
export function NoPairs({
  slug,
  show,
  text,
  page,
  counts,
}: {
  slug: string
  show: PairView
  text: string
  page: number
  counts: AnswerList['counts']
}) {
  if (page > 1)
    return (
      <Words title="Nothing more on this page">
        <Link href={addressAnswers(slug, { show, text })}>From the beginning</Link>
      </Words>
    )
  if (counts.correct + counts.wrong + counts.unsure === 0)
    return (
      <Words title="No answers yet">
        Answers come with solutions: once some are imported, the pairs that the grader is unsure of
        stand here.
      </Words>
    )
  if (show === 'settled')
    return (
      <Words title="Nobody has settled a pair">
        What a person says of a pair stands here, and can be taken back.
      </Words>
    )
  if (show === 'search')
    return (
      <Words title={text === '' ? 'No pairs of answers' : 'No answer has this text'}>
        {text === '' ? (
          'No solution has both a final answer and a reference answer.'
        ) : (
          <>
            Neither a solution nor a reference says “{text}”.{' '}
            <Link href={addressAnswers(slug, { show })}>Show all pairs</Link>
          </>
        )}
      </Words>
    )
  return (
    <Words title="No pair waits for you">
      Every pair of answers was shown equal or different, or a person has settled it. New ones come
      with imports, and with grading anew.
      <Remaining slug={slug} counts={counts} />
    </Words>
  )
}

/** No solution without an answer that waits, nor one that did. */
export function NoUnanswered({
  slug,
  page,
  counts,
}: {
  slug: string
  page: number
  counts: AnswerList['counts']
}) {
  if (page > 1)
    return (
      <Words title="Nothing more on this page">
        <Link href={addressAnswers(slug, { show: 'unanswered' })}>From the beginning</Link>
      </Words>
    )
  return (
    <Words title="No solution is without an answer">
      Where a solution of a problem with a reference answer states none that could be found, it
      stands here, and a person says whether it is right.
      {counts.unreferenced > 0 &&
        ` ${describeUnsure({ ...counts, leftUnsure: 0, unsure: counts.unreferenced, unanswered: 0 })}`}
    </Words>
  )
}

/** What is unsure and in no pair that waits. */
function Remaining({ slug, counts }: { slug: string; counts: AnswerList['counts'] }) {
  if (counts.unanswered === 0) return null
  return (
    <>
      {' '}
      <Link href={addressAnswers(slug, { show: 'unanswered' })}>
        {formatNoun(counts.unanswered, 'solution without an answer', 'solutions without an answer')}
      </Link>{' '}
      {counts.unanswered === 1 ? 'waits' : 'wait'} for a person.
    </>
  )
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-ink pt-4">
      <h2>{title}</h2>
      <p className="max-w-abstract pt-1 text-strong text-pretty wrap-anywhere text-ink-2">
        {children}
      </p>
    </section>
  )
}
