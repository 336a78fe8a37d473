import { type Command, Option } from 'commander'
import { runLineTaskOnFile, printOutcomeCounts } from '@/cli/run-line-task'
import type { Terminal } from '@/cli/terminal'
import { type GraderMode, graderModes } from '@/lib/projects/settings'

interface Options {
  mode: GraderMode
  replace?: boolean
}

const help = `
Reads {"answer": ..., "reference": ...}, one per line, and adds "verdict" (correct, wrong or unsure) and "reason". Both may be
null: no answer was found, or none is known. Answers are never executed. Rejects a line that already has "verdict" or "reason", unless
you pass --replace. Needs no server.

semantic  same meaning; unsure if that can't be shown, or if conventions disagree
prm800k   PRM800K's own rules: reduced fractions, exact whole numbers, ordered tuples; unsure only without an answer or reference
exact     same text, ignoring spaces
numeric   same number, ignoring units, within 0.1% of the larger one
choice    same letter of a multiple choice

Example:
  $ echo '{"answer": "0.5", "reference": "1/2"}' | stepmark grade
  $ echo '{"answer": "4/2", "reference": "2"}' | stepmark grade --mode prm800k`

export function addGradeCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('grade')
    .description('grade final answers against reference answers')
    .argument('[FILE]', 'JSONL file; standard input if "-" or omitted')
    .addOption(
      new Option('--mode <name>', 'comparison mode').choices(graderModes).default('semantic'),
    )
    .option('--replace', 'overwrite existing verdict and reason keys')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => gradeFile(terminal, file, options))
}

async function gradeFile(
  terminal: Terminal,
  file: string | undefined,
  { mode, replace: replaces = false }: Options,
): Promise<void> {
  const report = await runLineTaskOnFile(terminal, file, { kind: 'grade', mode, replaces })
  printOutcomeCounts(terminal, report, ['correct', 'wrong', 'unsure'])
}
