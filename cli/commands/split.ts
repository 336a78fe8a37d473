import type { Command } from 'commander'
import { makeSplittingOption } from '@/cli/file-options'
import { runLineTaskOnFile, printOutcomeCounts } from '@/cli/run-line-task'
import type { Terminal } from '@/cli/terminal'
import { type SplitStyle, splitStyles } from '@/lib/steps/split-steps'

interface Options {
  splitting: SplitStyle | 'auto'
  replace?: boolean
}

const help = `
Reads {"text": ...}, one per line, and adds "steps", "spans" (start and end of each step in the text, in UTF-16 code units;
only white space or step tags lie between) and "splitter" (style and version), as imports do. Rejects a line that already has
one of the three keys, unless you pass --replace. Needs no server.

step-tag    the tag \u043a\u0438 after each step
heading     "## Step 1", at least twice
step-n      "Step 1:" or "Step 1.", at least twice
blank-line  paragraphs; a formula or heading on its own joins its neighbour
line        lines; joined in the same way
auto        the first of these that the text has

Example:
  $ printf '%s\\n' '{"text": "2 + 2 is 4.\\n\\nSo the answer is 4."}' | stepmark split`

export function addSplitCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('split')
    .description('split solutions into steps')
    .argument('[FILE]', 'JSONL file; standard input if "-" or omitted')
    .addOption(makeSplittingOption().default('auto'))
    .option('--replace', 'overwrite existing steps, spans and splitter keys')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => splitFile(terminal, file, options))
}

async function splitFile(
  terminal: Terminal,
  file: string | undefined,
  { splitting: style, replace: replaces = false }: Options,
): Promise<void> {
  const report = await runLineTaskOnFile(terminal, file, { kind: 'split', style, replaces })
  const styles = splitStyles.filter((name) => report.outcomes.has(name))
  printOutcomeCounts(terminal, report, styles)
}
