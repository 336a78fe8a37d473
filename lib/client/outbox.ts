import {
  outboxStoreNames,
  readResult,
  waitForCommit,
  type OutboxStoreName,
} from './outbox-database'
import {
  parseFinishRecord,
  parseDraftRecord,
  type FinishRecord,
  type RecordOwner,
  type DraftRecord,
} from './outbox-records'
import {
  toFinishOutboxRecord,
  toDraftOutboxRecord,
  formatRecordName,
  type OutboxRecord,
  type TextStorage,
  UnwrittenRecordStore,
} from './unwritten-record-store'

/** Where records are kept. `page`: the database can't be written now, so the page must stay open. */
export type RecordDurability = 'device' | 'page'

/** After this time, sending to the server no longer waits for a slow database. */
const timeoutMs = 3_000

/** One write: a record, or null to delete it. */
type OutboxEntry = Omit<OutboxRecord, 'record'> & { record: OutboxRecord['record'] | null }

/**
 * Stores on this device what is not on the server yet. Writes are queued in order, the newest value of a key wins, and
 * reads include queued writes. If the database can't be written (private window, full disk), entries stay `pending` in
 * this page and the durability is `page`. Entries pending when a page ends are restored by the next one
 * (`storeUnwritten`).
 */
export class Outbox {
  private readonly pending = new Map<string, OutboxEntry>()
  private readonly listeners = new Set<(durability: RecordDurability) => void>()
  private database: Promise<IDBDatabase> | null = null
  private running: Promise<void> | null = null
  private durability: RecordDurability = 'device'

  private readonly unwritten: UnwrittenRecordStore

  constructor(
    private readonly connect: (onClosed: () => void) => Promise<IDBDatabase>,
    getStorage: () => TextStorage,
    private readonly waitForNextTask: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.unwritten = new UnwrittenRecordStore(getStorage)
  }

  /** Calls the listener now and at each change. Returns a function that stops it. */
  listen(listener: (durability: RecordDurability) => void): () => void {
    this.listeners.add(listener)
    listener(this.durability)
    return () => void this.listeners.delete(listener)
  }

  putDraft(record: DraftRecord): void {
    this.write(toDraftOutboxRecord(record))
  }

  putFinish(record: FinishRecord): void {
    this.write(toFinishOutboxRecord(record))
  }

  removeDraft(record: RecordOwner & Pick<DraftRecord, 'solution' | 'writer'>): void {
    this.write({ store: 'work', key: draftKey(record), record: null })
  }

  removeFinish(record: RecordOwner & Pick<FinishRecord, 'idempotencyKey'>): void {
    this.write({ store: 'finish', key: finishKey(record), record: null })
  }

