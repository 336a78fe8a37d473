'use client'

import { useRouter } from 'next/navigation'
import { hiddenAnnotatorLabel } from '@/components/reviews/describe-review'
import { useAction } from '@/components/shell/use-action'
import { stepRepairHref } from '@/components/splits/step-repair'
import { EmptyText } from '@/components/ui/empty-text'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { formatInstant } from '@/lib/platform/format'
import { describeQuestionKind } from './describe-questions'
import type { TypesetDismissedQuestion } from './question'
import { reopenQuestions } from './question-requests'
import { QuestionText } from './question-text'

/** Dismissed questions with their reasons. */
export function DismissedQuestionsList({
  slug,
  questions,
}: {
  slug: string
  questions: readonly TypesetDismissedQuestion[]
}) {
  const router = useRouter()
  const { isBusy, outcome, runAction } = useAction(() => router.refresh())

  const reopen = (question: string) =>
    runAction(async () => {
      const openedCount = await reopenQuestions(slug, [question])
      return openedCount > 0
        ? 'Question reopened.'
        : 'The annotator has changed or deleted this question.'
    })

  return (
    <>
      <OutcomeNotice outcome={outcome} className="pb-3" />
      {questions.length === 0 ? (
        <EmptyText>Dismissed questions appear here.</EmptyText>
      ) : (
        <ol aria-label="Dismissed questions" className="border-y border-ink">
          {questions.map((one) => (
            <li key={one.question} className="border-b border-rule py-2.5 last:border-b-0">
              <QuestionText text={one.typesetText}>
                {one.person ?? hiddenAnnotatorLabel}, {describeQuestionKind(one.kind, one.text)},{' '}
                <Link href={stepRepairHref(slug, one.solution, one.step)}>
                  step {one.step + 1}
                  {one.externalId !== null && ` of ${one.externalId}`}
                </Link>
              </QuestionText>
              <p className="text-ink-2">
                {one.note === '' ? 'No reason given' : one.note}{' '}
                <span className="text-caption text-ink-3">
                  {one.by}, {formatInstant(one.dismissedAt)} UTC
                </span>{' '}
                <LinkButton aria-disabled={isBusy} onClick={() => void reopen(one.question)}>
                  Reopen
                </LinkButton>
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
