import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { encryptedTextStores } from '@/lib/maintenance/server/encrypted-text-stores'
import { encryptionPurposes } from '@/lib/platform/encryption-purposes'
import { getDatabase } from '@/lib/platform/server/database'
import { findEncryptionState, encryptText } from '@/lib/platform/server/encrypted-text'
import { recordSecretFingerprint } from '@/lib/platform/server/secret-fingerprints'
import { openLongTransaction } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject, type TestProject } from '@/prisma/seed/factories'
import { runCommand } from './testing/run-command'
import { startStepmarkProcess } from './testing/run-stepmark-process'

useTestDatabase()

const [before, now] = [randomBytes(48).toString('base64'), randomBytes(48).toString('base64')]
const codeCount = 130
const webhookCount = 3
/** How many secrets the command re-encrypts in one transaction. */
const batchSize = 100
let project: TestProject

/** Sets the current secret and the previous ones in the environment. */
function setSecrets(secret: string, old = ''): void {
  process.env.NEXTAUTH_SECRET = secret
  process.env.NEXTAUTH_SECRET_OLD = old
}

/** Sets the secrets as if a server had started with them. */
async function startServerWith(secret: string, old = ''): Promise<void> {
  setSecrets(secret, old)
  await recordSecretFingerprint()
}

/** Encrypts everything with one secret, which becomes the current one. */
async function sealAll(secret: string): Promise<void> {
  setSecrets(secret)
  const db = getDatabase()
  for (const { userId } of await db.totp.findMany({ select: { userId: true } }))
    await db.totp.update({
      where: { userId },
      data: { sealedSecret: encryptText(`code of ${userId}`, 'totp', userId), lastStep: 7 },
    })
  for (const { projectId, id } of await db.webhook.findMany())
    await db.webhook.update({
      where: { projectId_id: { projectId, id } },
      data: { secret: encryptText(`signs for ${id}`, 'webhook', `${projectId}/${id}`) },
    })
}

async function countCurrent(): Promise<{ totp: number; webhook: number }> {
  const db = getDatabase()
  const codes = await db.totp.findMany({ select: { userId: true, sealedSecret: true } })
  const webhooks = await db.webhook.findMany()
  return {
    totp: codes.filter(
      (row) => findEncryptionState(row.sealedSecret, 'totp', row.userId) === 'current',
    ).length,
    webhook: webhooks.filter(
      (row) =>
        findEncryptionState(row.secret, 'webhook', `${row.projectId}/${row.id}`) === 'current',
    ).length,
  }
}

const listEntries = () =>
  getDatabase().auditEntry.findMany({
    where: { action: 'secrets.reseal' },
    select: { actor: true, target: true, detail: true },
    orderBy: { sequence: 'asc' },
  })

beforeEach(async () => {
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  const db = getDatabase()
  if (!project) {
    project = await makeProject()
    await db.$executeRaw`
      with made as (
        insert into app_user (id, email, name, password_hash)
        select gen_random_uuid(), n || '@example.org', 'P', '' from generate_series(1, ${codeCount}::int) n
        returning id)
      insert into totp (user_id, sealed_secret, confirmed_at)
      select id, '', case when id::text < '8' then now() end from made`
    await db.$executeRaw`
      insert into webhook (project_id, id, url, secret, events, user_id)
      select ${project.id}::uuid, gen_random_uuid(), 'https://example.org', '', array['annotation.submitted'],
        ${project.admin.userId}::uuid from generate_series(1, ${webhookCount}::int)`
  }
  await sealAll(before)
})

