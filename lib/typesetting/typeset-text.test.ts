import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longTextLength, scaleRuns } from '@/lib/platform/testing/report-figures'
import {
  listFormulaHtml,
  joinTypesetText,
  outlineTypesetText,
  removeMathAnnotation,
} from './testing/read-typeset'
import { createTypesetCache } from './typeset-cache'
import { maxFormulaLength, estimateFormulaNesting } from './typeset-formula'
import { maxFormulasPerText, typesetText } from './typeset-text'

describe('formulas in a text', () => {
  it.each([
    ['Let $x=1$.', ['Let <x=1>.']],
    ['So $4x$, $xyz = 2.$ and $ab + cd > 0$', ['So <4x>, <xyz = 2.> and <ab + cd > 0>']],
    ['So $$x^2$$ holds', ['So', '<<x^2>>', 'holds']],
    ['Let \\(x\\) and \\[y\\].', ['Let <x> and', '<<y.>>']],
    ['\\[\n x\n\n y\n\\]', ['<<x\n\n y>>']],
    ['We get \\boxed{12}.', ['We get <\\boxed{12}>.']],
    ['\\boxed{\\frac{1}{2}} it is', ['<\\boxed{\\frac{1}{2}}> it is']],
    ['\\begin{align}a&=b\\\\c&=d\\end{align}', ['<<\\begin{align}a&=b\\\\c&=d\\end{align}>>']],
    ['$\\begin{pmatrix}1\\\\ 2\\end{pmatrix}$', ['<\\begin{pmatrix}1\\\\ 2\\end{pmatrix}>']],
    ['$\\begin{align*}a\\end{align*}$', ['<<\\begin{align*}a\\end{align*}>>']],
    ['$\\text{costs $5$}$ now', ['<\\text{costs $5$}> now']],
    [
      'In $\\triangle ACD $, let $ a > 0,$ or $x = $ 2',
      ['In <\\triangle ACD>, let <a > 0,> or <x => 2'],
    ],
    ['$5 # 11$ and $1 \\mbox{ foot}$', ['<5 # 11> and <1 \\mbox{ foot}>']],
    [
      '$$\\begin{eqnarray*}a&=&b\\end{eqnarray*}$$',
      ['<<\\begin{eqnarray*}a&=&b\\end{eqnarray*}>>'],
    ],
  ])('are found in %j: %j', (source, expected) => {
    expect(outlineTypesetText(source)).toEqual(expected)
  })

  it.each([
    'It costs $5 and $7.',
    'US$5 and US$7, or $5-$10.',
    'He has $20,000 and $30,000.',
    'From $5 (that is = half of $10, no more) to $ 8, $ 9 and $a lot of it $',
    'It costs $30 = $ 28 + $2*1=$<<2*1=2>>2, so $60 per week makes 2*60=$120',
    'A dollar $ alone, and two $ $ of them',
    'Over a blank $line\n\nends$ it',
    'Not closed: \\(x, \\[y, $$z, \\begin{align}a, \\boxed{1',
  ])('are not found in %j', (source) => {
    expect(outlineTypesetText(source).join('\n\n')).toBe(source)
  })

  it('are found after a price in dollars', () => {
    expect(outlineTypesetText('It costs $5 and $7, so $x=12$ in all.')).toEqual([
      'It costs $5 and $7, so <x=12> in all.',
    ])
  })

  it('do not begin at an escaped percent or dollar sign, which is shown without its backslash', () => {
    expect(outlineTypesetText('50\\% of \\$20')).toEqual(['50% of $20'])
  })

  it('are not numbered in environments', () => {
    const [block] = typesetText('\\begin{align}a&=b\\end{align}')
    expect(block).toMatchObject({ kind: 'formula' })
    expect(JSON.stringify(block)).not.toContain('eqn-num')
  })
})

describe('hostile formulas in a text', () => {
  const open = (part: string, times: number) => part.repeat(times)

  it.each([
    ['the 2,189 characters that make KaTeX overflow', open('x^{', 730)],
    ['a nested formula of 300 levels', open('x^{', 300) + '}'.repeat(300)],
    ['nesting without braces', open('\\frac', 300)],
    ['nesting by \\left', open('\\left(', 200)],
    ['a macro bomb', '\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a'],
    ['commands that overflow the stack at any length', '\\futurelet\\mathchoice\\tbinom\\minuso'],
    ['too long', 'x+'.repeat(maxFormulaLength)],
    ['unknown commands', '\\notacommand{x}'],
  ])('are shown as source: %s', (_, source) => {
    const texts = [typesetText(`$${source}$`), typesetText(`\\[${source}\\]`)]
    for (const text of texts) {
      expect(JSON.stringify(text)).toContain(JSON.stringify(source).slice(1, -1))
      expect(listFormulaHtml(text)).toEqual([])
    }
  })

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{http://x/y.png}',
    '\\htmlStyle{a}{b}',
  ])('produce no link, image or style: %s', (source) => {
    for (const html of listFormulaHtml(typesetText(`$${source}$`)))
      expect(removeMathAnnotation(html)).not.toMatch(/href=|<img|style="a/)
  })

  it('are typeset only up to a number per text', () => {
    const text = typesetText('$x$ '.repeat(maxFormulasPerText + 5))
    expect(listFormulaHtml(text)).toHaveLength(maxFormulasPerText)
  })
})

