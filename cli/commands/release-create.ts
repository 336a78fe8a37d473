import { type Command, Option } from 'commander'
import { describeReleaseCounts, describeReleaseWarnings } from '@/cli/describe-release'
import { neutralHelp } from '@/cli/export-options'
import { followRelease } from '@/cli/follow-release'
import { findHeldOutLists } from '@/cli/held-out-lists'
import { withInterruptSignal } from '@/cli/interrupt'
import {
  addReleaseOptions,
  buildReleaseInput,
  rejectConflictingReleaseOptions,
  type ReleaseCommandOptions,
} from '@/cli/release-options'
import { createRelease } from '@/cli/release-requests'
import { addServerOption, readServerConnection, type ServerOptions } from '@/cli/server-connection'
import {
  printLine,
  printJson,
  printMessage,
  sanitiseForTerminal,
  type Terminal,
} from '@/cli/terminal'
import { releaseFormatNames } from '@/lib/exports/release-formats'
import { formatQuantity } from '@/lib/platform/format'

interface Options extends ServerOptions, ReleaseCommandOptions {
  project: string
  wait?: true
  detach?: true
  json?: true
}

const help = `
Freezes the submitted annotations of one moment into files with a manifest, dataset card and checksums, and prints the release
number. Excludes unfinished work, gold, screening and annotations that break the rules, unless you include them, and counts
them by reason. --test-share splits by problem into train and test; --since keeps the split of that release. Problems on
held-out lists never go into train. All lists of the project are used by default; choose some with --held-out, or none with
--no-held-out. Ctrl-C cancels.

--consensus sets how to combine several annotations of a solution: "each" keeps a row per annotation; "majority" takes the
most frequent first error; "dawid-skene" weights annotators by their accuracy; "adjudicated" takes the reviewer's labels, or
else the --fallback. Ties are excluded and counted.

--annotators takes a value of "labeler" as in exports: an account id, or the name in an imported file. Other values match
nothing, and a warning names them.

${neutralHelp}

Formats: ${releaseFormatNames.join(', ')}.

Example:
  $ stepmark release create "First" --project competition-maths --formats stepmark,trl-stepwise-parquet --neutral drop
  $ stepmark release create "Second" --project competition-maths --formats stepmark --test-share 0.1 --seed 7 --json`

export function addReleaseCreateCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('create')
    .description('create a release')
    .argument('<NAME>', 'name of the release')
    .requiredOption('--project <slug>', 'project slug, as in its URL')
  addReleaseOptions(command)
    .option('--wait', 'wait until it is written (default)')
    .addOption(new Option('--detach', 'return at once; the server continues').conflicts('wait'))
    .option('--json', 'print the release as JSON')
    .addHelpText('after', help)
    .action((name: string, options: Options) => makeRelease(terminal, name, options))
  addServerOption(command)
}

async function makeRelease(terminal: Terminal, name: string, options: Options): Promise<void> {
  const { project, detach, json } = options
  const server = readServerConnection(terminal, options)
  await rejectConflictingReleaseOptions(options)
  const { heldOut } = options
  const lists = heldOut && (await findHeldOutLists(server, project, heldOut))
  const ids = lists === false ? [] : lists?.map(({ list }) => list)
  const input = buildReleaseInput(project, name, options, ids)
  const release = await withInterruptSignal(async (signal) => {
    const context = { terminal, server, project, signal }
    const startedRelease = await createRelease(context, input)
    return detach ? startedRelease : followRelease(context, startedRelease)
  })
  if (json) printJson(terminal, release)
  else printLine(terminal, String(release.number))
  const projectOption = `--project ${project}`
  if (detach)
    return printMessage(
      terminal,
      `Release ${release.number} is being written. To see its progress: stepmark release show ${release.number} ${projectOption}`,
    )
  const files = formatQuantity(release.files.length, 'file')
  const rows = [
    `Release ${release.number}, ${sanitiseForTerminal(release.name)}: ${files}.`,
    ...describeReleaseCounts(release),
    ...describeReleaseWarnings(release),
    `To download: stepmark release download ${release.number} ${projectOption}`,
  ]
  printMessage(terminal, rows.join('\n'))
}
