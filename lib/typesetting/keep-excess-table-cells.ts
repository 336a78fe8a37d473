import { hideSignFromMarkdown } from './placeholders'

/** Wider tables are unreadable, and short rows would be padded with empty cells. */
const maxColumns = 40

const containerPrefix = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]+)*/
const delimiterRow = /^:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*$/

/**
 * Keeps what Markdown would lose in tables: a line without a pipe ends a table instead of becoming
 * a row, and cells beyond the header's columns stay in the last cell, pipes included. Formulas and
 * code are hidden already, so every pipe is a separator.
 */
export function keepExcessTableCells(text: string): string {
  if (!text.includes('|')) return text
  const lines = text.split('\n')
  const resultLines: string[] = []
  let columns = 0
  for (const [index, line] of lines.entries()) {
    const isRow = line.includes('|')
    if (columns > 0) {
      if (isRow) resultLines.push(joinExcessCells(line, columns))
      else resultLines.push(...(line.trim() === '' ? [] : ['']), line)
      if (!isRow) columns = 0
      continue
    }
    const cells = isRow ? countCells(lines[index - 1] ?? '') : 0
    if (cells === 0 || countCells(line) !== cells || !delimiterRow.test(trimRow(line)))
      resultLines.push(line)
    else if (cells > maxColumns) resultLines.push(line.replace('-', hideSignFromMarkdown('-')))
    else {
      columns = cells
      resultLines.push(line)
    }
  }
  return resultLines.join('\n')
}

/** A row without its list marker and outer pipes. */
function trimRow(line: string): string {
  return line
    .replace(containerPrefix, '')
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .trim()
}

/** 0 without a pipe. */
function countCells(line: string): number {
  return line.includes('|') ? trimRow(line).split(/(?<!\\)\|/).length : 0
}

function joinExcessCells(line: string, columns: number): string {
  if (countCells(line) <= columns) return line
  const start = line.length - line.replace(containerPrefix, '').length
  const contentStart = line[start] === '|' ? start + 1 : start
  let separators = 0
  let joinedLine = line.slice(0, contentStart)
  const content = line.slice(contentStart).replace(/(?<!\\)\|[ \t]*$/, '')
  for (const [index, cell] of content.split(/(?<!\\)\|/).entries()) {
    if (index > 0) {
      separators += 1
      joinedLine += separators < columns ? '|' : hideSignFromMarkdown('|')
    }
    joinedLine += cell
  }
  return joinedLine
}
