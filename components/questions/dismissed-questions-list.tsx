'use client'

import { useRouter } from 'next/navigation'
import { useAction } from '@/components/shell/use-action'
import { EmptyText } from '@/components/ui/empty-text'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice } from '@/components/ui/outcome-notice'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetDismissedQuestion } from './question'
import { reopenQuestions } from './question-requests'
import { QuestionStepLink } from './question-step-link'
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
      const reopenedCount = await reopenQuestions(slug, [question])
      return reopenedCount > 0
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
          {questions.map((question) => (
            <li key={question.question} className="border-b border-rule py-2.5 last:border-b-0">
              <QuestionText question={question} typesetText={question.typesetText}>
                <QuestionStepLink slug={slug} question={question} />
              </QuestionText>
              <p className="wrap-anywhere text-ink-2">{question.note || 'No reason given.'}</p>
              <p className="text-caption text-ink-3">
                Dismissed by {question.by}, {formatInstant(question.dismissedAt)} UTC{' '}
                <LinkButton aria-disabled={isBusy} onClick={() => void reopen(question.question)}>
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
