import { memo, useCallback, useRef, type ReactNode } from 'react'
import {
  findFirstErrorStep,
  listRatingsThatCount,
  type AnnotationContent,
} from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { WorkTarget } from '@/lib/annotations/work-targets'
import type { StepText, LeasedWork } from '@/lib/client/labelling-screen-calls'
import { MarginNotes } from './margin-notes'
import { RatableRow } from './ratable-row'
import { readStepState } from './read-step-state'
import { UnloadedStep } from './unloaded-step'
import type { AnnotationActions } from './use-annotation-actions'
import type { MarginNote } from './use-note-form'
import { maxRowsWithoutWindow, useRowWindow } from './use-row-window'
import { WindowedRows } from './windowed-rows'

/** With more steps, rows are laid out lazily. */
const maxStepsWithoutLazyLayout = 40

interface StepListProps {
  work: LeasedWork
  shape: WorkState['shape']
  content: AnnotationContent
  notes: readonly MarginNote[]
  currentTarget: WorkTarget
  /** Target of the next undo. */
  lastChanged: WorkTarget | null
  isRaw: boolean
  /** Whether steps after the error are shown. */
  showsLaterSteps: boolean
  isOffline: boolean
  /** Shown below the current step. */
  noteFormPanel: ReactNode
  actions: AnnotationActions
}

/** Takes only the state that it renders, so that saving does not re-render it. */
export const RatableStepList = memo(function RatableStepList(props: StepListProps) {
  const {
    work,
    shape,
    content,
    currentTarget,
    lastChanged,
    isRaw,
    showsLaterSteps,
    isOffline,
    noteFormPanel,
    actions,
  } = props
  const count = work.stepCount
  const errorStep = findFirstErrorStep(content, shape)
  const ratedCount = listRatingsThatCount(content, shape).length
  const shownCount = errorStep === null || showsLaterSteps ? count : errorStep + 1
  const notes = groupNotes(props.notes)
  const stepsWithNotedOptions = new Set(
    props.notes.flatMap(({ step, option }) => (option === null ? [] : [step])),
  )
  const { steps } = work
  const findSource = useCallback((row: number) => steps[row]?.source ?? null, [steps])
  const currentStep = currentTarget.kind === 'step' ? currentTarget.step : -1
  const listRef = useRef<HTMLOListElement>(null)
  const rowWindow = useRowWindow(listRef, shownCount, currentStep, findSource)
  const isWindowed = shownCount > maxRowsWithoutWindow
  return (
    <ol
      ref={listRef}
      aria-label={`Solution, ${count} ${count === 1 ? 'step' : 'steps'}`}
      className="pt-3 pb-1"
    >
      <WindowedRows rowWindow={rowWindow}>
        {(index) => {
          const step = steps[index] ?? null
          const rowState = readStepState(currentTarget, index, ratedCount, errorStep)
          return (
            <>
              <RatableRow
                kind="step"
                step={index}
                name={String(index + 1)}
                label={`step ${index + 1} of ${count}`}
                text={step?.text ?? noText}
                source={step?.source ?? ''}
                substitute={
                  step === null && (
                    <UnloadedStep
                      isOffline={isOffline}
                      step={index}
                      onVisible={actions.preferStep}
                    />
                  )
                }
                state={rowState}
                rating={rowState === 'later' ? null : (content.steps[index] ?? null)}
                isRaw={isRaw}
                isLaidOutLazily={!isWindowed && count > maxStepsWithoutLazyLayout}
                rowCount={isWindowed ? count : undefined}
                note={
                  (notes.has(index) || index === errorStep) && (
                    <MarginNotes
                      notes={notes.get(index) ?? []}
                      isFirstError={index === errorStep}
                      isUndoNext={lastChanged?.kind === 'step' && lastChanged.step === errorStep}
                      // Not if the next row is the first error: to mark it must not move the rows.
                      isFolded={
                        notes.has(index + 1) ||
                        notes.has(index + 2) ||
                        stepsWithNotedOptions.has(index)
                      }
                      isBelowStep={
                        !notes.has(index) && (notes.has(index - 1) || notes.has(index - 2))
                      }
                    />
                  )
                }
                onRate={actions.rate}
                onSelect={actions.select}
              />
              {rowState === 'current' && noteFormPanel && <li>{noteFormPanel}</li>}
            </>
          )
        }}
      </WindowedRows>
    </ol>
  )
})

const noText: StepText['text'] = []

function groupNotes(notes: readonly MarginNote[]): ReadonlyMap<number, readonly MarginNote[]> {
  const stepNotes = notes.filter(({ option }) => option === null)
  return Map.groupBy(stepNotes, ({ step }) => step)
}
