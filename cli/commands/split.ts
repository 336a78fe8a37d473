import type { Command } from 'commander'
import { makeSplittingOption } from '@/cli/file-options'
import { runTaskOnFile, tellOutcomes } from '@/cli/run-line-task'
import type { Shell } from '@/cli/shell'
import { type SplitStyle, splitStyles } from '@/lib/steps/split-steps'

interface Options {
  splitting: SplitStyle | 'auto'
  replace?: boolean
}

const help = `
Reads {"text": ...}, one a line, and writes each line with "steps", "spans" (where each begins and ends in the text, in
UTF-16 units: between them is nothing but white space or step tags) and "splitter" (style and version). As an import
does it. A line that has one of the three already is refused, unless --replace is given. Needs no server.

step-tag    the tag \u043a\u0438 after each step
heading     "## Step 1", at two places or more
step-n      "Step 1:" or "Step 1.", at two places or more
blank-line  paragraphs
line        lines
auto        the first of these that the text has

Example:
  $ printf '%s\\n' '{"text": "2 + 2 is 4.\\n\\nSo the answer is 4."}' | stepmark split`

export function addSplit(parent: Command, shell: Shell): void {
  parent
    .command('split')
    .description('cut solutions into steps')
    .argument('[FILE]', 'JSONL; "-" or nothing for standard input')
    .addOption(makeSplittingOption().default('auto'))
    .option('--replace', 'steps, spans and splitter that a line has already')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => splitFile(shell, file, options))
}

async function splitFile(
  shell: Shell,
  file: string | undefined,
  { splitting: style, replace: replaces = false }: Options,
): Promise<void> {
  const report = await runTaskOnFile(shell, file, { kind: 'split', style, replaces })
  const found = splitStyles.filter((name) => report.outcomes.has(name))
  tellOutcomes(shell, report, found)
}
