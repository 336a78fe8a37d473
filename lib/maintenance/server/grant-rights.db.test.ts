import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { submitAsNewAnnotator } from '@/lib/annotations/testing/submit-as-new-annotator'
import { startImport } from '@/lib/imports/server/commands'
import { getImport } from '@/lib/imports/server/queries'
import { installJobTables } from '@/lib/jobs/server/install-job-tables'
import { runJobs } from '@/lib/jobs/server/run-jobs'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { jobFailureHandlers, jobHandlers } from '@/lib/worker/server/job-handlers'
import { periodicTasks } from '@/lib/worker/server/periodic-tasks'
import { makeProblemLine, makeProject, uploadImportLines } from '@/prisma/seed/factories'
import { grantServerRights } from './grant-rights'

useTestDatabase()

const role = `app_${randomUUID().slice(0, 8)}`
const password = randomUUID()
let ownerUrl: string

const asSuperuser = (sql: string) => {
  const url = new URL(inject('testServer').superuserUrl)
  url.pathname = new URL(ownerUrl).pathname
  return withPgClient(url.href, (client) => client.query(sql))
}

beforeAll(async () => {
  ownerUrl = process.env.DATABASE_URL!
  await installJobTables()
  await asSuperuser(`create role ${role} login password '${password}'`)
  await withPgClient(ownerUrl, (client) => grantServerRights(client, role))
  process.env.DATABASE_URL = Object.assign(new URL(ownerUrl), { username: role, password }).href
})
afterAll(async () => {
  await closeDatabase()
  await asSuperuser(`drop owned by ${role}; drop role ${role}`)
})

test('with the granted rights, a role without DDL rights can import, claim, save and submit', async () => {
  const project = await makeProject()
  const { id } = await uploadImportLines(project, [makeProblemLine('p', [0.1, 0.9])])
  const input = { project: project.slug, import: id }
  const jobs = await runJobs(jobHandlers, { jobFailureHandlers, periodicTasks })
  try {
    await startImport.execute(project.admin, startImport.contract.input.parse(input))
    const readState = async () => (await getImport.execute(project.admin, input)).state
    await expect.poll(readState).toBe('done')
  } finally {
    await jobs.stop()
  }
  const { annotation, user } = await submitAsNewAnnotator(project)
  const entry = await getDatabase().auditEntry.findFirst({
    where: { target: `annotation:${annotation}` },
    select: { action: true, actor: true },
  })
  expect(entry).toEqual({ action: 'annotation.submit', actor: `user:${user}` })
})

