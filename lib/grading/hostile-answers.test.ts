import { describe, expect, test } from 'vitest'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { extractAnswer } from './extract-answer'
import { gradeAnswer } from './grade-answer'

/** Long enough for quadratic time to show, in the short run too. */
const longLength = isFullTestRun ? 1_000_000 : 100_000
const repeatToLength = (part: string, length = longLength) =>
  part.repeat(Math.ceil(length / part.length))
/** Just below `maxAnswerLength`: longer answers are only compared as text. */
const lengthBelowLimit = 3900

const hostile = [
  ...['9^{9^{9^9}}', '9^9^9^9', '1000000!', '((((99)!)!)!)!', '10**100000', '(1/3)^{99999}'],
  '\\sum_{a=1}^{300} \\sum_{b=1}^{300} \\sum_{c=1}^{300} \\sum_{d=1}^{300} (a+b+c+d)',
  ...['\\sum_{k=1}^{10^{9}} k', '\\binom{1000000}{500000}', '\\sqrt[1000000]{2}', '1e9999'],
  ...['(', '{', '[', '\\{', '|', '\\frac{', '\\sqrt', '\\left(', '\\text{', '\\boxed{'].flatMap(
    (part) => [
      repeatToLength(part),
      repeatToLength(part, lengthBelowLimit),
      repeatToLength(part, 36),
    ],
  ),
  ...['9', 'x', '1,', '1.', '0.', '-', '=', '^', '_', '$', '\\', ' ', ' 1', "f'", '!'].flatMap(
    (part) => [repeatToLength(part), repeatToLength(part, lengthBelowLimit)],
  ),
  ...['\\{x|', '\\{x:', 'f(', "f'(", 'f^{-1}(', '(1,', '1\\frac', '1_{', 'x_', '\\pm 1 '].flatMap(
    (part) => [
      repeatToLength(part, lengthBelowLimit),
      repeatToLength(part, 36 * part.length),
      repeatToLength(part, 15 * part.length),
    ],
  ),
  ...['the answer is ', 'and ', 'A: ', '#### ', '# Answer\n'].map((part) => repeatToLength(part)),
  Array.from({ length: isFullTestRun ? 80_000 : 8_000 }, (_, i) => `\\boxed{${i + 50}}`).join(''),
  ...[
    repeatToLength('7/12345678901234567+', lengthBelowLimit),
    repeatToLength('\\sqrt{2}+', lengthBelowLimit),
    repeatToLength('x^2+', lengthBelowLimit),
  ],
  ...[
    repeatToLength('a=1, ', lengthBelowLimit),
    repeatToLength('x<1 \\text{ or } ', lengthBelowLimit),
    repeatToLength('\\pi, ', lengthBelowLimit),
  ],
  repeatToLength('\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', lengthBelowLimit),
]

const list = (write: (i: number) => string) =>
  Array.from({ length: 40 }, (_, i) => write(i)).join(', ')
const nest = (depth: number, name: number): string =>
  depth === 0 ? `${name}` : `\\{${nest(depth - 1, 2 * name)},${nest(depth - 1, 2 * name + 1)}\\}`
const product = (count: number, size: number) =>
  Array(count)
    .fill(
      `\\begin{pmatrix}${Array(size).fill(Array(size).fill('x').join('&')).join('\\\\')}\\end{pmatrix}`,
    )
    .join('')

/** Pairs of short answers with a quadratic number of comparisons, or with values that explode when evaluated. */
const slowPairs = (
  [
    [
      `\\{${list((i) => `\\sum_{k=1}^{300} kx^{${i}}`)}\\}`,
      `\\{${list((i) => `\\sum_{k=1}^{300} kx^{${i + 99}}`)}\\}`,
    ],
    [`\\{${list((i) => `\\sin(${i}x+1)`)}\\}`, `\\{${list((i) => `\\sin(${i}x+2)`)}\\}`],
    [
      `\\{${list((i) => `\\pi+10^{-${i + 20}}`)}\\}`,
      `\\{${list((i) => `\\pi+10^{-${i + 80}}`)}\\}`,
    ],
    [
      `\\{${list((i) => `(1234567/891234567)^{${i + 20}}`)}\\}`,
      `\\{${list((i) => `(1234567/891234569)^{${i + 20}}`)}\\}`,
    ],
    [list((i) => `y^2=x^3+${i}x+\\sin y`), list((i) => `y^2=x^3+${i}x+\\cos y`)],
    [`${'\\sqrt{x+1}+\\sqrt{x+2}+'.repeat(9)}\\sqrt{x+3}>20`, 'x>1'],
    [`(1${'23456789'.repeat(3)}x+1)^{9}+(9${'87654321'.repeat(3)}x+1)^{9}>|x|`, 'x>1'],
    [
      'y=\\sum_{k=1}^{300}\\sum_{j=1}^{300} x^k y^j',
      'x=\\sum_{k=1}^{300}\\sum_{j=1}^{300} y^k x^j',
    ],
    [nest(8, 1), nest(8, 2)],
    [product(8, 6), 'x'],
    [product(12, 2), product(11, 2)],
    [`x=${repeatToLength('1/2x+', 3500)}1`, `x=${repeatToLength('1/3x+', 3500)}1`],
  ] as const
).map(([a, b]) => [a.slice(0, 60), a, b] as const)

/** Programs, control characters and lone surrogates, and names of built-in object properties. */
const programs = [
  ...['1\u00002', '\u0000', '\ud800', "__import__('os').system('true')", 'eval("13")'],
  ...['process.exit(13)', "open('/etc/passwd')", '<script>13</script>', "'; drop table a;"],
  ...['constructor', '__proto__', '\\constructor', '\\toString{13}', 'toString(13)', 'a.valueOf()'],
  '${13}',
]

/** CPU time of this thread, so that a busy machine doesn't fail the test. */
function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

describe('hostile answers', () => {
  test.each(hostile.map((text) => [text.slice(0, 60), text.length, text]))(
    'are graded within a second, and not as correct for another reference: %s (%i characters)',
    (_start, _length, text) => {
      for (const mode of ['semantic', 'prm800k', 'exact', 'numeric', 'choice'] as const)
        for (const reference of ['13', 'x+\\sqrt{13}']) {
          const start = readCpuMs()
          const verdicts = [
            gradeAnswer(text, reference, mode).verdict,
            gradeAnswer(reference, text, mode).verdict,
          ]
          expect(readCpuMs() - start).toBeLessThan(1000)
          expect(verdicts).not.toContain('correct')
        }
    },
  )

  test.each(programs)('are never accepted for another reference: %s', (text) => {
    for (const mode of ['semantic', 'exact', 'numeric', 'choice'] as const)
      for (const reference of ['13', 'true', '2', '\\frac{1}{2}'])
        expect(gradeAnswer(text, reference, mode).verdict).not.toBe('correct')
  })

  test.each(slowPairs)('are compared with each other within a second: %s', (_start, a, b) => {
    const start = readCpuMs()
    gradeAnswer(a, b)
    expect(readCpuMs() - start).toBeLessThan(1000)
  })

  test('are compared in pairs and searched for a final answer quickly', () => {
    const start = readCpuMs()
    hostile.forEach((text, i) => {
      gradeAnswer(text, hostile[(i + 1) % hostile.length]!)
      extractAnswer(text)
    })
    expect((readCpuMs() - start) / hostile.length).toBeLessThan(200)
  })

  test('are graded as correct if the reference is the same text', () => {
    for (const text of hostile.filter((answer) => answer.trim() !== ''))
      expect(gradeAnswer(text, text).verdict).toBe('correct')
  })
})
