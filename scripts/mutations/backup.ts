import type { Mutation } from './mutation'

const read = 'lib/upkeep/server/read-backup.ts'
const write = 'lib/upkeep/server/write-backup.ts'
const restore = 'lib/upkeep/server/restore-backup.ts'
const backup = (name: string) => ({ file: 'lib/upkeep/server/backup.db.test.ts', name })

export const backupMutations: readonly Mutation[] = [
  {
    name: 'a changed backup is restored',
    file: read,
    from: 'if (found.bytes !== bytes || found.sha256 !== sha256)',
    to: 'if (found.bytes < 0 || sha256.length < 0)',
    test: backup('of %s, and leaves nothing'),
    why: 'A disk that rots is found out, not restored.',
  },
  {
    name: 'rows that are missing are not missed',
    file: restore,
    from: 'if (copy.rowCount === rows) return rows',
    to: 'if (copy.rowCount !== null) return rows',
    test: backup('of %s, and leaves nothing'),
    why: 'The same.',
  },
  {
    name: 'an audit log that was changed is restored',
    file: restore,
    from: 'if (faults.length === 0) return entries',
    to: 'if (faults.length >= 0) return entries',
    test: backup('of an audit log that was changed, and is done after a try that failed'),
    why: 'Restoring would be the way to write history anew.',
  },
  {
    name: 'a backup goes over what is there',
    file: restore,
    from: '  await usePgClient(databaseUrl, (client) => refuseFilled(client, manifest))\n',
    to: '',
    test: backup('into a database that has anything in it'),
    why: 'Work of today under that of yesterday.',
  },
  {
    name: 'a backup is of many instants',
    file: write,
    from: "'begin isolation level repeatable read, read only'",
    to: "'begin read only'",
    test: backup('is of one instant, whatever is written meanwhile'),
    why: 'Rows would name rows that are not there.',
  },
  {
    name: 'a backup can be read by everybody',
    file: write,
    from: 'const folderMode = 0o700',
    to: 'const folderMode = 0o755',
    test: backup('is its owner’s alone, and never half there'),
    why: 'It holds every hash and every label.',
  },
]
