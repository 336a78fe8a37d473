import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { summaryMaxLength } from '@/lib/annotations/guideline-limits'
import {
  hasRuling,
  insertRulings,
  proposeSummary,
  removeRuling,
  type RulingText,
  writeRuling,
} from './write-rulings'

const units: RulingText = {
  ...{ ruling: 3, heading: 'Units', words: 'A missing unit is no error: $3$ stands for $3$ m.' },
  example: {
    ...{ step: 1, problem: 'How far?\n\nIn metres.', text: 'It is $3$.' },
    ...{ rating: 0, why: 'The number is right.' },
  },
}
const skips: RulingText = { ruling: 12, heading: 'Skips', words: 'A skip is fine.', example: null }

describe('a ruling in the guideline', () => {
  test('is a heading, its words, and its worked example', () => {
    expect(writeRuling(units, 3)).toBe(
      [
        '### Ruling 3: Units',
        'A missing unit is no error: $3$ stands for $3$ m.',
        '**Worked example.** The problem:',
        '> How far?\n>\n> In metres.',
        'Step 2 of a solution:',
        '> It is $3$.',
        'is to be rated **neutral (0)**: The number is right.',
      ].join('\n\n'),
    )
    expect(writeRuling(skips, 2)).toBe('## Ruling 12: Skips\n\nA skip is fine.')
  })

  test('stands in a section of rulings at the end, of the rank of the other sections', () => {
    expect(insertRulings('# Title\n\nText.\n\n## One\n\nA', [skips])).toBe(
      '# Title\n\nText.\n\n## One\n\nA\n\n## Rulings\n\n### Ruling 12: Skips\n\nA skip is fine.\n',
    )
    expect(insertRulings('# One\n\nA\n\n# Two', [skips])).toContain('\n# Rulings\n\n## Ruling 12')
    expect(insertRulings('Text.', [skips])).toContain('Text.\n\n## Rulings\n\n### Ruling 12')
    expect(insertRulings('', [skips])).toBe(
      '## Rulings\n\n### Ruling 12: Skips\n\nA skip is fine.\n',
    )
  })

  test('goes behind those that are there, and before what follows them', () => {
    const text = '# T\n\n## Rulings\n\n### Ruling 3: Units\n\nOld words.\n\n## Last\n\nEnd.'
    expect(insertRulings(text, [units, skips])).toBe(
      '# T\n\n## Rulings\n\n### Ruling 3: Units\n\nOld words.\n\n### Ruling 12: Skips\n\nA skip is fine.\n\n## Last\n\nEnd.\n',
    )
  })

  test('is found by its number, whole, and not in code', () => {
    expect(hasRuling('## Ruling 12: Skips', 1)).toBe(false)
    expect(hasRuling('## Ruling 12', 12)).toBe(true)
    expect(hasRuling('~~~\n## Ruling 12\n~~~', 12)).toBe(false)
  })

  test('comes out again as it went in, with its section where that is left empty', () => {
    expect(removeRuling(insertRulings('# T\n\nA\n', [skips]), skips)).toBe('# T\n\nA\n')
    const both = insertRulings('# T\n\nA\n', [units, skips])
    expect(removeRuling(both, units)).toBe(insertRulings('# T\n\nA\n', [skips]))
    const changed = both.replace('A skip is fine.', 'It is not.')
    expect(removeRuling(changed, skips)).toBe(changed)
  })

  test('whatever the text: nothing of it is lost, and twice is once', () => {
    const text = fc
      .array(fc.constantFrom('# a', '## b', 'c', '', '~~~', '## Rulings', '$$'), { maxLength: 12 })
      .map((lines) => lines.join('\n'))
    const readLines = (given: string) => given.split('\n').filter((line) => line.trim() !== '')
    fc.assert(
      fc.property(text, (given) => {
        const once = insertRulings(given, [units, skips])
        const left = readLines(once)
        for (const line of readLines(given)) {
          const at = left.indexOf(line)
          expect(at).toBeGreaterThanOrEqual(0)
          left.splice(at, 1)
        }
        if (!given.includes('~~~') && !given.includes('$$'))
          expect(insertRulings(once, [units, skips])).toBe(once)
      }),
    )
  })
})

test('a summary names the rulings, and stays within what a summary may have', () => {
  expect(proposeSummary([])).toBe('')
  expect(proposeSummary([units])).toBe('Ruling 3: Units.')
  expect(proposeSummary([units, skips])).toBe('Rulings 3 and 12: Units; Skips.')
  const many = Array.from({ length: 200 }, (_, i) => ({ ruling: i, heading: 'x'.repeat(100) }))
  expect(proposeSummary(many).length).toBeLessThanOrEqual(summaryMaxLength)
})
