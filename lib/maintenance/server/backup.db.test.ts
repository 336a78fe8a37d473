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
import type { Person } from '@/lib/auth/actor'
import { closeDatabase } from '@/lib/platform/server/database'
import { applyMigrations } from '@/lib/platform/server/migrations'
import { listMigrationFolders } from '@/lib/platform/server/pending-migrations'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { createTestDatabase } from '@/lib/platform/testing/test-database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext, releaseLease } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import type { BackupManifest } from '../backup-manifest'
import { restoreBackup } from './restore-backup'
import { listBackupTables, writeBackup } from './write-backup'

useTestDatabase()
const folder = useTemporaryFolder()

let url: string
let project: TestProject
let person: Person
const ignoreProgress = () => undefined

beforeAll(async () => {
  url = process.env.DATABASE_URL!
  project = await makeProject()
  await importLines(project, [makeProblemLine('p', [0.1, 0.9]), ...makeLabelledLines(0, 3)])
  person = await makeMember(project, 'annotator', { name: 'Tab\t\\N "quoted" \u2028' })
  const work = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (work.kind !== 'solution') throw new Error('no work')
  await releaseLease.execute(person, { project: project.slug, lease: work.lease.id })
  await writeBackupTo(folder.path('whole'))
})

const writeBackupTo = (path: string, onProgress = ignoreProgress) =>
  withPgClient(url, (client) => writeBackup(client, path, onProgress))

/** Row count and hash of each table. */
const readAll = (database: string) =>
  withPgClient(database, async (client) => {
    const hashes: Record<string, unknown> = {}
    for (const { name } of await listBackupTables(client))
      hashes[name] = (
        await client.query(
          `select count(*)::int as rows, md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as hash from "${name}" t`,
        )
      ).rows[0]
    return hashes
  })

