import { Fragment, memo, type ReactNode } from 'react'
import { KeyCap } from '@/components/ui/key-cap'
import { Mark } from '@/components/ui/mark'
import type { Work } from '@/lib/client/call-work'
import { findError, listRatings, type Target, type WorkState } from '@/lib/labelling/work-state'
import type { RowState } from './rail'
import type { LabellingActs } from './use-labelling-acts'
import { WorkRow } from './work-row'

/** From so many steps on, rows are laid out only when they come near. */
const manySteps = 40

interface StepListProps {
  work: Work
  given: WorkState['given']
  lit: Target
  isRaw: boolean
  /** Later steps fold away where options stand below the error. */
  showsLater: boolean
  /** The reason that is asked for, below the lit step. */
  reason: ReactNode
  acts: LabellingActs
}

/** Takes of the state what it draws: saving and acknowledging draw no step again. */
export const StepList = memo(function StepList(props: StepListProps) {
  const { work, given, isRaw, showsLater, reason, acts } = props
  const count = work.steps.length
  const error = findError({ given })
  const rated = listRatings({ given }).length
  const steps = error === -1 || showsLater ? work.steps : work.steps.slice(0, error + 1)
  return (
    <ol aria-label={`Solution, ${count} ${count === 1 ? 'step' : 'steps'}`} className="pt-3 pb-1">
      {steps.map((step, index) => {
        const rowState = readStepState(props, index, rated)
        return (
          <Fragment key={index}>
            <WorkRow
              kind="step"
              index={index}
              name={String(index + 1)}
              label={`step ${index + 1} of ${count}`}
              text={step.text}
              source={step.source}
              state={rowState}
              rating={rowState === 'later' ? null : (given[index] ?? null)}
              isRaw={isRaw}
              isOneOfMany={count > manySteps}
              note={index === error ? firstErrorNote : undefined}
              onRate={acts.rate}
              onLight={acts.light}
            />
            {rowState === 'current' && reason && <li>{reason}</li>}
          </Fragment>
        )
      })}
    </ol>
  )
})

function readStepState(
  { given, lit }: Pick<StepListProps, 'given' | 'lit'>,
  step: number,
  rated: number,
): RowState {
  if (lit.kind === 'step' && lit.step === step) return 'current'
  if (step < rated) return 'settled'
  return step === rated && given[rated - 1] !== -1 ? 'waiting' : 'later'
}

/** One element for all time: the row of the error is drawn again only when it changes. In the margin it has no height. */
const firstErrorNote = (
  <aside className="relative col-start-5 flex h-0 items-center gap-1.5 overflow-visible text-caption text-ink-3 max-wide:col-start-3 max-wide:h-auto max-wide:pt-0.5 max-desk:col-start-2">
    <Mark shape="cross" className="size-4" />
    <span>First error.</span>
    <span className="inline-flex items-center gap-1 max-desk:hidden">
      <KeyCap name="z" /> takes it back.
    </span>
  </aside>
)
