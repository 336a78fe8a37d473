import { Fragment, type ReactNode } from 'react'
import { listOptionRatings } from '@/lib/annotations/content'
import { formatOptionName } from '@/lib/annotations/work-labels'
import type { WorkState } from '@/lib/annotations/work-state'
import type { LeasedWork } from '@/lib/client/labelling-screen-calls'
import { MarginNotes } from './margin-notes'
import { RatableRow } from './ratable-row'
import type { AnnotationActions } from './use-annotation-actions'
import type { MarginNote } from './use-note-form'

interface OptionRowsProps {
  work: Pick<LeasedWork, 'options'>
  state: WorkState
  /** Of all steps and options. */
  notes: readonly MarginNote[]
  step: number
  isRaw: boolean
  /** Shown below the current option. */
  noteFormPanel: ReactNode
  actions: Pick<AnnotationActions, 'rate' | 'select'>
}

/** The options at a step. */
export function OptionRows(props: OptionRowsProps) {
  const { work, state, step, isRaw, noteFormPanel, actions } = props
  const { content, shape, currentTarget } = state
  const ratings = listOptionRatings(content, shape, step)
  const isCurrent = (option: number) =>
    currentTarget.kind === 'option' &&
    currentTarget.step === step &&
    currentTarget.option === option
  const listNotes = (option: number) =>
    props.notes.filter((note) => note.step === step && note.option === option)
  return (
    <ol aria-label={`Options at step ${step + 1}`} className="pb-3">
      {(work.options[step] ?? []).map(({ text, source }, option) => {
        const name = formatOptionName(step, option)
        const rating = ratings[option] ?? null
        const notes = listNotes(option)
        return (
          <Fragment key={option}>
            <RatableRow
              kind="option"
              step={step}
              option={option}
              name={name}
              label={`option ${name}`}
              text={text}
              source={source}
              state={isCurrent(option) ? 'current' : rating === null ? 'waiting' : 'settled'}
              rating={rating}
              isRaw={isRaw}
              note={
                notes.length > 0 && (
                  <MarginNotes
                    notes={notes}
                    isFirstError={false}
                    isFolded={[option + 1, option + 2].some((next) => listNotes(next).length > 0)}
                  />
                )
              }
              onRate={actions.rate}
              onSelect={actions.select}
            />
            {isCurrent(option) && noteFormPanel && <li>{noteFormPanel}</li>}
          </Fragment>
        )
      })}
    </ol>
  )
}
