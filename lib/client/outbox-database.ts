import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { FinishRecord, DraftRecord } from './outbox-records'

/** Keys begin with the person and the project, so a key range covers all records of a person, or theirs in one project. */
interface Schema extends DBSchema {
  work: { key: [string, string, string, string]; value: DraftRecord }
  finish: { key: [string, string, string]; value: FinishRecord }
}

export type OutboxDatabase = IDBPDatabase<Schema>
export type OutboxStoreName = 'work' | 'finish'
export const outboxStoreNames = ['work', 'finish'] as const satisfies readonly OutboxStoreName[]

const databaseName = 'stepmark'
const version = 1

/**
 * Opens the database of this origin. Never change an existing upgrade step; add one per version. A browser can have any older
 * version. `onClosed` is called when a newer version needs to open it or the browser has closed it. Rejects if the browser
 * stores nothing.
 */
export function openOutboxDatabase(
  onClosed: () => void,
  name = databaseName,
): Promise<OutboxDatabase> {
  return openDB<Schema>(name, version, {
    upgrade(database, oldVersion) {
      if (oldVersion < 1) {
        database.createObjectStore('work', { keyPath: ['user', 'project', 'solution', 'writer'] })
        database.createObjectStore('finish', { keyPath: ['user', 'project', 'idempotencyKey'] })
      }
    },
    blocking(_current, _requestedVersion, { target }) {
      onClosed()
      ;(target as IDBDatabase | null)?.close()
    },
    terminated: onClosed,
  })
}
