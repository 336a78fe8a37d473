'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { hiddenAnnotatorLabel } from '@/components/review/describe-review'
import { stepRepairHref } from '@/components/review/step-repair'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { OutcomeNotice, type OutcomeMessage } from '@/components/ui/outcome-notice'
import { describeCallError } from '@/lib/client/describe-call-error'
import { formatInstant } from '@/lib/platform/format'
import { QuestionText } from './question-text'
import { describeQuestionKind } from './describe-questions'
import type { TypesetDismissedQuestion } from './question'
import { reopenQuestions } from './question-requests'

/** Dismissed questions with their reasons. */
export function DismissedQuestionsList({
  slug,
  questions,
}: {
  slug: string
  questions: readonly TypesetDismissedQuestion[]
}) {
  const router = useRouter()
  const [outcome, setOutcome] = useState<OutcomeMessage | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function reopen(question: string) {
    if (isBusy) return
    setBusy(true)
    try {
      const openedCount = await reopenQuestions(slug, [question])
      const message =
        openedCount > 0
          ? 'Question reopened.'
          : 'The annotator has changed or deleted this question.'
      setOutcome({ kind: 'success', message })
      router.refresh()
    } catch (error) {
      setOutcome({ kind: 'error', message: describeCallError(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <OutcomeNotice outcome={outcome} className="pb-3" />
      {questions.length === 0 ? (
        <p className="border-t border-ink pt-3 text-ink-2">Dismissed questions appear here.</p>
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
