import { memo } from 'react'
import { joinClasses } from '@/components/ui/join-classes'
import type { TypesetBlock, InlineContent, TypesetText } from '@/lib/typesetting/typeset'
import { CodeBlock } from './code-block'
import {
  mediumFormulaMaxWidth,
  estimateFormulaWidth,
  shortFormulaMaxWidth,
} from './estimate-formula-width'
import { Formula } from './formula'
import { TypesetInlineContent } from './typeset-inline-content'
import { UntypesetTextWithReason } from './untypeset-text-with-reason'

/**
 * A typeset text in the font and colour of its parent, except for code. Memoised, because the labelling screen renders a
 * thousand texts and changes one.
 */
export const TypesetContent = memo(function TypesetContent({ text }: { text: TypesetText }) {
  return <Blocks blocks={text} />
})

function Blocks({ blocks }: { blocks: readonly TypesetBlock[] }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: TypesetBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return <Line pieces={block.pieces} />
    // Strong instead of a heading, because a solution must not change the page's outline.
    case 'heading':
      return <Line pieces={block.pieces} className="font-strong" />
    case 'list':
      return <List items={block.items} />
    case 'quote':
      return (
        <blockquote className="border-l-2 border-rule pl-3">
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'table':
      return <Table table={block} />
    case 'rule':
      return <hr className="my-1.5 border-rule" />
    case 'formula':
      return <Formula source={block.source} html={block.html} display />
    case 'code':
      return <CodeBlock code={block} />
    case 'plain':
      return <UntypesetTextWithReason plain={block} />
  }
}

function Line({ pieces, className }: { pieces: readonly InlineContent[]; className?: string }) {
  const maxFormulaWidth = pieces.reduce(
    (max, piece) =>
      piece.kind === 'formula' ? Math.max(max, estimateFormulaWidth(piece.source)) : max,
    0,
  )
  return (
    <p
      className={joinClasses(
        'whitespace-pre-line',
        maxFormulaWidth > shortFormulaMaxWidth &&
          'scroll-box max-desk:overflow-x-auto max-desk:overflow-y-hidden',
        maxFormulaWidth > mediumFormulaMaxWidth && 'overflow-x-auto overflow-y-hidden',
        className,
      )}
    >
      <TypesetInlineContent pieces={pieces} />
    </p>
  )
}

/** Keeps the marker of each item as written, because later steps refer to its number. */
function List({ items }: { items: Extract<TypesetBlock, { kind: 'list' }>['items'] }) {
  const Element = items[0]?.marker == null ? 'ul' : 'ol'
  const isLoose = items.some(({ blocks }) => blocks.length > 1)
  return (
    <Element
      className={joinClasses(
        'grid grid-cols-[minmax(1em,max-content)_minmax(0,1fr)] gap-x-2',
        isLoose ? 'gap-y-2' : 'gap-y-1',
      )}
    >
      {items.map(({ marker, blocks }, index) => (
        <li key={index} className="col-span-2 grid grid-cols-subgrid items-baseline">
          <span aria-hidden={marker === null ? true : undefined} className="text-right">
            {marker ?? '•'}
          </span>
          <Blocks blocks={blocks} />
        </li>
      ))}
    </Element>
  )
}

const alignments = { left: 'text-left', center: 'text-center', right: 'text-right' } as const

/** Rules above, below the header and at the end. Scrolls if it is wider than its column. */
function Table({ table }: { table: Extract<TypesetBlock, { kind: 'table' }> }) {
  const [headerCells = [], ...rows] = table.rows
  const align = (column: number) => alignments[table.columns[column] ?? 'left']
  return (
    <div className="scroll-box overflow-x-auto overflow-y-hidden">
      <table className="border-y border-y-current">
        <thead className="border-b border-rule">
          <tr>
            {headerCells.map((pieces, column) => (
              <th
                key={column}
                scope="col"
                className={joinClasses(cellClasses, 'font-strong', align(column))}
              >
                <TypesetInlineContent pieces={pieces} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((pieces, column) => (
                <td key={column} className={joinClasses(cellClasses, align(column))}>
                  <TypesetInlineContent pieces={pieces} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cellClasses = 'px-3 py-1 align-baseline first:pl-0 last:pr-0'
