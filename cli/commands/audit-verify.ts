import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { findSource } from '@/cli/open-input'
import { print, say, sayInPlace, type Shell, showText } from '@/cli/shell'
import { formatNoun } from '@/lib/platform/format'

const help = `
Needs DATABASE_URL. Works out the hash of every entry anew, in one instant and without keeping anybody from writing. Prints
a line for each entry that was altered, taken out or put in another's place, and ends with 1 when there is any.

What was cut off at the end of a chain, and a chain that was written anew, show only against heads that were written down
before: --heads.

Example:
  $ stepmark audit verify
  $ stepmark audit heads > heads.jsonl && stepmark audit verify --heads heads.jsonl`

export function addAuditVerify(parent: Command, shell: Shell): void {
  parent
    .command('verify')
    .description('see whether anybody has changed the audit log')
    .option('--heads <file>', 'what "stepmark audit heads" wrote earlier')
    .addHelpText('after', help)
    .action((options: { heads?: string }) => verify(shell, options))
}

async function verify(shell: Shell, { heads: file }: { heads?: string }): Promise<void> {
  const { onHostSnapshot } = await import('@/cli/host')
  const { readHeads } = await import('@/lib/audit/server/heads')
  const { describeFault, verifyAudit } = await import('@/lib/audit/server/verify-audit')
  const source = file === undefined ? null : await findSource(shell, file)
  const lines = source && createInterface({ input: source.open(), crlfDelay: Infinity })
  const heads = lines === null ? new Map<string, never>() : await readHeads(lines)
  let faults = 0
  const { chains, entries } = await onHostSnapshot((client) =>
    verifyAudit(client, heads, {
      tell(fault) {
        faults += 1
        print(shell, showText(describeFault(fault)))
      },
      note: (count) => sayInPlace(shell, formatNoun(count, 'entry', 'entries')),
    }),
  )
  sayInPlace(shell, '')
  if (faults > 0) shell.status = 1
  const seen = `${formatNoun(entries, 'entry', 'entries')} in ${formatNoun(chains, 'chain')}`
  say(
    shell,
    faults === 0
      ? `All is well: ${seen}.`
      : `Not as it was written: ${formatNoun(faults, 'place')} among ${seen}.`,
  )
}
