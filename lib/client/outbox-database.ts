/**
 * The stores. Keys begin with the person and the project, so a key range covers all records of a person, or theirs in one
 * project.
 */
export const outboxStoreNames = ['work', 'finish'] as const
export type OutboxStoreName = (typeof outboxStoreNames)[number]

const databaseName = 'stepmark'
const version = 1

/**
 * Opens the database of this origin. Never change an existing upgrade step; add one per version. A browser can have any older
 * version. `onClosed` is called when a newer version needs to open it or the browser has closed it. Rejects if the browser
 * stores nothing.
 */
export async function openOutboxDatabase(
  onClosed: () => void,
  name = databaseName,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion >= 1) return
    const database = request.result
    database.createObjectStore('work', { keyPath: ['user', 'project', 'solution', 'writer'] })
    database.createObjectStore('finish', { keyPath: ['user', 'project', 'idempotencyKey'] })
  }
  const database = await readResult(request)
  database.onversionchange = () => {
    onClosed()
    database.close()
  }
  database.onclose = onClosed
  return database
}

export function readResult<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })
}

/** Resolves when the transaction is written. Rejects if one of its requests failed, because then nothing is written. */
export function waitForCommit(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The database was closed.'))
  })
}
