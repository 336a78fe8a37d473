import {
  appendFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeLabelledLines } from '@/cli/testing/labelled-lines'
import { useTemporaryFolder } from '@/cli/testing/temporary-folder'
import { closeDatabase } from '@/lib/platform/server/database'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { listMigrations } from '@/lib/platform/server/pending-migrations'
import { usePgClient } from '@/lib/platform/server/pg-client'
import { createTestDatabase } from '@/lib/platform/testing/test-database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext, releaseLease } from '@/lib/queue/server/commands'
import {
  importLines,
  joinProject,
  makeProblemLine,
  makeProject,
  type MadeProject,
} from '@/prisma/seed/factories'
import type { Person } from '@/lib/auth/actor'
import type { BackupManifest } from '../backup-manifest'
import { restoreBackup } from './restore-backup'
import { listTables, writeBackup } from './write-backup'

useTestDatabase()
const folder = useTemporaryFolder()

let url: string
let project: MadeProject
let person: Person
const noNote = () => undefined

beforeAll(async () => {
  url = process.env.DATABASE_URL!
  project = await makeProject()
  await importLines(project, [makeProblemLine('p', [0.1, 0.9]), ...makeLabelledLines(0, 3)])
  person = await joinProject(project, 'annotator', { name: 'Tab\t\\N "quoted" \u2028' })
  const work = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (work.kind !== 'solution') throw new Error('no work')
  await releaseLease.execute(person, { project: project.slug, lease: work.lease.id })
  await writeAs(folder.path('whole'))
})

const writeAs = (path: string, note = noNote) =>
  usePgClient(url, (client) => writeBackup(client, path, note))

/** Every row of every table, as one hash for each. */
const readAll = (database: string) =>
  usePgClient(database, async (client) => {
    const hashes: Record<string, unknown> = {}
    for (const { name } of await listTables(client))
      hashes[name] = (
        await client.query(
          `select count(*)::int as rows, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from "${name}" t`,
        )
      ).rows[0]
    return hashes
  })

