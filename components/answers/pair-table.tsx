import { Fragment, type ReactNode } from 'react'
import { Typeset } from '@/components/math/typeset'
import { classes } from '@/components/ui/classes'
import { Mark } from '@/components/ui/mark'
import { Cell, HeadCell, Row, Table } from '@/components/ui/table'
import { formatCount, formatNoun } from '@/lib/platform/format'
import type { AnswerKeys } from './answer-keys'
import { describeVerdict } from './describe-answers'
import { NoteLine } from './note-line'
import { type PairView, type ShownPair, verdictShapes } from './pair'
import { isRuled } from './settling'
import type { AnswersBoardState } from './use-answers-board'

const answers = 'grid grid-cols-2 gap-x-4'
/** The light reaches a little beyond the rules. */
const litRow =
  'bg-accent-wash shadow-[-8px_0_var(--color-accent-wash),8px_0_var(--color-accent-wash)] hover:bg-accent-wash'

/** Given and reference side by side, why it is what it is, and how many solutions hang on it. */
export function PairTable({
  show,
  board,
  keys,
  details,
}: {
  show: PairView
  board: AnswersBoardState
  keys: AnswerKeys
  details: ReactNode
}) {
  const { pairs, lit } = board
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
        {pairs.map((pair, index) => (
          <Fragment key={pair.pair}>
            <PairRow
              pair={pair}
              index={index}
              isLit={pair.pair === lit?.pair}
              showsVerdict={show !== 'unsure'}
              onLight={board.light}
            >
              <NoteLine board={board} keys={keys} />
            </PairRow>
            {pair.pair === lit?.pair && (
              <tr id={`about-${pair.pair}`} className={classes(litRow, 'wide:hidden')}>
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
  onLight,
  children,
}: {
  pair: ShownPair
  index: number
  isLit: boolean
  showsVerdict: boolean
  onLight: (pair: string) => void
  /** What is shown of it while it is lit. */
  children: ReactNode
}) {
  return (
    <Row
      id={`pair-${pair.pair}`}
      aria-current={isLit ? 'true' : undefined}
      onClick={() => isLit || onLight(pair.pair)}
      className={isLit ? classes(litRow, 'max-wide:[&>td]:border-b-0') : 'cursor-pointer'}
    >
      <Cell numeric className="pt-2.5">
        <button
          type="button"
          id={`light-${pair.pair}`}
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
          {showsVerdict && <VerdictWords pair={pair} />}
          {!showsVerdict || !isRuled(pair) ? pair.reason : pair.note}
        </p>
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

function VerdictWords({ pair }: { pair: ShownPair }) {
  return (
    <span>
      <Mark
        shape={verdictShapes[pair.verdict]}
        className="mr-1 inline-block size-3.5 align-[-2px]"
      />
      <span className="text-ink-2">{describeVerdict(pair)}.</span>{' '}
    </span>
  )
}
