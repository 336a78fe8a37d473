import type { ReactNode } from 'react'
import type { Work } from '@/lib/client/call-work'
import type { WorkState } from '@/lib/annotations/work-state'
import { OptionRows } from './option-rows'
import type { AnnotationActs } from './use-annotation-acts'

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

interface ErrorOptionsProps {
  work: Work
  state: WorkState
  /** The step of the first error. */
  step: number
  isRaw: boolean
  asked: ReactNode
  acts: AnnotationActs
}

/** The alternatives at the first error, each rated by itself. The step itself is option 0 and keeps its cross. */
export function ErrorOptions(props: ErrorOptionsProps) {
  const { work, step } = props
  const total = work.options[step]?.length ?? 0
  if (total === 0) return null
  const count = words[total] ?? total
  return (
    <section
      aria-label={`Other options at step ${step + 1}`}
      className="mt-2 border-t border-rule pt-2"
    >
      <div className="sheet-row pt-3 pb-1">
        <h3 className="col-text text-ink-2 max-desk:col-span-full">
          {total === 1
            ? `One other option at step ${step + 1}. Rate it by itself.`
            : `${count} other options at step ${step + 1}. Rate each by itself.`}
        </h3>
      </div>
      <OptionRows {...props} />
    </section>
  )
}
