import type { ClientBase } from 'pg'
import { Prisma } from '@/lib/generated/prisma/client'
import type { z } from '@/lib/platform/contract'
import { AppError } from '@/lib/platform/errors'
import type { BinaryCopyRow } from '@/lib/platform/server/binary-copy-parser'
import { streamCopyRows } from '@/lib/platform/server/stream-copy-rows'
import { exactTimeTextSql } from '@/lib/platform/server/time-text.sql'
import { auditChainHeadField } from '../contract'

/** The head of a chain when it was exported. */
export type AuditChainHead = z.output<typeof auditChainHeadField>

/** SQL: the time of entry `e` in the format that is hashed. */
export const hashedEntryTimeSql = exactTimeTextSql(Prisma.sql`e.at`)

/** For each chain, in order: number of entries, hash and time of the last one. */
export const auditChainHeadsSql = Prisma.sql`
  select c.chain, c.sequence::text as count, encode(c.hash, 'hex') as hash, ${hashedEntryTimeSql} as at
  from audit_chain c join audit_entry e on e.chain = c.chain and e.sequence = c.sequence
  order by c.chain collate "C"`

/** The heads of all chains, as lines. */
export async function* streamChainHeads(client: ClientBase): AsyncGenerator<string> {
  for await (const rows of streamCopyRows(client, auditChainHeadsSql.sql))
    for (const row of rows) yield formatChainHead(row)
}

/** @param row of `auditChainHeadsSql` */
export function formatChainHead(row: BinaryCopyRow): string {
  const head: AuditChainHead = {
    chain: row.text(0)!,
    count: Number(row.text(1)),
    hash: row.text(2)!,
    at: row.text(3)!,
  }
  return JSON.stringify(head)
}

/**
 * Parses lines to heads by chain. A chain can have several heads, for example in concatenated exports, and all count.
 *
 * @throws AppError that names the first invalid line
 */
export async function parseChainHeads(
  lines: AsyncIterable<string>,
): Promise<Map<string, AuditChainHead[]>> {
  const heads = new Map<string, AuditChainHead[]>()
  let number = 0
  for await (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const head = readHead(line)
    if (head === null)
      throw new AppError(
        'invalid_input',
        `Line ${number} is not a chain head. Use the output of "stepmark audit heads". Nothing was verified.`,
      )
    const chainHeads = heads.get(head.chain)
    if (chainHeads) chainHeads.push(head)
    else heads.set(head.chain, [head])
  }
  return heads
}

function readHead(line: string): AuditChainHead | null {
  try {
    return auditChainHeadField.safeParse(JSON.parse(line)).data ?? null
  } catch {
    return null
  }
}
