import { Command } from 'commander'
import packageJson from '@/package.json' with { type: 'json' }
import { tellRefusal } from './refusals'
import type { ExitStatus, Shell } from './shell'

/** Adds a command to the program, or to its group. */
type AddCommand = (parent: Command, shell: Shell) => void

/** Each command, in the order of the overview. One is loaded to run it, all for the overview. */
export const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  validate: async () => (await import('./commands/validate')).addValidate,
  'project create': async () => (await import('./commands/project-create')).addProjectCreate,
  'project guideline': async () =>
    (await import('./commands/project-guideline')).addProjectGuideline,
  'project list': async () => (await import('./commands/project-list')).addProjectList,
  import: async () => (await import('./commands/import')).addImport,
  export: async () => (await import('./commands/export')).addExport,
  grade: async () => (await import('./commands/grade')).addGrade,
  extract: async () => (await import('./commands/extract')).addExtract,
  status: async () => (await import('./commands/status')).addStatus,
  'token list': async () => (await import('./commands/token-list')).addTokenList,
  'token create': async () => (await import('./commands/token-create')).addTokenCreate,
  migrate: async () => (await import('./commands/migrate')).addMigrate,
  'admin create': async () => (await import('./commands/admin-create')).addAdminCreate,
  doctor: async () => (await import('./commands/doctor')).addDoctor,
}

const groups: Readonly<Record<string, string>> = {
  project: 'projects: create, guideline, list',
  token: 'tokens for scripts: list, create',
  admin: 'instance admins: create',
}

const overview = `
validate, grade and extract need nothing. project, import, export, status and token list need a server (--url or
STEPMARK_URL) and a token (STEPMARK_TOKEN). token create, migrate, admin and doctor run on the server's host, with
DATABASE_URL.

Standard output carries data only; words go to standard error.
Exit status: 0 done, 1 the data has errors or was refused, 2 wrong usage.

Example:
  $ stepmark import --help`

/** The program with the commands that these arguments can mean. */
export async function buildProgram(argv: readonly string[], shell: Shell): Promise<Command> {
  const program = new Command('stepmark')
    .description('Step-level human feedback on model-generated solutions, from a terminal.')
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('Add --help to see how it is used.')
    .configureOutput({
      writeOut: (text) => shell.output.write(text),
      writeErr: (text) => shell.messages.write(text),
    })
    .addHelpText('after', overview)
  const first = argv[0] ?? ''
  const names = Object.keys(commands)
  const meant = names.filter((name) => name.split(' ')[0] === first)
  for (const name of meant.length > 0 ? meant : names) {
    const addCommand = await commands[name]!()
    addCommand(name.includes(' ') ? findGroup(program, name.split(' ')[0]!) : program, shell)
  }
  return program
}

function findGroup(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name)
  return known ?? program.command(name).description(groups[name]!)
}

/** Runs one command line, without the program's name before it, to its end. Throws nothing. */
export async function runStepmark(argv: readonly string[], shell: Shell): Promise<ExitStatus> {
  try {
    const program = await buildProgram(argv, shell)
    await program.parseAsync(argv, { from: 'user' })
    return shell.status
  } catch (error) {
    return tellRefusal(shell, error)
  }
}
