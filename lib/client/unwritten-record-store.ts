import type { OutboxStoreName } from './outbox-database'
import {
  parseFinishRecord,
  parseDraftRecord,
  type FinishRecord,
  type DraftRecord,
} from './outbox-records'

/** A record of the outbox and where the database keeps it. */
export interface OutboxRecord {
  store: OutboxStoreName
  /** Begins with the user's id. */
  key: string[]
  record: DraftRecord | FinishRecord
}

type RecordName = Pick<OutboxRecord, 'store' | 'key'>
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function formatRecordName({ store, key }: RecordName): string {
  return JSON.stringify([store, ...key])
}

const prefix = 'stepmark:unwritten:'

/**
 * Records that the database had not stored when a page ended. A page that ends can't wait for the database, but
 * `localStorage` is written at once. Where it is full or off, these records are lost with the page.
 */
export class UnwrittenRecordStore {
  /** @param getStorage may throw: a browser that blocks storage does */
  constructor(private readonly getStorage: () => TextStorage) {}

  store(records: Iterable<OutboxRecord>): void {
    this.use((storage) => {
      for (const each of records) storage.setItem(nameItem(each), JSON.stringify(each.record))
    })
  }

  /** Removes items that can't be read. */
  list(): OutboxRecord[] {
    const records: OutboxRecord[] = []
    this.use((storage) => {
      for (const item of listItems(storage)) {
        const record = readItem(item, storage.getItem(item))
        if (record) records.push(record)
        else storage.removeItem(item)
      }
    })
    return records
  }

  remove(name: RecordName): void {
    this.use((storage) => storage.removeItem(nameItem(name)))
  }

  removeWhere(matches: (key: string[]) => boolean): void {
    for (const each of this.list()) if (matches(each.key)) this.remove(each)
  }

  private use(action: (storage: TextStorage) => void): void {
    try {
      action(this.getStorage())
    } catch {
      // Storage is full or off.
    }
  }
}

const nameItem = (name: RecordName) => prefix + formatRecordName(name)
const listItems = (storage: TextStorage) =>
  Object.keys(storage).filter((item) => item.startsWith(prefix))

/** Null where the item is broken or from another version. */
function readItem(item: string, text: string | null): OutboxRecord | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    const work = parseDraftRecord(value)
    const finish = work ? null : parseFinishRecord(value)
    const locatedRecord = work ? toDraftOutboxRecord(work) : finish && toFinishOutboxRecord(finish)
    return locatedRecord && nameItem(locatedRecord) === item ? locatedRecord : null
  } catch {
    return null
  }
}

export function toDraftOutboxRecord(record: DraftRecord): OutboxRecord {
  const { user, project, solution, writer } = record
  return { store: 'work', key: [user, project, solution, writer], record }
}

export function toFinishOutboxRecord(record: FinishRecord): OutboxRecord {
  const { user, project, idempotencyKey } = record
  return { store: 'finish', key: [user, project, idempotencyKey], record }
}
