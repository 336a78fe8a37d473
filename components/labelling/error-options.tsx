import { Fragment, type ReactNode } from 'react'
import type { Work } from '@/lib/client/call-work'
import type { Rating } from '@/lib/formats/record'
import { findError, listOptionRatings, type WorkState } from '@/lib/labelling/work-state'
import { nameOption } from '@/lib/labelling/work-words'
import type { RowState } from './rail'
import type { LabellingActs } from './use-labelling-acts'
import { WorkRow } from './work-row'

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

interface ErrorOptionsProps {
  work: Work
  state: WorkState
  isRaw: boolean
  /** The reason that is asked for, below the lit option. */
  reason: ReactNode
  acts: LabellingActs
}

/** The alternatives at the first error, each rated by itself. The step itself is option 0 and keeps its cross. */
export function ErrorOptions({ work, state, isRaw, reason, acts }: ErrorOptionsProps) {
  const step = findError(state)
  const options = work.options[step]
  if (!options?.length) return null
  const ratings = listOptionRatings(state)
  const count = words[options.length] ?? options.length
  return (
    <section
      aria-label={`Other options at step ${step + 1}`}
      className="mt-2 border-t border-rule pt-2"
    >
      <div className="sheet-row pt-3 pb-1">
        <h3 className="col-text text-ink-2 max-desk:col-span-full">
          {options.length === 1
            ? `One other option at step ${step + 1}. Rate it by itself.`
            : `${count} other options at step ${step + 1}. Rate each by itself.`}
        </h3>
      </div>
      <ol className="pb-3">
        {options.map((option, index) => {
          const rating = ratings[index] ?? null
          const name = nameOption(step, index)
          const rowState = readOptionState(state, index, rating)
          return (
            <Fragment key={option.option}>
              <WorkRow
                kind="option"
                index={index}
                name={name}
                label={`option ${name}`}
                text={option.text}
                source={option.source}
                state={rowState}
                rating={rating}
                isRaw={isRaw}
                onRate={acts.rate}
                onLight={acts.light}
              />
              {rowState === 'current' && reason && <li>{reason}</li>}
            </Fragment>
          )
        })}
      </ol>
    </section>
  )
}

function readOptionState({ lit }: WorkState, option: number, rating: Rating | null): RowState {
  if (lit.kind === 'option' && lit.option === option) return 'current'
  return rating === null ? 'waiting' : 'settled'
}
