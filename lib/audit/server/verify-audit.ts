import type { ClientBase } from 'pg'
import { Prisma } from '@/lib/generated/prisma/client'
import type { BinaryCopyRow } from '@/lib/platform/server/binary-copy-parser'
import { streamCopyRows } from '@/lib/platform/server/stream-copy-rows'
import { type AuditChainHead, hashedEntryTimeSql } from './chain-heads'
import { hashAuditEntry } from './hash-entry'

/**
 * A fault at a position of a chain. `altered`: the entry was changed or moved. `missing`: entries up to `through` are
 * gone. `head`: the stored head does not match. `cut`: entries covered by an exported head are gone. `rewritten`: they
 * differ from the exported ones.
 */
export interface AuditFault {
  kind: 'altered' | 'missing' | 'head' | 'cut' | 'rewritten'
  chain: string
  sequence: number
  through: number
}

export interface AuditVerificationCounts {
  chains: number
  entries: number
}

/** In primary key order, so that nothing is sorted. Each row includes the stored head of its chain. */
const entriesStatement = Prisma.sql`
  select e.chain, e.sequence::text, ${hashedEntryTimeSql}, e.project_id::text, e.actor, e.action, e.target, e.detail,
    e.request_id, e.hash, c.sequence::text, c.hash
  from audit_entry e left join audit_chain c on c.chain = e.chain
  order by e.chain, e.sequence`

/** Chains with a stored head but no entries. */
const emptyChainsStatement = `
  select c.chain, c.sequence::text from audit_chain c
  where not exists (select from audit_entry e where e.chain = c.chain)`

type ReportFault = (fault: AuditFault) => void

interface VerifyCallbacks {
  reportFault: ReportFault
  /** Called with the number of verified entries. */
  reportProgress?(entries: number): void
}

/**
 * Reads all chains once, in order, and reports each fault. The client is in a REPEATABLE READ transaction, so that
 * writes can continue.
 */
export async function verifyAuditChains(
  client: ClientBase,
  heads: ReadonlyMap<string, readonly AuditChainHead[]>,
  { reportFault, reportProgress }: VerifyCallbacks,
): Promise<AuditVerificationCounts> {
  const unvisitedHeads = new Map(heads)
  const counts = { chains: 0, entries: 0 }
  let walk: ChainWalk | null = null
  for await (const rows of streamCopyRows(client, entriesStatement.sql)) {
    for (const row of rows) {
      const chain = row.text(0)!
      if (walk?.chain !== chain) {
        walk?.end()
        walk = new ChainWalk(chain, readHead(row), heads.get(chain) ?? [], reportFault)
        unvisitedHeads.delete(chain)
        counts.chains += 1
      }
      walk.take(row)
      counts.entries += 1
    }
    reportProgress?.(counts.entries)
  }
  walk?.end()
  for await (const rows of streamCopyRows(client, emptyChainsStatement))
    for (const row of rows) {
      const [chain, through] = [row.text(0)!, Number(row.text(1))]
      reportFault({ kind: 'missing', chain, sequence: 1, through })
    }
  for (const [chain, list] of unvisitedHeads)
    reportFault({
      kind: 'cut',
      chain,
      sequence: 1,
      through: Math.max(...list.map(({ count }) => count)),
    })
  return counts
}

interface ChainHead {
  count: number
  hash: string
}

function readHead(row: BinaryCopyRow): ChainHead | null {
  const count = row.text(10)
  return count === null ? null : { count: Number(count), hash: row.hex(11) }
}

/** Verifies one chain from its first entry to its last. */
class ChainWalk {
  private previous: Buffer = Buffer.alloc(0)
  private last = 0

  /** @param head the stored head; null if it is gone */
  constructor(
    readonly chain: string,
    private readonly head: ChainHead | null,
    private readonly exported: readonly AuditChainHead[],
    private readonly reportFault: ReportFault,
  ) {}

  take(row: BinaryCopyRow): void {
    const sequence = Number(row.text(1))
    const storedHash = Buffer.from(row.hex(9), 'hex')
    const next = this.last + 1
    if (sequence > next) this.report('missing', next, sequence - 1)
    // After a gap, the previous hash is unknown.
    else if (
      sequence < next ||
      !storedHash.equals(hashAuditEntry(this.previous, readEntry(row, this.chain, sequence)))
    )
      this.report('altered', sequence)
    for (const { count, hash } of this.exported)
      if (count === sequence && hash !== storedHash.toString('hex'))
        this.report('rewritten', sequence)
    this.previous = storedHash
    this.last = sequence
  }

  end(): void {
    const { last } = this
    if (this.head === null) this.report('head', last)
    else if (this.head.count > last) this.report('missing', last + 1, this.head.count)
    else if (this.head.count < last || this.head.hash !== this.previous.toString('hex'))
      this.report('head', last)
    const exportedCount = Math.max(0, ...this.exported.map(({ count }) => count))
    if (exportedCount > last) this.report('cut', last + 1, exportedCount)
  }

  private report(kind: AuditFault['kind'], sequence: number, through = sequence): void {
    this.reportFault({ kind, chain: this.chain, sequence, through })
  }
}

const readEntry = (row: BinaryCopyRow, chain: string, sequence: number) => ({
  chain,
  sequence,
  at: row.text(2)!,
  projectId: row.text(3),
  actor: row.text(4)!,
  action: row.text(5)!,
  target: row.text(6)!,
  detail: row.text(7)!,
  requestId: row.text(8)!,
})

/** Chain names may contain anything if someone wrote to the table, so callers must escape them. */
export function describeAuditFault({ kind, chain, sequence, through }: AuditFault): string {
  const range = through > sequence ? `entries ${sequence} to ${through}` : `entry ${sequence}`
  const messages = {
    altered: `${range} ${through > sequence ? 'were' : 'was'} changed or moved`,
    missing: `${range} ${through > sequence ? 'are' : 'is'} missing`,
    head: `the stored head does not match the last entry, ${sequence}`,
    cut: `${range} ${through > sequence ? 'are' : 'is'} missing, but in the exported heads`,
    rewritten: `${range} ${through > sequence ? 'differ' : 'differs'} from the exported head`,
  } satisfies Record<AuditFault['kind'], string>
  return `${chain}: ${messages[kind]}.`
}
