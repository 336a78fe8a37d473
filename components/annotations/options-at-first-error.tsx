import type { ReactNode } from 'react'
import { isWaitingForOptions } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import { OptionRows } from './option-rows'
import type { AnnotationActions } from './use-annotation-actions'
import type { MarginNote } from './use-note-form'

interface OptionsAtFirstErrorProps {
  work: Pick<LeasedWork, 'options'>
  state: WorkState
  notes: readonly MarginNote[]
  /** The step of the first error. */
  step: number
  isRaw: boolean
  isOffline: boolean
  noteFormPanel: ReactNode
  actions: Pick<AnnotationActions, 'rate' | 'select'>
}

/** The alternatives at the first error. */
export function OptionsAtFirstError(props: OptionsAtFirstErrorProps) {
  const { work, state, step, isOffline } = props
  if (isWaitingForOptions(state.content, state.shape))
    return (
      <p role="status" className="sheet-row animate-appear py-3 text-ink-3">
        <span className="col-text max-desk:col-span-full">
          {isOffline
            ? `No connection. If step ${step + 1} has other options, they load when you are back online.`
            : `Loading the options at step ${step + 1} …`}
        </span>
      </p>
    )
  const total = work.options[step]?.length ?? 0
  if (total === 0) return null
  return (
    <section aria-label={`Other options at step ${step + 1}`} className="mt-2">
      {/* The rule ends with the text, because notes in the margin can be longer than the step. */}
      <div className="sheet-row pb-1">
        <h3 className="col-text border-t border-rule pt-5 text-ink-2 max-desk:col-span-full">
          {total === 1
            ? `1 other option at step ${step + 1}. Rate it.`
            : `${total} other options at step ${step + 1}. Rate each.`}
        </h3>
      </div>
      <OptionRows {...props} />
    </section>
  )
}
