import katex from 'katex'
import { createTypesetCache } from './typeset-cache'

/**
 * KaTeX 0.19.1 throws RangeError from 2,189 characters (`x^{` repeated) in spite of `throwOnError:
 * false`, and earlier if the stack is already deep. Within these limits, the worst of 100,000
 * generated formulas gave 534 KB, and 99 of 100 took less than 37 ms.
 */
export const maxFormulaLength = 2_000
export const maxFormulaNesting = 60
/** An empty cell is one character of source and 570 of HTML. */
export const maxFormulaCells = 400
/** A safeguard in case a newer KaTeX expands formulas further. */
const maxFormulaHtml = 600_000

/**
 * Formulas that define commands are shown as source: KaTeX limits how often a command is expanded
 * but not into how much, so 2,000 characters of `\def\a{xx..}\a1\a1..` take minutes
 * (docs/decisions/038-no-macro-definitions-in-formulas.md).
 */
const definitionPattern = /\\(?:[gex]?def|(?:re)?newcommand|providecommand)(?![a-zA-Z@])/

/** In characters, in each thread: a formula with its HTML has about 1,400. */
const cacheSize = 4_000_000

const sharedCache = createTypesetCache(cacheSize)
let activeCache = sharedCache

/**
 * For readers who must not learn from the response time whether someone had the same text before:
 * caches only within this call.
 */
export function withOwnCache<T>(typeset: () => T): T {
  activeCache = createTypesetCache(cacheSize)
  try {
    return typeset()
  } finally {
    activeCache = sharedCache
  }
}

/**
 * The HTML of a formula; null if it can't be typeset and its source is shown. KaTeX's messages can
 * contain the source unescaped, so they are dropped.
 */
export function typesetFormula(source: string, display: boolean): string | null {
  if (source.length > maxFormulaLength || estimateFormulaNesting(source) > maxFormulaNesting)
    return null
  const key = (display ? 'D' : 'T') + source
  const cachedFormula = activeCache.get(key)
  if (cachedFormula !== undefined) return cachedFormula
  const html = renderFormula(source, display)
  activeCache.set(key, html)
  return html
}

function renderFormula(source: string, display: boolean): string | null {
  if (definitionPattern.test(source)) return null
  const adaptedSource = adaptSource(source)
  if (countCells(adaptedSource) > maxFormulaCells) return null
  const html = callKatex(adaptedSource, display)
  return html !== null && html.length > maxFormulaHtml ? null : html
}

const countCells = (source: string) => source.match(/&|\\\\|\\cr/g)?.length ?? 0

function callKatex(adapted: string, display: boolean): string | null {
  try {
    return katex.renderToString(adapted, {
      displayMode: display,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 500,
      maxSize: 20,
      macros: {
        '\\mbox': '\\text{#1}',
        '\\cancelto': '\\overset{#1}{\\cancel{#2}}',
      },
    })
  } catch {
    return null
  }
}

/**
 * Replaces commands in real data that KaTeX does not have, or would number with one counter for the
 * whole page.
 */
function adaptSource(source: string): string {
  return source
    .replace(/\\(begin|end)\{(align|alignat|equation|gather)\}/g, '\\$1{$2*}')
    .replace(/\\begin\{eqnarray\*?\}/g, '\\begin{array}{rcl}')
    .replace(/\\end\{eqnarray\*?\}/g, '\\end{array}')
    .replace(/\\begin\{array\}\{(?:[^{}]|\{[^{}]*\})*\}/g, removeColumnGaps)
    .replace(/\\cline\{[^{}]*\}/g, '\\hline ')
    .replace(/\\multicolumn\{([1-9])\}\{[^{}]*\}\{([^{}]*)\}/g, replaceSpannedColumns)
    .replace(/(^|[^\\#])#(?![#\d])/g, '$1\\#')
}

/** `@{..}` is the text between two columns, usually nothing. */
function removeColumnGaps(columns: string): string {
  return columns.replace(/@\{[^{}]*\}/g, '')
}

/** Puts the content in the last of the columns, where subtracted numbers are. */
function replaceSpannedColumns(_: string, columns: string, content: string): string {
  return `${'&'.repeat(Number(columns) - 1)}{${content}}`
}

/**
 * An upper bound of a formula's nesting: open braces, `\left` and environments, and consecutive
 * control words, which nest without braces (`\frac\frac\frac`). One pass, no recursion.
 */
export function estimateFormulaNesting(source: string): number {
  let depth = 0
  let consecutiveCommands = 0
  let maxDepth = 0
  for (const [token] of source.matchAll(/\\[a-zA-Z]+|\\[^]|[^]/g)) {
    if (token === '{' || token === '\\left' || token === '\\begin') depth += 1
    else if (token === '}' || token === '\\right' || token === '\\end') depth -= 1
    if (token.startsWith('\\')) consecutiveCommands += 1
    else if (!/[\s^_[{(]/.test(token)) consecutiveCommands = 0
    maxDepth = Math.max(maxDepth, depth, consecutiveCommands)
  }
  return maxDepth
}
