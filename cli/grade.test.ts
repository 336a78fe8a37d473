import { describe, expect, test } from 'vitest'
import { runCommand } from './testing/run-command'
import { useTemporaryFolder } from './testing/temporary-folder'

const folder = useTemporaryFolder()

const lines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('grade', () => {
  test('adds the verdict and its reason to each line and keeps its other fields', async () => {
    const line = '{"id": 12345678901234567890, "answer":"0.50", "reference": "\\\\frac{1}{2}" }'
    const { status, stdout, stderr } = await runCommand(['grade'], { input: line })
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout:
        '{"id": 12345678901234567890, "answer":"0.50", "reference": "\\\\frac{1}{2}", "verdict": "correct", "reason": "Both are the number 1/2."}\n',
      stderr: '-: 1 line: 1 correct, 0 wrong, 0 unsure.\n',
    })
  })

  test('grades graded lines again with --replace', async () => {
    const line = '{"answer": "1", "reference": "2", "verdict": "correct", "reason": ""}'
    const { stdout } = await runCommand(['grade', '--replace'], { input: line })
    expect(stdout.match(/"verdict"/g)).toHaveLength(1)
    expect(lines(stdout)).toEqual([
      { answer: '1', reference: '2', verdict: 'wrong', reason: 'The numbers differ: 1 and 2.' },
    ])
  })

  test.each(['verdict', 'reason'])(
    'rejects a line that already has %s and names the key',
    async (key) => {
      const line = JSON.stringify({ answer: '1', reference: '2', [key]: null })
      const input = `${line}\n{"answer": "1", "reference": "1"}\n`
      const { status, stdout, stderr } = await runCommand(['grade'], { input })
      expect(status).toBe(1)
      expect(lines(stdout)).toMatchObject([{ verdict: 'correct' }])
      expect(stderr).toContain(
        `-:1: ${key}: The line already has the key ${key}. Remove it or pass --replace.\n    ${line}\n`,
      )
    },
  )

  test('uses computer algebra for answers that rules cannot compare, unless --mode prm800k is set', async () => {
    const input =
      '{"answer": "\\\\int_0^1 2x\\\\,dx", "reference": "1"}\n{"answer": "4/2", "reference": "2"}'
    const verdicts = async (mode: string) => {
      const { stdout } = await runCommand(['grade', '--mode', mode], { input })
      return lines(stdout).map(({ verdict }) => verdict)
    }
    expect(await verdicts('semantic')).toEqual(['correct', 'correct'])
    expect(await verdicts('prm800k')).toEqual(['wrong', 'wrong'])
  })

  test('reports invalid lines and grades the others', async () => {
    const file = folder.write(
      'pairs.jsonl',
      [
        '{"answer": null, "reference": "2"}',
        '[]',
        '{"answer": 2, "reference": "2"}',
        '{"answer": "2"}',
        '{',
      ].join('\n'),
    )
    const { status, stdout, stderr } = await runCommand(['grade', file])
    expect(status).toBe(1)
    expect(lines(stdout)).toMatchObject([{ answer: null, verdict: 'unsure' }])
    expect(stderr).toContain(`${file}:2: line: It is not a JSON object.`)
    expect(stderr).toContain(
      `${file}:3: answer: It is a number. Use a string such as "2", or null.`,
    )
    expect(stderr).toContain(
      `${file}:4: reference: The line has no reference. Use a string, or null`,
    )
    expect(stderr).toContain(`${file}:5: line: It is not a JSON object.`)
    expect(stderr).toMatch(/5 lines: 0 correct, 0 wrong, 1 unsure; 4 lines invalid\.\n$/)
  })

  test('keeps the order of lines while grading them on all cores', async () => {
    const count = 3_000
    const input = Array.from({ length: count }, (_, i) =>
      JSON.stringify({ answer: `${i}`, reference: `${i % 3 === 0 ? i : i + 1}`, i }),
    )
    const { status, stdout, stderr } = await runCommand(['grade'], { input: input.join('\n') })
    expect(status).toBe(0)
    expect(lines(stdout).map(({ i, verdict }) => [i, verdict])).toEqual(
      Array.from({ length: count }, (_, i) => [i, i % 3 === 0 ? 'correct' : 'wrong']),
    )
    expect(stderr).toBe('-: 3,000 lines: 1000 correct, 2000 wrong, 0 unsure.\n')
  })

  test('grades huge or malicious answers in about a second each, and never as correct', async () => {
    const answers = [
      '9^{9^{9^9}}',
      'x'.repeat(1_500_000),
      '{'.repeat(100_000),
      '1\u00002',
      'eval("1")',
    ]
    const input = answers.map((text) => JSON.stringify({ answer: text, reference: '1' })).join('\n')
    const startedAt = performance.now()
    const { status, stdout } = await runCommand(['grade'], { input })
    expect(performance.now() - startedAt).toBeLessThan(1000 * answers.length)
    expect(status).toBe(0)
    expect(lines(stdout).map(({ verdict }) => verdict)).not.toContain('correct')
    expect(lines(stdout)).toHaveLength(answers.length)
  })
})

describe('extract', () => {
  test('adds the final answer and its source to each line', async () => {
    const input = ['So \\boxed{4}.', 'There are 4 of them.', 'Nothing.']
      .map((text) => JSON.stringify({ text }))
      .join('\n')
    const { status, stdout, stderr } = await runCommand(['extract'], { input })
    expect(status).toBe(0)
    expect(lines(stdout)).toMatchObject([
      { answer: '4', source: 'stated' },
      { answer: '4', source: 'last value' },
      { answer: null, source: 'none' },
    ])
    expect(stderr).toBe('-: 3 lines: 1 stated, 1 last value, 1 none.\n')
  })

  test.each(['answer', 'source'])(
    'rejects a line that already has %s, or overwrites it with --replace',
    async (key) => {
      const input = `${JSON.stringify({ text: 'So \\boxed{4}.', [key]: '3' })}\n{"text": "A: 5"}\n`
      const rejectedResult = await runCommand(['extract'], { input })
      expect(rejectedResult.status).toBe(1)
      expect(lines(rejectedResult.stdout)).toMatchObject([{ answer: '5' }])
      expect(rejectedResult.stderr).toContain(
        `-:1: ${key}: The line already has the key ${key}. Remove it or pass --replace.\n`,
      )
      const replaced = await runCommand(['extract', '--replace'], { input })
      expect(replaced).toMatchObject({ status: 0 })
      expect(lines(replaced.stdout)).toMatchObject([
        { answer: '4', source: 'stated' },
        { answer: '5', source: 'stated' },
      ])
    },
  )

  test('rejects a line whose solution text is not a string', async () => {
    const { status, stdout, stderr } = await runCommand(['extract'], { input: '{"text": null}' })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('-:1: text: It must be a string.')
  })
})
