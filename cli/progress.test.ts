import { Writable } from 'node:stream'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatProgress, formatProgressBar, ProgressReporter } from './progress'
import type { Terminal } from './terminal'

function makeTerminal(isInteractive: boolean) {
  let output = ''
  const messages = new Writable({
    write(chunk, _, done) {
      output += String(chunk)
      done()
    },
  })
  const terminal = { messages, isInteractive } as unknown as Terminal
  return { terminal, output: () => output }
}

afterEach(() => vi.useRealTimers())

describe('progress', () => {
  test('draws a bar immediately in a terminal, then at most 5 times per second', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { terminal, output } = makeTerminal(true)
    const progress = new ProgressReporter(terminal, 'sending')
    progress.show({ done: 0, total: 100 })
    for (let i = 1; i <= 10; i += 1) {
      vi.advanceTimersByTime(100)
      progress.show({ done: i * 10, total: 100 })
    }
    const frames = output().split('\r\u001b[K').slice(1)
    expect(frames).toHaveLength(6)
    expect(frames.at(-1)).toBe(
      `sending [${'#'.repeat(24)}] 100% 100 bytes of 100 bytes, 100 bytes/s`,
    )
    progress.clear()
    expect(output().endsWith('\r\u001b[K')).toBe(true)
  })

  test('prints a line at intervals if the output is not a terminal', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { terminal, output } = makeTerminal(false)
    const progress = new ProgressReporter(terminal, 'sending')
    for (let seconds = 1; seconds <= 25; seconds += 1) {
      vi.advanceTimersByTime(1_000)
      progress.show({ done: seconds, total: 100 })
    }
    progress.clear()
    expect(output().match(/sending: \d+ bytes of 100 bytes/g)).toEqual([
      'sending: 10 bytes of 100 bytes',
      'sending: 20 bytes of 100 bytes',
    ])
  })

  test('computes the rate without the work that was done before the start', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { terminal, output } = makeTerminal(true)
    const progress = new ProgressReporter(terminal, 'sending')
    progress.show({ done: 1_000, total: 2_000 })
    vi.advanceTimersByTime(1_000)
    progress.show({ done: 1_010, total: 2_000 })
    expect(output()).toContain(' 10 bytes/s, ')
  })

  test('shows the count, the rate and the remaining time', () => {
    expect(formatProgress({ done: 12e6, total: 27e6 }, 3e6)).toBe(
      '12 MB of 27 MB, 3.0 MB/s, 5 seconds left',
    )
    expect(formatProgress({ done: 12e6, total: null, detail: '7 lines' }, 3e6)).toBe(
      '12 MB, 7 lines, 3.0 MB/s',
    )
    expect(formatProgress({ done: 0, total: 10 }, 0)).toBe('0 bytes of 10 bytes')
    const format = (count: number) => `${Math.round(count)} rows`
    expect(formatProgress({ done: 5, total: 5, format }, 1)).toBe('5 rows of 5 rows, 1 rows/s')
  })

  test('the bar has the same width for any count and total', () => {
    expect(formatProgressBar(1, 4)).toBe('[######------------------]  25% ')
    expect(formatProgressBar(0, null)).toBe('')
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (finishedCount, all) => {
        const bar = formatProgressBar(finishedCount, all)
        expect(bar === '' || /^\[#*-*\] {1,3}\d{1,3}% $/.test(bar)).toBe(true)
        if (all > 0) expect(bar.indexOf(']')).toBe(25)
      }),
    )
  })
})
