import type { Command } from 'commander'
import {
  addServerOption,
  callServer,
  readServerConnection,
  type ServerOptions,
} from '@/cli/server-connection'
import { printLine, printJson, sanitiseForTerminal, type Terminal } from '@/cli/terminal'
import type { ReplyOf } from '@/lib/platform/contract'
import { formatQuantity } from '@/lib/platform/format'
import type { getProgressContract } from '@/lib/progress/contract'

type Progress = ReplyOf<typeof getProgressContract>

const help = `
Example:
  $ stepmark status`

export function addStatusCommand(parent: Command, terminal: Terminal): void {
  const command = parent
    .command('status')
    .description('show your account and the progress of your projects')
    .option('--json', 'print as JSON')
    .addHelpText('after', help)
    .action((options: ServerOptions & { json?: true }) => reportStatus(terminal, options))
  addServerOption(command)
}

async function reportStatus(
  terminal: Terminal,
  { json, ...options }: ServerOptions & { json?: true },
): Promise<void> {
  const server = readServerConnection(terminal, options)
  const account = await callServer(server, 'get /account', {})
  const { projects } = await callServer(server, 'get /projects', {})
  if (!json) {
    const role = account.isInstanceAdmin ? ', instance admin' : ''
    printLine(
      terminal,
      `${sanitiseForTerminal(account.name)} <${account.email}>${role}, at ${server.baseUrl}`,
    )
    if (projects.length === 0) printLine(terminal, 'No projects.')
  }
  const projectsWithProgress = []
  for (const project of projects) {
    const progress = await callServer(server, 'get /projects/{project}/progress', {
      project: project.slug,
    })
    projectsWithProgress.push({ ...project, progress })
    if (!json)
      printLine(
        terminal,
        `\n${project.slug}: ${sanitiseForTerminal(project.name)}\n${describeProgress(progress)}`,
      )
  }
  if (json) printJson(terminal, { account, projects: projectsWithProgress })
}

function describeProgress(progress: Progress): string {
  const { foundError, noError, givenUp, badProblem, imported, waiting, leased } = progress
  const annotationCount = foundError + noError + givenUp + badProblem
  return [
    `  ${formatQuantity(progress.problems, 'problem')}, ${formatQuantity(progress.solutions, 'solution')}` +
      // Null for annotators, who don't see the queue.
      (waiting === null ? '' : `: ${waiting} waiting, ${leased} in progress`),
    `  ${formatQuantity(annotationCount, 'annotation')}${progress.outcomes === 'own' ? ' by you' : ''}: ${foundError} with an error, ${noError} without, ${givenUp} given up, ` +
      `${formatQuantity(badProblem, 'bad problem')}; ${imported} imported`,
    `  ${formatQuantity(progress.people, 'person', 'people')}; ${progress.doneToday} by you today`,
  ].join('\n')
}
