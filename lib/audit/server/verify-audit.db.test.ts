import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendAuditEntry } from '@/lib/auth/server/audit'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { type AuditChainHead, parseChainHeads, streamChainHeads } from './chain-heads'
import { type AuditFault, verifyAuditChains } from './verify-audit'

useTestDatabase()

const people = 3
const entriesEach = 8
/** Texts that two JSON serialisers could write differently. */
const oddTexts = [
  'plain',
  '"\\ /',
  '\u0001\b\f\n\r\t\u001f',
  'é 漢 😀 \u2028 \u007f',
  '',
  '{}',
  '</x>',
]

let client: pg.Client
let chainHeads: Map<string, AuditChainHead[]>

beforeAll(async () => {
  const db = getDatabase()
  for (let i = 0; i < people * entriesEach; i++)
    await appendAuditEntry(db, {
      actor: { kind: 'person', userId: `0000000${i % people}-0000-4000-8000-000000000000` },
      project: i % people === 0 ? { id: '10000000-0000-4000-8000-000000000000' } : null,
      action: 'preferences.save',
      target: oddTexts[i % oddTexts.length]!,
      detail: { text: oddTexts[(i * 3) % oddTexts.length] },
      requestId: `request ${i}`,
    })
  client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  chainHeads = await parseChainHeads(streamChainHeads(client))
})
afterAll(() => client.end())

async function listFaults(against: ReadonlyMap<string, AuditChainHead[]> = new Map()) {
  const faults: AuditFault[] = []
  const report = await verifyAuditChains(client, against, {
    reportFault: (fault) => faults.push(fault),
  })
  return { faults, report }
}

/** Tampers as the owner of the tables, verifies, and rolls back. */
async function afterTampering<T>(tamper: () => Promise<unknown>, verify: () => Promise<T>) {
  await client.query('begin')
  try {
    await client.query('alter table audit_entry disable trigger user')
    await client.query('alter table audit_chain disable trigger user')
    await tamper()
    return await verify()
  } finally {
    await client.query('rollback')
  }
}

test('verifying an unchanged audit log finds no fault, even with unusual texts', async () => {
  expect(await listFaults(chainHeads)).toEqual({
    faults: [],
    report: { chains: people, entries: people * entriesEach },
  })
})

const column = fc.constantFrom('actor', 'action', 'target', 'detail', 'request_id')
const position = fc.record({
  chain: fc.nat(people - 1),
  sequence: fc.integer({ min: 1, max: entriesEach }),
})

const findChain = (index: number) => [...chainHeads.keys()].sort()[index]!

const tamperings = {
  edit: (chain: string, sequence: number, name: string) =>
    client.query(
      `update audit_entry set ${name} = ${name} || '.' where chain = $1 and sequence = $2`,
      [chain, sequence],
    ),
  time: (chain: string, sequence: number) =>
    client.query(
      `update audit_entry set at = at + interval '1 microsecond' where chain = $1 and sequence = $2`,
      [chain, sequence],
    ),
  project: (chain: string, sequence: number) =>
    client.query(
      'update audit_entry set project_id = gen_random_uuid() where chain = $1 and sequence = $2',
      [chain, sequence],
    ),
  drop: (chain: string, sequence: number) =>
    client.query('delete from audit_entry where chain = $1 and sequence = $2', [chain, sequence]),
  async swap(chain: string, sequence: number) {
    const otherSequence = sequence === entriesEach ? 1 : sequence + 1
    for (const [from, to] of [
      [sequence, -1],
      [otherSequence, sequence],
      [-1, otherSequence],
    ])
      await client.query(
        'update audit_entry set sequence = $3 where chain = $1 and sequence = $2',
        [chain, from, to],
      )
  },
  /** Cuts the chain like someone who also updates the stored head. */
  async cutTail(chain: string, sequence: number) {
    await client.query('delete from audit_entry where chain = $1 and sequence >= $2', [
      chain,
      sequence,
    ])
    await client.query('delete from audit_chain where chain = $1 and $2 = 1', [chain, sequence])
    await client.query(
      `update audit_chain c set sequence = e.sequence, hash = e.hash from audit_entry e
       where c.chain = $1 and e.chain = $1 and e.sequence = $2 - 1`,
      [chain, sequence],
    )
  },
  /** Changes an entry like someone who also recomputes the later hashes. */
  async rewrite(chain: string, sequence: number) {
    await tamperings.edit(chain, sequence, 'target')
    await client.query(
      `do $$ declare e audit_entry; previous bytea; begin
         for e in select * from audit_entry where chain = '${chain}' and sequence >= ${sequence} order by sequence loop
           select coalesce((select hash from audit_entry where chain = e.chain and sequence = e.sequence - 1), '')
             into previous;
           update audit_entry set hash = audit_hash(previous, e.chain, e.sequence, e.at, e.project_id, e.actor, e.action,
             e.target, e.detail, e.request_id) where chain = e.chain and sequence = e.sequence
             returning hash into previous;
           update audit_chain set hash = previous where chain = e.chain;
         end loop;
       end $$`,
    )
  },
} as const
const kinds = Object.keys(tamperings) as (keyof typeof tamperings)[]

const numRuns = isFullTestRun ? 1_000 : 200

test('verifying detects each random change to the audit log, with its chain and position', async () => {
  const counts = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), position, column, async (kind, at, name) => {
      const chain = findChain(at.chain)
      const { faults } = await afterTampering(
        () => tamperings[kind](chain, at.sequence, name),
        () => listFaults(chainHeads),
      )
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      expect(faults.length).toBeGreaterThan(0)
      for (const fault of faults) expect(fault.chain).toBe(chain)
      const isNamed = faults.some(
        ({ sequence, through }) =>
          // A rewritten chain is detected at the exported head.
          (sequence <= at.sequence && at.sequence <= through) || kind === 'rewrite',
      )
      expect(isNamed).toBe(true)
    }),
    { numRuns },
  )
  for (const kind of kinds) expect(counts.get(kind)).toBeGreaterThan(numRuns / 20)
}, 120_000)

describe('verifying the audit log', () => {
  test('detects a truncated chain by its stored head or, if that was changed too, by exported heads', async () => {
    const chain = findChain(0)
    const cut = () =>
      client.query(`delete from audit_entry where chain = $1 and sequence > 5`, [chain])
    const missing = { kind: 'missing', chain, sequence: 6, through: entriesEach }
    expect((await afterTampering(cut, () => listFaults())).faults).toEqual([missing])
    const cutTailAndHead = () => tamperings.cutTail(chain, 6)
    expect((await afterTampering(cutTailAndHead, () => listFaults())).faults).toEqual([])
    expect((await afterTampering(cutTailAndHead, () => listFaults(chainHeads))).faults).toEqual([
      { ...missing, kind: 'cut' },
    ])
  })

  test('detects a deleted chain by its stored head or, if that is deleted too, by exported heads', async () => {
    const chain = findChain(1)
    const fault = { chain, sequence: 1, through: entriesEach }
    const deleteChain = () => client.query('delete from audit_entry where chain = $1', [chain])
    expect((await afterTampering(deleteChain, () => listFaults())).faults).toEqual([
      { kind: 'missing', ...fault },
    ])
    const remove = () => tamperings.cutTail(chain, 1)
    expect((await afterTampering(remove, () => listFaults(chainHeads))).faults).toEqual([
      { kind: 'cut', ...fault },
    ])
  })
})
