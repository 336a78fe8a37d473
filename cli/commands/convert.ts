import { type Command, Option } from 'commander'
import type { NotHeard } from '@/cli/consensus-shelf'
import { makeConsensusOption, refuseMixedConsensus } from '@/cli/export-options'
import { inputFormats } from '@/cli/file-options'
import type { ConvertReport } from '@/cli/convert-file'
import { UsageError } from '@/cli/refusals'
import { say, type Shell } from '@/cli/shell'
import type { ConsensusName } from '@/lib/exports/consensus-names'
import {
  inputFormatSummaries,
  type InputFormatName,
  neutralPolicies,
  type NeutralPolicy,
  outputFormatNames,
  type OutputFormatName,
  outputFormatSummaries,
} from '@/lib/formats/format-names'
import { formatNoun } from '@/lib/platform/format'

interface Options {
  from: InputFormatName | 'auto'
  to: OutputFormatName
  neutral?: NeutralPolicy
  consensus: ConsensusName
}

const listFormats = (summaries: Readonly<Record<string, string>>) =>
  Object.entries(summaries)
    .map(([name, summary]) => `  ${name.padEnd(18)}${summary}`)
    .join('\n')

const help = `
Writes every annotation that the other format can express to standard output, unfinished ones as far as they go, and names
each line that cannot be read on standard error. gzip is unpacked. Needs no server. Nothing is left out for being gold or
screening: that is a release's business. Ends with 1 where a line cannot be read, and where no line could be written.

--neutral is needed by formats that know only right and wrong: positive and negative say what a neutral rating becomes,
drop ends a row before its first neutral step.

--consensus majority and dawid-skene make one row of the finished annotations of a solution, on where the first error is, from
lines that say who labelled: stepmark and prm800k. Even votes are left out. The file is then read before anything is written.

From (auto looks at each line):
${listFormats(inputFormatSummaries)}

To (docs/exports.md shows a line of each):
${listFormats(outputFormatSummaries)}

Example:
  $ echo '{"input": "1 + 1 =", "steps": ["So 3."], "answer": "3", "target": "2", "mistake_index": 0}' |
      stepmark convert --to trl-stepwise --neutral negative`

export function addConvert(parent: Command, shell: Shell): void {
  parent
    .command('convert')
    .description('translate labelled data from one format to another')
    .argument('[FILE]', 'JSONL, JSON or CSV, gzip or not; "-" or nothing for standard input')
    .addOption(
      new Option('--from <name>', 'how it is written').choices(inputFormats).default('auto'),
    )
    .addOption(
      new Option('--to <name>', 'how it is to be written')
        .choices(outputFormatNames)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--neutral <policy>', 'what becomes of neutral ratings').choices(neutralPolicies),
    )
    .addOption(makeConsensusOption())
    .addHelpText('after', help)
    .action((file: string | undefined, options: Options) => convert(shell, file, options))
}

async function convert(
  shell: Shell,
  file: string | undefined,
  { from, to, neutral, consensus }: Options,
): Promise<void> {
  if (consensus === 'adjudicated')
    throw new UsageError(
      'What reviewers ruled is in the project, and no line of a file says it: ask "stepmark export" or "release create" ' +
        'for it, or take --consensus majority or dawid-skene. Nothing was written.',
    )
  refuseMixedConsensus([to], consensus, undefined)
  const { convertFile } = await import('@/cli/convert-file')
  const { outputFormats } = await import('@/lib/formats/output-formats')
  if (outputFormats[to].needsNeutral && neutral === undefined)
    throw new UsageError(
      `The format ${to} knows only right and wrong: say with --neutral what becomes of neutral ratings (positive, ` +
        'negative or drop). Nothing was written.',
    )
  const report = await convertFile(shell, file, {
    ...{ from, to, neutral: neutral ?? null },
    consensus: consensus === 'each' ? null : consensus,
  })
  say(shell, describeReport(report, to))
  if (report.refused > 0 || report.written === 0) shell.status = 1
}

function describeReport(report: ConvertReport, to: OutputFormatName): string {
  const { name, lines, refused, unlabelled, unsaid, written } = report
  if (lines === 0) return `${name}: the file is empty, there is nothing to translate.`
  const counts = [`${formatNoun(lines, 'line')} read`, `${formatNoun(written, 'line')} written`]
  if (unlabelled > 0) counts.push(`${formatNoun(unlabelled, 'line')} without labels`)
  if (unsaid > 0) counts.push(`${formatNoun(unsaid, 'line')} that cannot be said in ${to}`)
  if (refused > 0) counts.push(`${formatNoun(refused, 'line')} cannot be used`)
  const isTold = written > 0 || (unlabelled + unsaid === 0 && report.notHeard.size > 0)
  const why = isTold ? '' : ` ${describeNothing(report, to)}`
  const left = [...report.notHeard].map(([reason, count]) => `${count} ${notHeardWords[reason]}`)
  const out = left.length > 0 ? ` Annotations left out: ${left.join('; ')}.` : ''
  return `${name}: ${counts.join(', ')}.${why}${out}`
}

const notHeardWords: Readonly<Record<NotHeard, string>> = {
  unfinished: 'given up, or of a bad problem',
  irregular: 'breaking the rules of labelling',
  otherSteps: 'of steps that were cut anew since',
  choice: 'choices among options, of which there is no consensus',
  again: 'older ones of the same people',
  older: 'older than the newest of their solution',
  tied: 'of solutions whose votes are even: somebody has to rule on them',
}

/** Why no line came of lines. */
function describeNothing({ unlabelled, unsaid }: ConvertReport, to: OutputFormatName): string {
  if (unlabelled + unsaid === 0) return 'Nothing could be translated.'
  if (unsaid === 0)
    return 'Nothing was translated: there are no labels, and labels are what is translated.'
  const unsayable = `the format ${to} has no words for these labels (docs/exports.md says what it takes)`
  return `Nothing was translated: ${unsayable}.`
}