describe('the database role of the server', () => {
  const insert = `insert into audit_entry (chain, sequence, at, actor, action, target, detail, request_id, hash)
    values ('c', 1, now(), 'host', 'admin.create', 't', '{}', 'r', '')`
  test.each([
    `update audit_entry set detail = '{}'`,
    'delete from audit_entry',
    'truncate audit_entry',
    insert,
    `update audit_chain set sequence = 0`,
    'delete from audit_chain',
    'truncate audit_chain',
    'alter table audit_entry disable trigger all',
    'drop trigger audit_entry_is_append_only on audit_entry',
    'drop table audit_entry',
    'create table public.mine (id int)',
    'create temporary table mine (id int)',
    'create table pgboss.mine (id int)',
    `create or replace function append_audit_entry(text, uuid, text, text, text, text, text) returns void language sql as 'select'`,
    `update _prisma_migrations set finished_at = null`,
  ])('cannot %s', async (sql) => {
    await expect(
      withPgClient(process.env.DATABASE_URL!, (client) => client.query(sql)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  // Only the owner may create temporary tables.
  test('cannot be made to redirect audit entries to temporary tables', async () => {
    await withPgClient(ownerUrl, async (client) => {
      await client.query(
        'create temporary table audit_chain (chain text primary key, sequence bigint, hash bytea)',
      )
      await client.query('create temporary table audit_entry (like public.audit_entry)')
      await client.query(
        `select append_audit_entry('shadow', null, 'host', 'admin.create', 't', '{}', 'r')`,
      )
      const count = async (table: string) =>
        (
          await client.query<{ n: number }>(
            `select count(*)::int as n from ${table} where chain = 'shadow'`,
          )
        ).rows[0]!.n
      expect([await count('public.audit_entry'), await count('pg_temp.audit_entry')]).toEqual([
        1, 0,
      ])
    })
  })
})

describe('grantServerRights', () => {
  const grant = (name: string) =>
    withPgClient(ownerUrl, (client) => grantServerRights(client, name))

  test('is idempotent', async () => {
    const rights = async () =>
      withPgClient(
        ownerUrl,
        async (client) =>
          (
            await client.query(
              'select oid::regclass::text as name, relacl::text from pg_class where relacl is not null order by 1',
            )
          ).rows,
      )
    const first = await rights()
    await grant(role)
    expect(await rights()).toEqual(first)
  })

  test('rejects a missing role, the owner and a superuser', async () => {
    await expect(grant('nobody_at_all')).rejects.toMatchObject({ code: 'not_found' })
    await expect(grant(new URL(ownerUrl).username)).rejects.toThrow('owns the tables')
    await expect(grant('postgres')).rejects.toThrow('is a superuser')
  })

  test('rejects if PUBLIC may change the audit log', async () => {
    const owner = (sql: string) => withPgClient(ownerUrl, (client) => client.query(sql))
    await owner('grant update on audit_entry to public')
    await expect(grant(role)).rejects.toThrow('audit_entry: update')
    await owner('revoke update on audit_entry from public')
  })

  test('rejects if the role may create temporary tables through another role', async () => {
    const group = `group_${randomUUID().slice(0, 8)}`
    const database = pg.escapeIdentifier(new URL(ownerUrl).pathname.slice(1))
    await asSuperuser(
      `create role ${group}; grant temporary on database ${database} to ${group}; grant ${group} to ${role}`,
    )
    await expect(grant(role)).rejects.toThrow('temporary tables')
    await asSuperuser(`drop owned by ${group}; drop role ${group}`)
    await grant(role)
  })

  test('escapes role names', async () => {
    const unusualName = `odd" ; drop table audit_entry; -- ${role}`
    await asSuperuser(`create role ${pg.escapeIdentifier(unusualName)}`)
    expect((await grant(unusualName)).join('\n')).toContain(pg.escapeIdentifier(unusualName))
    await asSuperuser(
      `drop owned by ${pg.escapeIdentifier(unusualName)}; drop role ${pg.escapeIdentifier(unusualName)}`,
    )
  })
})

describe('the password of a database role', () => {
  const [serverRole, creatorRole] = ['server', 'creator'].map(
    (name) => `${name}_${randomUUID().slice(0, 8)}`,
  )
  const [first, second] = [randomUUID(), randomUUID()]
  const readVerifier = async () =>
    (
      await asSuperuser(
        `select rolpassword as verifier from pg_authid where rolname = '${serverRole}'`,
      )
    ).rows[0] as { verifier: string }
  const canSignIn = async (password: string) => {
    const url = Object.assign(new URL(ownerUrl), { username: serverRole, password }).href
    return withPgClient(url, async () => true).catch(() => false)
  }
  beforeAll(async () => {
    const owner = pg.escapeIdentifier(new URL(ownerUrl).username)
    await asSuperuser(
      `create role ${creatorRole} login createrole in role ${owner} password '${first}'`,
    )
  })
  afterAll(async () => {
    for (const name of [serverRole, creatorRole])
      await asSuperuser(`drop owned by ${name}; drop role ${name}`)
  })

  test.each([
    [
      'a role that may create roles',
      () => Object.assign(new URL(ownerUrl), { username: creatorRole, password: first }),
    ],
    [
      'a superuser',
      () =>
        Object.assign(new URL(inject('testServer').superuserUrl), {
          pathname: new URL(ownerUrl).pathname,
        }),
    ],
  ])('is changed by %s only if it differs', async (_, findUrl) => {
    const setPassword = (to: string) =>
      withPgClient(findUrl().href, (client) => grantServerRights(client, serverRole!, to))
    await setPassword(first)
    const before = await readVerifier()
    expect((await setPassword(first)).join()).not.toContain('password')
    expect(await readVerifier()).toEqual(before)
    expect(await setPassword(second)).toContain(`alter role "${serverRole}" login password '...'`)
    expect(await readVerifier()).not.toEqual(before)
    expect([await canSignIn(first), await canSignIn(second)]).toEqual([false, true])
  })

  test('can’t be changed by an owner without CREATEROLE', async () => {
    const grant = withPgClient(ownerUrl, (client) => grantServerRights(client, serverRole!, first))
    await expect(grant).rejects.toThrow('can’t change the password')
  })
})

test('a database role without grants can’t add audit entries', async () => {
  const roleWithoutGrants = 'stepmark_test_stranger'
  await asSuperuser(`create role ${roleWithoutGrants} login password '${password}'`)
  try {
    const url = Object.assign(new URL(ownerUrl), { username: roleWithoutGrants, password }).href
    const append = `select append_audit_entry('instance/user:x', null, 'user:x', 'account.promote', 'user:x', '{}', 'r')`
    await withPgClient(url, (client) =>
      expect(client.query(append)).rejects.toMatchObject({ code: '42501' }),
    )
  } finally {
    await asSuperuser(`drop owned by ${roleWithoutGrants}; drop role ${roleWithoutGrants}`)
  }
})
