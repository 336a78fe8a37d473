import { joinClasses } from '@/components/ui/join-classes'
import { RatingIcon } from '@/components/ui/rating-icon'
import {
  findFirstErrorStep,
  isChosenPathComplete,
  listRatingsThatCount,
} from '@/lib/annotations/content'
import { formatCurrentStepPosition } from '@/lib/annotations/work-labels'
import type { WorkState } from '@/lib/annotations/work-state'
import { formatCount } from '@/lib/platform/format'
import { ratingStyles } from './rating-values'

/** With more steps, a bar is shown instead of cells. */
const maxCells = 24
const maxNarrowCells = 12

/** The position in the solution. */
export function StepPositionIndicator({ state }: { state: WorkState }) {
  const { stepCount } = state.shape
  const isWideOnly = stepCount > maxNarrowCells
  return (
    <span
      role="img"
      aria-label={formatCurrentStepPosition(state)}
      className="inline-flex items-center"
    >
      {stepCount <= maxCells && (
        <span className={isWideOnly ? 'hidden min-[1400px]:block' : undefined}>
          <StepCells state={state} />
        </span>
      )}
      {isWideOnly && (
        <span className={stepCount <= maxCells ? 'min-[1400px]:hidden' : undefined}>
          <StepBar state={state} />
        </span>
      )}
    </span>
  )
}

function StepCells({ state }: { state: WorkState }) {
  const { content, shape, currentTarget } = state
  const ratings = listRatingsThatCount(content, shape)
  const isComplete =
    findFirstErrorStep(content, shape) !== null || isChosenPathComplete(content, shape)
  return (
    <span className="inline-flex items-center gap-0.5">
      {Array.from({ length: shape.stepCount }, (_, step) => {
        const rating = ratings[step]
        const isCurrent =
          currentTarget.kind !== 'done' &&
          currentTarget.step === step &&
          !(isComplete && currentTarget.kind !== 'step')
        return (
          <span
            key={step}
            className={joinClasses(
              'grid h-5 w-4.5 place-items-center border-y-2 border-t-transparent max-desk:w-[15px]',
              isCurrent ? 'border-b-accent font-bold text-accent' : 'border-b-transparent',
            )}
          >
            {isCurrent && step + 1}
            {!isCurrent && rating !== undefined && (
              <RatingIcon shape={ratingStyles[rating].shape} bold className="size-3" />
            )}
            {!isCurrent && rating === undefined && !isComplete && (
              <span className="size-[3px] rounded-full bg-line" />
            )}
          </span>
        )
      })}
    </span>
  )
}

function StepBar({ state }: { state: WorkState }) {
  const { content, shape, currentTarget } = state
  const { stepCount } = shape
  const ratedCount = listRatingsThatCount(content, shape).length
  const position = currentTarget.kind === 'step' ? currentTarget.step + 1 : ratedCount
  return (
    <span className="inline-flex items-center gap-3 text-ink-3">
      <span className="h-1 w-45 bg-rule max-wide:w-24 max-desk:w-16">
        <span
          className="block h-full bg-accent"
          style={{ width: `${(ratedCount / stepCount) * 100}%` }}
        />
      </span>
      {formatCount(position)} of {formatCount(stepCount)}
    </span>
  )
}
