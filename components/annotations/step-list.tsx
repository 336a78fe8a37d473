import { Fragment, memo, type ReactNode } from 'react'
import type { Work } from '@/lib/client/call-work'
import {
  findError,
  listRatings,
  type AnnotationContent,
  type Note,
} from '@/lib/annotations/content'
import type { Target } from '@/lib/annotations/targets'
import type { WorkState } from '@/lib/annotations/work-state'
import { MarginNotes } from './margin-notes'
import type { RowState } from './rail'
import type { AnnotationActs } from './use-annotation-acts'
import { WorkRow } from './work-row'

/** From so many steps on, rows are laid out only when they come near. */
const manySteps = 40

interface StepListProps {
  work: Work
  shape: WorkState['shape']
  content: AnnotationContent
  lit: Target
  /** What undo would take back. */
  lastChanged: Target | null
  isRaw: boolean
  /** Later steps fold away where options stand below the error. */
  showsLater: boolean
  /** What is asked in place, below the lit step. */
  asked: ReactNode
  acts: AnnotationActs
}

/** Takes of the state what it draws: saving and acknowledging draw no step again. */
export const StepList = memo(function StepList(props: StepListProps) {
  const { work, shape, content, lit, lastChanged, isRaw, showsLater, asked, acts } = props
  const count = work.steps.length
  const error = findError(content, shape)
  const rated = listRatings(content, shape).length
  const steps = error === -1 || showsLater ? work.steps : work.steps.slice(0, error + 1)
  const notes = groupNotes(content.notes)
  const hasNotedOptions = content.notes.some(
    ({ step, option }) => step === error && option !== null,
  )
  return (
    <ol aria-label={`Solution, ${count} ${count === 1 ? 'step' : 'steps'}`} className="pt-3 pb-1">
      {steps.map((step, index) => {
        const rowState = readStepState(lit, index, rated, error)
        return (
          <Fragment key={index}>
            <WorkRow
              kind="step"
              step={index}
              name={String(index + 1)}
              label={`step ${index + 1} of ${count}`}
              text={step.text}
              source={step.source}
              state={rowState}
              rating={rowState === 'later' ? null : (content.steps[index] ?? null)}
              isRaw={isRaw}
              isOneOfMany={count > manySteps}
              note={
                (notes.has(index) || index === error) && (
                  <MarginNotes
                    notes={notes.get(index) ?? []}
                    isFirstError={index === error}
                    isUndoNext={lastChanged?.kind === 'step' && lastChanged.step === error}
                    isFolded={
                      [index + 1, index + 2].some((at) => notes.has(at) || error === at) ||
                      (index === error && hasNotedOptions)
                    }
                  />
                )
              }
              onRate={acts.rate}
              onLight={acts.light}
            />
            {rowState === 'current' && asked && <li>{asked}</li>}
          </Fragment>
        )
      })}
    </ol>
  )
})

function groupNotes(notes: readonly Note[]): ReadonlyMap<number, readonly Note[]> {
  const own = notes.filter(({ option }) => option === null)
  return Map.groupBy(own, ({ step }) => step)
}

function readStepState(lit: Target, step: number, rated: number, error: number): RowState {
  if (lit.kind === 'step' && lit.step === step) return 'current'
  if (step < rated) return 'settled'
  return step === rated && error === -1 ? 'waiting' : 'later'
}
