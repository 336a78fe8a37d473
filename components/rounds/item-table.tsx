import { Fragment, type ReactNode } from 'react'
import { LitRow, litRow } from '@/components/ui/lit-row'
import { classes } from '@/components/ui/classes'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import { AnswerCell, ProblemCell, ScoreCell } from './item-cells'
import type { ShownItem } from './round'
import type { Opened } from './use-head'
import { writeProbability } from './write-figures'

interface ItemTableProps {
  list: readonly ShownItem[]
  /** The solution that is lit; null: none can be. */
  lit: string | null
  opened: Opened
  /** Number of the first row. */
  first: number
  onLight: (solution: string) => void
  /** Opened below what is lit. */
  details: ReactNode
}

/** Rows of the queue in the order in which they are served, and why each is here. */
export function ItemTable({ list, lit, opened, first, onLight, details }: ItemTableProps) {
  // What was queued as it came was drawn with no probability: there is nothing to say of it.
  const hasProbability = list.some(({ selectionProbability }) => selectionProbability !== null)
  return (
    <Table aria-label="Solutions as they are served">
      <thead>
        <tr>
          <HeadCell numeric className="w-8">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </HeadCell>
          <HeadCell>Problem, and why it is here</HeadCell>
          <HeadCell className="text-center max-desk:hidden">Answered</HeadCell>
          <HeadCell className="text-center max-desk:hidden">Best guess</HeadCell>
          <HeadCell numeric className="max-desk:hidden">
            Steps
          </HeadCell>
          <HeadCell numeric>Score</HeadCell>
          {hasProbability && (
            <HeadCell numeric className="max-desk:hidden">
              Probability
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {list.map((item, index) => {
          const isLit = item.solution === lit
          return (
            <Fragment key={item.solution}>
              <ItemRow
                {...{ item, isLit, hasProbability, onLight }}
                number={first + index}
                isOpen={isLit && opened !== null}
              />
              {isLit && details && (
                <tr id={`about-${item.solution}`} className={litRow}>
                  <Cell colSpan={hasProbability ? 7 : 6} className="pt-1 pb-4">
                    {details}
                  </Cell>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </Table>
  )
}

function ItemRow({
  item,
  number,
  isLit,
  hasProbability,
  isOpen,
  onLight,
}: {
  item: ShownItem
  number: number
  isLit: boolean
  hasProbability: boolean
  isOpen: boolean
  onLight: (solution: string) => void
}) {
  const { set, steps, score, selectionProbability, solution } = item
  return (
    <LitRow name={solution} {...{ isLit, onLight }} className={isOpen && '[&>td]:border-b-0'}>
      <Cell numeric className="pt-2">
        <button
          type="button"
          id={`light-${solution}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `about-${solution}` : undefined}
          aria-label={`Steps of number ${number}`}
          className={classes(
            'min-w-6 rounded-control text-right',
            isLit ? 'font-bold text-accent' : 'text-ink-3 hover:text-ink',
          )}
        >
          {formatCount(number)}
        </button>
      </Cell>
      <ProblemCell item={item} />
      <AnswerCell text={set.answer} />
      <AnswerCell text={set.truth} />
      <Cell numeric className="pt-2 max-desk:hidden">
        {formatCount(steps)}
      </Cell>
      <ScoreCell score={score} />
      {hasProbability && (
        <Cell numeric className="pt-2 text-ink-3 max-desk:hidden">
          {selectionProbability === null ? 'none' : writeProbability(selectionProbability)}
        </Cell>
      )}
    </LitRow>
  )
}
