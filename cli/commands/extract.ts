import type { Command } from 'commander'
import { runLineTaskOnFile, printOutcomeCounts } from '@/cli/run-line-task'
import type { Terminal } from '@/cli/terminal'

const help = `
Reads {"text": ...}, one per line, and adds "answer" (null if none was found) and "source": "stated" if the text states its
answer (# Answer, a box, "the answer is", ####, A:), "last value" if it is only the last formula or number, or "none". Imports
use stated answers only. Rejects a line that already has one of the two keys, unless you pass --replace. Needs no server.

Example:
  $ echo '{"text": "2 + 2 is 4. The answer is 4."}' | stepmark extract`

export function addExtractAnswersCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('extract')
    .description('extract the final answer of each solution')
    .argument('[FILE]', 'JSONL file; standard input if "-" or omitted')
    .option('--replace', 'overwrite existing answer and source keys')
    .addHelpText('after', help)
    .action((file: string | undefined, options: { replace?: boolean }) =>
      extractFile(terminal, file, options.replace ?? false),
    )
}

async function extractFile(
  terminal: Terminal,
  file: string | undefined,
  replaces: boolean,
): Promise<void> {
  const report = await runLineTaskOnFile(terminal, file, { kind: 'extract', replaces })
  printOutcomeCounts(terminal, report, ['stated', 'last value', 'none'])
}
