'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { LitRow } from '@/components/ui/lit-row'
import { Typeset } from '@/components/math/typeset'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatCount } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import { RowsFoot } from './rows-foot'
import { type RowKeys, useLitRow } from './use-lit-row'

/** A disagreement with its texts set. */
export interface ShownDisagreement {
  solution: string
  href: string
  problem: TypesetText
  step: TypesetText
  firstStep: number
  stepCount: number
  people: number
  worth: number
  score: number | null
  why: string
  names: string | null
}

/** Solutions whose annotations part, most worth first; one is lit, and Enter opens it. */
export function DisagreementBoard({
  list,
  keys,
  children,
}: {
  list: readonly ShownDisagreement[]
  keys: RowKeys
  /** Under the rows: the way on. */
  children: ReactNode
}) {
  const rows = list.map(({ solution, href }) => ({ key: solution, href }))
  const { lit, light } = useLitRow(rows, keys)
  return (
    <>
      <Table aria-labelledby="disagreements">
        <thead>
          <tr>
            <HeadCell>Problem, and where they part</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              People
            </HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              Score
            </HeadCell>
            <HeadCell numeric>Worth</HeadCell>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <DisagreementRow
              key={row.solution}
              row={row}
              isLit={row.solution === lit}
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

function DisagreementRow({
  row,
  isLit,
  onLight,
}: {
  row: ShownDisagreement
  isLit: boolean
  onLight: (solution: string) => void
}) {
  const { solution, href, firstStep, stepCount, score } = row
  return (
    <LitRow name={solution} {...{ isLit, onLight }}>
      <Cell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <Typeset text={row.problem} />
        </div>
        <div className="pt-0.5 text-caption text-ink-3">
          <Link href={href} className="font-label">
            Step {formatCount(firstStep + 1)} of {formatCount(stepCount)}
          </Link>
          , {row.why}
          {row.names !== null && `; ${row.names}`}
          <span className="desk:hidden">; {formatCount(row.people)} people</span>
        </div>
        <div className="font-read text-excerpt font-text text-ink-2">
          <Typeset text={row.step} />
        </div>
      </Cell>
      <Cell numeric className="pt-2 max-desk:hidden">
        {formatCount(row.people)}
      </Cell>
      <Cell numeric className="pt-2 max-desk:hidden">
        {score === null ? <span className="text-ink-3">none</span> : score.toFixed(2)}
      </Cell>
      <Cell numeric className="pt-2">
        {row.worth}
      </Cell>
    </LitRow>
  )
}
