import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { checkCredentials } from '@/lib/auth/server/check-credentials'
import { verifyPassword } from '@/lib/auth/server/passwords'
import { resetPassword } from '@/lib/auth/server/reset-commands'
import { findActorByToken } from '@/lib/auth/server/tokens'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { listMigrationFolders } from '@/lib/platform/server/pending-migrations'
import { createTestDatabase, type TestDatabase } from '@/lib/platform/testing/test-database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson } from '@/prisma/seed/factories'
import { runCommand } from './testing/run-command'
import { runStepmarkProcess } from './testing/run-stepmark-process'

useTestDatabase()

const readHash = async (email: string) => {
  const { passwordHash } = await getDatabase().user.findUniqueOrThrow({
    where: { email },
    select: { passwordHash: true },
  })
  return passwordHash
}

/** Whether the account has a first password, which expires soon and must be changed. */
async function hasFirstPassword(email: string) {
  const { firstPasswordUntil } = await getDatabase().user.findUniqueOrThrow({
    where: { email },
    select: { firstPasswordUntil: true },
  })
  return firstPasswordUntil !== null
}

describe('`admin create`', () => {
  test('prints a first password once, alone on standard output', async () => {
    const argv = 'admin create --email Ada@Example.org --name Ada'.split(' ')
    const { status, stdout, stderr } = await runCommand(argv)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^[\w-]{22}\n$/)
    expect(stderr).toContain('ada@example.org is an instance admin.')
    expect(stderr).not.toContain(stdout.trim())
    expect(await verifyPassword(await readHash('ada@example.org'), stdout.trim())).toBe(true)
    expect(await hasFirstPassword('ada@example.org')).toBe(true)
    const secondResult = await runCommand(argv)
    expect(secondResult).toMatchObject({ status: 1, stdout: '' })
    expect(secondResult.stderr).toContain('already has an account.\nNothing was changed.')
  })

  test('reads a password from standard input and rejects a short one', async () => {
    const argv = 'admin create --email mei@example.org --name Mei --password-stdin'.split(' ')
    const short = await runCommand(argv, { input: 'short\n' })
    expect(short).toMatchObject({ status: 2, stdout: '' })
    expect(short.stderr).toMatch(/--password-stdin: .*12/)
    const { status, stdout } = await runCommand(argv, { input: 'one two three four\n' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
    expect(await verifyPassword(await readHash('mei@example.org'), 'one two three four')).toBe(true)
    expect(await hasFirstPassword('mei@example.org')).toBe(false)
  })
})

describe('`token create`', () => {
  test('prints a valid token alone on standard output', async () => {
    const { email, userId } = await makePerson()
    const argv = ['token', 'create', '--user', email, '--name', 'laptop', '--scope', 'write']
    const { status, stdout, stderr } = await runCommand(argv)
    expect(status).toBe(0)
    expect(stdout).toMatch(/^smk_[\w-]+\n$/)
    expect(stderr).toMatch(/^The token can write and expires on 20\d\d-\d\d-\d\d\. /)
    expect(await findActorByToken(stdout.trim())).toMatchObject({ userId, via: { scope: 'write' } })
  })

  test('creates a read-only token by default, and with `--days never` a token that does not expire', async () => {
    const { email } = await makePerson()
    const argv = ['token', 'create', '--user', email, '--name', 'a', '--days', 'never', '--json']
    const { secret, expiresAt } = JSON.parse((await runCommand(argv)).stdout) as {
      secret: string
      expiresAt: null
    }
    expect(expiresAt).toBeNull()
    expect(await findActorByToken(secret)).toMatchObject({ via: { scope: 'read' } })
  })

  test('rejects an unknown account', async () => {
    const argv = ['token', 'create', '--user', 'nobody@example.org', '--name', 'a']
    const { status, stdout, stderr } = await runCommand(argv)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('nobody@example.org has no account.\nNothing was changed.')
  })
})

describe('`user password-link`', () => {
  const run = (user: string) => runCommand(['user', 'password-link', '--user', user])
  beforeEach(() => void (process.env.NEXTAUTH_URL = 'https://stepmark.test'))
  afterAll(() => void delete process.env.NEXTAUTH_URL)

  test('restores access for the only admin after their first password has expired', async () => {
    const email = 'late@example.org'
    const created = await runCommand(`admin create --email ${email} --name Late`.split(' '))
    expect(created.stderr).toContain(`stepmark user password-link --user ${email}`)
    await getDatabase().$executeRaw`
      update app_user set first_password_until = now() - interval '1 minute' where email = ${email}`
    const old = { email, password: created.stdout.trim() }
    expect(await checkCredentials(old, '192.0.2.1')).toEqual({ kind: 'refused' })
    const { status, stdout, stderr } = await run('Late@Example.org')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^https:\/\/stepmark\.test\/reset#[\w-]{43}\n$/)
    expect(stderr).toContain('within the next hour')
    const secret = stdout.trim().split('#')[1]!
    const password = 'four plain words here'
    const input = resetPassword.contract.input.parse({ secret, password })
    await resetPassword.execute({ kind: 'anonymous' }, input)
    expect(await checkCredentials({ email, password }, '192.0.2.1')).toMatchObject({
      kind: 'signed_in',
    })
    expect(await hasFirstPassword(email)).toBe(false)
    const entry = await getDatabase().auditEntry.findFirst({
      where: { action: 'account.reset-for' },
      select: { actor: true, target: true, detail: true },
    })
    expect(entry).toMatchObject({
      actor: 'host',
      target: expect.stringMatching(/^user:/) as string,
    })
    expect(JSON.stringify(entry)).not.toContain(secret)
  })

  test('setting a password with the link revokes all API tokens and leaves the email address unverified', async () => {
    const { email, userId } = await makePerson()
    await getDatabase().$executeRaw`
      update app_user set email_verified_at = null where id = ${userId}::uuid`
    await runCommand(['token', 'create', '--user', email, '--name', 'of a stranger'])
    const secret = (await run(email)).stdout.trim().split('#')[1]!
    const input = resetPassword.contract.input.parse({ secret, password: 'four plain words here' })
    await resetPassword.execute({ kind: 'anonymous' }, input)
    const user = await getDatabase().user.findUniqueOrThrow({
      where: { id: userId },
      select: { emailVerifiedAt: true, tokens: { where: { revokedAt: null } } },
    })
    expect(user).toEqual({ emailVerifiedAt: null, tokens: [] })
  })

  test('rejects unknown and disabled accounts, and fails if the server has no URL', async () => {
    const { email, userId } = await makePerson()
    await getDatabase().$executeRaw`
      update app_user set disabled_at = now() where id = ${userId}::uuid`
    for (const user of [email, 'nobody@example.org']) {
      const { status, stdout, stderr } = await run(user)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain('has no account, or the account is disabled.\nNothing was changed.')
    }
    delete process.env.NEXTAUTH_URL
    expect((await run((await makePerson()).email)).stderr).toContain('NEXTAUTH_URL is not set')
    expect(await getDatabase().passwordReset.count({ where: { userId } })).toBe(0)
  })
})

describe('`user totp-off`', () => {
  test('restores access for a person who lost their device, and reports if nothing changed', async () => {
    const { email, userId } = await makePerson()
    await getDatabase().$executeRaw`
      insert into totp (user_id, sealed_secret, confirmed_at) values (${userId}::uuid, 'sealed', now())`
    const run = (user: string) => runCommand(['user', 'totp-off', '--user', user])
    expect(await run(email)).toEqual({
      status: 0,
      stdout: '',
      stderr: `Two-factor sign-in is now off for ${email}.\n`,
    })
    expect(await getDatabase().totp.count({ where: { userId } })).toBe(0)
    expect((await run(email)).stderr).toContain('Two-factor sign-in was not on')
    expect(await run('nobody@example.org')).toMatchObject({ status: 1, stdout: '' })
  })
})

test('`admin create`, run as a separate process, creates an account and exits with 0', async () => {
  const argv = 'admin create --email own@example.org --name Own'.split(' ')
  const { DATABASE_URL } = process.env
  const { status, stdout, stderr } = await runStepmarkProcess(argv, { env: { DATABASE_URL } })
  expect(status, stderr).toBe(0)
  expect(await verifyPassword(await readHash('own@example.org'), stdout.trim())).toBe(true)
})

describe('with an empty database', () => {
  let empty: TestDatabase
  let migrated: string | undefined
  beforeAll(async () => {
    empty = await createTestDatabase({ isMigrated: false })
    migrated = process.env.DATABASE_URL
    process.env.DATABASE_URL = empty.url
  })
  afterAll(async () => {
    await closeDatabase()
    process.env.DATABASE_URL = migrated
    await empty.drop()
  })

  test('commands ask to run `migrate` first, and `migrate` prints the migrations that it applied', async () => {
    const argv = 'admin create --email ada@example.org --name Ada'.split(' ')
    const early = await runCommand(argv)
    expect(early).toMatchObject({ status: 1, stdout: '' })
    expect(early.stderr).toContain('Run "stepmark migrate" first.')
    expect((await runCommand(['doctor'])).stdout).toMatch(
      /failed +migrations +The database lacks \d+ migrations? \(2026/,
    )
    const migrations = listMigrationFolders()
    const first = await runCommand(['migrate'])
    expect(first).toMatchObject({ status: 0, stdout: `${migrations.join('\n')}\n` })
    expect(first.stderr).toContain('The database is up to date')
    expect(await runCommand(['migrate'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'No migration to apply. The database is up to date.\n',
    })
    expect(await runCommand(argv)).toMatchObject({ status: 0 })
  })
})

describe('doctor', () => {
  test('reports missing settings and a PostgreSQL server with fsync off', async () => {
    const { status, stdout, stderr } = await runCommand(['doctor'])
    expect(status).toBe(1)
    expect(stdout).toMatch(/^ok +node +2/)
    expect(stdout).toMatch(/failed +settings +NEXTAUTH_URL is not set/)
    expect(stdout).toMatch(/^ok +database +test_\w+ as stepmark$/m)
    expect(stdout).toMatch(/^ok +postgresql +18/m)
    expect(stdout).toMatch(/^failed +durability +PostgreSQL runs with fsync off/m)
    expect(stdout).toMatch(/^ok +connections +\d+ of \d+ in use$/m)
    expect(stdout).toMatch(/^ok +migrations +all \d+ applied$/m)
    expect(stderr).toMatch(/^\d of \d+ checks failed\.\n$/)
  })

  test('suggests the setting that an unknown variable resembles', async () => {
    process.env.STEPMARK_WORKR = 'a value'
    try {
      const { stdout } = await runCommand(['doctor'])
      expect(stdout).toMatch(
        /^failed +settings +STEPMARK_WORKR .* Did you mean STEPMARK_WORKER\?$/m,
      )
      expect(stdout).not.toContain('a value')
    } finally {
      delete process.env.STEPMARK_WORKR
    }
  })

  test('--json prints the checks as JSON', async () => {
    const { status, stdout } = await runCommand(['doctor', '--json'])
    expect(status).toBe(1)
    const { checks } = JSON.parse(stdout) as { checks: { name: string; isOk: boolean }[] }
    expect(checks.filter(({ isOk }) => isOk).map(({ name }) => name)).toEqual([
      'node',
      'database',
      'postgresql',
      'connections',
      'migrations',
      'workers',
    ])
  })

  test('reports wrong stored counts, and corrects them with --rebuild-counts', async () => {
    const read = async (option = '--counts') =>
      /^(?:ok|failed) +counts .*$/m.exec(
        (await runCommand(['doctor', ...(option ? [option] : [])])).stdout,
      )?.[0]
    expect(await read()).toMatch(/^ok +counts +stored counts are right$/)
    await getDatabase().annotationCountChange.create({
      data: {
        projectId: randomUUID(),
        day: new Date('2026-03-04'),
        isImported: false,
        finishReason: 'solution',
        errorStep: 0,
        annotations: 1,
        negative: 0,
        neutral: 0,
        positive: 3,
      },
    })
    expect(await read()).toMatch(
      /^failed +counts +1 stored count wrong\. To correct: "stepmark doctor --rebuild-counts"\.$/,
    )
    expect(await read('--rebuild-counts')).toMatch(/^ok +counts +1 stored count corrected$/)
    expect(await read()).toMatch(/^ok /)
  })
})

describe('with an unusable database', () => {
  const findUrl = () => new URL(inject('testServer').url)
  test.each([
    ['nothing is listening there', () => 'postgresql://stepmark:secret@127.0.0.1:1/stepmark'],
    ['the database does not exist', () => Object.assign(findUrl(), { pathname: '/absent' }).href],
    ['the password is wrong', () => Object.assign(findUrl(), { password: 'secret' }).href],
    ['Use postgresql://', () => 'postgresql://stepmark:secret@[1/x'],
  ])('commands fail with "%s" and do not print the password', async (reason, makeUrl) => {
    const migrated = process.env.DATABASE_URL
    process.env.DATABASE_URL = makeUrl()
    try {
      for (const line of ['migrate', 'admin create --email a@example.org --name A', 'doctor']) {
        const { status, stdout, stderr } = await runCommand(line.split(' '))
        expect(status).toBe(1)
        expect(stdout + stderr).toContain(reason)
        expect(stdout + stderr).not.toContain('secret')
      }
    } finally {
      process.env.DATABASE_URL = migrated
    }
  })
})
