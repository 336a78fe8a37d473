import { type Command, Option } from 'commander'
import { runTaskOnFile, tellOutcomes } from '@/cli/run-line-task'
import type { Shell } from '@/cli/shell'
import { type GraderMode, graderModes } from '@/lib/projects/settings'

interface Options {
  mode: GraderMode
  replace?: boolean
}

const help = `
Reads {"given": ..., "truth": ...}, one a line, and writes each line with "verdict" (correct, wrong or unsure) and
"reason". null is an answer that was not found. Nothing of an answer is ever run. A line that has one of the two already
is refused, unless --replace is given. Needs no server.

semantic  whether the two mean the same; unsure where that is not shown, and where graders part by policy
prm800k   as PRM800K's own grader: reduced fractions, whole numbers as such, tuples in order; unsure only without an answer
exact     the same text, spaces aside
numeric   the same number, units aside, within a thousandth of the reference
choice    the same letter of a multiple choice

Example:
  $ echo '{"given": "0.5", "truth": "1/2"}' | stepmark grade
  $ echo '{"given": "4/2", "truth": "2"}' | stepmark grade --mode prm800k`

export function addGrade(parent: Command, shell: Shell): void {
  parent
    .command('grade')
    .description('judge final answers against reference answers')
    .argument('[FILE]', 'JSONL; "-" or nothing for standard input')
    .addOption(
      new Option('--mode <name>', 'how answers are compared')
        .choices(graderModes)
        .default('semantic'),
    )
    .option('--replace', 'verdict and reason that a line has already')
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => gradeFile(shell, file, options))
}

async function gradeFile(
  shell: Shell,
  file: string | undefined,
  { mode, replace: replaces = false }: Options,
): Promise<void> {
  const report = await runTaskOnFile(shell, file, { kind: 'grade', mode, replaces })
  tellOutcomes(shell, report, ['correct', 'wrong', 'unsure'])
}
