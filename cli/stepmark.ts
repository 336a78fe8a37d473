import { type Option, Command, Help } from 'commander'
import packageJson from '@/package.json' with { type: 'json' }
import { printError } from './errors'
import { nameOptionsInError } from './name-options-in-error'
import type { ExitStatus, Terminal } from './terminal'

/** Adds a command to the program, or to its group. */
type AddCommand = (parent: Command, terminal: Terminal) => void

type Loaders = Readonly<Record<string, () => Promise<AddCommand>>>

/** Commands by what they need, in the order of the help. */
const commandsByRequirement = {
  'Offline:': {
    demo: async () => (await import('./commands/demo')).addDemoCommand,
    validate: async () => (await import('./commands/validate')).addValidateCommand,
    convert: async () => (await import('./commands/convert')).addConvertCommand,
    split: async () => (await import('./commands/split')).addSplitCommand,
    extract: async () => (await import('./commands/extract')).addExtractAnswersCommand,
    grade: async () => (await import('./commands/grade')).addGradeCommand,
    diff: async () => (await import('./commands/diff')).addDiffCommand,
    select: async () => (await import('./commands/select')).addSelectCommand,
    'best-of-n': async () => (await import('./commands/best-of-n')).addBestOfNCommand,
    simulate: async () => (await import('./commands/simulate')).addSimulateCommand,
    agreement: async () => (await import('./commands/agreement')).addAgreementCommand,
  },
  'With a server (--url or STEPMARK_URL) and a token (STEPMARK_TOKEN):': {
    'project create': async () =>
      (await import('./commands/project-create')).addProjectCreateCommand,
    'project guideline': async () =>
      (await import('./commands/project-guideline')).addProjectGuidelineCommand,
    'project quality': async () =>
      (await import('./commands/project-quality')).addProjectQualitySettingsCommand,
    'project list': async () => (await import('./commands/project-list')).addProjectListCommand,
    import: async () => (await import('./commands/import')).addImportCommand,
    export: async () => (await import('./commands/export')).addExportCommand,
    'release create': async () =>
      (await import('./commands/release-create')).addReleaseCreateCommand,
    'release list': async () => (await import('./commands/release-list')).addReleaseListCommand,
    'release show': async () => (await import('./commands/release-show')).addReleaseShowCommand,
    'release download': async () =>
      (await import('./commands/release-download')).addReleaseDownloadCommand,
    'release diff': async () => (await import('./commands/release-diff')).addReleaseDiffCommand,
    'release push': async () => (await import('./commands/release-push')).addReleasePushCommand,
    'release held-out add': async () =>
      (await import('./commands/held-out-add')).addHeldOutAddCommand,
    'release held-out list': async () =>
      (await import('./commands/held-out-list')).addHeldOutListCommand,
    'release held-out remove': async () =>
      (await import('./commands/held-out-remove')).addHeldOutRemoveCommand,
    'scorer list': async () => (await import('./commands/scorer-list')).addScorerListCommand,
    'scorer add': async () => (await import('./commands/scorer-add')).addScorerAddCommand,
    'scorer train': async () => (await import('./commands/scorer-train')).addScorerTrainCommand,
    'score run': async () => (await import('./commands/score-run')).addScoreRunCommand,
    'score import': async () => (await import('./commands/score-import')).addScoreImportCommand,
    'score list': async () => (await import('./commands/score-list')).addScoreListCommand,
    'score show': async () => (await import('./commands/score-show')).addScoreShowCommand,
    'score cancel': async () => (await import('./commands/score-cancel')).addScoreCancelCommand,
    'score resume': async () => (await import('./commands/score-resume')).addScoreResumeCommand,
    'score export': async () => (await import('./commands/score-export')).addScoreExportCommand,
    'round plan': async () => (await import('./commands/round-plan')).addRoundPlanCommand,
    'round start': async () => (await import('./commands/round-start')).addRoundStartCommand,
    'round list': async () => (await import('./commands/round-list')).addRoundListCommand,
    'round show': async () => (await import('./commands/round-show')).addRoundShowCommand,
    'round close': async () => (await import('./commands/round-close')).addRoundCloseCommand,
    time: async () => (await import('./commands/time')).addTimeCommand,
    'gold list': async () => (await import('./commands/gold-list')).addGoldListCommand,
    'gold mark': async () => (await import('./commands/gold-mark')).addGoldMarkCommand,
    'gold unmark': async () => (await import('./commands/gold-unmark')).addGoldUnmarkCommand,
    'user invite': async () => (await import('./commands/user-invite')).addUserInviteCommand,
    'user list': async () => (await import('./commands/user-list')).addUserListCommand,
    'user role': async () => (await import('./commands/user-role')).addUserRoleCommand,
    'user remove': async () => (await import('./commands/user-remove')).addUserRemoveCommand,
    'user disable': async () => (await import('./commands/user-disable')).addUserDisableCommand,
    'user enable': async () => (await import('./commands/user-enable')).addUserEnableCommand,
    status: async () => (await import('./commands/status')).addStatusCommand,
    'token list': async () => (await import('./commands/token-list')).addTokenListCommand,
    'token revoke': async () => (await import('./commands/token-revoke')).addTokenRevokeCommand,
  },
  "On the server's host, with DATABASE_URL:": {
    'token create': async () => (await import('./commands/token-create')).addTokenCreateCommand,
    migrate: async () => (await import('./commands/migrate')).addMigrateCommand,
    'admin create': async () => (await import('./commands/admin-create')).addAdminCreateCommand,
    'user password-link': async () =>
      (await import('./commands/user-password-link')).addUserPasswordLinkCommand,
    'user totp-off': async () => (await import('./commands/user-totp-off')).addUserTotpOffCommand,
    serve: async () => (await import('./commands/serve')).addServeCommand,
    worker: async () => (await import('./commands/worker')).addWorkerCommand,
    doctor: async () => (await import('./commands/doctor')).addDoctorCommand,
    backup: async () => (await import('./commands/backup')).addBackupCommand,
    restore: async () => (await import('./commands/restore')).addRestoreCommand,
    grant: async () => (await import('./commands/grant')).addDatabaseGrantCommand,
    'secrets reseal': async () =>
      (await import('./commands/secrets-reseal')).addSecretsResealCommand,
    'secrets status': async () =>
      (await import('./commands/secrets-status')).addSecretsStatusCommand,
    'audit verify': async () => (await import('./commands/audit-verify')).addAuditVerifyCommand,
    'audit heads': async () => (await import('./commands/audit-heads')).addAuditHeadsCommand,
  },
} as const satisfies Record<string, Loaders>

