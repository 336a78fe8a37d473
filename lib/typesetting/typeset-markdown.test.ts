import { describe, expect, it } from 'vitest'
import { flattenBlocks, joinTypesetText, outlineTypesetText } from './testing/read-typeset'
import { typesetText } from './typeset-text'

describe('Markdown lines and emphasis', () => {
  it.each([
    ['one\n\ntwo', ['one', 'two']],
    ['one\ntwo', ['one\ntwo']],
    ['one\r\ntwo\r\n\r\nthree', ['one\ntwo', 'three']],
    ['So x = 12.\n\n# Answer\n\n12', ['So x = 12.', 'H1(Answer)', '12']],
    ['## Step 1: $x$\nLet us see', ['H2(Step 1: <x>)', 'Let us see']],
    ['**Step 1: let $x$ be** 2', ['S(Step 1: let )<x>S( be) 2']],
    ['**so $x=2$**, *or $y$*', ['S(so )<x=2>, E(or )<y>']],
    ['**so $$x$$ holds**', ['S(so)', '<<x>>', 'S(holds)']],
    ['an *idea* of **weight**.', ['an E(idea) of S(weight).']],
    ['**Answer:**$x$', ['S(Answer:)<x>']],
    ['答案是**重点**了', ['答案是S(重点)了']],
    ['never *closed', ['never *closed']],
    ['****', ['****']],
    ['run `f($x$)` once', ['run C(f($x$)) once']],
    ['above\n\n---\n\nbelow', ['above', '----', 'below']],
    ['a sum\n---\n* * *', ['a sum', '----', '----']],
  ])('in %j are read as %j', (source, expected) => {
    expect(outlineTypesetText(source)).toEqual(expected)
  })
})

describe('text that only looks like Markdown', () => {
  it.each([
    'a < b and c > d',
    '2*3*4, x**2, 2**-1 and 5 * 6 * 7',
    '(a)*(b)*(c), 2*(3+4)*x and 25%*40*.5',
    'x_1 and x_2, _ and __init__',
    '10\n- 2 = 8',
    '- 2 = 8',
    '+ 3 = 11',
    '5 apples\n+ 2 apples\n+ 1 apple',
    '> 5',
    'x\n> 3, so',
    '>>> print(2)',
    'a \\! b \\> c \\[ d',
    '-2 + 5\n=3',
    'a\n=====\nb',
    '|x| + |y| = 3',
    '<b>bold</b> &lt;i&gt; ![a](http://x/y.png) [a](javascript:alert(1))',
    '[1]: http://x/y "t"',
    '<https://x.example> https://y.example',
    'a\\,b \\{1, 2\\} \\alpha',
    '\u2E280\u2E29 \uE000 and \0',
  ])('is kept unchanged: %j', (source) => {
    expect(outlineTypesetText(source)).toEqual([source])
    // The same in a text that needs the Markdown reader.
    expect(outlineTypesetText(`${source}\n\n- An item`)).toEqual([source, '• {An item}'])
  })

  it('includes an escaped character, without its backslash', () => {
    expect(outlineTypesetText('\\*a\\* \\_b\\_ \\# \\$5')).toEqual(['*a* _b_ # $5'])
    expect(outlineTypesetText('\\# of 5')).toEqual(['# of 5'])
  })
})

describe('Markdown lists', () => {
  it.each([
    ['- one\n- two', ['• {one} • {two}']],
    ['* one $x$\n* **two**: $$y$$', ['• {one <x>} • {S(two): / <<y>>}']],
    ['1. one\n2. two\n5) five', ['1. {one} 2. {two}', '5) {five}']],
    ['3. three\n1. one', ['3. {three} 1. {one}']],
    ['- one\n  - two\n    lines\n\n  more\n- three', ['• {one / • {two\nlines} / more} • {three}']],
    ['1. one\n   - two\n     1. three', ['1. {one / • {two / 1. {three}}}']],
    ['So:\n- 1\n- 2', ['So:', '• {1} • {2}']],
    ['- 1\n- 2\n- 3', ['• {1} • {2} • {3}']],
    ['Step 1\n- 20 = 10 (so)\n- 30 = 15 (so)', ['Step 1', '• {20 = 10 (so)} • {30 = 15 (so)}']],
    ['Text\n- A word', ['Text', '• {A word}']],
    ['    - in\n      - deeper', ['• {in / • {deeper}}']],
    ['1. a\n\\[x\\]\n2. b', ['1. {a / <<x>>} 2. {b}']],
    ['- An\n  ```js\n  x\n    y\n  ```\n- b', ['• {An / [js] x\n  y} • {b}']],
    ['- ```js\n  x\n  ```', ['• {[js] x}']],
    ['1. $a$\n\nbetween\n\n2. $b$', ['1. {<a>}', 'between', '2. {<b>}']],
  ])('in %j are read as %j', (source, expected) => {
    expect(outlineTypesetText(source)).toEqual(expected)
  })
})

