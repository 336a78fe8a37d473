import type { Command } from 'commander'
import { rejectUnsafeAuthSecrets, secretLabels } from '@/cli/secret-labels'
import { formatTable, printLine, printJson, printMessage, type Terminal } from '@/cli/terminal'
import { encryptionPurposes } from '@/lib/platform/encryption-purposes'

const help = `
Needs DATABASE_URL, the servers' NEXTAUTH_SECRET, and their previous secret in NEXTAUTH_SECRET_OLD. Prints one line per kind of
secret: how many NEXTAUTH_SECRET can decrypt, how many only an old secret, and how many none. Changes nothing. Exits with 0 if
NEXTAUTH_SECRET decrypts all, so that the old one can be removed. Exits with 1 otherwise, or if NEXTAUTH_SECRET is not the one
that a server or worker last started with.

Example:
  $ stepmark secrets status`

export function addSecretsStatusCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('status')
    .description('check whether an old NEXTAUTH_SECRET is still needed')
    .option('--json', 'print the counts as JSON')
    .addHelpText('after', help)
    .action((options: { json?: true }) => reportStatus(terminal, options))
}

const secretWarnings = {
  none: 'No server or worker has started yet, so this NEXTAUTH_SECRET can’t be compared with theirs.',
  other:
    'NEXTAUTH_SECRET differs from the one that a server or worker last started with, so these counts are wrong. Set theirs in this shell.',
} as const

async function reportStatus(terminal: Terminal, { json }: { json?: true }): Promise<void> {
  const { runOnMigratedDatabase } = await import('@/cli/host')
  const { countEncryptedTexts } = await import('@/lib/maintenance/server/count-encrypted-texts')
  const { getDatabase } = await import('@/lib/platform/server/database')
  const { compareSecretFingerprint } = await import('@/lib/platform/server/secret-fingerprints')
  await rejectUnsafeAuthSecrets()
  const { counts, comparison } = await runOnMigratedDatabase(async () => ({
    counts: await countEncryptedTexts(),
    comparison: await compareSecretFingerprint(getDatabase()),
  }))
  if (json) printJson(terminal, counts)
  else
    printLine(
      terminal,
      formatTable(
        encryptionPurposes.map((kind) => {
          const { current, old, lost } = counts[kind]
          return [secretLabels[kind], `${current} current`, `${old} old`, `${lost} lost`]
        }),
      ),
    )
  if (comparison !== 'same') printMessage(terminal, secretWarnings[comparison])
  const all = Object.values(counts)
  const [hasOld, hasLost] = [
    all.some((count) => count.old > 0),
    all.some((count) => count.lost > 0),
  ]
  // The counts are for a secret that the servers don't use.
  if (comparison === 'other') return void (terminal.status = 1)
  if (!hasOld && !hasLost)
    return printMessage(
      terminal,
      'NEXTAUTH_SECRET decrypts all secrets. You can remove NEXTAUTH_SECRET_OLD.',
    )
  terminal.status = 1
  if (hasOld)
    printMessage(terminal, 'The old secret is still needed. Run "stepmark secrets reseal".')
  if (hasLost)
    printMessage(
      terminal,
      'No secret set here decrypts the lost ones. Add the secret that encrypted them to NEXTAUTH_SECRET_OLD, or create them again.',
    )
}
