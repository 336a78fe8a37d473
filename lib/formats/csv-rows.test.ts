import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { csvOutputColumns, escapeFormulaCell } from './csv-rows'
import { outputFormats } from './output-formats'
import type { StoredRecord } from './record'
import { anyPrm800kLine } from './testing/any-prm800k-line'
import { convertLines, readStoredRecords, writeStoredRecords } from './testing/convert-lines'

const starters = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

/** The rule of docs/exports.md. */
const readCell = (cell: string) => (/^'+[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

function readTable(rows: readonly string[]): Record<string, string>[] {
  const table = [outputFormats.csv.header, ...rows].map((row) => `${row}\n`).join('')
  return parse(table, { columns: true })
}

const cell = fc
  .tuple(
    fc.stringMatching(/^'{0,3}$/),
    fc.constantFrom('', ...starters),
    fc.string({ unit: anyCharacter }),
  )
  .map((parts) => parts.join('').replaceAll('\0', ''))

describe('a CSV cell', () => {
  test.each(starters)('gets an apostrophe if it starts with %j', (starter) => {
    expect(escapeFormulaCell(`${starter}1+1`)).toBe(`'${starter}1+1`)
    expect(escapeFormulaCell(`'${starter}1+1`)).toBe(`''${starter}1+1`)
    expect(escapeFormulaCell(`a${starter}`)).toBe(`a${starter}`)
  })

  test('never begins like a formula, and round-trips any text', () => {
    fc.assert(
      fc.property(cell, (text) => {
        expect(starters).not.toContain(escapeFormulaCell(text)[0])
        expect(readCell(escapeFormulaCell(text))).toBe(text)
      }),
      { numRuns: isFullTestRun ? 10_000 : 1_000 },
    )
  })
})

describe('CSV rows', () => {
  test('round-trip any text', () => {
    const line = fc.record({ prompt: cell, text: cell }).map(({ prompt, text }): StoredRecord => {
      const [record] = readStoredRecords('trl-stepwise', [
        '{"prompt": "p", "completions": ["c"], "labels": [true]}',
      ])
      return {
        ...record!,
        problem: { ...record!.problem, statement: prompt },
        solution: { ...record!.solution, steps: [text] },
      }
    })
    fc.assert(
      fc.property(line, (record) => {
        const [row] = readTable(writeStoredRecords('csv', [record], null))
        expect(readCell(row!.statement!)).toBe(record.problem.statement)
        expect(readCell(row!.text!)).toBe(record.solution.steps[0])
      }),
      { numRuns: isFullTestRun ? 10_000 : 500 },
    )
  })

  test('have one rating each, written as a number', () => {
    fc.assert(
      fc.property(anyPrm800kLine, (line) => {
        interface Raw {
          label: {
            steps: {
              completions: { rating: number | null }[] | null
              human_completion: object | null
              chosen_completion: number | null
            }[]
          }
        }
        const raw = JSON.parse(line) as Raw
        const ratings = raw.label.steps.flatMap((step) => [
          ...(step.completions ?? []).map(({ rating }) => rating),
          step.human_completion && step.chosen_completion === null ? 1 : null,
        ])
        const expected = ratings.filter((rating) => rating !== null).map(String)
        const rows = readTable(convertLines('prm800k', 'csv', [line], null))
        expect(rows.map(({ rating }) => rating)).toEqual(expected)
      }),
    )
  })

  test('are written with exactly the expected bytes, with quotes doubled and formulas escaped', () => {
    const rows = convertLines('big-bench-mistake', 'csv', [
      '{"input": "-1 + \\"1\\" =", "steps": ["=0", "2, so."], "answer": "2", "target": "0", "mistake_index": 1}',
    ])
    const label =
      '"big-bench-mistake-0","big-bench-mistake-0","big-bench-mistake-0","big-bench-mistake"'
    expect(rows).toEqual([
      `${label},"","found_error",0,0,"",1,"","true","'-1 + ""1"" =","'=0"`,
      `${label},"","found_error",1,0,"",-1,"","false","'-1 + ""1"" =","2, so."`,
    ])
    expect(outputFormats.csv.header).toBe(csvOutputColumns.join(','))
  })
})
