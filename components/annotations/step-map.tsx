import { classes } from '@/components/ui/classes'
import { formatCount } from '@/lib/platform/format'
import { Mark } from '@/components/ui/mark'
import { findError, isPathWhole, listRatings } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import { nameProgress } from '@/lib/annotations/work-words'
import { ratingLooks } from './ratings'

/** Up to here each step has a cell; on a narrow screen there is room for half of them. */
const mostCells = 24
const mostCellsNarrow = 12

/** Where one is in the solution. */
export function StepMap({ state }: { state: WorkState }) {
  const { stepCount } = state.shape
  const isWideOnly = stepCount > mostCellsNarrow
  return (
    <span role="img" aria-label={nameProgress(state)} className="inline-flex items-center">
      {stepCount <= mostCells && (
        <span className={isWideOnly ? 'hidden min-[1400px]:block' : undefined}>
          <StepCells state={state} />
        </span>
      )}
      {isWideOnly && (
        <span className={stepCount <= mostCells ? 'min-[1400px]:hidden' : undefined}>
          <StepBar state={state} />
        </span>
      )}
    </span>
  )
}

function StepCells({ state }: { state: WorkState }) {
  const { content, shape, lit } = state
  const ratings = listRatings(content, shape)
  const isClosed = findError(content, shape) !== -1 || isPathWhole(content, shape)
  return (
    <span className="inline-flex items-center gap-0.5">
      {Array.from({ length: shape.stepCount }, (_, step) => {
        const rating = ratings[step]
        const isHere =
          lit.kind !== 'done' && lit.step === step && !(isClosed && lit.kind !== 'step')
        return (
          <span
            key={step}
            className={classes(
              'grid h-5 w-4.5 place-items-center border-y-2 border-t-transparent max-desk:w-[15px]',
              isHere ? 'border-b-accent font-bold text-accent' : 'border-b-transparent',
            )}
          >
            {isHere && step + 1}
            {!isHere && rating !== undefined && (
              <Mark shape={ratingLooks[rating].shape} bold className="size-3" />
            )}
            {!isHere && rating === undefined && !isClosed && (
              <span className="size-[3px] rounded-full bg-line" />
            )}
          </span>
        )
      })}
    </span>
  )
}

function StepBar({ state }: { state: WorkState }) {
  const { content, shape, lit } = state
  const { stepCount } = shape
  const rated = listRatings(content, shape).length
  const here = lit.kind === 'step' ? lit.step + 1 : rated
  return (
    <span className="inline-flex items-center gap-3 text-ink-3">
      <span className="h-1 w-45 bg-rule max-wide:w-24 max-desk:w-16">
        <span
          className="block h-full bg-accent"
          style={{ width: `${(rated / stepCount) * 100}%` }}
        />
      </span>
      {formatCount(here)} of {formatCount(stepCount)}
    </span>
  )
}
