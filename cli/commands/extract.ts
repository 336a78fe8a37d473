import type { Command } from 'commander'
import { runTaskOnFile, reportOutcomes } from '@/cli/run-line-task'
import type { Shell } from '@/cli/shell'

const help = `
Reads {"text": ...}, one per line, and adds "answer" (null if none was found) and "source": "stated" if the text states its
answer (# Answer, a box, "the answer is", ####, A:), "last value" if it is only the last formula or number, or "none". Imports
use stated answers only. Rejects a line that already has one of the two keys, unless you pass --replace. Needs no server.

Example:
  $ echo '{"text": "2 + 2 is 4. The answer is 4."}' | stepmark extract`

export function addExtract(parent: Command, shell: Shell): void {
  parent
    .command('extract')
    .description('extract the final answer of each solution')
    .argument('[FILE]', 'JSONL file; standard input if "-" or omitted')
    .option('--replace', 'overwrite existing answer and source keys')
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
  reportOutcomes(shell, report, ['stated', 'last value', 'none'])
}
