import { once } from 'node:events'
import { excerptLine, readLines } from '@/lib/formats/read-lines'
import { runOnLines, type TaskLine } from './line-pool'
import { tellLineProblem } from './line-problems'
import type { LineTask } from './line-task'
import { openInput } from './open-input'
import type { Shell } from './shell'

/** Solutions can be long; what is longer than this is none. */
const limits = { lineBytes: 16 * 1024 * 1024 }

export interface TaskReport {
  name: string
  lines: number
  refused: number
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
  const report: TaskReport = { name, lines: 0, refused: 0, outcomes: new Map() }
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
  for await (const [line, result] of runOnLines(task, takeLines())) {
    if ('reason' in result) {
      refuse(line.line, result.place, result.reason, excerptLine(line.text))
      continue
    }
    report.outcomes.set(result.outcome, (report.outcomes.get(result.outcome) ?? 0) + 1)
    if (!shell.output.write(`${result.text}\n`)) await once(shell.output, 'drain')
  }
  if (report.refused > 0) shell.status = 1
  return report
}

/** `3 correct, 1 wrong` */
export function describeOutcomes({ outcomes }: TaskReport, order: readonly string[]): string {
  const counts = order.map((outcome) => `${outcomes.get(outcome) ?? 0} ${outcome}`)
  return counts.join(', ')
}
