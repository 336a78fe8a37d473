import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { FinishRecord, DraftRecord } from './outbox-records'

/** Keys begin with the person and the project: a range of keys is someone's, or someone's in a project. */
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
 * Opens the database of this origin. Each version's step is only ever added to: a browser may come from any of them.
 * `onClosed` is called when a newer version needs to open it or the browser has closed it. Rejects if the browser stores
 * nothing.
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
