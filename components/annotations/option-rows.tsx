import { Fragment, type ReactNode } from 'react'
import type { Work } from '@/lib/client/call-work'
import { listOptions } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import { nameOption } from '@/lib/annotations/work-words'
import { MarginNotes } from './margin-notes'
import type { AnnotationActs } from './use-annotation-acts'
import { WorkRow } from './work-row'

interface OptionRowsProps {
  work: Work
  state: WorkState
  step: number
  isRaw: boolean
  /** What is asked in place, below the lit option. */
  asked: ReactNode
  acts: AnnotationActs
}

/** The options at a step, each rated by itself. */
export function OptionRows({ work, state, step, isRaw, asked, acts }: OptionRowsProps) {
  const { content, shape, lit } = state
  const ratings = listOptions(content, shape, step)
  const isLit = (option: number) =>
    lit.kind === 'option' && lit.step === step && lit.option === option
  return (
    <ol aria-label={`Options at step ${step + 1}`} className="pb-3">
      {(work.options[step] ?? []).map(({ text, source }, option) => {
        const name = nameOption(step, option)
        const rating = ratings[option] ?? null
        const notes = content.notes.filter((one) => one.step === step && one.option === option)
        return (
          <Fragment key={option}>
            <WorkRow
              kind="option"
              step={step}
              option={option}
              name={name}
              label={`option ${name}`}
              text={text}
              source={source}
              state={isLit(option) ? 'current' : rating === null ? 'waiting' : 'settled'}
              rating={rating}
              isRaw={isRaw}
              note={notes.length > 0 && <MarginNotes notes={notes} isFirstError={false} isFolded />}
              onRate={acts.rate}
              onLight={acts.light}
            />
            {isLit(option) && asked && <li>{asked}</li>}
          </Fragment>
        )
      })}
    </ol>
  )
}
