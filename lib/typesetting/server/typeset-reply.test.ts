import { afterAll, describe, expect, it } from 'vitest'
import { listFormulaHtml, joinTypesetText } from '@/lib/typesetting/testing/read-typeset'
import { maxPageTextCharacters } from '../reply-typesetter'
import { maxTypesetNodes, pageTypesetBudget } from '../typeset-limits'
import { typesetText } from '../typeset-text'
import { stopTypesetThreads } from './typeset-pool'
import { typesetReply } from './typeset-reply'

afterAll(stopTypesetThreads)

const formulas = (count: number) => Array.from({ length: count }, (_, i) => `$x_{${i}}$`).join(' ')
const typesetAll = (sources: readonly string[], options?: Parameters<typeof typesetReply>[1]) =>
  typesetReply(({ text }) => sources.map(text), options)

describe('a reply that is typeset in a thread', () => {
  it('equals a reply that is typeset in the main thread', async () => {
    const sources = ['Let $x^2$ be', '- one\n- *two*', 'plain', '|a|\n|-|\n|$y$|']
    const reply = await typesetReply(({ text, textWithSource }) => ({
      count: 1,
      texts: sources.map(text),
      first: textWithSource(sources[0]!),
      when: new Date(0),
    }))
    expect(reply).toEqual({
      count: 1,
      texts: sources.map((source) => typesetText(source)),
      first: { text: typesetText(sources[0]!), source: sources[0] },
      when: new Date(0),
    })
  })

  it('has syntax colours in code', async () => {
    // On a machine under load, the first attempt may exceed its time limit.
    await expect
      .poll(() => typesetAll(['```c\nreturn 1;\n```']))
      .toMatchObject([[{ kind: 'code', colours: [{ kind: 'keyword', length: 6 }, {}, {}] }]])
  })

  it('can contain a typeset excerpt of a long text', async () => {
    const largeFormula = `$\\begin{matrix}${'&'.repeat(100)}\\end{matrix}$`
    const reply = await typesetReply(({ excerpt, answerExcerpt }) => [
      excerpt(`The $x$ ${'word '.repeat(100_000)}`, 20),
      excerpt('|a|b|\n|-|-|\n'.padEnd(300_000, '|1|2|\n'), 20),
      answerExcerpt('\\frac12', 20),
      excerpt(`Let $x$ be. ${formulas(300)}`, 11),
      excerpt(largeFormula, 160),
    ])
    expect(listFormulaHtml(reply[4]!)).toEqual([])
    expect(listFormulaHtml(reply[3]!)).toHaveLength(1)
    expect(reply.map((text) => joinTypesetText(text))).toEqual([
      'The x word word …',
      expect.stringMatching(/^.{0,20} …$/s),
      '\\frac12',
      'Let x be. …',
      largeFormula,
    ])
  })

  it('is typeset up to its budget; the remaining texts are complete but plain', async () => {
    const sources = Array.from({ length: 40 }, (_, i) => `${i}: ${formulas(60)}`)
    const texts = await typesetAll(sources, { budget: { ...pageTypesetBudget, nodes: 1_000 } })
    const isPlain = texts.map((text) => text[0]?.kind === 'plain')
    expect(isPlain.indexOf(true)).toBeGreaterThan(3)
    expect(isPlain.lastIndexOf(false)).toBeLessThan(10)
    expect(texts.at(-1)).toEqual([{ kind: 'plain', text: sources.at(-1), reason: 'long' }])
  })

  it('shows texts without markup as usual, without a notice, when its budget is used up', async () => {
    const texts = await typesetAll([formulas(60), 'So it is.'], {
      budget: { ...pageTypesetBudget, nodes: 10 },
    })
    expect(texts[1]).toEqual([{ kind: 'paragraph', pieces: [{ kind: 'text', text: 'So it is.' }] }])
  })

  it('typesets the sections of a long text until its budget is used up', async () => {
    const sections = Array.from({ length: 33_000 }, () => '# x')
    const text = await typesetReply((typesetter) => typesetter.sections(sections))
    expect(text.length).toBeLessThan(pageTypesetBudget.nodes)
    expect(text.length).toBeGreaterThan(500)
    expect(text.at(-1)).toMatchObject({ kind: 'plain', reason: 'long' })
  })

  it('contains only the beginning of a text that is too long for a page, with a notice', async () => {
    const source = 'So $x$ is. '.repeat(40_000)
    const [long, short] = await typesetReply(({ beginningWithSource }) =>
      [source, 'So $x$'].map(beginningWithSource),
    )
    expect(long!.source).toBe(source.slice(0, maxPageTextCharacters))
    expect(long!.text.at(-1)).toEqual({ kind: 'plain', text: '', reason: 'cut' })
    expect(short!.text).toEqual(typesetText('So $x$'))
  })

  it('has plain texts if no thread is free in time', async () => {
    const [text] = await typesetAll(['Let $x$'], { maxWaitMs: 0 })
    expect(text).toEqual([{ kind: 'plain', text: 'Let $x$', reason: 'slow' }])
  })
})

describe('the typeset form of a single text', () => {
  it.each([
    ['a table', '|a|b|\n|-|-|\n'.padEnd(100_000, '|1|2|\n')],
    ['headings', '# x\n'.repeat(maxTypesetNodes + 1)],
    ['a list', '- x\n'.repeat(maxTypesetNodes)],
  ])('of %s is plain if it has too many nodes', (_, source) => {
    expect(typesetText(source)).toEqual([{ kind: 'plain', text: source, reason: 'long' }])
  })

  it('is plain and complete if the text is too long', () => {
    const source = 'word '.repeat(100_000)
    expect(typesetText(source)).toEqual([{ kind: 'plain', text: source, reason: 'long' }])
  })

  it('has a notice if some formulas are not typeset', () => {
    expect(typesetText('$x$ '.repeat(300)).at(-1)).toEqual({
      kind: 'plain',
      text: '',
      reason: 'formulas',
    })
  })
})
