import { storeNames, type StoreName } from './outbox-database'
import type { FinishRecord, WorkRecord } from './outbox-records'

/** One write to the outbox: a record, or null to delete what is stored under the key. */
export interface OutboxEntry {
  store: StoreName
  /** Begins with the user's id. */
  key: string[]
  record: WorkRecord | FinishRecord | null
}

export function nameEntry({ store, key }: Pick<OutboxEntry, 'store' | 'key'>): string {
  return JSON.stringify([store, ...key])
}

const prefix = 'stepmark:unwritten:'

/**
 * Writes entries that the database has not stored yet. A page that ends can't wait for the database, but `localStorage`
 * is written at once. Where nothing can be stored, the entries are lost with the page.
 */
export function storeUnwritten(entries: Iterable<OutboxEntry>): void {
  try {
    for (const entry of entries) localStorage.setItem(nameItem(entry), JSON.stringify(entry))
  } catch {
    // Storage is full or off.
  }
}

/** Entries that earlier pages could not write to the database. */
export function listUnwritten(): OutboxEntry[] {
  try {
    return Object.keys(localStorage)
      .filter((item) => item.startsWith(prefix))
      .flatMap(readItem)
  } catch {
    return []
  }
}

export function removeUnwritten(entry: Pick<OutboxEntry, 'store' | 'key'>): void {
  try {
    localStorage.removeItem(nameItem(entry))
  } catch {
    // Storage is off.
  }
}

/** With the user's id as third part, by which `forgetStorage` knows whose it is. */
function nameItem(entry: Pick<OutboxEntry, 'store' | 'key'>): string {
  return `${prefix}${entry.key[0]}:${nameEntry(entry)}`
}

/** Nothing for an item that is broken or from another version. */
function readItem(item: string): OutboxEntry[] {
  try {
    return [JSON.parse(localStorage.getItem(item) ?? 'null') as unknown].filter(isEntry)
  } catch {
    return []
  }
}

function isEntry(value: unknown): value is OutboxEntry {
  const { store, key, record } = (value ?? {}) as Partial<OutboxEntry>
  const hasKey = Array.isArray(key) && key.every((part) => typeof part === 'string')
  return storeNames.some((name) => name === store) && hasKey && typeof record === 'object'
}