/** By command name. A run loads only the commands that begin with the first argument; the help loads all. */
export const commandLoaders: Loaders = Object.assign(
  {},
  ...Object.values(commandsByRequirement),
) as Loaders

const [firstHeading] = Object.keys(commandsByRequirement)

const groupDescriptions: Readonly<Record<string, string>> = {
  project: 'manage projects: create, guideline, quality, list',
  release: 'manage releases: create, list, show, download, diff, push, held-out',
  'release held-out': 'manage held-out problems: add, list, remove',
  scorer: 'manage scorers: list, add, train',
  score: 'manage score runs: run, import, list, show, cancel, resume, export',
  round: 'rounds of the queue: plan, start, list, show, close',
  gold: 'manage gold (known answers): list, mark, unmark',
  token: 'manage API tokens: list, revoke; on the host: create',
  admin: 'manage instance admins: create',
  audit: 'check the audit log: verify, heads',
  secrets: 'manage encrypted secrets: reseal, status',
  user: 'manage people: invite, list, role, remove, disable, enable; on the host: password-link, totp-off',
}

const overview = `
Data goes to standard output, messages to standard error.
Requests to a server are repeated for up to a minute if the network or the server fails. A repeated request makes a change only once.
Exit status: 0 success, 1 invalid data or rejected request, 2 wrong usage.

Example:
  $ stepmark import --help`

function describeOption(option: Option): string {
  const description = new Help().optionDescription(option)
  return option.mandatory ? `${description} (required)` : description
}

/** Builds the program with the commands that begin with the first argument, or with all if there is none. */
export async function buildProgram(argv: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command('stepmark')
    .description('Step-level human feedback on model-generated solutions.')
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('For help, add --help.')
    .configureHelp({ optionDescription: describeOption })
    .configureOutput({
      writeOut: (text) => terminal.output.write(text),
      writeErr: (text) => terminal.messages.write(text),
    })
    .addHelpText('after', overview)
  const names = Object.keys(commandLoaders)
  const matching = names.filter((name) => name.split(' ')[0] === argv[0])
  for (const [heading, loaders] of Object.entries<Loaders>(commandsByRequirement)) {
    program.commandsGroup(heading)
    if (heading === firstHeading)
      program.helpCommand('help [command]', 'show the help of a command')
    for (const [name, load] of Object.entries(loaders)) {
      if (matching.length > 0 && !matching.includes(name)) continue
      const addCommand = await load()
      addCommand(findGroup(program, name.split(' ').slice(0, -1)), terminal)
    }
  }
  return program
}

/** Finds or creates a command group. */
function findGroup(program: Command, path: readonly string[]): Command {
  let parent = program
  for (const [i, part] of path.entries()) {
    const subcommand = parent.commands.find((command) => command.name() === part)
    parent = subcommand ?? addGroup(parent, path.slice(0, i + 1).join(' '))
  }
  return parent
}

function addGroup(parent: Command, name: string): Command {
  const group = parent.command(name.split(' ').at(-1)!).description(groupDescriptions[name]!)
  // A separate help command: an inherited one would be listed under the group heading of the overview.
  return group.helpCommand('help [command]', 'show the help of a command')
}

/** Removes `--help` after an unknown command. Otherwise Commander would print the group's help and exit with 0. */
function dropHelpAfterUnknownCommand(program: Command, argv: readonly string[]): readonly string[] {
  let command = program
  for (const word of argv) {
    if (command.commands.length === 0 || word.startsWith('-') || word === 'help') return argv
    const next = command.commands.find((subcommand) => subcommand.name() === word)
    if (!next) return argv.filter((argument) => argument !== '--help' && argument !== '-h')
    command = next
  }
  return argv
}

/** Runs a command line without the program name. Never throws. */
export async function runStepmark(
  argv: readonly string[],
  terminal: Terminal,
): Promise<ExitStatus> {
  let command: Command | null = null
  try {
    const program = await buildProgram(argv, terminal)
    program.hook('preAction', (_program, action) => void (command = action))
    await program.parseAsync(dropHelpAfterUnknownCommand(program, argv), { from: 'user' })
    return terminal.status
  } catch (error) {
    return printError(terminal, nameOptionsInError(error, command))
  }
}
