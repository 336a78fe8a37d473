import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { runTaskOnLines, type LineTaskInput } from './line-pool'
import { runLineTaskOnFile, printOutcomeCounts } from './run-line-task'
import type { Terminal } from './terminal'

const task = { kind: 'extract', replaces: false } as const
const write = (line: number) => ({ line, text: JSON.stringify({ text: `A: ${line}` }) })

test('runTaskOnLines yields the result of a line before the next line arrives', async () => {
  let confirmResult = () => {}
  const waitForResult = () => new Promise<void>((resolve) => (confirmResult = resolve))
  async function* waitForEach(): AsyncGenerator<LineTaskInput> {
    for (const line of [1, 2, 3]) {
      const resultPromise = waitForResult()
      yield write(line)
      await resultPromise
    }
  }
  const numbers: number[] = []
  for await (const [{ line }, result] of runTaskOnLines(task, waitForEach())) {
    expect(result).toMatchObject({ outcome: 'stated' })
    numbers.push(line)
    confirmResult()
  }
  expect(numbers).toEqual([1, 2, 3])
})

test('runTaskOnLines keeps the order of lines across full and partial batches', async () => {
  async function* pauseNowAndThen(): AsyncGenerator<LineTaskInput> {
    for (let line = 1; line <= 1200; line++) {
      if (line === 100 || line === 900) await new Promise((resolve) => setTimeout(resolve, 150))
      yield write(line)
    }
  }
  const numbers: number[] = []
  for await (const [{ line }] of runTaskOnLines(task, pauseNowAndThen())) numbers.push(line)
  expect(numbers).toEqual(Array.from({ length: 1200 }, (_, i) => i + 1))
})

test('runTaskOnLines throws the error of its input stream', async () => {
  async function* fail(): AsyncGenerator<LineTaskInput> {
    yield write(1)
    throw new Error('gone')
  }
  const take = async () => {
    for await (const [{ line }] of runTaskOnLines(task, fail())) expect(line).toBe(1)
  }
  await expect(take()).rejects.toThrow('gone')
})

test('after Ctrl-C, a command reports the counts of the results written so far', async () => {
  const [input, output, messages] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const terminal: Terminal = {
    input,
    output,
    messages,
    isInteractive: false,
    firstRetryMs: 1,
    status: 0,
  }
  output.once('data', () => process.emit('SIGINT'))
  input.write('{"text": "A: 5"}\n')
  const report = await runLineTaskOnFile(terminal, undefined, task)
  printOutcomeCounts(terminal, report, ['stated', 'last value', 'none'])
  expect(terminal.status).toBe(1)
  expect(String(messages.read())).toBe(
    '-: 1 line: 1 stated, 0 last value, 0 none. Stopped early: later lines were not processed.\n',
  )
})
