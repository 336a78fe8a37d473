import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readItemRecord } from '@/lib/formats/detect-input-format'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { anyCharacter } from '@/lib/platform/testing/any-character'
import { longTextLength, scaleRuns } from '@/lib/platform/testing/report-figures'
import { findFormulasAndCode } from './find-formulas'
import { splitSteps, splitStyles, type SplitStyle } from './split-steps'

describe('splitSteps with a style', () => {
  test.each<[SplitStyle, string, string[]]>([
    [
      'step-tag',
      'Step 1: Add. ки\nStep 2:\n\nIt is 4. The answer is: 4 ки',
      ['Step 1: Add.', 'Step 2:\n\nIt is 4. The answer is: 4'],
    ],
    [
      'heading',
      'Let us see.\n\n## Step 1: Add\n\n2 + 2\n\nis 4\n### step 2\nDone.',
      ['Let us see.', '## Step 1: Add\n\n2 + 2\n\nis 4', '### step 2\nDone.'],
    ],
    [
      'step-n',
      'First:\n\nStep 1: add\n\nmore\n**Step 2.** done',
      ['First:', 'Step 1: add\n\nmore', '**Step 2.** done'],
    ],
    [
      'blank-line',
      'One\nstill one.\n \t\n\nTwo.\r\n\r\nThree.\n',
      ['One\nstill one.', 'Two.', 'Three.'],
    ],
    ['line', ' One.\nTwo.\r\nThree.\n', ['One.', 'Two.', 'Three.']],
  ])('gives the same steps whether %s is detected or requested', (style, text, steps) => {
    expect(splitSteps(text)).toMatchObject({ style, version: 1, steps })
    expect(splitSteps(text, style).steps).toEqual(steps)
  })

  test('uses a requested style instead of the detected one', () => {
    expect(splitSteps('a\nb\n\nc', 'line').steps).toEqual(['a', 'b', 'c'])
    expect(splitSteps('Step 1: a\nStep 2: b', 'blank-line').steps).toEqual(['Step 1: a\nStep 2: b'])
  })
})

describe('splitSteps detects the style', () => {
  test.each<[string, SplitStyle]>([
    ['Книги такие.\nРуки.', 'line'],
    ['One ки', 'step-tag'],
    ['Step 1: only one mark\n\nand prose\n\nand more', 'blank-line'],
    ['## Step 1\n\nprose', 'blank-line'],
    ['##### Step 1\n\n##### Step 2', 'blank-line'],
    ['In Step 1: x\n\nand in Step 2: y', 'blank-line'],
    ['```\nStep 1: a\nStep 2: b\n```\n\nend', 'blank-line'],
    ['a\n$$\nb\n\nc\n$$', 'line'],
    ['So x.\nAnd y.\n\n# Answer\n\n7', 'line'],
    ['', 'line'],
  ])('of the text %j as %s', (text, style) => {
    expect(splitSteps(text).style).toBe(style)
  })
})

describe('splitSteps', () => {
  test.each([
    ['# Way\n\nWe add.\n\n# Answer\n\n4', ['# Way\n\nWe add.', '# Answer\n\n4']],
    ['# One\n\n## Two\n\nText.\n\n# End', ['# One\n\n## Two\n\nText.', '# End']],
    ['# One\ntext at once\n\nmore', ['# One\ntext at once', 'more']],
    [
      'We have\n\n\\[ x = 1 \\]\n\n$$y = 2$$.\n\nso z',
      ['We have\n\n\\[ x = 1 \\]\n\n$$y = 2$$.', 'so z'],
    ],
    ['We have\n\n$x = 1$, \\(y\\);\n\nso', ['We have\n\n$x = 1$, \\(y\\);', 'so']],
    ['$x = 1$\n\nso it is $1$', ['$x = 1$', 'so it is $1$']],
    ['Two cases:\n\n- a\n\n- b', ['Two cases:\n\n- a', '- b']],
    ['**Case 1:**\n\nx\n\ny', ['**Case 1:**\n\nx', 'y']],
    ['A:\n\nB:\n\nC\n\nD:', ['A:\n\nB:\n\nC', 'D:']],
    ['Code\n\n```\na\n\nb\n```\n\nend', ['Code', '```\na\n\nb\n```', 'end']],
    ['One\n\n$$\nx\n\ny\n$$ then\n\nTwo', ['One', '$$\nx\n\ny\n$$ then', 'Two']],
    [
      'One\n\n\\begin{align}\nx\n\ny\n\\end{align} so\n\nTwo',
      ['One', '\\begin{align}\nx\n\ny\n\\end{align} so', 'Two'],
    ],
  ])('joins paragraphs that belong together: %j becomes %j', (text, steps) => {
    expect(splitSteps(text, 'blank-line').steps).toEqual(steps)
  })

  test.each([
    ['So I have\n\\[\nx\n\\]\nand', ['So I have\n\\[\nx\n\\]', 'and']],
    ['Let:\nx = 1\ny = 2\n# Answer\n7', ['Let:\nx = 1', 'y = 2', '# Answer\n7']],
    ['a\n```\nb\nc\n```\nd', ['a', '```\nb\nc\n```', 'd']],
  ])('joins lines that belong together: %j becomes %j', (text, steps) => {
    expect(splitSteps(text, 'line').steps).toEqual(steps)
  })

  test.each(['$$', '\\[', '\\begin{align}', '```'])(
    'does not join steps because of an unclosed %s',
    (mark) => {
      const text = `One\n\n${mark}\nx\n\nTwo\n\nThree`
      expect(splitSteps(text).steps).toEqual(['One', `${mark}\nx`, 'Two', 'Three'])
    },
  )
})

