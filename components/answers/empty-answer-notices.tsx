import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { formatQuantity } from '@/lib/platform/format'
import { answersHref, type AnswerPairList, type AnswerPairView } from './answers'
import { describeUnsureVerdicts } from './describe-answers'

/** Shown if the pair list is empty: why, and what to do next. */
export function NoPairsNotice({
  slug,
  show,
  text,
  page,
  counts,
}: {
  slug: string
  show: AnswerPairView
  text: string
  page: number
  counts: AnswerPairList['counts']
}) {
  if (page > 1) return <EmptyPageNotice href={answersHref(slug, { show, text })} />
  if (counts.correct + counts.wrong + counts.unsure === 0)
    return (
      <EmptyState title="No answers yet">
        Import solutions to see the answers that the grader is unsure about.
      </EmptyState>
    )
  if (show === 'decided')
    return (
      <EmptyState title="No decided pairs">
        Pairs that a person has decided appear here. You can withdraw their verdicts.
      </EmptyState>
    )
  if (show === 'search')
    return (
      <EmptyState title={text === '' ? 'No answer pairs' : 'No matches'}>
        {text === '' ? (
          'No solution has both a final answer and a reference answer.'
        ) : (
          <>
            No answer or reference answer contains “{text}”.{' '}
            <Link href={answersHref(slug, { show })}>Show all pairs</Link>
          </>
        )}
      </EmptyState>
    )
  const unsureText = describeUnsureVerdicts({
    ...counts,
    decidedUnsure: 0,
    unsure: counts.noReferenceAnswer,
    noAnswer: 0,
  })
  return (
    <EmptyState title="No answer pairs to decide">
      {unsureText !== ''
        ? `${unsureText}.`
        : 'All pairs are graded or decided. Imports and regrading can add new ones.'}
      <UnansweredLink slug={slug} counts={counts} />
    </EmptyState>
  )
}

/** Shown if the list of solutions without a final answer is empty. */
export function NoUnansweredNotice({
  slug,
  page,
  counts,
}: {
  slug: string
  page: number
  counts: AnswerPairList['counts']
}) {
  if (page > 1) return <EmptyPageNotice href={answersHref(slug, { show: 'unanswered' })} />
  return (
    <EmptyState title="No unanswered solutions">
      Solutions in which no final answer was found appear here.
      {counts.noReferenceAnswer > 0 &&
        ` ${describeUnsureVerdicts({ ...counts, decidedUnsure: 0, unsure: counts.noReferenceAnswer, noAnswer: 0 })}`}
    </EmptyState>
  )
}

/** Link to the solutions without a final answer. */
function UnansweredLink({ slug, counts }: { slug: string; counts: AnswerPairList['counts'] }) {
  if (counts.noAnswer === 0) return null
  return (
    <>
      {' '}
      <Link href={answersHref(slug, { show: 'unanswered' })}>
        {formatQuantity(
          counts.noAnswer,
          'solution without a final answer',
          'solutions without a final answer',
        )}
      </Link>{' '}
      {counts.noAnswer === 1 ? 'needs' : 'need'} a verdict.
    </>
  )
}

function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-ink pt-4">
      <h2>{title}</h2>
      <p className="max-w-abstract pt-1 text-strong text-pretty wrap-anywhere text-ink-2">
        {children}
      </p>
    </section>
  )
}

/** @param href the first page of the list */
function EmptyPageNotice({ href }: { href: string }) {
  return (
    <EmptyState title="Nothing on this page">
      <Link href={href}>First page</Link>
    </EmptyState>
  )
}
