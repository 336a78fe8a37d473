import type { Command } from 'commander'
import { printLine, printMessage, type Terminal } from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Writes one line per chain: its name, number of entries, and the hash and time of its last entry. Keep
the file where no one with write access to the database can change it. Compare with "stepmark audit verify --heads".

Example:
  $ stepmark audit heads > heads.jsonl`

export function addAuditHeadsCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('heads')
    .description('print the last hash of each audit chain')
    .addHelpText('after', help)
    .action(() => printHeads(terminal))
}

async function printHeads(terminal: Terminal): Promise<void> {
  const { withHostSnapshot } = await import('@/cli/host')
  const { streamChainHeads } = await import('@/lib/audit/server/chain-heads')
  let chains = 0
  await withHostSnapshot(async (client) => {
    for await (const line of streamChainHeads(client)) {
      printLine(terminal, line)
      chains += 1
    }
  })
  printMessage(terminal, `${formatQuantity(chains, 'chain')}.`)
}