  /** Resolves when everything so far is on disk, or is known to stay in this page. */
  async flush(): Promise<void> {
    if (!this.running || this.durability === 'page') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.setDurability('page')
        resolve()
      }, timeoutMs)
    })
    await Promise.race([this.settle(), timeout])
    clearTimeout(timer)
  }

  /** Call it when the page ends. Deletions are left out: a record that is sent twice does no harm. */
  storeUnwritten = (): void =>
    this.unwritten.store([...this.pending.values()].filter((entry) => hasRecord(entry)))

  /** Call it when the person has signed out on another page: nothing of theirs may come back. */
  discardUnwritten(): void {
    this.pending.clear()
  }

  /** All drafts of a user in a project. */
  listDrafts({ user, project }: RecordOwner): Promise<DraftRecord[]> {
    return this.list('work', [user, project], parseDraftRecord)
  }

  /** Oldest first. */
  async listFinishes({ user, project }: RecordOwner): Promise<FinishRecord[]> {
    const records = await this.list('finish', [user, project], parseFinishRecord)
    return records.toSorted((first, second) => first.storedAt - second.storedAt)
  }

  /** Counts everything in this browser that is not on the server. */
  async count(): Promise<{ drafts: number; finishes: number }> {
    const [drafts, finishes] = await Promise.all([
      this.list('work', [], parseDraftRecord),
      this.list('finish', [], parseFinishRecord),
    ])
    const finishedKeys = new Set(
      finishes.map(({ finish }) => `${finish.solution}/${finish.writer}`),
    )
    const unfinishedDrafts = drafts.filter(
      ({ solution, writer }) => !finishedKeys.has(`${solution}/${writer}`),
    )
    return { drafts: unfinishedDrafts.length, finishes: finishes.length }
  }

  deleteAll(): Promise<void> {
    return this.deleteWhere(() => true)
  }

  /** Deletes the records of other users. */
  deleteOthers(user: string): Promise<void> {
    return this.deleteWhere(([owner]) => owner !== user)
  }

  private write(entry: OutboxEntry): void {
    this.pending.set(formatRecordName(entry), entry)
    if (!entry.record) this.unwritten.remove(entry)
    this.running ??= this.run()
  }

  private restoreUnwritten(): void {
    for (const record of this.unwritten.list())
      if (!this.pending.has(formatRecordName(record))) this.write(record)
  }

  private async run(): Promise<void> {
    await this.waitForNextTask()
    // The second try reopens a database that was closed. What still fails waits for the next write.
    const isWritten = (await this.writeAll()) || (await this.writeAll())
    this.running = isWritten && this.pending.size > 0 ? this.run() : null
    this.setDurability(isWritten ? 'device' : 'page')
  }

  private async settle(): Promise<void> {
    while (this.running) await this.running
  }

  private async writeAll(): Promise<boolean> {
    try {
      const database = await this.open()
      while (this.pending.size > 0) {
        const batch = [...this.pending]
        await writeBatch(
          database,
          batch.map(([, entry]) => entry),
        )
        for (const [name, entry] of batch) {
          if (this.pending.get(name) !== entry) continue
          this.pending.delete(name)
          this.unwritten.remove(entry)
        }
      }
      return true
    } catch {
      this.database = null
      return false
    }
  }

  private open(): Promise<IDBDatabase> {
    if (this.database) return this.database
    const reset = () => {
      if (this.database === opening) this.database = null
    }
    const opening = this.connect(reset)
    opening.catch(reset)
    this.database = opening
    return opening
  }

  private async list<T>(
    store: OutboxStoreName,
    prefix: string[],
    read: (value: unknown) => T | null,
  ): Promise<T[]> {
    this.restoreUnwritten()
    await this.flush()
    const values = new Map<string, unknown>()
    for (const [key, value] of await this.readAll(store, prefix))
      values.set(formatRecordName({ store, key }), value)
    for (const [name, entry] of this.pending)
      if (entry.store === store && prefix.every((part, index) => entry.key[index] === part))
        values.set(name, entry.record)
    return [...values.values()].map(read).filter((record) => record !== null)
  }

  private async readAll(store: OutboxStoreName, prefix: string[]): Promise<[string[], unknown][]> {
    // An empty array sorts after every string in a key.
    const range = IDBKeyRange.bound(prefix, [...prefix, []])
    try {
      const objects = (await withTimeout(this.open())).transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([
        readResult(objects.getAllKeys(range)),
        readResult(objects.getAll(range)),
      ])
      return keys.map((key, index) => [key as string[], values[index]])
    } catch {
      this.setDurability('page')
      return []
    }
  }

  private async deleteWhere(matches: (key: string[]) => boolean): Promise<void> {
    for (const [name, { key }] of this.pending) if (matches(key)) this.pending.delete(name)
    this.unwritten.removeWhere(matches)
    await this.flush()
    try {
      const database = await withTimeout(this.open())
      const entries = await Promise.all(
        outboxStoreNames.map(async (store) =>
          (await readResult(database.transaction(store).objectStore(store).getAllKeys())).map(
            (key) => ({ store, key: key as string[], record: null }),
          ),
        ),
      )
      const matching = entries.flat().filter(({ key }) => matches(key))
      if (matching.length > 0) await writeBatch(database, matching)
    } catch {
      // Storage is off.
    }
  }

  private setDurability(durability: RecordDurability): void {
    if (durability === this.durability) return
    this.durability = durability
    for (const listener of this.listeners) listener(durability)
  }
}

function hasRecord(entry: OutboxEntry): entry is OutboxRecord {
  return entry.record !== null
}

/** One transaction, flushed to disk (`strict`), so that a power cut loses nothing. */
async function writeBatch(database: IDBDatabase, entries: readonly OutboxEntry[]): Promise<void> {
  const transaction = database.transaction(outboxStoreNames, 'readwrite', { durability: 'strict' })
  for (const { store, key, record } of entries) {
    const objects = transaction.objectStore(store)
    if (record) objects.put(record)
    else objects.delete(key)
  }
  await waitForCommit(transaction)
}

async function withTimeout<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer.')), timeoutMs)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

function draftKey(record: RecordOwner & Pick<DraftRecord, 'solution' | 'writer'>): string[] {
  return [record.user, record.project, record.solution, record.writer]
}

function finishKey(record: RecordOwner & Pick<FinishRecord, 'idempotencyKey'>): string[] {
  return [record.user, record.project, record.idempotencyKey]
}
