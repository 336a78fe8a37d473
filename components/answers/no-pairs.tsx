import Link from 'next/link'
import type { ReactNode } from 'react'
import { formatNoun } from '@/lib/platform/format'
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
      {counts.unsure > 0 && <Remaining unsure={counts.unsure} />}
    </Words>
  )
}

/** What is unsure and in no list. */
function Remaining({ unsure }: { unsure: number }) {
  return (
    <>
      {' '}
      {formatNoun(unsure, 'solution stays', 'solutions stay')} unsure: a person left them so, or no
      final answer or no reference is known. They are out of the convincing-wrong slice.
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
