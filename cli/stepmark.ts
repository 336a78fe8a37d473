import { Command } from 'commander'
import packageJson from '@/package.json' with { type: 'json' }
import { tellRefusal } from './refusals'
import type { ExitStatus, Shell } from './shell'

/** Adds a command to the program, or to its group. */
type AddCommand = (parent: Command, shell: Shell) => void

type Loaders = Readonly<Record<string, () => Promise<AddCommand>>>

/** Commands by what they need, in the order of the overview. */
const kinds = {
  'Anywhere, with nothing but this program:': {
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
    'round open': async () => (await import('./commands/round-open')).addRoundOpen,
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

/** One is loaded to run it, all for the overview. */
export const commands: Loaders = Object.assign({}, ...Object.values(kinds)) as Loaders

const [firstKind] = Object.keys(kinds)

const groups: Readonly<Record<string, string>> = {
  project: 'projects: create, guideline, quality, list',
  release: 'frozen exports: create, list, show, download, diff, push, held-out',
  'release held-out': 'problems never to be trained on: add, list, remove',
  scorer: 'what predicts ratings: list, add, train',
  score: 'score runs: run, list, show, cancel, resume, export',
  round: 'selections into the queue: plan, open, list, show, close',
  gold: 'solutions whose first error is known: list, mark, unmark',
  token: 'tokens for scripts: list, revoke; on the host: create',
  admin: 'instance admins: create',
  audit: 'the audit log: verify, heads',
  secrets: 'what is sealed under NEXTAUTH_SECRET: reseal, status',
  user: 'people: invite, list, role, remove, disable, enable; on the host: password-link, totp-off',
}

const overview = `
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
  const names = Object.keys(commands)
  const meant = names.filter((name) => name.split(' ')[0] === argv[0])
  for (const [kind, loaders] of Object.entries<Loaders>(kinds)) {
    program.commandsGroup(kind)
    if (kind === firstKind) program.helpCommand('help [command]', 'how a command is used')
    for (const [name, load] of Object.entries(loaders)) {
      if (meant.length > 0 && !meant.includes(name)) continue
      const addCommand = await load()
      addCommand(findGroup(program, name.split(' ').slice(0, -1)), shell)
    }
  }
  return program
}

/** The command that these words lead to, made where it is not there yet. */
function findGroup(program: Command, words: readonly string[]): Command {
  let parent = program
  for (const [i, word] of words.entries()) {
    const known = parent.commands.find((command) => command.name() === word)
    parent = known ?? addGroup(parent, words.slice(0, i + 1).join(' '))
  }
  return parent
}

function addGroup(parent: Command, name: string): Command {
  const group = parent.command(name.split(' ').at(-1)!).description(groups[name]!)
  // Its own: what it would inherit stands under the heading of the overview.
  return group.helpCommand('help [command]', 'how a command is used')
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
