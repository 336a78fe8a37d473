import { once } from 'node:events'
import { excerptLine, readLines } from '@/lib/formats/read-lines'
import { formatNoun } from '@/lib/platform/format'
import { Interrupted, raceSignal, withInterrupt } from './interrupt'
import { runOnLines, type TaskLine } from './line-pool'
import { tellLineProblem } from './line-problems'
import type { LineResult, LineTask } from './line-task'
import { openInput } from './open-input'
import { say, type Shell } from './shell'

/** Solutions can be long; what is longer than this is none. */
const limits = { lineBytes: 16 * 1024 * 1024 }

export interface TaskReport {
  name: string
  lines: number
  refused: number
  /** By Ctrl-C, before its end. */
  isStopped: boolean
  /** How often each came out. */
  outcomes: Map<string, number>
}

/** Reads lines, writes each with what was found, names those that cannot be used. As slow as whoever reads the output. */
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
  const refuse = (line: number, place: string, reason: string, start: string) => {
    report.refused += 1
    tellLineProblem(shell, name, { line, offset: 0, place, reason, start })
  }
  async function* takeLines(): AsyncGenerator<TaskLine> {
    for await (const line of readLines(chunks, limits)) {
      report.lines += 1
      if ('problem' in line)
        refuse(line.line, line.problem.place, line.problem.reason, line.problem.start)
      else yield { line: line.line, text: line.text }
    }
  }
  const take = async ([line, result]: [TaskLine, LineResult]) => {
    if ('reason' in result)
      return refuse(line.line, result.place, result.reason, excerptLine(line.text))
    report.outcomes.set(result.outcome, (report.outcomes.get(result.outcome) ?? 0) + 1)
    if (!shell.output.write(`${result.text}\n`)) await once(shell.output, 'drain')
  }
  report.isStopped = await takeAll(runOnLines(task, takeLines()), take)
  // Nobody reads on, and a pipe that stays open would hold the process.
  if (report.isStopped) shell.input.destroy()
  if (report.refused > 0 || report.isStopped) shell.status = 1
  return report
}

/** Until there are no more, or Ctrl-C: true then. */
function takeAll<T>(
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
      // Not awaited: it may wait for a line that never comes.
      void items.return(undefined)
      if (error instanceof Interrupted) return true
      throw error
    }
  })
}

/** `pairs.jsonl: 4 lines: 3 correct, 1 wrong.` */
export function tellOutcomes(shell: Shell, report: TaskReport, order: readonly string[]): void {
  const refused = report.refused > 0 ? `; ${formatNoun(report.refused, 'line')} cannot be used` : ''
  const counts = order.length > 0 ? `: ${describeOutcomes(report, order)}` : ''
  const stopped = report.isStopped ? ' Stopped: what comes after was not looked at.' : ''
  say(shell, `${report.name}: ${formatNoun(report.lines, 'line')}${counts}${refused}.${stopped}`)
}

/** `3 correct, 1 wrong` */
function describeOutcomes({ outcomes }: TaskReport, order: readonly string[]): string {
  const counts = order.map((outcome) => `${outcomes.get(outcome) ?? 0} ${outcome}`)
  return counts.join(', ')
}
