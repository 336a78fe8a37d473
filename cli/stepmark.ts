import { Command } from 'commander'
import packageJson from '@/package.json' with { type: 'json' }
import { reportError } from './errors'
import type { ExitStatus, Shell } from './shell'

/** Adds a command to the program, or to its group. */
type AddCommand = (parent: Command, shell: Shell) => void

type Loaders = Readonly<Record<string, () => Promise<AddCommand>>>

/** Commands by what they need, in the order of the help. */
const kinds = {
  'Offline:': {
    validate: async () => (await import('./commands/validate')).addValidate,
    convert: async () => (await import('./commands/convert')).addConvert,
    split: async () => (await import('./commands/split')).addSplit,
    extract: async () => (await import('./commands/extract')).addExtract,
    grade: async () => (await import('./commands/grade')).addGrade,
    diff: async () => (await import('./commands/diff')).addDiff,
    select: async () => (await import('./commands/select')).addSelect,
    'best-of-n': async () => (await import('./commands/best-of-n')).addBestOfN,
    simulate: async () => (await import('./commands/simulate')).addSimulate,
    agreement: async () => (await import('./commands/agreement')).addAgreement,
  },
  'With a server (--url or STEPMARK_URL) and a token (STEPMARK_TOKEN):': {
    'project create': async () => (await import('./commands/project-create')).addProjectCreate,
    'project guideline': async () =>
      (await import('./commands/project-guideline')).addProjectGuideline,
    'project quality': async () => (await import('./commands/project-quality')).addProjectQuality,
    'project list': async () => (await import('./commands/project-list')).addProjectList,
    import: async () => (await import('./commands/import')).addImport,
    export: async () => (await import('./commands/export')).addExport,
    'release create': async () => (await import('./commands/release-create')).addReleaseCreate,
    'release list': async () => (await import('./commands/release-list')).addReleaseList,
    'release show': async () => (await import('./commands/release-show')).addReleaseShow,
    'release download': async () =>
      (await import('./commands/release-download')).addReleaseDownload,
    'release diff': async () => (await import('./commands/release-diff')).addReleaseDiff,
    'release push': async () => (await import('./commands/release-push')).addReleasePush,
    'release held-out add': async () => (await import('./commands/held-out-add')).addHeldOutAdd,
    'release held-out list': async () => (await import('./commands/held-out-list')).addHeldOutList,
    'release held-out remove': async () =>
      (await import('./commands/held-out-remove')).addHeldOutRemove,
    'scorer list': async () => (await import('./commands/scorer-list')).addScorerList,
    'scorer add': async () => (await import('./commands/scorer-add')).addScorerAdd,
    'scorer train': async () => (await import('./commands/scorer-train')).addScorerTrain,
    'score run': async () => (await import('./commands/score-run')).addScoreRun,
    'score import': async () => (await import('./commands/score-import')).addScoreImport,
    'score list': async () => (await import('./commands/score-list')).addScoreList,
    'score show': async () => (await import('./commands/score-show')).addScoreShow,
    'score cancel': async () => (await import('./commands/score-cancel')).addScoreCancel,
    'score resume': async () => (await import('./commands/score-resume')).addScoreResume,
    'score export': async () => (await import('./commands/score-export')).addScoreExport,
    'round plan': async () => (await import('./commands/round-plan')).addRoundPlan,
    'round start': async () => (await import('./commands/round-start')).addRoundStart,
    'round list': async () => (await import('./commands/round-list')).addRoundList,
    'round show': async () => (await import('./commands/round-show')).addRoundShow,
    'round close': async () => (await import('./commands/round-close')).addRoundClose,
    time: async () => (await import('./commands/time')).addTime,
    'gold list': async () => (await import('./commands/gold-list')).addGoldList,
    'gold mark': async () => (await import('./commands/gold-mark')).addGoldMark,
    'gold unmark': async () => (await import('./commands/gold-unmark')).addGoldUnmark,
    'user invite': async () => (await import('./commands/user-invite')).addUserInvite,
    'user list': async () => (await import('./commands/user-list')).addUserList,
    'user role': async () => (await import('./commands/user-role')).addUserRole,
    'user remove': async () => (await import('./commands/user-remove')).addUserRemove,
    'user disable': async () => (await import('./commands/user-disable')).addUserDisable,
    'user enable': async () => (await import('./commands/user-enable')).addUserEnable,
    status: async () => (await import('./commands/status')).addStatus,
    'token list': async () => (await import('./commands/token-list')).addTokenList,
    'token revoke': async () => (await import('./commands/token-revoke')).addTokenRevoke,
  },
  "On the server's host, with DATABASE_URL:": {
    'token create': async () => (await import('./commands/token-create')).addTokenCreate,
    migrate: async () => (await import('./commands/migrate')).addMigrate,
    'admin create': async () => (await import('./commands/admin-create')).addAdminCreate,
    'user password-link': async () =>
      (await import('./commands/user-password-link')).addUserPasswordLink,
    'user totp-off': async () => (await import('./commands/user-totp-off')).addUserTotpOff,
    serve: async () => (await import('./commands/serve')).addServe,
    worker: async () => (await import('./commands/worker')).addWorker,
    doctor: async () => (await import('./commands/doctor')).addDoctor,
    backup: async () => (await import('./commands/backup')).addBackup,
    restore: async () => (await import('./commands/restore')).addRestore,
    grant: async () => (await import('./commands/grant')).addGrant,
    'secrets reseal': async () => (await import('./commands/secrets-reseal')).addSecretsReseal,
    'secrets status': async () => (await import('./commands/secrets-status')).addSecretsStatus,
    'audit verify': async () => (await import('./commands/audit-verify')).addAuditVerify,
    'audit heads': async () => (await import('./commands/audit-heads')).addAuditHeads,
  },
} as const satisfies Record<string, Loaders>

