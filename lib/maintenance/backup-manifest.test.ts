import { expect, test } from 'vitest'
import { hostileNames } from '@/lib/platform/testing/hostile-names'
import { backupManifestField } from './backup-manifest'

const table = {
  name: 'a',
  columns: ['a'],
  rows: 0,
  file: 'a.copy.gz',
  bytes: 0,
  sha256: '0'.repeat(64),
}
const manifest = {
  ...{ format: 'stepmark-backup', formatVersion: 1, takenAt: '2026-11-23T00:00:00Z' },
  ...{
    postgresql: '18',
    migrations: ['1'],
    tables: [table],
    sequences: [{ name: 'a', last: '1' }],
  },
}
const isTaken = (changed: object) =>
  backupManifestField.safeParse({ ...manifest, ...changed }).success

test('no name in a manifest is a path or SQL', () => {
  expect(isTaken({})).toBe(true)
  for (const name of [...hostileNames, 'a" from x; drop table y; --', 'a.copy.gz\n', 'A.copy.gz']) {
    expect(isTaken({ tables: [{ ...table, file: name }] }), name).toBe(false)
    expect(isTaken({ tables: [{ ...table, file: `${name}.copy.gz` }] }), name).toBe(
      /^[a-z0-9_]+$/.test(name),
    )
    const isName = /^[a-z_][a-z0-9_]*$/.test(name)
    expect(isTaken({ tables: [{ ...table, name }] }), name).toBe(isName)
    expect(isTaken({ tables: [{ ...table, columns: [name] }] }), name).toBe(isName)
    expect(isTaken({ sequences: [{ name, last: '1' }] }), name).toBe(isName)
  }
})
