import type { Command } from 'commander'
import { print, say, type Shell } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Writes one line for each chain: its name, how many entries it has, the hash and the time of its last.
Keep the file where nobody who can write into the database can reach it; "stepmark audit verify --heads" compares.

Example:
  $ stepmark audit heads > heads.jsonl`

export function addAuditHeads(parent: Command, shell: Shell): void {
  parent
    .command('heads')
    .description('write down where the chains of the audit log end')
    .addHelpText('after', help)
    .action(() => writeDown(shell))
}

async function writeDown(shell: Shell): Promise<void> {
  const { onHostSnapshot } = await import('@/cli/host')
  const { writeHeads } = await import('@/lib/audit/server/heads')
  let chains = 0
  await onHostSnapshot(async (client) => {
    for await (const line of writeHeads(client)) {
      print(shell, line)
      chains += 1
    }
  })
  say(shell, `${formatNoun(chains, 'chain')}.`)
}
