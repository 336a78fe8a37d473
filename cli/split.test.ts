import { describe, expect, test } from 'vitest'
import { splitSteps } from '@/lib/steps/split-steps'
import { runCommand } from './testing/run-command'

interface SplitLine {
  text: string
  steps: string[]
  spans: [number, number][]
  splitter: string
}

const readLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SplitLine)

describe('split', () => {
  test('adds the steps, their positions and the name of the splitter to each line', async () => {
    const text = 'Add: 2 + 2 = 4.\n\nSo the\nanswer is 4.'
    const { status, stdout, stderr } = await runCommand(['split'], {
      input: `{"id": 7, "text": ${JSON.stringify(text)}}\n`,
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '-: 1 line: 1 blank-line.\n' })
    expect(stdout).toMatch(/^\{"id": 7, "text": /)
    const [line] = readLines(stdout)
    expect(line).toMatchObject({
      steps: ['Add: 2 + 2 = 4.', 'So the\nanswer is 4.'],
      spans: [
        [0, 15],
        [17, 36],
      ],
      splitter: 'blank-line/1',
    })
    expect(line!.spans.map(([start, end]) => text.slice(start, end))).toEqual(line!.steps)
  })

  test('splits texts into steps by --splitting, in the same way as an import', async () => {
    const text = '## Step 1\na\nb\n\n## Step 2\nc'
    for (const style of ['line', 'heading', 'auto'] as const) {
      const { stdout } = await runCommand(['split', '--splitting', style], {
        input: JSON.stringify({ text }),
      })
      const { steps, spans, style: chosenStyle, version } = splitSteps(text, style)
      expect(readLines(stdout)).toEqual([
        { text, steps, spans, splitter: `${chosenStyle}/${version}` },
      ])
    }
  })

  test('reports invalid lines and splits the others', async () => {
    const { status, stdout, stderr } = await runCommand(['split'], {
      input: '{"text": 1}\n{"text": "a"}\n[]\n',
    })
    expect(status).toBe(1)
    expect(readLines(stdout)).toMatchObject([{ steps: ['a'] }])
    expect(stderr).toContain('-:1: text: It must be a string.')
    expect(stderr).toMatch(/3 lines: 1 line; 2 lines invalid\.\n$/)
  })

  test.each(['steps', 'spans', 'splitter'])(
    'rejects a line that already has %s, or overwrites it with --replace',
    async (key) => {
      const line = JSON.stringify({ text: 'a\nb', [key]: ['mine'] })
      const input = `${line}\n{"text": "c"}\n`
      const rejectedResult = await runCommand(['split'], { input })
      expect(rejectedResult.status).toBe(1)
      expect(readLines(rejectedResult.stdout)).toMatchObject([{ text: 'c' }])
      expect(rejectedResult.stderr).toContain(
        `-:1: ${key}: The line already has the key ${key}. Remove it or pass --replace.\n    ${line}\n`,
      )
      const replaced = await runCommand(['split', '--replace'], { input })
      expect(replaced.status).toBe(0)
      expect(readLines(replaced.stdout)).toMatchObject([
        { text: 'a\nb', steps: ['a', 'b'], splitter: 'line/1' },
        { text: 'c' },
      ])
    },
  )

  test('keeps the order of lines while splitting them on all cores', async () => {
    const texts = Array.from({ length: 2_000 }, (_, i) => `One of ${i}.\nTwo of ${i}.`)
    const input = texts.map((text) => JSON.stringify({ text })).join('\n')
    const { stdout } = await runCommand(['split'], { input })
    expect(readLines(stdout).map(({ text, steps }) => [text, steps.length])).toEqual(
      texts.map((text) => [text, 2]),
    )
  })
})