describe('replacing NEXTAUTH_SECRET', () => {
  test('after `secrets reseal`, the new secret alone decrypts all stored secrets', async () => {
    await startServerWith(now, before)
    const waitingResult = await runCommand(['secrets', 'status'])
    expect(waitingResult).toMatchObject({ status: 1 })
    expect(waitingResult.stdout).toBe(
      'two-factor sign-in  0 current  130 old  0 lost\nwebhooks            0 current  3 old    0 lost\n',
    )
    expect(waitingResult.stderr).toContain('The old secret is still needed')
    const finishedResult = await runCommand(['secrets', 'reseal'])
    expect(finishedResult).toMatchObject({ status: 0, stdout: '' })
    expect(finishedResult.stderr).toContain(
      'Secrets of two-factor sign-in: 130 of 130 re-encrypted.',
    )
    expect(finishedResult.stderr).toContain('Secrets of webhooks: 3 of 3 re-encrypted.')
    setSecrets(now)
    expect(await countCurrent()).toEqual({ totp: codeCount, webhook: webhookCount })
    const after = await runCommand(['secrets', 'status', '--json'])
    expect(after).toMatchObject({ status: 0 })
    expect(JSON.parse(after.stdout)).toEqual({
      totp: { current: codeCount, old: 0, lost: 0 },
      webhook: { current: webhookCount, old: 0, lost: 0 },
    })
    expect(after.stderr).toContain('You can remove NEXTAUTH_SECRET_OLD')
    const steps = await getDatabase().totp.findMany({ distinct: ['lastStep'] })
    expect(steps.map(({ lastStep }) => lastStep)).toEqual([7])
  })

  test('running `secrets reseal` again changes nothing, and the audit log has both runs', async () => {
    await startServerWith(now, before)
    const knownCount = (await listEntries()).length
    await runCommand(['secrets', 'reseal'])
    const sealed = await getDatabase().webhook.findMany({ orderBy: { id: 'asc' } })
    const secondResult = await runCommand(['secrets', 'reseal'])
    expect(secondResult).toMatchObject({ status: 0 })
    expect(secondResult.stderr).toContain('Secrets of webhooks: 0 of 3 re-encrypted.')
    expect(await getDatabase().webhook.findMany({ orderBy: { id: 'asc' } })).toEqual(sealed)
    const entry = (target: string, resealed: number) => ({
      actor: 'host',
      target: `secrets:${target}`,
      detail: JSON.stringify({ resealed, lost: 0 }),
    })
    expect((await listEntries()).slice(knownCount)).toEqual([
      ...[entry('totp', 100), entry('totp', 30), entry('webhook', 3)],
      ...[entry('totp', 0), entry('totp', 0), entry('webhook', 0)],
    ])
  })

  test('`secrets reseal` continues where it stopped after it was killed', async () => {
    await startServerWith(now, before)
    const [locked] = await getDatabase().$queryRaw<[{ userId: string }]>`
      select user_id as "userId" from totp order by user_id offset ${batchSize + 5} limit 1`
    const lock = openLongTransaction(async (db) => {
      await db.$queryRaw`select 1 from totp where user_id = ${locked.userId}::uuid for update`
    })
    await lock.started
    const { DATABASE_URL, NEXTAUTH_SECRET, NEXTAUTH_SECRET_OLD } = process.env
    const child = startStepmarkProcess(['secrets', 'reseal'], {
      env: { DATABASE_URL, NEXTAUTH_SECRET, NEXTAUTH_SECRET_OLD },
    })
    await vi.waitFor(async () => expect((await countCurrent()).totp).toBe(batchSize), {
      timeout: 25_000,
      interval: 50,
    })
    expect(await child.end('SIGKILL')).toMatchObject({ status: 'SIGKILL' })
    await lock.end()
    const { stderr } = await runCommand(['secrets', 'reseal'])
    expect(stderr).toContain(`Secrets of two-factor sign-in: 30 of ${codeCount} re-encrypted.`)
    setSecrets(now)
    expect(await countCurrent()).toEqual({ totp: codeCount, webhook: webhookCount })
  })

  test('`secrets reseal` does not overwrite a value that another user changes meanwhile', async () => {
    await startServerWith(now, before)
    const { userId } = await getDatabase().totp.findFirstOrThrow({ select: { userId: true } })
    const webhook = await getDatabase().webhook.findFirstOrThrow()
    const sealedBefore = encryptText('what was read', 'totp', userId)
    const sealedAgain = encryptText('what was read', 'totp', userId)
    const rowKeys = { totp: userId, webhook: `${webhook.projectId}/${webhook.id}` }
    for (const kind of encryptionPurposes) {
      const row = { rowKey: rowKeys[kind], sealed: sealedBefore }
      expect(await encryptedTextStores[kind].replace(getDatabase(), row, sealedAgain), kind).toBe(
        false,
      )
    }
    expect(await countCurrent()).toEqual({ totp: 0, webhook: 0 })
  })

  test('`secrets reseal` keeps and reports a webhook secret that neither the new nor the old secret decrypts', async () => {
    const lostWebhook = await getDatabase().webhook.findFirstOrThrow()
    setSecrets(randomBytes(48).toString('base64'))
    const webhookKey = { projectId_id: { projectId: lostWebhook.projectId, id: lostWebhook.id } }
    const secret = encryptText('lost', 'webhook', `${lostWebhook.projectId}/${lostWebhook.id}`)
    await getDatabase().webhook.update({ where: webhookKey, data: { secret } })
    await startServerWith(now, before)
    const { status, stderr } = await runCommand(['secrets', 'reseal'])
    expect(status).toBe(1)
    expect(stderr).toContain('1 secret not changed, because no secret set here can decrypt')
    const webhook = await getDatabase().webhook.findUniqueOrThrow({ where: webhookKey })
    expect(webhook.secret).toEqual(secret)
    const counts = await runCommand(['secrets', 'status'])
    expect(counts).toMatchObject({ status: 1 })
    expect(counts.stdout).toMatch(/webhooks +2 current +0 old +1 lost/)
    expect(counts.stderr).not.toContain('still needed')
  })
})

