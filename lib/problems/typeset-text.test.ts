import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxFormulaLength, measureNesting } from './set-formula'
import { createTextCache } from './text-cache'
import type { TypesetBlock, TypesetPiece } from './typeset'
import { maxFormulas, typesetText } from './typeset-text'

/** Blocks in one line each: formulas in angle brackets, `!` where one could not be set. */
function outline(source: string): string[] {
  return typesetText(source).map((block) => {
    if (block.kind === 'paragraph') return block.pieces.map(outlinePiece).join('')
    if (block.kind === 'code') return `[${block.language ?? ''}] ${block.text}`
    return `<<${block.source}${block.html === null ? '!' : ''}>>`
  })
}

function outlinePiece(piece: TypesetPiece): string {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'strong':
      return `S(${piece.text})`
    case 'emphasis':
      return `E(${piece.text})`
    case 'code':
      return `C(${piece.text})`
    case 'formula':
      return `<${piece.source}${piece.html === null ? '!' : ''}>`
  }
}

describe('formulas', () => {
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
  ])('finds them in %j', (source, expected) => {
    expect(outline(source)).toEqual(expected)
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
  ])('finds none in %j', (source) => {
    expect(outline(source).join('\n\n')).toBe(source)
  })

  it('finds a formula after a price', () => {
    expect(outline('It costs $5 and $7, so $x=12$ in all.')).toEqual([
      'It costs $5 and $7, so <x=12> in all.',
    ])
  })

  it('reads escapes as the character', () => {
    expect(outline('50\\% of \\$20')).toEqual(['50% of $20'])
  })

  it('does not number environments, which would count on through the page', () => {
    const [block] = typesetText('\\begin{align}a&=b\\end{align}')
    expect(block).toMatchObject({ kind: 'formula' })
    expect(JSON.stringify(block)).not.toContain('eqn-num')
  })
})

describe('Markdown', () => {
  it.each([
    ['one\n\ntwo', ['one', 'two']],
    ['one\ntwo', ['one\ntwo']],
    ['So x = 12.\n\n# Answer\n\n12', ['So x = 12.', 'S(Answer)', '12']],
    ['## Step 1\nLet us see', ['S(Step 1)', 'Let us see']],
    ['**Step 1: let $x$ be** 2', ['S(Step 1: let )<x>S( be) 2']],
    ['an *idea* of **weight**', ['an E(idea) of S(weight)']],
    ['2*3*4, x**2 and 5 * 6 * 7', ['2*3*4, x**2 and 5 * 6 * 7']],
    ['never *closed', ['never *closed']],
    ['run `f($x$)` once', ['run C(f($x$)) once']],
    ['```python\nprint("$x$")\n```\nthen', ['[python] print("$x$")', 'then']],
    ['~~~\nnot closed', ['[] not closed']],
    ['a \\begin{tabular}{c}$1$\\end{tabular}', ['a', '[] \\begin{tabular}{c}$1$\\end{tabular}']],
    ['[asy]label("$A$");[/asy] is drawn', ['[asy] label("$A$");', 'is drawn']],
    ['<b>bold</b> ![a](http://x/y.png)', ['<b>bold</b> ![a](http://x/y.png)']],
  ])('reads %j', (source, expected) => {
    expect(outline(source)).toEqual(expected)
  })
})

describe('hostile formulas', () => {
  const open = (part: string, times: number) => part.repeat(times)

  it.each([
    ['the 2,189 characters that make KaTeX overflow', open('x^{', 730)],
    ['the same, closed and shorter', open('x^{', 300) + '}'.repeat(300)],
    ['nesting without braces', open('\\frac', 300)],
    ['nesting by \\left', open('\\left(', 200)],
    ['a macro bomb', '\\def\\a{\\b\\b}\\def\\b{\\c\\c}\\def\\c{\\a\\a}\\a'],
    ['too long', 'x+'.repeat(maxFormulaLength)],
    ['unknown commands', '\\notacommand{x}'],
  ])('shows the source of %s', (_, source) => {
    const texts = [typesetText(`$${source}$`), typesetText(`\\[${source}\\]`)]
    for (const text of texts) {
      expect(JSON.stringify(text)).toContain(JSON.stringify(source).slice(1, -1))
      expect(findHtml(text)).toEqual([])
    }
  })

  it.each([
    '\\href{javascript:alert(1)}{x}',
    '\\includegraphics{http://x/y.png}',
    '\\htmlStyle{a}{b}',
  ])('gives %s no effect', (source) => {
    for (const html of findHtml(typesetText(`$${source}$`)))
      expect(withoutAnnotation(html)).not.toMatch(/href=|<img|style="a/)
  })

  it('sets so many formulas of a text and no more', () => {
    const text = typesetText('$x$ '.repeat(maxFormulas + 5))
    expect(findHtml(text)).toHaveLength(maxFormulas)
  })

  it.each([
    '${',
    '\\(',
    '\\boxed{',
    '\\begin{align}',
    '`*',
    '```\n',
    '[asy]',
    '\\begin{tabular}',
    '\n ',
    '$a',
    '$ a',
    '*',
  ])('takes linear time on %j', (part) => {
    const start = performance.now()
    typesetText(part.repeat(20_000))
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  it('measures nesting from above', () => {
    expect(measureNesting('\\frac{1}{\\sqrt{2}}')).toBe(2)
    expect(measureNesting('\\{\\{\\{')).toBeLessThanOrEqual(3)
    expect(measureNesting('x^{'.repeat(61))).toBe(61)
  })
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

/** Of the marks `[asy]` and `[/asy]` one may become the language of the code, and the other go. */
function withoutFigureMarks(letters: string): string {
  const rest = letters.replaceAll('asy', '')
  return rest === letters ? letters : withoutFigureMarks(rest)
}

describe('any text', () => {
  it('keeps every letter and figure', () => {
    fc.assert(
      fc.property(texts, (source) => {
        const read = readLetters(joinText(typesetText(source)))
        expect(withoutFigureMarks(read)).toBe(withoutFigureMarks(readLetters(source)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('gives no live markup', () => {
    fc.assert(
      fc.property(texts, (source) => {
        for (const html of findHtml(typesetText(source)))
          expect(withoutAnnotation(html)).not.toMatch(/<script|<img|<a\s|\son\w+=|javascript:/i)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('forgets what was used longest ago', () => {
  const cache = createTextCache(8)
  cache.set('a', '123')
  cache.set('b', null)
  cache.get('a')
  cache.set('c', '12')
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['123', null, '12'])
  cache.set('d', '1')
  expect([cache.get('a'), cache.get('c'), cache.get('d')]).toEqual([undefined, '12', '1'])
})

function joinText(blocks: TypesetBlock[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'formula') return block.source
      if (block.kind === 'code') return `${block.language ?? ''}${block.text}`
      return block.pieces
        .map((piece) => (piece.kind === 'formula' ? piece.source : piece.text))
        .join('')
    })
    .join('')
}

function readLetters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function findHtml(blocks: TypesetBlock[]): string[] {
  return blocks
    .flatMap((block) => {
      if (block.kind === 'formula') return [block.html]
      if (block.kind === 'code') return []
      return block.pieces.map((piece) => (piece.kind === 'formula' ? piece.html : null))
    })
    .filter((html) => html !== null)
}

/** The source is in there, escaped, for whoever copies the formula. */
function withoutAnnotation(html: string): string {
  return html.replaceAll(/<annotation[^]*?<\/annotation>|<m?text>[^]*?<\/m?text>/g, '')
}
