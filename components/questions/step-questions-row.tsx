import type { ReactNode } from 'react'
import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { joinClasses } from '@/components/ui/join-classes'
import { RowNumberButton } from '@/components/ui/row-number-button'
import { currentRowClasses } from '@/components/ui/selectable-row'
import { formatQuantity } from '@/lib/platform/format'
import { formatStepName, nameOption } from './describe-questions'
import type { TypesetStepWithQuestions } from './question'
import { QuestionText } from './question-text'

/** Questions shown in a row that is not current. */
const maxPreviewQuestions = 2

/** A step with its questions. While the row is current, it shows the children instead. */
export function StepQuestionsRow({
  step,
  number,
  isCurrent,
  isSelected,
  onSelectRow,
  onOpen,
  children,
}: {
  step: TypesetStepWithQuestions
  number: number
  isCurrent: boolean
  isSelected: boolean
  onSelectRow: (key: string) => void
  onOpen: () => void
  children: ReactNode
}) {
  const { key, excerpt, questions, annotators } = step
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the number is the button
    <li
      id={`row-${key}`}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => isCurrent || onSelectRow(key)}
      className={joinClasses(
        // When the row scrolls into view, the sticky outcome of the list must not cover it.
        'grid scroll-mt-12 grid-cols-[2.25rem_minmax(0,1fr)] items-baseline border-b border-rule py-2.5 last:border-b-0',
        isCurrent ? currentRowClasses : 'cursor-pointer hover:bg-wash',
      )}
    >
      <span className="w-6 text-right">
        <RowNumberButton
          isCurrent={isCurrent}
          id={`row-number-${key}`}
          aria-label={`${isCurrent ? 'Answer' : 'Go to'} question ${number}${isSelected ? ', selected' : ''}`}
          onClick={(event) => {
            event.stopPropagation()
            // Enter on the button does the same as Enter in the list.
            if (isCurrent) onOpen()
            else onSelectRow(key)
          }}
        >
          {number}
        </RowNumberButton>
      </span>
      <div className="min-w-0 wrap-anywhere">
        {isCurrent ? (
          children
        ) : (
          <>
            <SmallTypesetText text={excerpt} />
            <p className="text-caption text-ink-3">
              {formatStepName(step)}
              {annotators > 1 && `, ${formatQuantity(annotators, 'annotator', 'annotators')}`}
            </p>
            {questions.slice(0, maxPreviewQuestions).map((question, index) => (
              <div key={index} className="pt-0.5">
                {question.optionExcerpt && (
                  <SmallTypesetText
                    text={question.optionExcerpt}
                    className="border-l-2 border-line pl-3 text-ink-2"
                  />
                )}
                <QuestionText question={question} typesetText={question.typesetText}>
                  {question.optionText !== null && nameOption(step.step, question)}
                </QuestionText>
              </div>
            ))}
            {questions.length > maxPreviewQuestions && (
              <p className="text-caption text-ink-3">
                and {questions.length - maxPreviewQuestions} more
              </p>
            )}
          </>
        )}
        {isSelected && <p className="pt-1 font-strong text-accent">Selected</p>}
      </div>
    </li>
  )
}
