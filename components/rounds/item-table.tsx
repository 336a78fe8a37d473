import { Fragment, type ReactNode } from 'react'
import { litRow } from '@/components/ui/lit-row'
import { Typeset } from '@/components/math/typeset'
import { sliceNames } from '@/components/projects/slice-names'
import { classes } from '@/components/ui/classes'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import type { ShownItem } from './round'
import { findLook } from './slice-looks'
import type { Opened } from './use-head'
import { writeProbability, writeScore } from './write-figures'

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
    <Row
      id={`row-${solution}`}
      aria-current={isLit ? 'true' : undefined}
      onClick={() => onLight(solution)}
      className={classes('cursor-pointer', isLit && litRow, isOpen && '[&>td]:border-b-0')}
    >
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
      <Cell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <Typeset text={set.problem} />
        </div>
        <Why item={item} />
      </Cell>
      <AnswerCell text={set.answer} isNone={set.answer.length === 0} />
      <AnswerCell text={set.truth} isNone={set.truth.length === 0} />
      <Cell numeric className="pt-2 max-desk:hidden">
        {formatCount(steps)}
      </Cell>
      <Cell numeric className="pt-2">
        {score === null ? <span className="text-ink-3">none</span> : writeScore(score)}
      </Cell>
      {hasProbability && (
        <Cell numeric className="pt-2 text-ink-3 max-desk:hidden">
          {selectionProbability === null ? 'none' : writeProbability(selectionProbability)}
        </Cell>
      )}
    </Row>
  )
}

/** Its slice with the square that it has everywhere, the reason, and on a phone the two answers. */
function Why({ item: { slice, why, set, wanted } }: { item: ShownItem }) {
  return (
    <div className="pt-0.5 text-caption text-ink-3">
      <i
        aria-hidden="true"
        className={classes('mr-2 inline-block size-2', findLook(slice).background)}
      />
      <b className="text-ink-2">{sliceNames[slice] ?? slice}</b>
      {why && `, ${why}`}
      {wanted > 1 && `; for ${wanted} people`}
      {set.answer.length > 0 && (
        <div className="flex flex-wrap gap-x-1.5 desk:hidden">
          answered
          <Typeset text={set.answer} />
          {set.truth.length > 0 && (
            <>
              for
              <Typeset text={set.truth} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

function AnswerCell({ text, isNone }: { text: TypesetText; isNone: boolean }) {
  return (
    <Cell className="max-w-32 pt-2 text-center wrap-anywhere max-desk:hidden">
      {isNone ? (
        <span className="text-ink-3">none</span>
      ) : (
        <div className="overflow-x-auto overflow-y-hidden font-read text-excerpt font-text">
          <Typeset text={text} />
        </div>
      )}
    </Cell>
  )
}
