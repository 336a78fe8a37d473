import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { submitAsNewAnnotator } from '@/lib/annotations/testing/submit-as-new-annotator'
import { hostActor } from '@/lib/auth/actor'
import { createTokenForUser } from '@/lib/auth/server/commands'
import { closeDatabase, getDatabase } from '@/lib/platform/server/database'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { getBundlePath } from '@/lib/platform/server/programs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { stopChildWithParent } from '@/lib/platform/server/stop-child-with-parent'
import { createTestDatabase, type TestDatabase } from '@/lib/platform/testing/test-database'
import { makeProblemLine, makePerson, makeProject } from '@/prisma/seed/factories'
import { runCommandWithEnv } from './testing/run-command'
import { runStepmarkProcess } from './testing/run-stepmark-process'
import { serveApi } from './testing/serve-api'
import { useTemporaryFolder } from './testing/temporary-folder'

interface Service {
  command?: string[]
  environment: Record<string, string>
}

/** The variables in .env next to compose.yaml. */
const envFile: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
  STEPMARK_ROLE_PASSWORD: randomBytes(24).toString('hex'),
  NEXTAUTH_SECRET: randomBytes(48).toString('base64'),
  NEXTAUTH_URL: 'https://stepmark.example.org',
}
const composeText = readFileSync(join(repositoryRoot, 'compose.yaml'), 'utf8')
/** Roles belong to the whole server, so this role must not clash with those of other test files. */
const role = 'stepmark_container'
const { services } = parse(composeText.replaceAll('stepmark_app', role), { merge: true }) as {
  services: Record<string, Service>
}

const folder = useTemporaryFolder()
let database: TestDatabase
let superuser: URL

/** The environment of a container. Only the PostgreSQL address and the owner's name and password differ. */
function readEnvironment(name: string): Record<string, string> {
  const variables = { ...envFile, ...services[name]!.environment }
  const filled = Object.entries(variables).map(([key, value]) => {
    const text = value.replaceAll(
      /\$\{(\w+):\?[^}]*\}/g,
      (_, variable: string) => envFile[variable]!,
    )
    return [key, text] as const
  })
  const environment = Object.fromEntries(filled) as Record<string, string>
  const url = new URL(environment.DATABASE_URL!)
  const isOwner = url.username === services.postgres!.environment.POSTGRES_USER
  Object.assign(url, { host: superuser.host, pathname: new URL(database.url).pathname })
  if (isOwner) Object.assign(url, { username: superuser.username, password: superuser.password })
  return { ...environment, DATABASE_URL: url.href }
}

/** Runs a service as a process whose environment has only the service's variables. */
const runService = (name: string, argv = services[name]!.command!) =>
  runStepmarkProcess(argv, { env: readEnvironment(name) })

/** The same in this process, which is faster. */
const run = (name: string, argv = services[name]!.command!, env: Record<string, string> = {}) =>
  runCommandWithEnv({ ...readEnvironment(name), ...env }, argv)

beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false })
  superuser = new URL(inject('testServer').superuserUrl)
})
afterAll(async () => {
  await closeDatabase()
  await withPgClient(readEnvironment('migrate').DATABASE_URL!, async (client) => {
    await client.query(`drop owned by ${role}`)
    await client.query(`drop role ${role}`)
  })
  await database.drop()
})

test('the migrate service of compose.yaml grants rights to the database role of the servers', () => {
  expect(services.migrate!.command).toEqual(['migrate', '--grant', role])
})

