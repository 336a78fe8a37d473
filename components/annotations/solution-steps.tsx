import { useState, type ReactNode } from 'react'
import { findFirstErrorStep } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import { FirstErrorOptions } from './first-error-options'
import { FirstErrorQuestions } from './first-error-questions'
import { StepList } from './step-list'
import type { AnnotationActions } from './use-annotation-actions'

interface SolutionStepsProps {
  work: LeasedWork
  state: WorkState
  isRaw: boolean
  isOffline: boolean
  promptPanel: ReactNode
  isWriting: boolean
  onWrite: (isWriting: boolean) => void
  actions: AnnotationActions
}

/** Flow `solution`: the steps, the questions at the first error, and the later steps, collapsed. */
export function SolutionSteps(props: SolutionStepsProps) {
  const { work, state, isRaw, promptPanel, actions } = props
  const { content, shape, currentTarget } = state
  const [showsLater, setShowsLater] = useState(false)
  const error = findFirstErrorStep(content, shape)
  const asksMore =
    error !== null &&
    ((shape.optionCounts[error] ?? 0) > 0 ||
      shape.asksExplanation ||
      shape.asksProgress ||
      shape.errorTags.length > 0)
  const isFolded = asksMore && !showsLater && error < work.steps.length - 1
  return (
    <>
      <StepList
        work={work}
        shape={shape}
        content={content}
        currentTarget={currentTarget}
        isRaw={isRaw}
        actions={actions}
        lastChanged={state.changes.at(-1)?.target ?? null}
        showsLater={!asksMore || showsLater}
        isOffline={props.isOffline}
        promptPanel={currentTarget.kind === 'step' && promptPanel}
      />
      {error !== null && (
        <>
          <FirstErrorOptions
            {...props}
            step={error}
            promptPanel={currentTarget.kind === 'option' && promptPanel}
          />
          <FirstErrorQuestions
            {...props}
            storageName={work.lease}
            step={error}
            isFormOpen={Boolean(promptPanel)}
          />
        </>
      )}
      {isFolded && (
        <LaterSteps from={error + 2} to={work.steps.length} onShow={() => setShowsLater(true)} />
      )}
    </>
  )
}

function LaterSteps({ from, to, onShow }: { from: number; to: number; onShow: () => void }) {
  const which =
    from === to
      ? `Step ${from} is after the first error and needs no rating.`
      : `Steps ${from}–${to} are after the first error and need no rating.`
  return (
    <div className="sheet-row pt-4 text-ink-3">
      <p className="col-text max-desk:col-span-full">
        {which}{' '}
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