describe('a `secrets` command with a secret that may not be that of the servers', () => {
  const unrelatedSecret = randomBytes(48).toString('base64')

  test('changes nothing and explains why if the secret differs', async () => {
    await startServerWith(now, before)
    setSecrets(unrelatedSecret, before)
    const { status, stderr } = await runCommand(['secrets', 'reseal'])
    expect(status).toBe(1)
    expect(stderr).toContain('not the one that a server or worker last started with')
    expect(stderr).toContain('Nothing was changed')
    setSecrets(unrelatedSecret)
    expect(await countCurrent()).toEqual({ totp: 0, webhook: 0 })
    await sealAll(unrelatedSecret)
    const reply = await runCommand(['secrets', 'status'])
    expect(reply).toMatchObject({ status: 1 })
    expect(reply.stderr).toContain('NEXTAUTH_SECRET differs from the one')
    expect(reply.stderr).not.toContain('can remove')
  })

  test('is accepted after a server started with the same secret, and rejected after a server started with another', async () => {
    const reseal = async () => (await runCommand(['secrets', 'reseal'])).status
    await startServerWith(now, before)
    await startServerWith(unrelatedSecret, before)
    expect(await reseal()).toBe(0)
    await startServerWith(now, unrelatedSecret)
    setSecrets(unrelatedSecret, now)
    expect(await reseal()).toBe(1)
  })

  test('is rejected (`reseal`) or warns (`status`) while no server has started', async () => {
    await getDatabase().startedSecret.deleteMany()
    setSecrets(now, before)
    const { status, stderr } = await runCommand(['secrets', 'reseal'])
    expect(status).toBe(1)
    expect(stderr).toContain('Start one first. Nothing was changed.')
    expect((await runCommand(['secrets', 'status'])).stderr).toContain(
      'can’t be compared with theirs',
    )
  })
})

test.each(['reseal', 'status'])('`secrets %s` rejects a weak secret', async (name) => {
  setSecrets(now, 'short')
  const { status, stdout, stderr } = await runCommand(['secrets', name])
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain('NEXTAUTH_SECRET_OLD (number 1 of it) has 5 characters')
  setSecrets('')
  expect((await runCommand(['secrets', name])).stderr).toContain('NEXTAUTH_SECRET is not set')
})

/**
 * Every column that the schema says is encrypted must belong to a kind that is re-encrypted. Add a
 * new one to this test and to `encryptionPurposes`.
 */
test('the database has no encrypted column except those that `secrets reseal` re-encrypts', async () => {
  const columns = await getDatabase().$queryRaw<{ name: string }[]>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name ~ 'secret|sealed|password'
      and column_name !~ 'hash' order by 1`
  expect(columns.map(({ name }) => name)).toEqual(['totp.sealed_secret', 'webhook.secret'])
})