/** Only the command that runs is loaded; the help loads all. */
export const commands: Loaders = Object.assign({}, ...Object.values(kinds)) as Loaders

const [firstKind] = Object.keys(kinds)

const groups: Readonly<Record<string, string>> = {
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
Requests to a server are repeated for up to a minute if the network or the server fails. Changes are made once.
Exit status: 0 success, 1 invalid data or rejected request, 2 wrong usage.

Example:
  $ stepmark import --help`

/** Builds the program with the commands that match the arguments. */
export async function buildProgram(argv: readonly string[], shell: Shell): Promise<Command> {
  const program = new Command('stepmark')
    .description('Step-level human feedback on model-generated solutions.')
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('For help, add --help.')
    .configureOutput({
      writeOut: (text) => shell.output.write(text),
      writeErr: (text) => shell.messages.write(text),
    })
    .addHelpText('after', overview)
  const names = Object.keys(commands)
  const matching = names.filter((name) => name.split(' ')[0] === argv[0])
  for (const [kind, loaders] of Object.entries<Loaders>(kinds)) {
    program.commandsGroup(kind)
    if (kind === firstKind) program.helpCommand('help [command]', 'show the help of a command')
    for (const [name, load] of Object.entries(loaders)) {
      if (matching.length > 0 && !matching.includes(name)) continue
      const addCommand = await load()
      addCommand(findGroup(program, name.split(' ').slice(0, -1)), shell)
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
  const group = parent.command(name.split(' ').at(-1)!).description(groups[name]!)
  // A separate help command: an inherited one would be listed under the group heading of the overview.
  return group.helpCommand('help [command]', 'show the help of a command')
}

/** Without `--help` after an unknown command, for which Commander would show the help of its group and succeed. */
function dropUselessHelp(program: Command, argv: readonly string[]): readonly string[] {
  let command = program
  for (const word of argv) {
    if (command.commands.length === 0 || word.startsWith('-') || word === 'help') return argv
    const next = command.commands.find((each) => each.name() === word)
    if (!next) return argv.filter((each) => each !== '--help' && each !== '-h')
    command = next
  }
  return argv
}

/** Runs a command line without the program name. Never throws. */
export async function runStepmark(argv: readonly string[], shell: Shell): Promise<ExitStatus> {
  try {
    const program = await buildProgram(argv, shell)
    await program.parseAsync(dropUselessHelp(program, argv), { from: 'user' })
    return shell.status
  } catch (error) {
    return reportError(shell, error)
  }
}