describe('a long text', () => {
  // Quadratic time would take minutes here, so the test's time limit is enough.
  it.each(['*', '_', '[', '`', '|', '\0'])('that repeats %j is shown completely', (part) => {
    expect(keepsAllText(part.repeat(longTextLength))).toBe(true)
  })

  it.each([
    ...['<', '\\', '$', '{', '#', '>', '-', '\t', '\n', ' ', '\u202E', '\u2E28', '\uE000'],
    ...['> ', '- ', '+ ', '1. ', '**a', ' *a', 'a* ', 'a*b ', ' *a* ', '*_', '`*', '`a` '],
    ...['${', '\\(', '\\boxed{', '\\begin{align}', '$a', '$ a', '$$', '$x$ ', '\\|'],
    ...['[asy]', '\n ', '\\begin{tabular}', '<!--', '![', '](', '&', '```\n', '~~~js\na\n~~~\n'],
    ...['- a\n', '- a\n\n', '- a\n  - b\n    - c\n', '1. a\n', '> a\n', '> - a\n', '> >\n'],
    ...['# a\n', '---\n', '|a\n', '|a|b|\n|-|-|\n'],
  ])('that repeats %j, alone or after a table, is shown completely', (part) => {
    expect(keepsAllText(part.repeat(longTextLength / 5 / part.length))).toBe(true)
    expect(keepsAllText(`|a|b|\n|-|-|\n${part.repeat(20_000 / part.length)}`)).toBe(true)
  })
})

it('estimateFormulaNesting returns an upper bound of the nesting depth of a formula', () => {
  expect(estimateFormulaNesting('\\frac{1}{\\sqrt{2}}')).toBe(2)
  expect(estimateFormulaNesting('\\{\\{\\{')).toBeLessThanOrEqual(3)
  expect(estimateFormulaNesting('x^{'.repeat(61))).toBe(61)
})

const fragments = fc.constantFrom(
  ...[
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\[',
    '\\]',
    '\\begin{align}',
    '\\end{align}',
    '\\boxed{',
    '\\frac',
    '}',
    '{',
  ],
  ...[
    '^',
    '_',
    '&',
    '\\\\',
    '\\left(',
    '\\right)',
    '\\sqrt',
    '\\text{',
    '\\def\\a',
    '\\a',
    '\\href',
    'x',
    '7',
    ' ',
  ],
  ...[
    '\n',
    '\n\n',
    '**',
    '*',
    '`',
    '```',
    '~~~',
    '# ',
    '- ',
    '\n  - ',
    '\n1. ',
    '2) ',
    '\n> ',
    '> ',
    '|',
    '\n|-|-|\n',
    '\n---\n',
    '_',
    '<',
    '&lt;',
    '\\|',
    '\u2E280\u2E29',
    '\uE000',
    '\0',
    '    ',
    '\t',
    '<script>',
    'onerror=',
    'javascript:',
    '[asy]',
    '[/asy]',
    '"',
  ],
)
const texts = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fragments, { maxLength: 60 }).map((parts) => parts.join('')),
  fc
    .tuple(fragments, fc.integer({ min: 1, max: 900 }), fragments)
    .map(([part, times, end]) => `$${part.repeat(times)}${end}$`),
)

/**
 * Signs that may be markup, and the two marks of a figure: one becomes the language of its code,
 * the other is dropped.
 */
function withoutMarkup(text: string): string {
  return withoutFigureMarks(text.replaceAll(/[\s#*+`~>|\-:\\$()[\]/]/g, ''))
}

function withoutFigureMarks(text: string): string {
  const cleanedText = text.replaceAll('asy', '')
  return cleanedText === text ? text : withoutFigureMarks(cleanedText)
}

function keepsAllText(source: string): boolean {
  return withoutMarkup(joinTypesetText(typesetText(source))) === withoutMarkup(source)
}

describe('any typeset text', () => {
  it('keeps every character that is not markup, in order', () => {
    fc.assert(
      fc.property(texts, (source) => {
        expect(withoutMarkup(joinTypesetText(typesetText(source)))).toBe(withoutMarkup(source))
      }),
      { numRuns: scaleRuns(1_500) },
    )
  })

  it('produces no scripts, images, links or event handlers', () => {
    fc.assert(
      fc.property(texts, (source) => {
        for (const html of listFormulaHtml(typesetText(source)))
          expect(removeMathAnnotation(html)).not.toMatch(/<script|<img|<a\s|\son\w+=|javascript:/i)
      }),
      { numRuns: scaleRuns(1_000) },
    )
  })
})

it('the cache of typeset texts drops the least recently used entry', () => {
  const cache = createTypesetCache(8)
  cache.set('a', '123')
  cache.set('b', null)
  cache.get('a')
  cache.set('c', '12')
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['123', null, '12'])
  cache.set('d', '1')
  expect([cache.get('a'), cache.get('c'), cache.get('d')]).toEqual([undefined, '12', '1'])
})
