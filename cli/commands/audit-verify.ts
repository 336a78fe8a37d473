import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { findSource } from '@/cli/open-input'
import { print, printMessage, showStatusLine, type Shell, sanitizeForTerminal } from '@/cli/shell'
import { formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Recomputes the hash of every entry from one snapshot, without blocking writes. Prints a line for each
entry that was changed, removed or moved. Exits with 1 if there is any.

Entries removed from the end of a chain, or a chain that was rewritten, can only be detected with earlier heads: --heads.

Example:
  $ stepmark audit verify
  $ stepmark audit heads > heads.jsonl && stepmark audit verify --heads heads.jsonl`

export function addAuditVerify(parent: Command, shell: Shell): void {
  parent
    .command('verify')
    .description('verify the audit log')
    .option('--heads <file>', 'earlier output of "stepmark audit heads"')
    .addHelpText('after', help)
    .action((options: { heads?: string }) => verify(shell, options))
}

async function verify(shell: Shell, { heads: file }: { heads?: string }): Promise<void> {
  const { withHostSnapshot } = await import('@/cli/host')
  const { readChainHeads } = await import('@/lib/audit/server/chain-heads')
  const { describeAuditFault, verifyAuditChains } = await import('@/lib/audit/server/verify-audit')
  const source = file === undefined ? null : await findSource(shell, file)
  const lines = source && createInterface({ input: source.open(), crlfDelay: Infinity })
  const heads = lines === null ? new Map<string, never>() : await readChainHeads(lines)
  let faults = 0
  const { chains, entries } = await withHostSnapshot((client) =>
    verifyAuditChains(client, heads, {
      reportFault(fault) {
        faults += 1
        print(shell, sanitizeForTerminal(describeAuditFault(fault)))
      },
      note: (count) => showStatusLine(shell, formatQuantity(count, 'entry', 'entries')),
    }),
  )
  showStatusLine(shell, '')
  if (faults > 0) shell.status = 1
  const counts = `${formatQuantity(entries, 'entry', 'entries')} in ${formatQuantity(chains, 'chain')}`
  printMessage(
    shell,
    faults === 0
      ? `The audit log is intact: ${counts}.`
      : `The audit log was changed: ${formatQuantity(faults, 'fault')} in ${counts}.`,
  )
}