test('splitSteps returns no step for a blank text, and one step for a text that has only step tags', () => {
  expect(splitSteps(' \n\n\t')).toMatchObject({ spans: [], steps: [] })
  expect(splitSteps(' ки\nки ')).toMatchObject({
    style: 'step-tag',
    spans: [[1, 6]],
    steps: ['ки\nки'],
  })
})

const text = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          '\n',
          '\n\n',
          ' ',
          'word',
          '.',
          ':',
          ' ки',
          '# ',
          'Step 1: ',
          '## Step 2',
        ),
      },
      {
        weight: 3,
        arbitrary: fc.constantFrom(
          '$',
          '$$',
          '\\[',
          '\\]',
          '\\begin{a}',
          '\\end{a}',
          '```',
          '~~~',
          '\\',
        ),
      },
      fc.string({ unit: anyCharacter, maxLength: 3 }),
      fc.constantFrom('\r\n', '\u2028', '\u00a0', '\ufeff', '\ud83d', '5', '# Answer\n\n'),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))
const anyStyle = fc.constantFrom<(SplitStyle | 'auto')[]>('auto', ...splitStyles)

describe('splitSteps, for any text', () => {
  test('returns spans that cover the text, with only white space and tags between them', () => {
    fc.assert(
      fc.property(text, anyStyle, (text, style) => {
        const result = splitSteps(text, style)
        const gaps: string[] = []
        let joined = ''
        let before = 0
        result.spans.forEach(([start, end], index) => {
          expect(start).toBeGreaterThanOrEqual(before)
          gaps.push(text.slice(before, start))
          joined += text.slice(before, start) + text.slice(start, end)
          const step = text.slice(start, end)
          expect(result.steps[index]).toBe(step)
          expect(step).toBe(step.trim())
          expect(step).not.toBe('')
          before = end
        })
        gaps.push(text.slice(before))
        expect(joined + text.slice(before)).toBe(text)
        const gapText =
          result.style === 'step-tag' ? gaps.join(' ').replaceAll('ки', '') : gaps.join('')
        expect(gapText.trim()).toBe('')
        expect(result.steps.length > 0).toBe(text.trim() !== '')
      }),
      { numRuns: scaleRuns(3000) },
    )
  })

  test('never starts or ends a step inside a display formula or code', () => {
    fc.assert(
      fc.property(text, anyStyle, (text, style) => {
        const unsplittableRanges = findFormulasAndCode(text).filter(({ kind }) => kind !== 'inline')
        for (const edge of splitSteps(text, style).spans.flat()) {
          const range = unsplittableRanges.find(({ start, end }) => start < edge && edge < end)
          // White space at the start of a code range is trimmed like any other.
          const isMargin = range && text.slice(range.start, edge).trim() === ''
          const isTail = range && text.slice(edge, range.end).trim() === ''
          expect(!range || isMargin || isTail).toBe(true)
        }
      }),
      { numRuns: scaleRuns(3000) },
    )
  })

  test('does not split a step again in the same style', () => {
    fc.assert(
      fc.property(text, anyStyle, (text, style) => {
        const result = splitSteps(text, style)
        for (const step of result.steps) {
          expect(splitSteps(step, result.style).steps).toEqual([step])
        }
      }),
      { numRuns: scaleRuns(5000) },
    )
  })
})

test(`splitSteps splits texts of ${longTextLength.toLocaleString('en')} characters within 30 s, in every style`, () => {
  const parts = [
    '\n',
    '\n\n',
    'a\n\n',
    'a:\n\n',
    '$x$\n\n',
    '$$x$$\n\n',
    '# a\n',
    ' ки',
    'Step 1: a\n',
    '\\begin{a}\n',
    '   ',
  ]
  for (const part of parts) {
    const { steps, spans } = splitSteps(part.repeat(longTextLength / part.length))
    expect(steps.length).toBe(spans.length)
  }
  for (const style of splitStyles)
    expect(
      splitSteps('a:\n$x$ ки\n'.repeat(longTextLength / 10), style).steps.length,
    ).toBeGreaterThan(0)
}, 30_000)

test('splitSteps splits real solutions without losing text', (context) => {
  const lines = readSharedDataLines(
    context,
    'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl',
  )
  const texts = lines.flatMap((line) => {
    const result = readItemRecord('generic', {
      line: 1,
      offset: 0,
      byteLength: line.length,
      text: line,
    })
    return result.ok ? result.record.solutions.map(({ text }) => text ?? '') : []
  })
  const counts = new Map<SplitStyle, number>()
  for (const text of texts) {
    const { style, steps } = splitSteps(text)
    counts.set(style, (counts.get(style) ?? 0) + 1)
    expect(steps.length).toBeGreaterThanOrEqual(2)
    expect(steps.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  }
  expect(Object.fromEntries(counts)).toEqual({
    heading: 24,
    'step-n': 36,
    'blank-line': 258,
    line: 2,
  })
})

test('splitSteps detects the styles of real solutions from GSM8K (line) and Math-Shepherd (step-tag)', (context) => {
  const readStyle = (value: unknown) => splitSteps(String(value)).style
  for (const line of readSharedDataLines(context, 'candidates/gsm8k-model-solutions.jsonl')) {
    for (const model of Object.values(JSON.parse(line) as Record<string, unknown>)) {
      if (typeof model !== 'object' || model === null || !('solution' in model)) continue
      expect(readStyle(model.solution)).toBe('line')
    }
  }
  for (const line of readSharedDataLines(context, 'formats/math-shepherd.real.jsonl')) {
    const { input, label } = JSON.parse(line) as { input: string; label: string }
    const { style, steps } = splitSteps(input)
    expect(style).toBe('step-tag')
    expect(steps).toHaveLength(label.match(/[+-](?=\n|$)/g)?.length ?? 0)
  }
})