describe('the services of compose.yaml', () => {
  let worker: ChildProcess
  let log = ''
  afterAll(() => void worker?.kill('SIGKILL'))

  test('`migrate` creates the tables and the role, and changes nothing when run again', async () => {
    const first = await runService('migrate')
    expect(first).toMatchObject({ status: 0 })
    expect(first.stdout).toContain(`create role "${role}" login password '...';`)
    const secondResult = await run('migrate')
    expect(secondResult).toMatchObject({ status: 0 })
    expect(secondResult.stdout).not.toContain('password')
    for (const { stdout, stderr } of [first, secondResult])
      expect(stdout + stderr).not.toContain(envFile.STEPMARK_ROLE_PASSWORD)
    const { rows } = await withPgClient(readEnvironment('migrate').DATABASE_URL!, (client) =>
      client.query(
        `select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolpassword like 'SCRAM-SHA-256$%' as scram
         from pg_authid where rolname = $1`,
        [role],
      ),
    )
    const noRights = { rolsuper: false, rolcreaterole: false, rolcreatedb: false }
    expect(rows).toEqual([{ ...noRights, rolbypassrls: false, scram: true }])
  })

  test('`doctor`, `admin create`, `secrets status` and `audit verify` work with the servers’ database role', async () => {
    const doctor = await run('web', ['doctor'])
    expect(doctor.stdout).toMatch(new RegExp(`^ok +database +test_\\w+ as ${role}$`, 'm'))
    expect(doctor.stdout).toMatch(/^ok +migrations /m)
    expect(doctor.stdout).toMatch(/^ok +settings +complete and safe$/m)
    const admin = 'admin create --email ada@example.org --name Ada'.split(' ')
    expect(await run('web', admin)).toMatchObject({ status: 0 })
    expect(await run('web', ['secrets', 'status'])).toMatchObject({ status: 0 })
    expect(await run('web', ['audit', 'verify'])).toMatchObject({ status: 0 })
  })

  test('a backup runs with the environment of the web service', async () => {
    const backup = await run('web', ['backup', folder.path('backup')])
    expect(backup).toMatchObject({ status: 0, stderr: expect.stringMatching(/^\d+ rows of /) })
  })

  test('the worker imports a file whose solutions can then be annotated', async () => {
    const env = readEnvironment('worker')
    const program = [getBundlePath('cli/main.ts')]
    worker = spawn(process.execPath, [...program, ...services.worker!.command!], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env, STEPMARK_WORKER_PORT: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    worker.stderr!.on('data', (chunk) => (log += String(chunk)))
    stopChildWithParent(worker, 'TERM')
    await closeDatabase()
    Object.assign(process.env, readEnvironment('web'))
    const admin = await makePerson({ isInstanceAdmin: true })
    const project = await makeProject({}, admin)
    const { secret } = await createTokenForUser.execute(hostActor, {
      user: admin.email,
      name: 'a',
      scope: 'write',
      days: 1,
    })
    const api = await serveApi()
    try {
      const lines = JSON.stringify(makeProblemLine('p', [0.1, 0.9]))
      const argv = ['import', folder.write('a.jsonl', `${lines}\n`), '--project', project.slug]
      const imported = await run('web', argv, { STEPMARK_URL: api.url, STEPMARK_TOKEN: secret })
      expect(imported, log).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('new: 1 problem'),
      })
    } finally {
      await api.stop()
    }
    const { annotation } = await submitAsNewAnnotator(project)
    const rows = await getDatabase()
      .$queryRaw`select current_user::text as "user", state::text as state
      from annotation where id = ${annotation}::uuid`
    expect(rows).toEqual([{ user: role, state: 'submitted' }])
  })

  test('the worker exits with 0 on SIGTERM, and logged no denied access', async () => {
    worker.kill('SIGTERM')
    expect(await once(worker, 'close')).toEqual([0, null])
    expect(log).toContain('Worker started.')
    expect(log).not.toMatch(/denied|42501/)
  })

  test('web and worker don’t get the password of the database owner in their environment', () => {
    for (const name of ['web', 'worker'])
      expect(Object.values(readEnvironment(name)).join('\n')).not.toContain(
        envFile.POSTGRES_PASSWORD,
      )
  })
})

describe('the password of the servers’ database role', () => {
  const grant = (password: string) =>
    run('migrate', ['grant', '--role', role], { STEPMARK_ROLE_PASSWORD: password })
  const canSignIn = (password: string) =>
    withPgClient(
      Object.assign(new URL(readEnvironment('web').DATABASE_URL!), { password }).href,
      async (client) => (await client.query('select 1')).rowCount === 1,
    ).catch(() => false)

  test('is replaced by the password of the next `grant`', async () => {
    const newPassword = randomBytes(24).toString('hex')
    expect(await grant(newPassword)).toMatchObject({ status: 0 })
    expect(await canSignIn(newPassword)).toBe(true)
    expect(await canSignIn(envFile.STEPMARK_ROLE_PASSWORD!)).toBe(false)
    expect(await grant(envFile.STEPMARK_ROLE_PASSWORD!)).toMatchObject({ status: 0 })
  })

  test.each(['short', `with a space ${'x'.repeat(20)}`, `quote'${'x'.repeat(20)}`])(
    'is rejected if it is unsafe: %j',
    async (password) => {
      const { status, stderr } = await grant(password)
      expect(status).toBe(1)
      expect(stderr).toContain('STEPMARK_ROLE_PASSWORD must have')
      expect(stderr).not.toContain(password)
      expect(await canSignIn(envFile.STEPMARK_ROLE_PASSWORD!)).toBe(true)
    },
  )

  test('is not set if the role is a superuser, because grant rejects it', async () => {
    const { username } = superuser
    const { status, stderr } = await run('migrate', ['grant', '--role', username])
    expect(status).toBe(1)
    expect(stderr).toContain('is a superuser')
    expect(await withPgClient(superuser.href, async () => true)).toBe(true)
  })
})
