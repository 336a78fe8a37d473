import { Fragment, type ReactNode } from 'react'
import { Typeset } from '@/components/math/typeset'
import { classes } from '@/components/ui/classes'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { AnswerKeys } from './answer-keys'
import { describeMixed } from './describe-answers'
import { NoteLine } from './note-line'
import type { PairView, ShownPair } from './pair'
import { litRow } from '@/components/ui/lit-row'
import { isRuled } from './settling'
import type { PairBoardState } from './use-pair-board'
import { VerdictWords } from './verdict-words'

const answers = 'grid grid-cols-2 gap-x-4'

/** Given and reference side by side, why it is what it is, and how many solutions hang on it. */
export function PairTable({
  show,
  board,
  keys,
  details,
}: {
  show: PairView
  board: PairBoardState
  keys: AnswerKeys
  details: ReactNode
}) {
  const { list, lit } = board
  return (
    <Table aria-label="Pairs of answers" className="table-fixed" data-pairs>
      <thead>
        <tr>
          <HeadCell numeric className="w-9">
            <span aria-hidden="true">#</span>
            <span className="sr-only">Number</span>
          </HeadCell>
          <HeadCell>
            <span className={answers}>
              <span>Solutions say</span>
              <span>Reference</span>
            </span>
          </HeadCell>
          <HeadCell numeric className="w-24 max-desk:w-20">
            Solutions
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {list.map((pair, index) => (
          <Fragment key={pair.key}>
            <PairRow
              pair={pair}
              index={index}
              isLit={pair.key === lit?.key}
              showsVerdict={show !== 'unsure' || pair.by === 'person'}
              isGone={board.isGone(pair)}
              onLight={board.light}
            >
              <NoteLine board={board} keys={keys} />
            </PairRow>
            {pair.key === lit?.key && (
              <tr id={`about-${pair.key}`} className={classes(litRow, 'wide:hidden')}>
                <Cell colSpan={3} className="pt-1 pb-3">
                  {details}
                </Cell>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </Table>
  )
}

function PairRow({
  pair,
  index,
  isLit,
  showsVerdict,
  isGone,
  onLight,
  children,
}: {
  pair: ShownPair
  index: number
  isLit: boolean
  showsVerdict: boolean
  isGone: boolean
  onLight: (key: string) => void
  /** What is shown of it while it is lit. */
  children: ReactNode
}) {
  return (
    <Row
      id={`row-${pair.key}`}
      aria-current={isLit ? 'true' : undefined}
      onClick={() => isLit || onLight(pair.key)}
      className={isLit ? classes(litRow, 'max-wide:[&>td]:border-b-0') : 'cursor-pointer'}
    >
      <Cell numeric className="pt-2.5">
        <button
          type="button"
          id={`light-${pair.key}`}
          aria-label={`Light pair ${index + 1}`}
          className={classes(
            'min-w-6 rounded-control text-right',
            isLit ? 'font-bold text-accent' : 'text-ink-3 hover:text-ink',
          )}
        >
          {index + 1}
        </button>
      </Cell>
      <Cell className="pt-2 pb-2.5">
        <div className={classes(answers, 'font-read text-excerpt font-text wrap-anywhere')}>
          <Answer label="Solutions say" text={pair.set.given} />
          <Answer label="Reference" text={pair.set.truth} />
        </div>
        <p className="pt-0.5 text-caption wrap-anywhere text-ink-3">
          {showsVerdict && <VerdictWords subject={pair} />}
          {!showsVerdict || !isRuled(pair) ? pair.reason : pair.note}
          {isGone && ' People spoke of its solutions one by one: none waits any more.'}
        </p>
        {describeMixed(pair) && <p className="text-caption text-ink-2">{describeMixed(pair)}</p>}
        {isLit && children}
      </Cell>
      <Cell numeric className="pt-2.5">
        {formatCount(pair.solutions)}
        <span className="block text-caption text-ink-3">
          of {formatNoun(pair.problems, 'problem')}
        </span>
      </Cell>
    </Row>
  )
}

/** An answer that is wider than its half scrolls in itself. */
function Answer({ label, text }: { label: string; text: ShownPair['set']['given'] }) {
  return (
    <div className="min-w-0 overflow-x-auto overflow-y-hidden">
      <span className="sr-only">{label}: </span>
      <Typeset text={text} />
    </div>
  )
}
