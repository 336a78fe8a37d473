import type { ReactNode } from 'react'
import { AnswerDetailSection } from '@/components/answers/answer-detail-section'
import { TypesetContent } from '@/components/math/typeset-content'
import { formatSubmissionTime, hiddenAnnotatorLabel } from '@/components/reviews/describe-review'
import { stepRepairHref } from '@/components/splits/step-repair'
import { Icon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { RatingIcon, type RatingIconShape } from '@/components/ui/rating-icon'
import { describeStepRatings, formatStepName, nameOption } from './describe-questions'
import type { StepRatings, TypesetQuestion, TypesetStepWithQuestions } from './question'
import { QuestionText } from './question-text'

/** A step with its problem, questions and ratings. */
export function QuestionDetails({
  slug,
  step,
  children,
}: {
  slug: string
  step: TypesetStepWithQuestions
  children: ReactNode
}) {
  const { solution, previousStep, text, problem, questions, ratings } = step
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-caption text-ink-3">
        <span>{formatStepName(step)}</span>
        <Link href={stepRepairHref(slug, solution, step.step)}>Repair steps</Link>
      </p>
      <AnswerDetailSection title="Problem">
        <TypesetContent text={problem} />
      </AnswerDetailSection>
      {previousStep && (
        <AnswerDetailSection title="Previous step">
          <TypesetContent text={previousStep} />
        </AnswerDetailSection>
      )}
      {text.length > 0 && (
        <div className="border-l-2 border-accent bg-surface py-2 pr-3 pl-4 text-reading">
          <h3 className="sr-only">Step</h3>
          <TypesetContent text={text} />
        </div>
      )}
      {questions.length > 0 && (
        <div>
          <h3 className="text-caption text-ink-3">Questions</h3>
          <ul className="grid gap-1">
            {questions.map((question) => (
              <QuestionItem
                step={step.step}
                key={[question.annotation, question.question, question.option, question.kind].join(
                  '/',
                )}
                question={question}
              />
            ))}
          </ul>
        </div>
      )}
      <RatingsList ratings={ratings} />
      {children}
    </div>
  )
}

function QuestionItem({ question, step }: { question: TypesetQuestion; step: number }) {
  const { kind, typesetText, askedAt, isTimeRounded, optionText, optionRating } = question
  const time = formatSubmissionTime(askedAt, isTimeRounded)
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)] items-baseline">
      <Icon name={kind === 'flag' ? 'flag' : 'comment'} className="size-3.5 translate-y-0.5" />
      <div>
        <QuestionText question={question} typesetText={typesetText}>
          {optionText !== null && `${nameOption(step, question)}, `}
          {isTimeRounded ? `week of ${time}` : `${time} UTC`}
        </QuestionText>
        {optionText && (
          <div className="border-l-2 border-line pl-3 font-read text-excerpt font-text text-ink-2">
            <span className="sr-only">Option: </span>
            <TypesetContent text={optionText} />
            {optionRating !== null && (
              <p className="font-ui text-caption text-ink-3">
                Option rated {ratingNames[String(optionRating)]}
              </p>
            )}
          </div>
        )}
      </div>
    </li>
  )
}

const ratingShapes: Readonly<Record<string, RatingIconShape>> = {
  '-1': 'cross',
  '0': 'dash',
  '1': 'tick',
}
const ratingNames: Readonly<Record<string, string>> = {
  '-1': 'negative',
  '0': 'neutral',
  '1': 'positive',
}

function RatingsList({ ratings }: { ratings: StepRatings }) {
  return (
    <div>
      <h3 className="text-caption text-ink-3">Ratings of the step</h3>
      <p>{describeStepRatings(ratings)}</p>
      <ul className="flex flex-wrap gap-x-5 text-ink-2">
        {ratings.map(({ person, rating }, index) => {
          const shape = ratingShapes[String(rating)]
          return (
            <li key={index} className="flex items-center gap-1.5">
              {shape && (
                <RatingIcon
                  shape={shape}
                  label={ratingNames[String(rating)]}
                  className="size-3.5"
                />
              )}
              {person ?? hiddenAnnotatorLabel}
              {rating === null && ', not rated'}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