const readShape = (database: string) =>
  withPgClient(database, async (client) => [
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

/** Creates an empty database for the callback and drops it afterwards. */
async function withEmptyDatabase<T>(use: (target: string) => Promise<T>): Promise<T> {
  const target = await createTestDatabase({ isMigrated: false })
  try {
    return await use(target.url)
  } finally {
    await target.drop()
  }
}

test('a restored backup has every row, constraint and trigger, and annotators can continue', async () => {
  await withEmptyDatabase(async (target) => {
    const { rows, auditEntries } = await restoreBackup(target, folder.path('whole'), ignoreProgress)
    const sourceRows = await readAll(url)
    expect(await readAll(target)).toEqual(sourceRows)
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

test('a backup is a snapshot, unaffected by concurrent writes', async () => {
  const before = await readAll(url)
  let projectCreation: Promise<unknown> | undefined
  await writeBackupTo(folder.path('meanwhile'), () => {
    projectCreation ??= makeProject()
  })
  await projectCreation
  expect(await readAll(url)).not.toEqual(before)
  await withEmptyDatabase(async (target) => {
    await restoreBackup(target, folder.path('meanwhile'), ignoreProgress)
    expect(await readAll(target)).toEqual(before)
  })
})

test('a backup is readable only by its owner, and a failed one leaves nothing', async () => {
  const completeBackup = folder.path('whole')
  expect(statSync(completeBackup).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(completeBackup))
    expect(statSync(join(completeBackup, name)).mode & 0o777).toBe(0o600)
  await expect(writeBackupTo(completeBackup)).rejects.toThrow('already exists')
  const stop = () => {
    throw new Error('the disk is full')
  }
  await expect(writeBackupTo(folder.path('stopped'), stop)).rejects.toThrow('the disk is full')
  expect(readdirSync(folder.path('.')).filter((name) => name.startsWith('stopped'))).toEqual([])
})

describe('restoring', () => {
  /** Copies the backup and changes the copy. */
  function copyAndChange(changeFiles: (path: string) => void): string {
    const path = folder.path(`tamperedBackup ${Math.random()}`)
    cpSync(folder.path('whole'), path, { recursive: true })
    changeFiles(path)
    return path
  }
  const editManifest = (edit: (manifest: BackupManifest) => void) => (path: string) => {
    const file = join(path, 'manifest.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as BackupManifest
    edit(manifest)
    writeFileSync(file, JSON.stringify(manifest))
  }

  test.each<[string, (path: string) => void, string]>([
    ['a missing manifest', (path) => rmSync(join(path, 'manifest.json')), 'not a complete backup'],
    [
      'an invalid manifest',
      (path) => writeFileSync(join(path, 'manifest.json'), '{}'),
      'is not a valid manifest',
    ],
    [
      'a missing file',
      (path) => rmSync(join(path, 'solution.copy.gz')),
      'solution.copy.gz is missing',
    ],
    [
      'an additional byte',
      (path) => appendFileSync(join(path, 'annotation.copy.gz'), 'x'),
      'its SHA-256 does not match',
    ],
    [
      'a changed byte',
      (path) => {
        const file = join(path, 'annotation.copy.gz')
        const bytes = readFileSync(file)
        bytes[9] = 255 // The operating system in the header, which gzip ignores.
        writeFileSync(file, bytes)
      },
      'its SHA-256 does not match',
    ],
    [
      'a wrong row count',
      editManifest(({ tables }) => (tables.at(-1)!.rows += 1)),
      'rows in the backup, but the manifest lists',
    ],
    [
      'a file outside of the folder',
      editManifest(({ tables }) => (tables[0]!.file = '../x.copy.gz')),
      'is not a valid manifest',
    ],
    [
      'an unknown migration',
      editManifest(({ migrations }) => migrations.push('29990101000000_later')),
      'does not know the migration',
    ],
    [
      'a missing table',
      editManifest(({ tables }) => tables.pop()),
      'is missing in the backup or in',
    ],
  ])(
    'a backup with %s is rejected, and the database stays empty',
    async (_, changeFiles, message) => {
      const path = copyAndChange(changeFiles)
      await withEmptyDatabase(async (target) => {
        await expect(restoreBackup(target, path, ignoreProgress)).rejects.toThrow(message)
        for (const row of Object.values(await readAll(target)))
          expect(row).toMatchObject({ rows: 0 })
      })
    },
  )

  test('into a database that is not empty is rejected', async () => {
    await expect(restoreBackup(url, folder.path('whole'), ignoreProgress)).rejects.toThrow(
      'is not empty',
    )
  })

  test('a backup whose audit log was changed is rejected, and an intact one can be restored afterwards', async () => {
    const setTriggerState = (state: 'enable' | 'disable') =>
      withPgClient(url, (client) => client.query(`alter table audit_entry ${state} trigger user`))
    const setTarget = (sql: string) =>
      withPgClient(url, (client) =>
        client.query(`update audit_entry set target = ${sql} where action = 'member.add'`),
      )
    await setTriggerState('disable')
    await setTarget(`'x' || target`)
    const tamperedBackup = folder.path('tampered')
    await writeBackupTo(tamperedBackup)
    await setTarget('substr(target, 2)')
    await setTriggerState('enable')
    await withEmptyDatabase(async (target) => {
      await expect(restoreBackup(target, tamperedBackup, ignoreProgress)).rejects.toThrow(
        'was changed or moved',
      )
      await restoreBackup(target, folder.path('whole'), ignoreProgress)
    })
  })
})

/** Each state that a database of a released version can have, oldest first. */
const states = listMigrationFolders().map((_, i, names) => names.slice(0, i + 1))

test.each(states.filter((_, i) => isFullTestRun || i === 0))(
  'restoring a backup made after %s applies newer migrations',
  async (...migrations) => {
    const path = folder.path(`after-${migrations.length}`)
    await withEmptyDatabase(async (source) => {
      await applyMigrations(source, migrations)
      const manifest = await withPgClient(source, (client) =>
        writeBackup(client, path, ignoreProgress),
      )
      expect(manifest.migrations).toEqual(migrations)
    })
    await withEmptyDatabase(async (target) => {
      await restoreBackup(target, path, ignoreProgress)
      expect(await readShape(target)).toEqual(await readShape(url))
    })
  },
)
