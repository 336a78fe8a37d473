import type { Command } from 'commander'
import { requireSecrets, sealedWords } from '@/cli/secret-words'
import { Progress } from '@/cli/progress'
import { say, type Shell } from '@/cli/shell'
import { host } from '@/lib/auth/actor'
import { formatNoun } from '@/lib/platform/format'
import { type SealedPurpose, sealedPurposes } from '@/lib/platform/sealed-purposes'

const help = `
Needs DATABASE_URL, NEXTAUTH_SECRET as the servers have it, and the one before it in NEXTAUTH_SECRET_OLD. What opens only
under an old one is sealed anew under NEXTAUTH_SECRET, while people go on working. It may be stopped and begun again at any
time, and twice changes nothing more. Refused where NEXTAUTH_SECRET is not the one that a server or worker last started
with. Ends with 1 where something opens under none of them. See docs/operate.md.

Example:
  $ stepmark secrets reseal && stepmark secrets status`

export function addSecretsReseal(parent: Command, shell: Shell): void {
  parent
    .command('reseal')
    .description('seal under NEXTAUTH_SECRET what is sealed under the one before it')
    .addHelpText('after', help)
    .action(() => reseal(shell))
}

async function reseal(shell: Shell): Promise<void> {
  const { onHost } = await import('@/cli/host')
  await requireSecrets()
  await onHost(async () => {
    let lost = 0
    for (const kind of sealedPurposes) lost += await resealKind(shell, kind)
    if (lost === 0) return say(shell, 'Nothing else is needed. "stepmark secrets status" counts.')
    say(
      shell,
      `Left as it is, for nothing that is set here opens it: ${formatNoun(lost, 'secret')}.`,
    )
    shell.status = 1
  })
}

/** Gives how many of them open under none. */
async function resealKind(shell: Shell, kind: SealedPurpose): Promise<number> {
  const { resealSecrets } = await import('@/lib/maintenance/server/commands')
  const progress = new Progress(shell, `sealing ${sealedWords[kind]} anew`)
  const format = (count: number) => formatNoun(count, 'secret')
  let [seen, resealed, lost] = [0, 0, 0]
  let after: string | null | undefined
  try {
    while (after !== null) {
      const input = resealSecrets.contract.input.parse({ kind, ...(after && { after }) })
      const done = await resealSecrets.execute(host, input)
      seen += done.seen
      resealed += done.resealed
      lost += done.lost
      after = done.next
      progress.show({ done: seen, all: null, format })
    }
  } finally {
    progress.clear()
  }
  say(shell, `Secrets of ${sealedWords[kind]}: ${resealed} of ${seen} sealed anew.`)
  return lost
}
