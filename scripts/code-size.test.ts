import { describe, expect, it } from 'vitest'
import { findRepeatedPairs, isMeasuredFile, listCodeLines } from './code-size'

describe('isMeasuredFile', () => {
  it.each(['components/ui/table.tsx', 'prisma/functions/slice.sql', 'scripts/run.mjs'])(
    'measures %s',
    (file) => expect(isMeasuredFile(file)).toBe(true),
  )

  it.each([
    'components/ui/theme.test.ts',
    'components/math/testing/hostile-texts.ts',
    'e2e/home.spec.ts',
    'e2e/actions.ts',
    'prisma/migrations/1/migration.sql',
    'README.md',
  ])('does not measure %s', (file) => expect(isMeasuredFile(file)).toBe(false))
})

describe('listCodeLines', () => {
  it('leaves out blank lines and comments', () => {
    const source = `/** A comment
 * of two lines. */
const one = 1 // after code

  // its own line
  {/* in JSX */}
  const two = 2
-- in SQL
`
    expect(listCodeLines('one.ts', source)).toEqual([
      { text: 'const one = 1 // after code', file: 'one.ts', line: 3 },
      { text: 'const two = 2', file: 'one.ts', line: 7 },
    ])
  })
})

describe('findRepeatedPairs', () => {
  const findIn = (...sources: string[][]) =>
    findRepeatedPairs(
      sources.map((lines, index) => listCodeLines(`${index}.ts`, lines.join('\n'))),
    ).map(({ locations, length }) => [
      ...locations.map(({ file, line }) => `${file}:${line}`),
      length,
    ])

  const makeLines = (count: number) => Array.from({ length: count }, (_, index) => `run(${index})`)

  it('finds six equal lines in two files, whatever their indentation', () => {
    const indented = makeLines(6).map((line) => `  ${line}`)
    expect(findIn(['first()', ...makeLines(6)], indented)).toEqual([['0.ts:2', '1.ts:1', 6]])
  })

  it('counts a longer run once, in full', () => {
    expect(findIn(makeLines(9), ['other()', ...makeLines(9)])).toEqual([['0.ts:1', '1.ts:2', 9]])
  })

  it('counts each pair of three copies, also within a file', () => {
    expect(findIn([...makeLines(6), 'between()', ...makeLines(6)], makeLines(6))).toHaveLength(3)
  })

  it('ignores five equal lines, and imports', () => {
    const imports = [
      "import { a } from 'a'",
      'import {',
      'b,',
      "} from 'b'",
      "export { c } from 'c'",
      "import 'd'",
    ]
    expect(findIn([...makeLines(5), 'one()'], [...makeLines(5), 'two()'])).toEqual([])
    expect(findIn(imports, imports)).toEqual([])
  })
})
