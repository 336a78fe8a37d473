import { describe, expect, test } from 'vitest'
import { reportTestFigures } from '@/lib/platform/testing/report-figures'
import { findForbiddenFormulaHtml } from './testing/find-forbidden-formula-html'
import {
  brokenFormulas,
  formulasWithHugeDimensions,
  formulasWithPayloads,
  limitExceedingFormulas,
} from './testing/hostile-formulas'
import { listFormulaHtml, joinTypesetText } from './testing/read-typeset'
import { typesetFormula } from './typeset-formula'
import { maxFormulasPerText, typesetText } from './typeset-text'

const hostileFormulas = [
  ...formulasWithPayloads,
  ...limitExceedingFormulas,
  ...brokenFormulas,
  ...formulasWithHugeDimensions,
]
const htmlMaxBytes = 1_000_000

test('the list of hostile formulas has at least 200 different ones', () => {
  expect(new Set(hostileFormulas).size).toBe(hostileFormulas.length)
  expect(hostileFormulas.length).toBeGreaterThanOrEqual(200)
  reportTestFigures('Hostile formulas', {
    'with payloads': formulasWithPayloads.length,
    expanding: limitExceedingFormulas.length,
    broken: brokenFormulas.length,
    oversized: formulasWithHugeDimensions.length,
  })
})

test.each(hostileFormulas.map((source) => [source.slice(0, 60), source] as const))(
  'the HTML of the hostile formula %j contains only formula elements',
  (_, source) => {
    for (const display of [true, false]) {
      const html = typesetFormula(source, display)
      if (html === null) continue
      expect(findForbiddenFormulaHtml(html)).toEqual([])
      // Harmless in text, harmful in a tag.
      expect(html).not.toMatch(/<[^>]*(?:script:|alert|x\.example)/i)
      expect(Buffer.byteLength(html)).toBeLessThan(htmlMaxBytes)
    }
  },
)

describe('formulas above the typesetting limits', () => {
  test.each(limitExceedingFormulas.map((source) => [source.slice(0, 60), source] as const))(
    'are shown as source: %j',
    (_, source) => {
      expect(typesetFormula(source, true)).toBeNull()
      expect(typesetFormula(source, false)).toBeNull()
    },
  )

  test('are shown with their full source in a text', () => {
    const [source] = limitExceedingFormulas
    expect(source).toHaveLength(2_189)
    expect(joinTypesetText(typesetText(`\\[${source}\\]`))).toContain(source)
  })
})

/** The most HTML, the most time, and the most of both, within all limits. */
const worstFormulas = [
  '\\vec1'.repeat(390),
  '\\sqrt1'.repeat(330),
  `\\begin{matrix}${'&'.repeat(390)}\\end{matrix}`,
  '\\lim_1'.repeat(330),
  '\\dddot x'.repeat(240),
]

test('a text of the 200 worst formulas shows all of them within the size limit', () => {
  const sources = Array.from(
    { length: maxFormulasPerText },
    (_, i) => `${worstFormulas[i % worstFormulas.length]}${i}`,
  )
  const blocks = typesetText(sources.map((source) => `\\[${source}\\]`).join('\n\n'))
  const html = listFormulaHtml(blocks)
  const bytes = html.reduce((sum, each) => sum + each.length, 0)
  const visibleText = joinTypesetText(blocks)
  for (const source of sources) expect(visibleText).toContain(source)
  // Those after the HTML limit are shown as source.
  expect(html.length).toBeGreaterThan(1)
  expect(html.length).toBeLessThan(20)
  expect(bytes).toBeLessThan(2 * htmlMaxBytes)
  reportTestFigures('A page of the worst formulas', {
    formulas: sources.length,
    typeset: html.length,
    characters: bytes,
  })
})
