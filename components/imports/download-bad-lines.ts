import type { LineProblem } from './import-report'
import { readLineAt } from './read-line'

/** Gives the lines that cannot be used as a file: JSONL, one line each, with what is wrong and the line as it stands. */
export async function downloadBadLines(
  file: File,
  problems: readonly LineProblem[],
): Promise<void> {
  const report = await writeBadLines(file, problems)
  const address = URL.createObjectURL(new Blob([report], { type: 'application/x-ndjson' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${file.name.replace(/\.jsonl?$/i, '')}.cannot-be-used.jsonl`
  link.click()
  URL.revokeObjectURL(address)
}

export async function writeBadLines(file: Blob, problems: readonly LineProblem[]): Promise<string> {
  const byLine = Map.groupBy(problems, ({ line }) => line)
  let report = ''
  for (const [line, found] of byLine) {
    const { offset } = found[0]!
    const reasons = found.map(({ place, reason }) => ({ place, reason }))
    report += `${JSON.stringify({ line, offset, problems: reasons, text: await readLineAt(file, offset) })}\n`
  }
  return report
}
