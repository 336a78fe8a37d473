import { type Command, Option } from 'commander'
import { followRelease } from '@/cli/follow-release'
import { findHeldOutLists } from '@/cli/held-out-lists'
import { withInterrupt } from '@/cli/interrupt'
import { createRelease } from '@/cli/release-calls'
import {
  addReleaseOptions,
  readReleaseInput,
  refuseMixtures,
  releaseFormats,
  type ReleaseOptions,
} from '@/cli/release-options'
import { describeCounts, describeWarnings } from '@/cli/release-words'
import { addServerOption, findServer, type ServerOptions } from '@/cli/server'
import { print, printJson, say, type Shell, showText } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'

interface Options extends ServerOptions, ReleaseOptions {
  project: string
  wait?: true
  detach?: true
  json?: true
}

const help = `
Freezes submitted annotations of one moment into files, with a manifest, a dataset card and checksums, and prints the
number of the release. Unfinished work, gold, screening and annotations that break the rules are left out unless asked
for; what is not taken is counted by why. Problems, not solutions, are put into train or test, with --since as in that
release unless told otherwise. The problems of held-out lists are never trained on: those of --held-out, else of all lists
of the project, with --no-held-out of none. Ctrl-C cancels it.

--consensus says what becomes of a solution that several people labelled: a row for each annotation, or one row. majority
takes the first error that most people gave, dawid-skene counts people by how often they are right, adjudicated takes the
reviewer's labels, else the --fallback. Solutions whose votes are even are left out, and counted.

Formats: ${releaseFormats.join(', ')}.

Example:
  $ stepmark release create "First" --project competition-maths --formats stepmark,trl-stepwise-parquet --neutral drop
  $ stepmark release create "Second" --project competition-maths --formats stepmark --test-share 0.1 --seed 7 --json`

export function addReleaseCreate(parent: Command, shell: Shell): void {
  const command = parent
    .command('create')
    .description('freeze an export')
    .argument('<NAME>', 'for people')
    .requiredOption('--project <name>', 'the project, by its name in addresses')
  addReleaseOptions(command)
    .option('--wait', 'until it is written (as it does anyway)')
    .addOption(new Option('--detach', 'end at once; the server goes on').conflicts('wait'))
    .option('--json', 'the release as JSON')
    .addHelpText('after', help)
    .action((name: string, options: Options) => makeRelease(shell, name, options))
  addServerOption(command)
}

async function makeRelease(shell: Shell, name: string, options: Options): Promise<void> {
  const { project, detach, json } = options
  const server = findServer(options)
  await refuseMixtures(options)
  const { heldOut } = options
  const lists = heldOut && (await findHeldOutLists(server, project, heldOut))
  const ids = lists === false ? [] : lists?.map(({ list }) => list)
  const input = readReleaseInput(project, name, options, ids)
  const release = await withInterrupt(async (signal) => {
    const calls = { shell, server, project, signal }
    const begun = await createRelease(calls, input)
    return detach ? begun : followRelease(calls, begun)
  })
  if (json) printJson(shell, release)
  else print(shell, String(release.number))
  const again = `--project ${project}`
  if (detach)
    return say(
      shell,
      `Release ${release.number} is being written: "stepmark release show ${release.number} ${again}" says how far it is.`,
    )
  const files = formatNoun(release.files.length, 'file')
  const rows = [
    `Release ${release.number}, ${showText(release.name)}: ${files}.`,
    ...describeCounts(release),
    ...describeWarnings(release),
    `"stepmark release download ${release.number} ${again}" brings them here.`,
  ]
  say(shell, rows.join('\n'))
}
