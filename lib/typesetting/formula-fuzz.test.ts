import { createContext, Script } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandomGenerator } from '@/lib/platform/random'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { findForbiddenFormulaHtml } from './testing/find-forbidden-formula-html'
import { generateFormula, grammarRuleNames } from './testing/formula-grammar'
import { listFormulaHtml, joinTypesetText } from './testing/read-typeset'
import { typesetFormula } from './typeset-formula'
import { typesetText } from './typeset-text'

const formulas = isFullTestRun ? 100_000 : 500
const timeoutMs = isFullTestRun ? 3_600_000 : 240_000
/** A formula that takes longer counts as hanging, even on a slow machine. */
const hangsAfterMs = 8_000
const htmlMaxBytes = 1_000_000
const maxProblems = 5

const seed = isFullTestRun ? Date.now() : (fc.readConfigureGlobal().seed ?? 1)

const script = new Script('run()')
const context = createContext({})

/** Rethrows errors, and throws if it takes too long. */
function runBounded<T>(run: () => T): T {
  context.run = run
  return script.runInContext(context, { timeout: hangsAfterMs }) as T
}

function findHtmlProblem(html: string | null): string | null {
  if (html === null) return null
  if (Buffer.byteLength(html) > htmlMaxBytes) return `made ${html.length} characters`
  const foreign = findForbiddenFormulaHtml(html)
  return foreign.length > 0 ? foreign.slice(0, 3).join(' | ').slice(0, 400) : null
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(2)

test(
  `none of ${formulas} generated formulas throws, overflows the stack, hangs or produces HTML that is not allowed`,
  () => {
    const draw = createRandomGenerator(seed)
    const times: number[] = []
    const typesetCounts = new Map<string, number>()
    const problems: string[] = []
    const largest = { characters: 0, source: '' }
    const slowest = { ms: 0, source: '' }
    for (let number = 0; number < formulas; number += 1) {
      const { source, rule } = generateFormula(draw, number)
      const startedAt = performance.now()
      let html: string | null = null
      let problem: string | null = null
      try {
        html = runBounded(() => typesetFormula(source, number % 2 === 0))
      } catch (error) {
        problem = `threw ${String(error)}`
      }
      const durationMs = performance.now() - startedAt
      problem ??= findHtmlProblem(html)
      if (problem !== null)
        problems.push(`${number} (${rule}): ${problem}: ${source.slice(0, 300)}`)
      if (durationMs > slowest.ms) Object.assign(slowest, { ms: durationMs, source })
      if (html === null) continue
      times.push(durationMs)
      typesetCounts.set(rule, (typesetCounts.get(rule) ?? 0) + 1)
      if (html.length > largest.characters)
        Object.assign(largest, { characters: html.length, source })
    }
    times.sort((a, b) => a - b)
    reportTestFigures('Formulas by the grammar', {
      formulas,
      'rules, seed': `${grammarRuleNames.length}, ${seed}`,
      'typeset, the others shown as source': times.length,
      'ms of those typeset: p50, p99, max': `${quantile(times, 0.5)}, ${quantile(times, 0.99)}, ${quantile(times, 1)}`,
      'largest HTML, in characters': `${largest.characters} of ${JSON.stringify(largest.source.slice(0, 80))}`,
      slowest: `${slowest.ms.toFixed(0)} ms for ${JSON.stringify(slowest.source.slice(0, 80))}`,
    })
    expect(problems.slice(0, maxProblems)).toEqual([])
    // Formulas that KaTeX rejects prove little: enough must be accepted, of every rule.
    expect(times.length).toBeGreaterThan(formulas / 6)
    expect([...typesetCounts.keys()].sort()).toEqual([...grammarRuleNames].sort())
  },
  timeoutMs,
)

test(
  'generated formulas in a text give only allowed HTML, and some text if they are not typeset',
  () => {
    const draw = createRandomGenerator(seed + 1)
    const attempts = formulas / 15
    for (let number = 0; number < attempts; number += 1) {
      // A closing delimiter would split it into pieces of text.
      const source = generateFormula(draw, number).source.replaceAll('\\]', '')
      const blocks = typesetText(`\\[${source}\\]`)
      for (const html of listFormulaHtml(blocks))
        expect(findForbiddenFormulaHtml(html), source).toEqual([])
      if (listFormulaHtml(blocks).length === 0 && source.length < 2_000)
        expect(joinTypesetText(blocks).replaceAll(/\s/g, '').length, source).toBeGreaterThan(0)
    }
  },
  timeoutMs,
)

test('findForbiddenFormulaHtml detects HTML that KaTeX must not generate', () => {
  const find = (html: string) => findForbiddenFormulaHtml(html)
  expect(find('<span class="a" style="height:1em;color:red;">x &lt; y</span>')).toEqual([])
  expect(find('<span onclick="x">a</span>')).toEqual(['onclick=x'])
  expect(find('<a href="javascript:x">a</a>')).toEqual(['a', 'href=javascript:x', 'a'])
  expect(find('<span style="position:fixed">a</span>')).toEqual(['style=position:fixed'])
  expect(find('<span style="background:url(x)">a</span>')).toEqual(['style=background:url(x)'])
  expect(find('<span style="color:red;top:0;x:y">a</span>')).toEqual(['style=color:red;top:0;x:y'])
  expect(find('<span>a')).toEqual(['not closed: span'])
  expect(find('<span></math></span>')).toEqual(['/math', '/span', 'not closed: span'].slice(0, 2))
  expect(find('<span>a < b</span>')).toEqual(['a < b'])
  expect(find('<img src=x>')).toEqual(['<img src=x>'])
  expect(find('<mglyph src="http://x"/>')).toEqual(['mglyph', 'src=http://x'])
})
