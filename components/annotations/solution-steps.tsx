import { useState, type ComponentType, type ReactNode } from 'react'
import { asksAboutFirstError } from '@/lib/annotations/annotation-settings'
import { findFirstErrorStep } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import type { FirstErrorQuestionsProps } from './first-error-questions'
import { OptionsAtFirstError } from './options-at-first-error'
import { RatableStepList } from './ratable-step-list'
import type { TextEditor } from './text-editor'
import type { AnnotationActions } from './use-annotation-actions'
import type { MarginNote } from './use-note-form'

interface SolutionStepsProps {
  work: LeasedWork
  state: WorkState
  notes: readonly MarginNote[]
  isRaw: boolean
  isOffline: boolean
  noteFormPanel: ReactNode
  textEditor: TextEditor
  actions: AnnotationActions
  /** Only in projects with questions about the first error. */
  Questions?: ComponentType<FirstErrorQuestionsProps>
}

/** Flow `solution`: the steps, the questions at the first error, and the later steps, collapsed. */
export function SolutionSteps(props: SolutionStepsProps) {
  const { work, state, isRaw, noteFormPanel, actions, Questions } = props
  const { content, shape, currentTarget } = state
  const [showsLaterSteps, setShowsLaterSteps] = useState(false)
  const errorStep = findFirstErrorStep(content, shape)
  const hasQuestions =
    errorStep !== null && ((shape.optionCounts[errorStep] ?? 0) > 0 || asksAboutFirstError(shape))
  const isFolded = hasQuestions && !showsLaterSteps && errorStep < work.steps.length - 1
  return (
    <>
      <RatableStepList
        work={work}
        shape={shape}
        content={content}
        notes={props.notes}
        currentTarget={currentTarget}
        isRaw={isRaw}
        actions={actions}
        lastChanged={state.changes.at(-1)?.target ?? null}
        showsLaterSteps={!hasQuestions || showsLaterSteps}
        isOffline={props.isOffline}
        noteFormPanel={currentTarget.kind === 'step' && noteFormPanel}
      />
      {errorStep !== null && (
        <>
          <OptionsAtFirstError
            {...props}
            step={errorStep}
            noteFormPanel={currentTarget.kind === 'option' && noteFormPanel}
          />
          {Questions && (
            <Questions {...props} step={errorStep} isFormOpen={Boolean(noteFormPanel)} />
          )}
        </>
      )}
      {isFolded && (
        <LaterSteps
          from={errorStep + 2}
          to={work.steps.length}
          onShow={() => setShowsLaterSteps(true)}
        />
      )}
    </>
  )
}

function LaterSteps({ from, to, onShow }: { from: number; to: number; onShow: () => void }) {
  const explanation =
    from === to
      ? `Step ${from} is after the first error and needs no rating.`
      : `Steps ${from}–${to} are after the first error and need no rating.`
  return (
    <div className="sheet-row py-4 text-ink-3">
      <p className="col-text max-desk:col-span-full">
        {explanation}{' '}
        <button
          type="button"
          onClick={onShow}
          className="text-accent underline decoration-current/35 underline-offset-3 hover:text-accent-hover"
        >
          {from === to ? 'Show it' : 'Show them'}
        </button>
      </p>
    </div>
  )
}
