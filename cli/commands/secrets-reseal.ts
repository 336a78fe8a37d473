import type { Command } from 'commander'
import { ProgressReporter } from '@/cli/progress'
import { rejectUnsafeAuthSecrets, secretLabels } from '@/cli/secret-labels'
import { printMessage, type Terminal } from '@/cli/terminal'
import { hostActor } from '@/lib/auth/actor'
import { type EncryptionPurpose, encryptionPurposes } from '@/lib/platform/encryption-purposes'
import { formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL, the servers' NEXTAUTH_SECRET, and their previous secret in NEXTAUTH_SECRET_OLD. Re-encrypts with
NEXTAUTH_SECRET what only an old secret can decrypt, while the servers keep running. You can stop and repeat it at any time.
Refuses to run if NEXTAUTH_SECRET is not the one that a server or worker last started with. Exits with 1 if something can't be
decrypted with any secret. See docs/operate.md.

Example:
  $ stepmark secrets reseal && stepmark secrets status`

export function addSecretsResealCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('reseal')
    .description('re-encrypt secrets with the current NEXTAUTH_SECRET')
    .addHelpText('after', help)
    .action(() => reseal(terminal))
}

async function reseal(terminal: Terminal): Promise<void> {
  const { runOnMigratedDatabase } = await import('@/cli/host')
  await rejectUnsafeAuthSecrets()
  await runOnMigratedDatabase(async () => {
    let undecryptableCount = 0
    for (const kind of encryptionPurposes) undecryptableCount += await resealKind(terminal, kind)
    if (undecryptableCount === 0)
      return printMessage(terminal, 'Done. Check with "stepmark secrets status".')
    printMessage(
      terminal,
      `${formatQuantity(undecryptableCount, 'secret')} not changed, because no secret set here can decrypt them.`,
    )
    terminal.status = 1
  })
}

/** Returns how many could not be decrypted. */
async function resealKind(terminal: Terminal, kind: EncryptionPurpose): Promise<number> {
  const { resealSecrets } = await import('@/lib/maintenance/server/commands')
  const progress = new ProgressReporter(terminal, `re-encrypting ${secretLabels[kind]}`)
  const format = (count: number) => formatQuantity(count, 'secret')
  let [checked, resealed, undecryptableCount] = [0, 0, 0]
  let after: string | null | undefined
  try {
    while (after !== null) {
      const input = resealSecrets.contract.input.parse({ kind, ...(after && { after }) })
      const reply = await resealSecrets.execute(hostActor, input)
      checked += reply.checked
      resealed += reply.resealed
      undecryptableCount += reply.lost
      after = reply.next
      progress.show({ done: checked, total: null, format })
    }
  } finally {
    progress.clear()
  }
  printMessage(
    terminal,
    `Secrets of ${secretLabels[kind]}: ${resealed} of ${checked} re-encrypted.`,
  )
  return undecryptableCount
}
