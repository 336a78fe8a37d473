import { streamQuery, query } from '@/lib/auth/server/operation'
import { escapeFormulaCell, writeCsvRow } from '@/lib/formats/csv-rows'
import type { InputOf } from '@/lib/platform/contract'
import { cutPage } from '@/lib/platform/cut-page'
import type { Transaction } from '@/lib/platform/server/database'
import {
  exportAuditContract,
  exportAuditChainHeadsContract,
  exportInstanceAuditContract,
  listAuditContract,
  listInstanceAuditContract,
} from '../contract'
import { describeAuditAction } from '../describe-audit-action'
import { parseAuditDetail } from '../parse-audit-detail'
import { auditChainHeadsSql, formatChainHead } from './chain-heads'
import {
  type AuditCursor,
  type AuditFilter,
  type AuditEntryRow,
  listAuditEntries,
  readProjectSlugs,
  readUserNames,
} from './entries.sql'

const exportBatchSize = 2_000

export const listAudit = query(listAuditContract, {
  action: 'audit.read',
  scope: 'project',
  run: ({ db, project }, input) => readPage(db, project.id, input),
})

export const listInstanceAudit = query(listInstanceAuditContract, {
  action: 'audit.read-all',
  scope: 'instance',
  run: ({ db }, input) => readPage(db, null, input),
})

export const exportAudit = streamQuery(exportAuditContract, {
  action: 'audit.read',
  scope: 'project',
  fileName: ({ project, format }) => `${project}.audit.${format}`,
  mediaType: readMediaType,
  run: ({ db, project }, input) => writeEntries(db, project.id, input),
})

export const exportInstanceAudit = streamQuery(exportInstanceAuditContract, {
  action: 'audit.read-all',
  scope: 'instance',
  fileName: ({ format }) => `audit.${format}`,
  mediaType: readMediaType,
  run: ({ db }, input) => writeEntries(db, null, input),
})

export const exportAuditChainHeads = streamQuery(exportAuditChainHeadsContract, {
  action: 'audit.read-all',
  scope: 'instance',
  fileName: () => 'audit-heads.jsonl',
  async *run({ rows }) {
    for await (const heads of rows.stream(auditChainHeadsSql))
      for (const row of heads) yield formatChainHead(row)
  },
})

async function readPage(
  db: Transaction,
  projectId: string | null,
  { after, limit, ...filter }: Omit<InputOf<typeof listInstanceAuditContract>, 'project'>,
) {
  const rows = await listAuditEntries(db, {
    projectId,
    filter,
    limit: limit + 1,
    after: after === undefined ? null : readCursor(after),
  })
  const { page, next } = cutPage(rows, limit, writeCursor)
  return {
    entries: await describeEntries(db, page),
    next,
  }
}

/** Adds the columns of the page and the CSV that are not hashed. */
async function describeEntries(db: Transaction, rows: readonly AuditEntryRow[]) {
  const userNames = await readUserNames(
    db,
    rows.flatMap(({ actor, target }) => [findUserId(actor), findUserId(target)]).filter(isNotNull),
  )
  const slugs = await readProjectSlugs(db, rows.map((row) => row.projectId).filter(isNotNull))
  return rows.map((row) => ({
    ...row,
    description: describeAuditAction(row.action, parseAuditDetail(row.detail)),
    actorName: userNames.get(findUserId(row.actor) ?? '') ?? null,
    targetName: userNames.get(findUserId(row.target) ?? '') ?? null,
    project: slugs.get(row.projectId ?? '') ?? null,
  }))
}

type DescribedEntry = Awaited<ReturnType<typeof describeEntries>>[number]

const isNotNull = (value: string | null): value is string => value !== null

const findUserId = (name: string): string | null =>
  /^user:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(name)?.[1] ?? null

const writeCursor = ({ at, sequence, chain }: AuditEntryRow): string =>
  `${toMicroseconds(at)}_${sequence}_${chain}`

function readCursor(cursor: string): AuditCursor {
  const [microseconds, sequence, ...chain] = cursor.split('_')
  return { microseconds: microseconds!, sequence: sequence!, chain: chain.join('_') }
}

/** Converts a time with six decimals, such as `2026-11-22T10:00:00.000001Z`, to microseconds since 1970. */
const toMicroseconds = (at: string): string => `${Date.parse(at)}${at.slice(-4, -1)}`

const columns = [
  ...(['at', 'actor', 'description', 'action', 'target', 'detail', 'requestId'] as const),
  ...(['projectId', 'chain', 'sequence', 'hash'] as const),
  // The current names of ids come last, so that the positions of the other columns stay the same.
  ...(['actorName', 'targetName', 'project'] as const),
] as const satisfies readonly (keyof DescribedEntry)[]

function readMediaType({ format }: { format: 'jsonl' | 'csv' }): string {
  return format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8'
}

/** From one snapshot, in batches. JSONL lines contain exactly what is hashed, and the hash. */
async function* writeEntries(
  db: Transaction,
  projectId: string | null,
  { format, ...filter }: AuditFilter & { format: 'jsonl' | 'csv' },
): AsyncGenerator<string> {
  if (format === 'csv') yield columns.join(',')
  let after: AuditCursor | null = null
  for (;;) {
    const rows: AuditEntryRow[] = await listAuditEntries(db, {
      projectId,
      filter,
      after,
      limit: exportBatchSize,
    })
    if (format === 'csv') yield* (await describeEntries(db, rows)).map(writeRow)
    else for (const row of rows) yield JSON.stringify(row)
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < exportBatchSize) return
    after = {
      microseconds: toMicroseconds(lastRow.at),
      sequence: String(lastRow.sequence),
      chain: lastRow.chain,
    }
  }
}

function writeRow(row: DescribedEntry): string {
  return writeCsvRow(columns.map((column) => escapeFormulaCell(String(row[column] ?? ''))))
}
