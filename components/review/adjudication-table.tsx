'use client'

import type { ReactNode } from 'react'
import { Typeset } from '@/components/math/typeset'
import { Link } from '@/components/ui/link'
import { LitRow } from '@/components/ui/lit-row'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import { RowsFoot } from './rows-foot'
import { type RowKeys, useLitRow } from './use-lit-row'

/** An adjudication with its texts set. */
export interface ShownAdjudication {
  adjudication: string
  href: string
  problem: TypesetText
  note: TypesetText | null
  /** What was ruled. */
  words: string
  isGold: boolean
  by: string
  at: string
}

/** What was ruled on, newest first: each opens the annotations side by side, where it can be taken back. */
export function AdjudicationTable({
  list,
  keys,
  children,
}: {
  list: readonly ShownAdjudication[]
  keys: RowKeys
  /** Under the rows: the way on. */
  children: ReactNode
}) {
  const rows = list.map(({ adjudication, href }) => ({ key: adjudication, href }))
  const { lit, light } = useLitRow(rows, keys)
  return (
    <>
      <Table aria-labelledby="disagreements">
        <thead>
          <tr>
            <HeadCell>Problem, and the ruling</HeadCell>
            <HeadCell className="max-desk:hidden">By</HeadCell>
            <HeadCell className="max-desk:hidden">When, UTC</HeadCell>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <AdjudicationRow
              key={row.adjudication}
              row={row}
              isLit={row.adjudication === lit}
              onLight={light}
            />
          ))}
        </tbody>
      </Table>
      <RowsFoot keys={keys} opens="side by side">
        {children}
      </RowsFoot>
    </>
  )
}

function AdjudicationRow({
  row: { adjudication, href, problem, note, words, isGold, by, at },
  isLit,
  onLight,
}: {
  row: ShownAdjudication
  isLit: boolean
  onLight: (adjudication: string) => void
}) {
  return (
    <LitRow name={adjudication} {...{ isLit, onLight }}>
      <Cell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <Typeset text={problem} />
        </div>
        <p className="pt-0.5 text-caption text-ink-3">
          <Link href={href} className="font-label">
            {words}
          </Link>
          {isGold && ', gold'}
          <span className="desk:hidden">
            , {by}, {formatInstant(at)}
          </span>
        </p>
        {note && (
          <div className="font-read text-excerpt font-text text-ink-2 italic">
            <Typeset text={note} />
          </div>
        )}
      </Cell>
      <Cell className="pt-2 max-desk:hidden">{by}</Cell>
      <Cell className="pt-2 whitespace-nowrap text-ink-2 max-desk:hidden">{formatInstant(at)}</Cell>
    </LitRow>
  )
}
