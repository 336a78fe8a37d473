import type { ReactNode } from 'react'
import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { hiddenAnnotatorLabel } from '@/components/reviews/describe-review'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { describeQuestionKind } from './describe-questions'
import type { OpenQuestion } from './question'

/** The text of a question, with its author and kind below, and what else is known. */
export function QuestionText({
  question: { person, kind, text },
  typesetText,
  children,
}: {
  question: Pick<OpenQuestion, 'person' | 'kind' | 'text'>
  typesetText: TypesetText | null
  children?: ReactNode
}) {
  return (
    <div className="min-w-0 wrap-anywhere">
      {typesetText && <SmallTypesetText text={typesetText} className="italic" />}
      <p className="text-caption text-ink-3">
        {person ?? hiddenAnnotatorLabel}, {describeQuestionKind(kind, text)}
        {children && <>, {children}</>}
      </p>
    </div>
  )
}