describe('Markdown quotations', () => {
  it.each([
    ['> a word\n> more\n\nafter', ['> {a word\nmore}', 'after']],
    ['> - one\n> - two', ['> {• {one} • {two}}']],
    ['> so $$\n> x\n> $$', ['> {so / <<x>>}']],
    ['> so $x\n> + y_1$', ['> {so <x\n+ y_1>}']],
    ['> ```\n> code > this\n> ```\n> after', ['> {[] code > this / after}']],
    ['> ```\n> a\n>     b\n>\n>\tc\n> ```', ['> {[] a\n    b\n\nc}']],
    ['> > ```\n> >   > a\n> > ```', ['> {> {[]   > a}}']],
    ['> - ```\n>   a\n>     b\n>   ```', ['> {• {[] a\n  b}}']],
    ['> > deep words', ['> {> {deep words}}']],
  ])('in %j are read as %j', (source, expected) => {
    expect(outlineTypesetText(source)).toEqual(expected)
  })
})

describe('Markdown tables', () => {
  it.each([
    ['| a | b |\n|---|--:|\n| 1 | 2 |', ['{a | b} {1 | 2}']],
    ['a | $|x|$\n--|--\n`|` | **2**', ['{a | <|x|>} {C(|) | S(2)}']],
    ['|a|b|\n|-|-|\n|1|2|\nafter', ['{a | b} {1 | 2}', 'after']],
    ['|a|b|\n|-|-|\n|1|2|3|4|\n|5|', ['{a | b} {1 | 2|3|4} {5 | }']],
    ['|a|b|\n|-|-|\n|$$x$$|\\|y\\||', ['{a | b} {<x> | |y|}']],
    ['- An\n\n  |a|b|\n  |-|-|\n  |1|2|', ['• {An / {a | b} {1 | 2}}']],
    ['|a|\n|-|-|', ['|a|\n|-|-|']],
  ])('in %j are read as %j', (source, expected) => {
    expect(outlineTypesetText(source)).toEqual(expected)
  })

  it('have column alignment', () => {
    const [table] = typesetText('|a|b|c|\n|:-|:-:|-:|\n')
    expect(table).toMatchObject({ columns: ['left', 'center', 'right'] })
  })

  it('with more columns than the maximum are kept as text', () => {
    const wide = `${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|`
    expect(outlineTypesetText(wide)).toEqual([wide])
  })
})

describe('Markdown code', () => {
  it.each([
    ['```python\nprint("$x$")\n```\nthen', ['[python] print("$x$")', 'then']],
    ['~~~\nnot closed', ['[] not closed']],
    ['```\n\n  a\n\n```', ['[]   a']],
    ['a \\begin{tabular}{c}$1$\\end{tabular}', ['a', '[] \\begin{tabular}{c}$1$\\end{tabular}']],
    ['[asy]label("$A$");[/asy] is drawn', ['[asy] label("$A$");', 'is drawn']],
    ['```', ['```']],
    ['    four spaces', ['four spaces']],
  ])('in %j is read as %j', (source, expected) => {
    expect(outlineTypesetText(source)).toEqual(expected)
  })
})

describe('deeply nested Markdown', () => {
  const writeLevels = (times: number, write: (level: number) => string) =>
    Array.from({ length: times }, (_, level) => write(level)).join('\n')

  it.each([
    ['lists', writeLevels(300, (level) => `${' '.repeat(2 * level)}- word${level}`)],
    ['quotations', writeLevels(300, (level) => `${'>'.repeat(level)} word${level}`)],
    ['lists in a line', `${'- '.repeat(300)}word`],
    ['quotations in a line', `${'> '.repeat(300)}word`],
    ['both in a line', `${'> - '.repeat(300)}word`],
    ['numbers in a line', `${'1. '.repeat(300)}word`],
    ['quotations in a list', writeLevels(300, (level) => `${' '.repeat(level)}- > word${level}`)],
  ])('of %s keeps all text, and its depth is limited', (_, source) => {
    const text = typesetText(source)
    const read = joinTypesetText(text).match(/word\d*/g)
    expect(read).toEqual(source.match(/word\d*/g))
    expect(measureDepth(JSON.stringify(text))).toBeLessThan(200)
    expect(flattenBlocks(text).length).toBeLessThan(2_000)
  })
})

function measureDepth(json: string): number {
  let depth = 0
  let deepest = 0
  for (const letter of json) {
    if (letter === '[' || letter === '{') depth += 1
    else if (letter === ']' || letter === '}') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
