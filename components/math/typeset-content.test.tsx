import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { TypesetText } from '@/lib/typesetting/typeset'
import { typesetText } from '@/lib/typesetting/typeset-text'
import { attackTexts, embedHostileText } from './testing/hostile-texts'
import { TypesetContent } from './typeset-content'

function render(source: string): string {
  return renderText(typesetText(source))
}

function renderText(text: TypesetText): string {
  return renderToStaticMarkup(<TypesetContent text={text} />)
}

/** Elements of our own components and of KaTeX. */
const allowedElements = new Set([
  ...['div', 'p', 'strong', 'em', 'code', 'pre', 'span', 'ul', 'ol', 'li', 'blockquote', 'hr'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...['math', 'semantics', 'annotation', 'mrow', 'mi', 'mo', 'mn', 'ms', 'mtext', 'mspace'],
  ...['mfrac', 'msqrt', 'mroot', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover'],
  ...['mtable', 'mtr', 'mtd', 'mstyle', 'mpadded', 'mphantom', 'menclose', 'svg', 'path', 'line'],
])
const allowedAttributes = new Set([
  ...['class', 'style', 'aria-hidden', 'scope', 'xmlns', 'display', 'encoding'],
  ...['accent', 'accentunder', 'columnalign', 'columnlines', 'columnspacing', 'rowlines'],
  ...['rowspacing', 'fence', 'separator', 'stretchy', 'symmetric', 'minsize', 'maxsize', 'form'],
  ...['displaystyle', 'scriptlevel', 'linethickness', 'lspace', 'rspace', 'voffset', 'side'],
  ...['mathvariant', 'mathcolor', 'mathbackground', 'movablelimits', 'notation', 'depth'],
  ...['width', 'height', 'viewBox', 'preserveAspectRatio', 'd', 'x1', 'x2', 'y1', 'y2'],
  ...['stroke-width', 'largeop', 'linebreak'],
])

/** Lists the tags, attributes and stray angle brackets in HTML that are not allowed. */
function findForbiddenMarkup(html: string): string[] {
  const findings: string[] = []
  const remainingText = html.replaceAll(
    /<\/?([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:\s*="[^"<>]*")?)*)\s*\/?>/g,
    (_, name: string, attributesText: string) => {
      if (!allowedElements.has(name)) findings.push(name)
      for (const [, key = '', value = ''] of attributesText.matchAll(/([\w:-]+)\s*="([^"]*)"/g))
        if (
          !allowedAttributes.has(key) ||
          /url|script|expression|&|\/\//i.test(withoutNamespace(value))
        )
          findings.push(`${key}=${value}`)
      return ''
    },
  )
  return remainingText.includes('<') ? [...findings, remainingText] : findings
}

function withoutNamespace(value: string): string {
  return value.replace(/^http:\/\/www\.w3\.org\/\S+$/, '')
}

describe('hostile texts', () => {
  it('are more than 1,000', () => {
    expect(attackTexts.flatMap(embedHostileText).length).toBeGreaterThan(1_000)
  })

  it.each(attackTexts)('are rendered only as text: %j', (vector) => {
    for (const source of embedHostileText(vector))
      expect(findForbiddenMarkup(render(source)), source).toEqual([])
  })

  it('are reported if they keep a tag or attribute that is not allowed', () => {
    expect(findForbiddenMarkup('<p onclick="x">a</p>')).toEqual(['onclick=x'])
    expect(findForbiddenMarkup('<p><script>a</script></p>')).toEqual(['script', 'script'])
    expect(findForbiddenMarkup('<p style="a:url(b)">a < b</p>')).toEqual([
      'style=a:url(b)',
      'a < b',
    ])
  })
})

describe('rendering of statements and steps', () => {
  it('keeps a short formula and its punctuation on one line', () => {
    const html = render('So **$x$**, and $y$.')
    expect(html).toMatch(/whitespace-nowrap">.*<\/span>,<\/span> and /)
    expect(html).toMatch(/whitespace-nowrap">.*<\/span>\.<\/span><\/p>/)
  })

  it('shows the source of a formula that can’t be typeset', () => {
    expect(render('$\\notacommand$')).toMatch(/<code[^>]*>\\notacommand<\/code>/)
  })

  it('renders lists, quotations, tables and rules', () => {
    const html = render('- one\n  1) two\n\n> so *it* is\n\n---\n\n|a|b|\n|-|-:|\n|$x$|2|')
    expect(html).toContain('<ul')
    expect(html).toMatch(/<ol.*>1\)<\/span>/)
    expect(html).toMatch(/<blockquote.*<em>it<\/em>/)
    expect(html).toContain('<hr')
    expect(html).toMatch(/<th scope="col"[^>]*text-right">b<\/th>/)
  })

  it('puts tables, code and long formulas into a box that scrolls', () => {
    const html = render(`|a|b|\n|-|-|\n\n\`\`\`\nx\n\`\`\`\n\n$${'x+'.repeat(80)}x$`)
    expect(html.match(/scroll-box/g)).toHaveLength(3)
  })

  it('renders no page heading, link or image', () => {
    const html = render('# Step\n\n[a](http://x.example) ![b](http://x.example/y.png)')
    expect(html).not.toMatch(/<h\d|<a|<img|role="heading"/)
    expect(html).toContain('[a](http://x.example) ![b](http://x.example/y.png)')
  })

  it('shows the whole text of a code block, even with wrong ranges of syntax colours', () => {
    const validRanges = [{ kind: 'keyword' as const, length: 2 }]
    const excessiveRanges = [{ kind: 'string' as const, length: 900 }]
    for (const ranges of [validRanges, excessiveRanges, [...excessiveRanges, ...validRanges], []]) {
      const html = renderText([{ kind: 'code', language: 'c', text: 'if <b>', colours: ranges }])
      expect(html.replaceAll(/<[^>]*>/g, '')).toBe('if &lt;b&gt;')
    }
  })
})
