import { useState, type ReactNode } from 'react'
import type { Work } from '@/lib/client/call-work'
import { findError } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import { ErrorOptions } from './error-options'
import { ErrorQuestions } from './error-questions'
import { StepList } from './step-list'
import type { AnnotationActs } from './use-annotation-acts'

interface SolutionStepsProps {
  work: Work
  state: WorkState
  isRaw: boolean
  asked: ReactNode
  isWriting: boolean
  onWrite: (isWriting: boolean) => void
  acts: AnnotationActs
}

/** Flow `solution`: the steps, and at the first error what is asked of it, with the later steps folded away. */
export function SolutionSteps(props: SolutionStepsProps) {
  const { work, state, isRaw, asked, acts } = props
  const { content, shape, lit } = state
  const [showsLater, setShowsLater] = useState(false)
  const error = findError(content, shape)
  const asksMore =
    error !== -1 &&
    ((shape.optionCounts[error] ?? 0) > 0 ||
      shape.asksExplanation ||
      shape.asksProgress ||
      shape.errorTags.length > 0)
  const isFolded = asksMore && !showsLater && error < work.steps.length - 1
  return (
    <>
      <StepList
        {...{ work, shape, content, lit, isRaw, acts }}
        lastChanged={state.changes.at(-1)?.target ?? null}
        showsLater={!asksMore || showsLater}
        asked={lit.kind === 'step' && asked}
      />
      {error !== -1 && (
        <>
          <ErrorOptions {...props} step={error} asked={lit.kind === 'option' && asked} />
          <ErrorQuestions {...props} step={error} />
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
      ? `Step ${from} comes after the first error and stays unrated.`
      : `Steps ${from} to ${to} come after the first error and stay unrated.`
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
