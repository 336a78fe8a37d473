import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { findInputSource } from '@/cli/open-input'
import {
  printLine,
  printMessage,
  showStatusLine,
  type Terminal,
  sanitiseForTerminal,
} from '@/cli/terminal'
import { formatQuantity } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Recomputes the hash of every entry from one snapshot, without blocking writes. Prints a line for each
entry that was changed, removed or moved. Exits with 1 if there is any.

Without earlier heads (--heads), it can't detect a chain that was removed or rewritten, or whose end was cut off together with
the database's record of that end.

Example:
  $ stepmark audit verify
  $ stepmark audit heads > heads.jsonl && stepmark audit verify --heads heads.jsonl`

export function addAuditVerifyCommand(parent: Command, terminal: Terminal): void {
  parent
    .command('verify')
    .description('verify the audit log')
    .option('--heads <file>', 'earlier output of "stepmark audit heads"')
    .addHelpText('after', help)
    .action((options: { heads?: string }) => verify(terminal, options))
}

async function verify(terminal: Terminal, { heads: file }: { heads?: string }): Promise<void> {
  const { withHostSnapshot } = await import('@/cli/host')
  const { parseChainHeads } = await import('@/lib/audit/server/chain-heads')
  const { describeAuditFault, verifyAuditChains } = await import('@/lib/audit/server/verify-audit')
  const source = file === undefined ? null : await findInputSource(terminal, file)
  const lines = source && createInterface({ input: source.open(), crlfDelay: Infinity })
  const heads = lines === null ? new Map<string, never>() : await parseChainHeads(lines)
  let faults = 0
  const { chains, entries } = await withHostSnapshot((client) =>
    verifyAuditChains(client, heads, {
      reportFault(fault) {
        faults += 1
        printLine(terminal, sanitiseForTerminal(describeAuditFault(fault)))
      },
      reportProgress: (count) =>
        showStatusLine(terminal, formatQuantity(count, 'entry', 'entries')),
    }),
  )
  showStatusLine(terminal, '')
  if (faults > 0) terminal.status = 1
  const counts = `${formatQuantity(entries, 'entry', 'entries')} in ${formatQuantity(chains, 'chain')}`
  printMessage(
    terminal,
    faults === 0
      ? `The audit log is intact: ${counts}.`
      : `The audit log was changed: ${formatQuantity(faults, 'fault')} in ${counts}.`,
  )
}
