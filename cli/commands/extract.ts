import type { Command } from 'commander'
import { runTaskOnFile, tellOutcomes } from '@/cli/run-line-task'
import type { Shell } from '@/cli/shell'

const help = `
Reads {"text": ...}, one a line, and writes each line with "answer" (null where there is none) and "found": stated where
the text says that it is its answer (# Answer, a box, "the answer is", ####, A:), last value where it is only the last
formula or number in the text, none. An import takes stated answers only. A line that has one of the two already is
refused, unless --replace is given. Needs no server.

Example:
  $ echo '{"text": "2 + 2 is 4. The answer is 4."}' | stepmark extract`

export function addExtract(parent: Command, shell: Shell): void {
  parent
    .command('extract')
    .description('find the final answer in each solution')
    .argument('[FILE]', 'JSONL; "-" or nothing for standard input')
    .option('--replace', 'answer and found that a line has already')
    .addHelpText('after', help)
    .action((file: string | undefined, options: { replace?: boolean }) =>
      extractFile(shell, file, options.replace ?? false),
    )
}

async function extractFile(
  shell: Shell,
  file: string | undefined,
  replaces: boolean,
): Promise<void> {
  const report = await runTaskOnFile(shell, file, { kind: 'extract', replaces })
  tellOutcomes(shell, report, ['stated', 'last value', 'none'])
}
