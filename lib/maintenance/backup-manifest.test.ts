import { expect, test } from 'vitest'
import { hostileNames } from '@/lib/platform/testing/hostile-names'
import { backupManifestSchema } from './backup-manifest'

const table = {
  name: 'a',
  columns: ['a'],
  rows: 0,
  file: 'a.copy.gz',
  bytes: 0,
  sha256: '0'.repeat(64),
}
const manifest = {
  format: 'stepmark-backup',
  formatVersion: 1,
  takenAt: '2026-11-23T00:00:00Z',
  postgresql: '18',
  migrations: ['1'],
  tables: [table],
  sequences: [{ name: 'a', last: '1' }],
}
const isAccepted = (changes: object) =>
  backupManifestSchema.safeParse({ ...manifest, ...changes }).success

test('a backup manifest is rejected if its names contain a path or SQL', () => {
  expect(isAccepted({})).toBe(true)
  for (const name of [...hostileNames, 'a" from x; drop table y; --', 'a.copy.gz\n', 'A.copy.gz']) {
    expect(isAccepted({ tables: [{ ...table, file: name }] }), name).toBe(false)
    expect(isAccepted({ tables: [{ ...table, file: `${name}.copy.gz` }] }), name).toBe(
      /^[a-z0-9_]+$/.test(name),
    )
    const isName = /^[a-z_][a-z0-9_]*$/.test(name)
    expect(isAccepted({ tables: [{ ...table, name }] }), name).toBe(isName)
    expect(isAccepted({ tables: [{ ...table, columns: [name] }] }), name).toBe(isName)
    expect(isAccepted({ sequences: [{ name, last: '1' }] }), name).toBe(isName)
  }
})
