import { hideSign } from './hidden-text'

/** Wider, no one looks at it, and short rows would be filled up with empty cells. */
const maxColumns = 40

const containerPrefix = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*/
const delimiterRow = /^:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*$/

/**
 * Keeps of tables what Markdown would lose: a line without a pipe ends a table and is no row of it, and what a row has
 * beyond the columns of the head stays, pipes and all, in its last cell. Formulas and code are hidden by now, so that
 * each pipe is one.
 */
export function guardTables(text: string): string {
  if (!text.includes('|')) return text
  const lines = text.split('\n')
  const guarded: string[] = []
  let columns = 0
  for (const [index, line] of lines.entries()) {
    const isRow = line.includes('|')
    if (columns > 0) {
      if (isRow) guarded.push(joinExcess(line, columns))
      else guarded.push(...(line.trim() === '' ? [] : ['']), line)
      if (!isRow) columns = 0
      continue
    }
    const cells = isRow ? countCells(lines[index - 1] ?? '') : 0
    if (cells === 0 || countCells(line) !== cells || !delimiterRow.test(trimRow(line)))
      guarded.push(line)
    else if (cells > maxColumns) guarded.push(line.replace('-', hideSign('-')))
    else {
      columns = cells
      guarded.push(line)
    }
  }
  return guarded.join('\n')
}

/** A row without the mark of its item and its outer pipes. */
function trimRow(line: string): string {
  return line
    .replace(containerPrefix, '')
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .trim()
}

/** None where there is no pipe. */
function countCells(line: string): number {
  return line.includes('|') ? trimRow(line).split(/(?<!\\)\|/).length : 0
}

function joinExcess(line: string, columns: number): string {
  if (countCells(line) <= columns) return line
  const start = line.length - line.replace(containerPrefix, '').length
  const first = line[start] === '|' ? start + 1 : start
  let separators = 0
  let joined = line.slice(0, first)
  const rest = line.slice(first).replace(/(?<!\\)\|[ \t]*$/, '')
  for (const [index, cell] of rest.split(/(?<!\\)\|/).entries()) {
    if (index > 0) {
      separators += 1
      joined += separators < columns ? '|' : hideSign('|')
    }
    joined += cell
  }
  return joined
}
