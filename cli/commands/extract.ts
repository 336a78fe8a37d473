import type { Command } from 'commander'
import { describeOutcomes, runTaskOnFile } from '@/cli/run-line-task'
import { say, type Shell } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'

const help = `
Reads {"text": ...}, one a line, and writes each line with "answer" (null where there is none) and "found": stated where
the text says that it is its answer (# Answer, a box, "the answer is", ####, A:), last value where it is only the last
formula or number in the text, none. An import takes stated answers only. Needs no server.

Example:
  $ echo '{"text": "2 + 2 is 4. The answer is 4."}' | stepmark extract`

export function addExtract(parent: Command, shell: Shell): void {
  parent
    .command('extract')
    .description('find the final answer in each solution')
    .argument('[FILE]', 'JSONL; "-" or nothing for standard input')
    .addHelpText('after', help)
    .action((file: string | undefined) => extractFile(shell, file))
}

async function extractFile(shell: Shell, file: string | undefined): Promise<void> {
  const report = await runTaskOnFile(shell, file, { kind: 'extract' })
  const refused = report.refused > 0 ? `; ${formatNoun(report.refused, 'line')} cannot be used` : ''
  const counts = describeOutcomes(report, ['stated', 'last value', 'none'])
  say(shell, `${report.name}: ${formatNoun(report.lines, 'line')}: ${counts}${refused}.`)
}
