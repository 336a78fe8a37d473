import { once } from 'node:events'
import { makeLineExcerpt, readLines } from '@/lib/formats/read-lines'
import { formatQuantity } from '@/lib/platform/format'
import { InterruptedError, rejectOnAbort, withInterruptSignal } from './interrupt'
import { LineErrorPrinter } from './line-error-printer'
import { runTaskOnLines, type LineTaskInput } from './line-pool'
import type { LineTaskResult, LineTask } from './line-task'
import { openInput } from './open-input'
import { printMessage, type Terminal } from './terminal'

/** More than the line of any realistic solution. */
const limits = { lineBytes: 16 * 1024 * 1024 }

export interface LineTaskReport {
  name: string
  lines: number
  invalidLines: number
  /** Stopped early by Ctrl-C. */
  isStopped: boolean
  /** Number of lines by outcome. */
  outcomes: Map<string, number>
}

/** Runs a task on every line, writes the results and reports invalid lines. Waits for a slow reader of the output. */
export async function runLineTaskOnFile(
  terminal: Terminal,
  file: string | undefined,
  task: LineTask,
): Promise<LineTaskReport> {
  const { name, chunks } = await openInput(terminal, file)
  const report: LineTaskReport = {
    name,
    lines: 0,
    invalidLines: 0,
    isStopped: false,
    outcomes: new Map(),
  }
  const errorPrinter = new LineErrorPrinter(terminal, name)
  const addLineError = (line: number, location: string, reason: string, excerpt: string) => {
    report.invalidLines += 1
    errorPrinter.report({ line, offset: 0, location, reason, excerpt })
  }
  async function* readTaskLines(): AsyncGenerator<LineTaskInput> {
    for await (const line of readLines(chunks, limits)) {
      report.lines += 1
      if ('error' in line)
        addLineError(line.line, line.error.location, line.error.reason, line.error.excerpt)
      else yield { line: line.line, text: line.text }
    }
  }
  const writeResult = async ([line, result]: [LineTaskInput, LineTaskResult]) => {
    if ('reason' in result)
      return addLineError(line.line, result.location, result.reason, makeLineExcerpt(line.text))
    report.outcomes.set(result.outcome, (report.outcomes.get(result.outcome) ?? 0) + 1)
    if (!terminal.output.write(`${result.text}\n`)) await once(terminal.output, 'drain')
  }
  try {
    report.isStopped = await processAll(runTaskOnLines(task, readTaskLines()), writeResult)
  } finally {
    errorPrinter.end()
  }
  // An open pipe would keep the process alive.
  if (report.isStopped) terminal.input.destroy()
  if (report.invalidLines > 0 || report.isStopped) terminal.status = 1
  return report
}

/** Processes all items. Returns true if stopped by Ctrl-C. */
function processAll<T>(
  items: AsyncGenerator<T>,
  handleItem: (item: T) => void | Promise<void>,
): Promise<boolean> {
  return withInterruptSignal(async (signal) => {
    try {
      for (;;) {
        const next = await rejectOnAbort(items.next(), signal)
        if (next.done) return false
        await rejectOnAbort(Promise.resolve(handleItem(next.value)), signal)
      }
    } catch (error) {
      // Not awaited: it waits for the next line, which may never come.
      void items.return(undefined)
      if (error instanceof InterruptedError) return true
      throw error
    }
  })
}

/** `pairs.jsonl: 4 lines: 3 correct, 1 wrong.` */
export function printOutcomeCounts(
  terminal: Terminal,
  report: LineTaskReport,
  order: readonly string[],
): void {
  const invalidText =
    report.invalidLines > 0 ? `; ${formatQuantity(report.invalidLines, 'line')} invalid` : ''
  const counts = order.length > 0 ? `: ${describeOutcomes(report, order)}` : ''
  const stoppedText = report.isStopped ? ' Stopped early: later lines were not processed.' : ''
  printMessage(
    terminal,
    `${report.name}: ${formatQuantity(report.lines, 'line')}${counts}${invalidText}.${stoppedText}`,
  )
}

/** `3 correct, 1 wrong` */
function describeOutcomes({ outcomes }: LineTaskReport, order: readonly string[]): string {
  const counts = order.map((outcome) => `${outcomes.get(outcome) ?? 0} ${outcome}`)
  return counts.join(', ')
}
