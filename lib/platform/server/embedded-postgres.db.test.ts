import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres'
import { withPgClient } from './pg-client'
import { typeScriptLoaderArguments } from './programs'
import { repositoryRoot } from './repository-root'

const waitMs = 10_000
let homeFolder = ''
const folders = new Set<string>()

beforeAll(() => {
  homeFolder = mkdtempSync(join(tmpdir(), 'stepmark embedded-')) // a space on purpose
  chmodSync(homeFolder, 0o755)
})

afterAll(() => {
  for (const folder of [homeFolder, ...folders]) rmSync(folder, { recursive: true, force: true })
})

async function start({ name = 'postgres', port = 0 } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataFolder: join(homeFolder, name),
    port,
    isTemporary: true,
    settings: { fsync: 'off' },
    notify: () => undefined,
  })
  folders.add(server.folder) // as root, it may be in another folder
  return server
}

function query(url: string, sql: string): Promise<unknown[]> {
  return withPgClient(url, async (client) => (await client.query<object>(sql)).rows)
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}

describe('startEmbeddedPostgres', () => {
  it('keeps data over a restart, in UTF-8 sorted by code point, for a role without superuser rights', async () => {
    const first = await start()
    await query(first.url('postgres'), 'create database kept')
    await query(
      first.url('kept'),
      `create table word as select unnest(array['b', 'É', 'a', 'Z']) w`,
    )
    await first.stop()
    const second = await start()
    const sql = `select string_agg(w, '' order by w) as sorted, lower('É') as lower from word`
    expect(await query(second.url('kept'), sql)).toEqual([{ sorted: 'ZabÉ', lower: 'é' }])
    await expect(query(second.url('kept'), 'alter system set fsync = off')).rejects.toThrow(
      'permission denied',
    )
    await second.stop()
    await second.stop()
  })

  it('rejects a wrong password', async () => {
    const server = await start()
    const url = new URL(server.url('postgres'))
    url.password = 'wrong'
    await expect(query(url.href, 'select')).rejects.toThrow('password authentication failed')
    await server.stop()
  })

  it('uses a PostgreSQL server that is already running, and leaves it running', async () => {
    const owner = await start()
    const guest = await start()
    expect(guest).toMatchObject({ port: owner.port, isBorrowed: true })
    await guest.stop()
    expect(await query(owner.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    await owner.stop()
  })

  it('takes another port if the preferred one is in use', async () => {
    const otherServer = await start({ name: 'other' })
    const server = await start({ port: otherServer.port })
    expect(server.port).not.toBe(otherServer.port)
    await Promise.all([server.stop(), otherServer.stop()])
  })

  it('starts again after it was killed, even if another program has its process id', async () => {
    const server = await start()
    await query(server.url('postgres'), 'create database killed')
    await query(server.url('killed'), 'create table survivor as select 1 as one')
    const pidFile = join(server.folder, 'data', 'postmaster.pid')
    const lines = readFileSync(pidFile, 'utf8').split('\n')
    process.kill(Number(lines[0]), 'SIGKILL')
    await server.stop()
    writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'))
    const restarted = await start()
    expect(await query(restarted.url('killed'), 'table survivor')).toEqual([{ one: 1 }])
    await restarted.stop()
  })
})

describe.skipIf(!existsSync('/proc/self'))('a temporary PostgreSQL server', () => {
  it('ends with the process that started it, however that ends', async () => {
    const program = `
      import { startTemporaryPostgres } from '@/lib/platform/server/temporary-postgres'
      const { folder } = await startTemporaryPostgres()
      console.log(folder)
      setInterval(() => undefined, 1000)`
    const script = join(homeFolder, 'program.mts')
    writeFileSync(script, program)
    const child = spawn(process.execPath, [...typeScriptLoaderArguments, script], {
      env: { ...process.env, TSX_TSCONFIG_PATH: join(repositoryRoot, 'tsconfig.json') },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const folder = await new Promise<string>((resolve) =>
      child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
    )
    const pid = Number.parseInt(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10)
    expect(isAlive(pid)).toBe(true)
    child.kill('SIGKILL')
    await expect.poll(() => isAlive(pid) || existsSync(folder), { timeout: waitMs }).toBe(false)
  })
})
