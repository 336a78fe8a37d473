import { Fragment, useMemo, type ReactNode } from 'react'
import type { RowState } from '@/components/annotations/rail'
import { findError } from '@/lib/annotations/content'
import type { WorkState } from '@/lib/annotations/work-state'
import { type Column, ComparedRow } from './compared-row'
import { nameColumn } from './describe-review'
import type { RulingBoard } from './use-ruling'

/** The steps with the rail of the ruling at their left, and two annotations at their right. */
export function RulingSteps({
  board,
  isRaw,
  asked,
}: {
  board: RulingBoard
  isRaw: boolean
  /** What is asked in place, below the lit step. */
  asked: ReactNode
}) {
  const { given, work, ratings, columns } = board
  const { steps, annotations } = given
  const shown = useMemo(
    () =>
      columns.flatMap((id): Column[] => {
        const match = annotations.find(({ annotation }) => annotation === id)
        return match ? [{ key: match.letter, name: nameColumn(match), said: match }] : []
      }),
    [columns, annotations],
  )
  const error = findError(work.content, work.shape)
  return (
    <ol
      aria-label={`Solution, ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, annotations side by side`}
      className="py-2"
    >
      {steps.map((text, step) => {
        const state = readState(work, step, ratings.length, error)
        const rating = state === 'later' ? null : (work.content.steps[step] ?? null)
        return (
          <Fragment key={text.id}>
            <ComparedRow
              {...{ step, text, state, isRaw, rating }}
              count={steps.length}
              columns={shown}
              acts={given.refusal === null ? board.acts : undefined}
            />
            {state === 'current' && asked && <li>{asked}</li>}
          </Fragment>
        )
      })}
    </ol>
  )
}

function readState({ lit }: WorkState, step: number, rated: number, error: number): RowState {
  if (lit.kind === 'step' && lit.step === step) return 'current'
  if (step < rated) return 'settled'
  return step === rated && error === -1 ? 'waiting' : 'later'
}
