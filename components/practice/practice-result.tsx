import { ratingStyles } from '@/components/annotations/rating-values'
import { SmallTypesetText } from '@/components/math/small-typeset-text'
import { TypesetContent } from '@/components/math/typeset-content'
import { useShortcuts } from '@/components/shell/use-shortcuts'
import { Button } from '@/components/ui/button'
import { PageLayout } from '@/components/ui/page-layout'
import { PageTitle } from '@/components/ui/page-title'
import { RatingIcon } from '@/components/ui/rating-icon'
import type { PracticeAnswer } from '@/lib/annotations/practice'
import type { gradePracticeAnswerContract } from '@/lib/annotations/practice-contract'
import { formatOptionName } from '@/lib/annotations/work-labels'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import type { Rating } from '@/lib/formats/record'
import type { ReplyOf } from '@/lib/platform/contract'
import type { TypesetText } from '@/lib/typesetting/typeset'

interface PracticeResultProps {
  work: LeasedWork
  answer: PracticeAnswer
  grade: ReplyOf<typeof gradePracticeAnswerContract>
  isLast: boolean
  onNext: () => void
}

/** The result of a practice solution. */
export function PracticeResult(props: PracticeResultProps) {
  const { answer, grade, isLast, onNext } = props
  const { isCorrect, message, firstError, why } = grade
  // If there is no error, the message says so, and the title doesn't.
  const correctTitle = firstError === null ? 'Correct' : 'Correct: first error found'
  const wrongTitle =
    answer.reason === 'give_up' || answer.reason === 'bad_problem'
      ? 'Not rated to the end'
      : 'Not correct'
  useShortcuts({ Enter: onNext })
  return (
    <PageLayout narrow>
      <PageTitle title={isCorrect ? correctTitle : wrongTitle} />
      <div className="-mt-6 max-w-abstract pb-8 font-read text-abstract font-text text-ink-2">
        <TypesetContent text={message} />
      </div>
      <SmallTypesetText text={why} className="border-y border-ink py-3" />
      <table className="mt-5 w-full text-left">
        <caption className="sr-only">Your ratings, step by step</caption>
        <thead className="text-caption text-ink-3">
          <tr>
            <th className="w-10 pr-3 text-right font-text">Step</th>
            <th className="w-14 font-text">Your rating</th>
            <th className="font-text">Text</th>
          </tr>
        </thead>
        <tbody>
          {listResultRows(props).map(({ name, text, rating, expectedRating, isFirstError }) => (
            <tr key={name} className="border-t border-rule align-baseline">
              <td className="py-2 pr-3 text-right text-ink-3">{name}</td>
              <td className="py-2">
                {rating === undefined ? (
                  <span className="text-caption text-ink-3">unrated</span>
                ) : (
                  <span role="img" aria-label={ratingStyles[rating].label}>
                    <RatingIcon shape={ratingStyles[rating].shape} bold className="size-4" />
                  </span>
                )}
              </td>
              <td className="py-2 font-read text-excerpt font-text">
                {text && <TypesetContent text={text} />}
                {isFirstError && (
                  <p className="pt-1 font-ui text-caption text-negative">First error</p>
                )}
                {expectedRating !== undefined && (
                  <p className="pt-1 font-ui text-caption text-ink-2">
                    Expected rating: {ratingStyles[expectedRating].label}
                  </p>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="pt-6">
        <Button tone="primary" keyCap="⏎" onClick={onNext}>
          {isLast ? 'Start labelling' : 'Next practice solution'}
        </Button>
      </div>
    </PageLayout>
  )
}

interface ResultRow {
  /** `3`, `3a` */
  name: string
  text: TypesetText | undefined
  /** Undefined if it is not rated. */
  rating: Rating | undefined
  /** Undefined if the rating is as expected. */
  expectedRating: Rating | undefined
  isFirstError: boolean
}

/** The steps, with the rated options below the first error. */
function listResultRows({ work, answer, grade }: PracticeResultProps): ResultRow[] {
  const { firstError, options, differences } = grade
  const findExpectedRating = (step: number, option: number | null) =>
    differences.find((difference) => difference.step === step && difference.option === option)
      ?.expectedRating
  return work.steps.flatMap((content, step) => {
    const isFirstError = step === firstError
    const stepRow = {
      name: String(step + 1),
      text: content?.text,
      rating: answer.ratings[step],
      expectedRating: findExpectedRating(step, null),
      isFirstError,
    }
    if (!isFirstError) return [stepRow]
    const optionRows = options.map((text, option) => ({
      name: formatOptionName(step, option),
      text,
      rating: answer.options[option] ?? undefined,
      expectedRating: findExpectedRating(step, option),
      isFirstError: false,
    }))
    return [stepRow, ...optionRows]
  })
}
