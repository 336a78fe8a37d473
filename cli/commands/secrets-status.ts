import type { Command } from 'commander'
import { requireSecrets, sealedWords } from '@/cli/secret-words'
import { formatTable, print, printJson, say, type Shell } from '@/cli/shell'
import { sealedPurposes } from '@/lib/platform/sealed-purposes'

const help = `
Needs DATABASE_URL, NEXTAUTH_SECRET as the servers have it, and the one before it in NEXTAUTH_SECRET_OLD. One line for each
kind: how many open under NEXTAUTH_SECRET, how many only under an old one, how many under none. Changes nothing. Ends with 0
where NEXTAUTH_SECRET alone opens all, so that the old one can go, else with 1, also where it is not the one that a server
or worker last started with.

Example:
  $ stepmark secrets status`

export function addSecretsStatus(parent: Command, shell: Shell): void {
  parent
    .command('status')
    .description('see whether anything still needs the secret before NEXTAUTH_SECRET')
    .option('--json', 'the numbers as JSON')
    .addHelpText('after', help)
    .action((options: { json?: true }) => tellStatus(shell, options))
}

const strangers = {
  none: 'No server or worker has started yet: whether this NEXTAUTH_SECRET is theirs cannot be seen.',
  other:
    'NEXTAUTH_SECRET is not the one that a server or worker last started with: the numbers are of another secret than theirs. Give this terminal theirs.',
} as const

async function tellStatus(shell: Shell, { json }: { json?: true }): Promise<void> {
  const { onHost } = await import('@/cli/host')
  const { countSeals } = await import('@/lib/maintenance/server/count-seals')
  const { getDatabase } = await import('@/lib/platform/server/database')
  const { judgeStartedSecret } = await import('@/lib/platform/server/started-secrets')
  await requireSecrets()
  const { counts, started } = await onHost(async () => ({
    counts: await countSeals(),
    started: await judgeStartedSecret(getDatabase()),
  }))
  if (json) printJson(shell, counts)
  else
    print(
      shell,
      formatTable(
        sealedPurposes.map((kind) => {
          const { current, old, lost } = counts[kind]
          return [sealedWords[kind], `${current} current`, `${old} old`, `${lost} lost`]
        }),
      ),
    )
  if (started !== 'same') say(shell, strangers[started])
  const all = Object.values(counts)
  const [old, lost] = [all.some((each) => each.old > 0), all.some((each) => each.lost > 0)]
  // Counted is by a secret that is not theirs.
  if (started === 'other') return void (shell.status = 1)
  if (!old && !lost) return say(shell, 'NEXTAUTH_SECRET opens all: NEXTAUTH_SECRET_OLD can go.')
  shell.status = 1
  if (old) say(shell, 'The old secret is still needed. Run "stepmark secrets reseal".')
  if (lost)
    say(
      shell,
      'What is lost opens under no secret that is set here: add the one it was sealed under to NEXTAUTH_SECRET_OLD, or make it anew.',
    )
}