const readShape = (database: string) =>
  usePgClient(database, async (client) => [
    (
      await client.query(
        `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as is, convalidated
         from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
      )
    ).rows,
    (
      await client.query(
        `select tgrelid::regclass::text as table, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`,
      )
    ).rows,
  ])

/** Gives a database that is empty, and drops it. */
async function withEmpty<T>(use: (target: string) => Promise<T>): Promise<T> {
  const target = await createTestDatabase({ isMigrated: false })
  try {
    return await use(target.url)
  } finally {
    await target.drop()
  }
}

test('what was backed up comes back: every row, constraint and trigger, and people go on in it', async () => {
  await withEmpty(async (target) => {
    const { rows, auditEntries } = await restoreBackup(target, folder.path('whole'), noNote)
    const there = await readAll(url)
    expect(await readAll(target)).toEqual(there)
    expect(await readShape(target)).toEqual(await readShape(url))
    expect(rows).toBeGreaterThan(30)
    expect(auditEntries).toBeGreaterThan(5)
    process.env.DATABASE_URL = target
    try {
      const work = await claimNext.execute(person, { project: project.slug, prefetch: false })
      expect(work.kind).toBe('solution')
    } finally {
      await closeDatabase()
      process.env.DATABASE_URL = url
    }
  })
})

test('is of one instant, whatever is written meanwhile', async () => {
  const before = await readAll(url)
  let written: Promise<unknown> | undefined
  await writeAs(folder.path('meanwhile'), () => {
    written ??= makeProject()
  })
  await written
  expect(await readAll(url)).not.toEqual(before)
  await withEmpty(async (target) => {
    await restoreBackup(target, folder.path('meanwhile'), noNote)
    expect(await readAll(target)).toEqual(before)
  })
})

test('is its owner’s alone, and never half there', async () => {
  const whole = folder.path('whole')
  expect(statSync(whole).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(whole))
    expect(statSync(join(whole, name)).mode & 0o777).toBe(0o600)
  await expect(writeAs(whole)).rejects.toThrow('is there already')
  const stop = () => {
    throw new Error('the disk is full')
  }
  await expect(writeAs(folder.path('stopped'), stop)).rejects.toThrow('the disk is full')
  expect(readdirSync(folder.path('.')).filter((name) => name.startsWith('stopped'))).toEqual([])
})

describe('restoring is refused', () => {
  /** A copy of the backup, changed. */
  function change(how: (path: string) => void): string {
    const path = folder.path(`changed ${Math.random()}`)
    cpSync(folder.path('whole'), path, { recursive: true })
    how(path)
    return path
  }
  const editManifest = (edit: (manifest: BackupManifest) => void) => (path: string) => {
    const file = join(path, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as BackupManifest
    edit(manifest)
    writeFileSync(file, JSON.stringify(manifest))
  }

  test.each<[string, (path: string) => void, string]>([
    ['no manifest', (path) => rmSync(join(path, 'manifest.json')), 'it is no backup'],
    [
      'a manifest that is none',
      (path) => writeFileSync(join(path, 'manifest.json'), '{}'),
      'cannot be understood',
    ],
    [
      'a file that is gone',
      (path) => rmSync(join(path, 'solution.copy.gz')),
      'solution.copy.gz is missing',
    ],
    [
      'a byte more',
      (path) => appendFileSync(join(path, 'annotation.copy.gz'), 'x'),
      'its SHA-256 is another',
    ],
    [
      'another byte',
      (path) => {
        const file = join(path, 'annotation.copy.gz')
        const bytes = readFileSync(file)
        bytes[9] = 255 // says which system wrote it: gzip itself does not mind
        writeFileSync(file, bytes)
      },
      'its SHA-256 is another',
    ],
    [
      'another count',
      editManifest(({ tables }) => (tables.at(-1)!.rows += 1)),
      'rows in the backup, which says',
    ],
    [
      'a file outside',
      editManifest(({ tables }) => (tables[0]!.file = '../x.copy.gz')),
      'cannot be understood',
    ],
    [
      'a migration no one knows',
      editManifest(({ migrations }) => migrations.push('29990101000000_later')),
      'does not know the migration',
    ],
    ['a table less', editManifest(({ tables }) => tables.pop()), 'is not both in the backup'],
  ])('of %s, and leaves nothing', async (_, how, message) => {
    const path = change(how)
    await withEmpty(async (target) => {
      await expect(restoreBackup(target, path, noNote)).rejects.toThrow(message)
      for (const row of Object.values(await readAll(target))) expect(row).toMatchObject({ rows: 0 })
    })
  })

  test('into a database that has anything in it', async () => {
    await expect(restoreBackup(url, folder.path('whole'), noNote)).rejects.toThrow('is not empty')
  })

  test('of an audit log that was changed, and is done after a try that failed', async () => {
    const trigger = (what: string) =>
      usePgClient(url, (client) => client.query(`alter table audit_entry ${what} trigger user`))
    const setTarget = (sql: string) =>
      usePgClient(url, (client) =>
        client.query(`update audit_entry set target = ${sql} where action = 'member.add'`),
      )
    await trigger('disable')
    await setTarget(`'x' || target`)
    const changed = folder.path('tampered')
    await writeAs(changed)
    await setTarget('substr(target, 2)')
    await trigger('enable')
    await withEmpty(async (target) => {
      await expect(restoreBackup(target, changed, noNote)).rejects.toThrow(
        'does not say what was written',
      )
      await restoreBackup(target, folder.path('whole'), noNote)
    })
  })
})

test.each(listMigrations().map((_, i, names) => names.slice(0, i + 1)))(
  'restores a backup made after %s and applies newer migrations',
  async (...early) => {
    const path = folder.path('early')
    await withEmpty(async (source) => {
      await applyMigrations(source, early)
      const manifest = await usePgClient(source, (client) => writeBackup(client, path, noNote))
      expect(manifest.migrations).toEqual(early)
    })
    await withEmpty(async (target) => {
      await restoreBackup(target, path, noNote)
      expect(await readShape(target)).toEqual(await readShape(url))
    })
  },
)
