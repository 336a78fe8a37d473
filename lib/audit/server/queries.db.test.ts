import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { createToken } from '@/lib/auth/server/commands'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import type { RequestInputOf } from '@/lib/platform/contract'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { importLines, makeMember, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import type { TestProject } from '@/prisma/seed/factories'
import type { listInstanceAuditContract } from '../contract'
import { hashAuditEntry } from './hash-entry'
import {
  exportAudit,
  exportAuditChainHeads,
  exportInstanceAudit,
  listAudit,
  listInstanceAudit,
} from './queries'

useTestDatabase()

let project: TestProject
let person: Person

beforeAll(async () => {
  project = await makeProject()
  const otherProject = await makeProject({}, project.admin)
  await importLines(project, [makeProblemLine('p', [0.1, 0.2])])
  await importLines(otherProject, [makeProblemLine('p', [0.1])])
  person = await makeMember(project, 'annotator', { name: 'Mei Lin' })
  await createToken.execute(project.admin, { name: 't', scope: 'read', days: 1 })
  await claimNext.execute(person, { project: project.slug, prefetch: false })
})

type ListInput = RequestInputOf<typeof listInstanceAuditContract>

const list = (filter: ListInput = {}) =>
  listAudit.execute(
    project.admin,
    listAudit.contract.input.parse({ project: project.slug, ...filter }),
  )
const listAll = (filter: ListInput = {}) =>
  listInstanceAudit.execute(project.admin, listInstanceAudit.contract.input.parse(filter))

describe('the list of audit entries', () => {
  test.each([
    ...[{ after: '2026-02-28T00:00:00.000000Z_1_a' }, { after: '-1_1_a' }, { after: '1_1_' }],
    ...[{ after: '10000000000000000_1_a' }, { from: '0000-01-01' }, { to: '0000-12-31' }],
    ...[{ from: '2026-02-30' }, { to: '2026-13-01' }, { from: '2026-02-02', to: '2026-02-01' }],
  ])('rejects an invalid cursor or day: %j', (filter) => {
    expect(listInstanceAudit.contract.input.safeParse(filter).success).toBe(false)
  })

  test.each([
    [{ to: '9999-12-31' }, 'all'],
    [{ from: '0001-01-01' }, 'all'],
    [{ after: '9999999999999999_999999999999999_a' }, 'all'],
    [{ after: '0_1_a' }, 'none'],
  ] as const)(
    'accepts the first and the last possible day and cursor: %j lists %s entries',
    async (filter, expected) => {
      const allEntries = (await listAll()).entries
      expect(allEntries.length).toBeGreaterThan(10)
      expect((await listAll(filter)).entries).toEqual(expected === 'all' ? allEntries : [])
    },
  )

  test('contains actor, action and target for one project, newest first', async () => {
    const { entries, next } = await list()
    expect(
      entries.map(({ actorName, actor, description }) => `${actorName ?? actor} ${description}`),
    ).toEqual([
      'Mei Lin claimed a solution',
      'Ada Okoro added a member',
      'system finished an import',
      'Ada Okoro started an import',
      'Ada Okoro uploaded a chunk of a file',
      'Ada Okoro created an import',
      'Ada Okoro created the project',
    ])
    expect(entries[1]).toMatchObject({ targetName: 'Mei Lin', project: project.slug })
    expect(new Set(entries.map(({ projectId }) => projectId))).toEqual(new Set([project.id]))
    expect(next).toBeNull()
  })

  test('of the server contains entries of all projects and those without a project', async () => {
    const { entries } = await listAll()
    expect(new Set(entries.map((entry) => entry.project)).size).toBe(3)
    expect(
      entries.filter((entry) => entry.project === null).map(({ description }) => description),
    ).toEqual(['created a token'])
  })

  test.each([
    ['person', () => ({ actor: `user:${person.userId}` }), ['claimed a solution']],
    ['group', () => ({ group: 'people' as const }), ['added a member']],
    ['target', () => ({ target: `user:${person.userId}` }), ['added a member']],
    ['person and group', () => ({ actor: 'system', group: 'people' as const }), []],
    ['days before', () => ({ to: '2020-01-01' }), []],
    ['days to come', () => ({ from: '2100-01-01' }), []],
  ])('can be filtered by %s', async (_, filter, expected) => {
    expect((await list(filter())).entries.map(({ description }) => description)).toEqual(expected)
  })

  test('of one day contains exactly the entries of that day', async () => {
    const allEntries = (await list()).entries
    const [day] = allEntries[0]!.at.split('T')
    const entriesOfDay = allEntries.filter(({ at }) => at.startsWith(day!))
    expect((await list({ from: day, to: day })).entries).toEqual(entriesOfDay)
  })

  test.each([{}, { group: 'data' as const }])(
    'contains every entry once over all pages, with filter %j',
    async (filter) => {
      const expectedEntries = (await listAll(filter)).entries
      expect(expectedEntries.length).toBeGreaterThan(4)
      const paged = []
      const pageSizes = []
      let after: string | undefined
      do {
        const page = await listAll({ ...filter, limit: 2, ...(after ? { after } : {}) })
        paged.push(...page.entries)
        pageSizes.push(page.entries.length)
        after = page.next ?? undefined
      } while (after)
      expect(paged).toEqual(expectedEntries)
      expect(Math.max(...pageSizes)).toBe(2)
    },
  )

  test('of a project rejects an invalid cursor', () => {
    expect(listAudit.contract.input.safeParse({ project: 'a', after: 'x' }).success).toBe(false)
  })
})

describe('an audit export', () => {
  test('as JSONL contains every hashed field, so that readers can recompute the hash', async () => {
    const input = exportAudit.contract.input.parse({ project: project.slug, actor: 'system' })
    const [line] = await readReplyLines(await exportAudit.execute(project.admin, input))
    const { hash, ...entry } = JSON.parse(line!)
    expect(hashAuditEntry(Buffer.alloc(0), entry).toString('hex')).toBe(hash)
  })

  test('as CSV contains no spreadsheet formula', async () => {
    await getDatabase().$executeRaw`
      select append_audit_entry('x', null, 'host', 'admin.create', '=1+1', '{}', 'request')::text`
    const input = exportInstanceAudit.contract.input.parse({ format: 'csv', actor: 'host' })
    const reply = await exportInstanceAudit.execute(project.admin, input)
    expect(reply).toMatchObject({ fileName: 'audit.csv', mediaType: 'text/csv; charset=utf-8' })
    const [head, row] = await readReplyLines(reply)
    expect(head).toBe(
      'at,actor,description,action,target,detail,requestId,projectId,chain,sequence,hash,actorName,targetName,project',
    )
    expect(row).toContain(`"host","created an instance admin","admin.create","'=1+1","{}"`)
  })

  test('as CSV contains the names of people and projects as the page shows them, without email addresses', async () => {
    const filter = { project: project.slug }
    const { entries } = await listAudit.execute(
      project.admin,
      listAudit.contract.input.parse({ ...filter, limit: 200 }),
    )
    const input = exportAudit.contract.input.parse({ ...filter, format: 'csv' })
    const [head, ...rows] = await readReplyLines(await exportAudit.execute(project.admin, input))
    const names = head!.split(',')
    // In the order of the page; the last three cells contain no comma here.
    const cells = rows.map((row) =>
      row
        .split(',')
        .slice(-3)
        .map((cell) => cell.replaceAll('"', '')),
    )
    expect(names.slice(-3)).toEqual(['actorName', 'targetName', 'project'])
    expect(entries.filter(({ targetName }) => targetName !== null).length).toBeGreaterThan(0)
    expect(cells).toEqual(
      entries.map((entry) => [entry.actorName ?? '', entry.targetName ?? '', entry.project ?? '']),
    )
    expect(rows.join()).not.toContain('@')
  })

  test('of chain heads lists each chain once', async () => {
    const lines = await readReplyLines(await exportAuditChainHeads.execute(project.admin, {}))
    const chains = lines.map((line) => (JSON.parse(line) as { chain: string }).chain)
    expect(chains).toEqual([...new Set(chains)].sort())
    expect(chains).toContain(`${project.id}/system`)
  })
})
