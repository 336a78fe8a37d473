'use client'

import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { LitRow } from '@/components/ui/lit-row'
import { Typeset } from '@/components/math/typeset'
import { Cell, HeadCell, Table } from '@/components/ui/table'
import { formatInstant } from '@/lib/platform/format'
import type { TypesetText } from '@/lib/problems/typeset'
import { RowsFoot } from './rows-foot'
import { type RowKeys, useLitRow } from './use-lit-row'

/** An annotation with its texts set. */
export interface ShownAnnotation {
  annotation: string
  href: string
  problem: TypesetText
  note: TypesetText | null
  /** What was found, and where it stands. */
  words: string
  state: string
  person: string
  at: string
  time: string
}

/** Annotations, newest first; one is lit, and Enter opens it. */
export function AnnotationBoard({
  list,
  keys,
  children,
}: {
  list: readonly ShownAnnotation[]
  keys: RowKeys
  /** Under the rows: the way on. */
  children: ReactNode
}) {
  const rows = list.map(({ annotation, href }) => ({ key: annotation, href }))
  const { lit, light } = useLitRow(rows, keys)
  return (
    <>
      <Table aria-labelledby="annotations">
        <thead>
          <tr>
            <HeadCell>Problem, and what was found</HeadCell>
            <HeadCell className="max-desk:hidden">Annotator</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell className="max-wide:hidden">When, UTC</HeadCell>
            <HeadCell numeric className="max-desk:hidden">
              At work
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {list.map((row) => (
            <AnnotationRow
              key={row.annotation}
              row={row}
              isLit={row.annotation === lit}
              onLight={light}
            />
          ))}
        </tbody>
      </Table>
      <RowsFoot keys={keys} opens="open it">
        {children}
      </RowsFoot>
    </>
  )
}

function AnnotationRow({
  row,
  isLit,
  onLight,
}: {
  row: ShownAnnotation
  isLit: boolean
  onLight: (annotation: string) => void
}) {
  const when = formatInstant(row.at)
  return (
    <LitRow name={row.annotation} {...{ isLit, onLight }}>
      <Cell className="pt-2 pb-2.5 wrap-anywhere">
        <div className="font-read text-excerpt font-text">
          <Typeset text={row.problem} />
        </div>
        <p className="pt-0.5 text-caption text-ink-3">
          <Link
            href={row.href}
            aria-label={`${row.words}, ${row.person}, ${when}`}
            className="font-label"
          >
            {row.words}
          </Link>
          <span className="desk:hidden">, {row.person}</span>
          <span className="wide:hidden">, {when}</span>
        </p>
        {row.note && (
          <div className="font-read text-excerpt font-text text-ink-2 italic">
            <Typeset text={row.note} />
          </div>
        )}
      </Cell>
      <Cell className="pt-2 max-desk:hidden">{row.person}</Cell>
      <Cell className="pt-2">{row.state}</Cell>
      <Cell className="pt-2 whitespace-nowrap text-ink-2 max-wide:hidden">{when}</Cell>
      <Cell numeric className="pt-2 whitespace-nowrap max-desk:hidden">
        {row.time}
      </Cell>
    </LitRow>
  )
}
