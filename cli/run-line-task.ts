import { once } from 'node:events'
import { makeLineExcerpt, readLines } from '@/lib/formats/read-lines'
import { formatQuantity } from '@/lib/platform/format'
import { InterruptedError, raceSignal, withInterrupt } from './interrupt'
import { runOnLines, type TaskLine } from './line-pool'
import { LineProblems } from './line-problems'
import type { LineResult, LineTask } from './line-task'
import { openInput } from './open-input'
import { printMessage, type Shell } from './shell'

/** Longer lines are not solutions. */
const limits = { lineBytes: 16 * 1024 * 1024 }

export interface TaskReport {
  name: string
  lines: number
  refused: number
  /** Stopped early by Ctrl-C. */
  isStopped: boolean
  /** Number of lines by outcome. */
  outcomes: Map<string, number>
}

/** Runs a task on every line, writes the results and reports invalid lines. Waits for a slow reader of the output. */
export async function runTaskOnFile(
  shell: Shell,
  file: string | undefined,
  task: LineTask,
): Promise<TaskReport> {
  const { name, chunks } = await openInput(shell, file)
  const report: TaskReport = {
    name,
    lines: 0,
    refused: 0,
    isStopped: false,
    outcomes: new Map(),
  }
  const problems = new LineProblems(shell, name)
  const refuse = (line: number, location: string, reason: string, excerpt: string) => {
    report.refused += 1
    problems.report({ line, offset: 0, location, reason, excerpt })
  }
  async function* readTaskLines(): AsyncGenerator<TaskLine> {
    for await (const line of readLines(chunks, limits)) {
      report.lines += 1
      if ('error' in line)
        refuse(line.line, line.error.location, line.error.reason, line.error.excerpt)
      else yield { line: line.line, text: line.text }
    }
  }
  const take = async ([line, result]: [TaskLine, LineResult]) => {
    if ('reason' in result)
      return refuse(line.line, result.location, result.reason, makeLineExcerpt(line.text))
    report.outcomes.set(result.outcome, (report.outcomes.get(result.outcome) ?? 0) + 1)
    if (!shell.output.write(`${result.text}\n`)) await once(shell.output, 'drain')
  }
  try {
    report.isStopped = await processAll(runOnLines(task, readTaskLines()), take)
  } finally {
    problems.end()
  }
  // An open pipe would keep the process alive.
  if (report.isStopped) shell.input.destroy()
  if (report.refused > 0 || report.isStopped) shell.status = 1
  return report
}

/** Processes all items. Returns true if stopped by Ctrl-C. */
function processAll<T>(
  items: AsyncGenerator<T>,
  take: (item: T) => void | Promise<void>,
): Promise<boolean> {
  return withInterrupt(async (signal) => {
    try {
      for (;;) {
        const next = await raceSignal(items.next(), signal)
        if (next.done) return false
        await raceSignal(Promise.resolve(take(next.value)), signal)
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
export function reportOutcomes(shell: Shell, report: TaskReport, order: readonly string[]): void {
  const invalidText =
    report.refused > 0 ? `; ${formatQuantity(report.refused, 'line')} invalid` : ''
  const counts = order.length > 0 ? `: ${describeOutcomes(report, order)}` : ''
  const stopped = report.isStopped ? ' Stopped early: later lines were not processed.' : ''
  printMessage(
    shell,
    `${report.name}: ${formatQuantity(report.lines, 'line')}${counts}${invalidText}.${stopped}`,
  )
}

/** `3 correct, 1 wrong` */
function describeOutcomes({ outcomes }: TaskReport, order: readonly string[]): string {
  const counts = order.map((outcome) => `${outcomes.get(outcome) ?? 0} ${outcome}`)
  return counts.join(', ')
}
