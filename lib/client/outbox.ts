import { storeNames, type OutboxDatabase, type StoreName } from './outbox-database'
import {
  readFinishRecord,
  readWorkRecord,
  type FinishRecord,
  type Owner,
  type WorkRecord,
} from './outbox-records'
import {
  locateFinish,
  locateWork,
  nameRecord,
  type OutboxRecord,
  type TextStorage,
  UnwrittenRecords,
} from './unwritten-records'

/** Where records are kept. `page`: the database can't be written now, so the page must stay open. */
export type Keeps = 'device' | 'page'

/** A database that has not answered by then is not waited for: what is kept goes to the server, the better place. */
const answersWithinMs = 3_000

/** One write: a record, or null to delete it. */
type OutboxEntry = Omit<OutboxRecord, 'record'> & { record: OutboxRecord['record'] | null }

/**
 * What is not on the server yet, kept on this device. Nobody waits for a write: what was put is read back at once, goes
 * to the database in the order in which it came, and of one key the newest wins. Where the browser keeps nothing (private
 * windows, a full disk) it stays `waiting` in this page, and `keeps` says so. What waits when a page ends comes back with
 * the next one (`storeUnwritten`).
 */
export class Outbox {
  private readonly waiting = new Map<string, OutboxEntry>()
  private readonly listeners = new Set<(keeps: Keeps) => void>()
  private database: Promise<OutboxDatabase> | null = null
  private running: Promise<void> | null = null
  private keeps: Keeps = 'device'

  private readonly unwritten: UnwrittenRecords

  constructor(
    private readonly connect: (onGone: () => void) => Promise<OutboxDatabase>,
    getStorage: () => TextStorage,
  ) {
    this.unwritten = new UnwrittenRecords(getStorage)
  }

  /** Calls with what it is now, and at each change. Returns what ends that. */
  listen(listener: (keeps: Keeps) => void): () => void {
    this.listeners.add(listener)
    listener(this.keeps)
    return () => void this.listeners.delete(listener)
  }

  putWork(record: WorkRecord): void {
    this.write(locateWork(record))
  }

  putFinish(record: FinishRecord): void {
    this.write(locateFinish(record))
  }

  removeWork(at: Owner & Pick<WorkRecord, 'solution' | 'writer'>): void {
    this.write({ store: 'work', key: workKey(at), record: null })
  }

  removeFinish(at: Owner & Pick<FinishRecord, 'idempotencyKey'>): void {
    this.write({ store: 'finish', key: finishKey(at), record: null })
  }

  /** Settles once everything that was put so far is on the disk, or is known to stay in this page. */
  async written(): Promise<void> {
    if (!this.running || this.keeps === 'page') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.say('page')
        resolve()
      }, answersWithinMs)
    })
    await Promise.race([this.idle(), late])
    clearTimeout(timer)
  }

  /** Call it when the page ends. Deletions are left out: a record that is sent twice does no harm. */
  storeUnwritten = (): void =>
    this.unwritten.store([...this.waiting.values()].filter((entry) => hasRecord(entry)))

  /** Call it when the person has signed out on another page: nothing of theirs may come back. */
  discardUnwritten(): void {
    this.waiting.clear()
  }

  /** All of a person in a project. */
  listWorks({ user, project }: Owner): Promise<WorkRecord[]> {
    return this.list('work', [user, project], readWorkRecord)
  }

  /** In the order in which they were finished. */
  async listFinishes({ user, project }: Owner): Promise<FinishRecord[]> {
    const records = await this.list('finish', [user, project], readFinishRecord)
    return records.toSorted((one, other) => one.keptAt - other.keptAt)
  }

  /** Everything in this browser that is not on the server: annotations in work, and finished ones. */
  async count(): Promise<{ works: number; finishes: number }> {
    const [works, finishes] = await Promise.all([
      this.list('work', [], readWorkRecord),
      this.list('finish', [], readFinishRecord),
    ])
    const finished = new Set(finishes.map(({ finish }) => `${finish.solution}/${finish.writer}`))
    const inWork = works.filter(({ solution, writer }) => !finished.has(`${solution}/${writer}`))
    return { works: inWork.length, finishes: finishes.length }
  }

  forgetAll(): Promise<void> {
    return this.forget(() => true)
  }

  /** What other people left in this browser. */
  forgetOthers(user: string): Promise<void> {
    return this.forget(([owner]) => owner !== user)
  }

  private write(entry: OutboxEntry): void {
    this.waiting.set(nameRecord(entry), entry)
    if (!entry.record) this.unwritten.remove(entry)
    this.running ??= this.run()
  }

  private restoreUnwritten(): void {
    for (const record of this.unwritten.list())
      if (!this.waiting.has(nameRecord(record))) this.write(record)
  }

  private async run(): Promise<void> {
    // A database that was closed under us is opened again. What still fails waits for the next one that is put.
    const isWritten = (await this.writeAll()) || (await this.writeAll())
    this.running = isWritten && this.waiting.size > 0 ? this.run() : null
    this.say(isWritten ? 'device' : 'page')
  }

  private async idle(): Promise<void> {
    while (this.running) await this.running
  }

  private async writeAll(): Promise<boolean> {
    try {
      const database = await this.open()
      while (this.waiting.size > 0) {
        const batch = [...this.waiting]
        await writeBatch(
          database,
          batch.map(([, entry]) => entry),
        )
        for (const [name, entry] of batch) {
          if (this.waiting.get(name) !== entry) continue
          this.waiting.delete(name)
          this.unwritten.remove(entry)
        }
      }
      return true
    } catch {
      this.database = null
      return false
    }
  }

  private open(): Promise<OutboxDatabase> {
    if (this.database) return this.database
    const forget = () => {
      if (this.database === opening) this.database = null
    }
    const opening = this.connect(forget)
    opening.catch(forget)
    this.database = opening
    return opening
  }

  private async list<T>(
    store: StoreName,
    prefix: string[],
    read: (value: unknown) => T | null,
  ): Promise<T[]> {
    this.restoreUnwritten()
    await this.written()
    const values = new Map<string, unknown>()
    for (const [key, value] of await this.readAll(store, prefix))
      values.set(nameRecord({ store, key }), value)
    for (const [name, entry] of this.waiting)
      if (entry.store === store && prefix.every((part, at) => entry.key[at] === part))
        values.set(name, entry.record)
    return [...values.values()].map(read).filter((record) => record !== null)
  }

  private async readAll(store: StoreName, prefix: string[]): Promise<[string[], unknown][]> {
    // In a list of texts nothing sorts after an empty list.
    const range = IDBKeyRange.bound(prefix, [...prefix, []])
    try {
      const transaction = (await limit(this.open())).transaction(store)
      const objects = transaction.store
      const [keys, values] = await Promise.all([objects.getAllKeys(range), objects.getAll(range)])
      return keys.map((key, at) => [key, values[at]])
    } catch {
      this.say('page')
      return []
    }
  }

  private async forget(isMeant: (key: string[]) => boolean): Promise<void> {
    for (const [name, { key }] of this.waiting) if (isMeant(key)) this.waiting.delete(name)
    this.unwritten.removeWhere(isMeant)
    await this.written()
    try {
      const database = await limit(this.open())
      const entries = await Promise.all(
        storeNames.map(async (store) =>
          (await database.getAllKeys(store)).map((key) => ({ store, key, record: null })),
        ),
      )
      await writeBatch(
        database,
        entries.flat().filter(({ key }) => isMeant(key)),
      )
    } catch {
      // Nothing was kept.
    }
  }

  private say(keeps: Keeps): void {
    if (keeps === this.keeps) return
    this.keeps = keeps
    for (const listener of this.listeners) listener(keeps)
  }
}

function hasRecord(entry: OutboxEntry): entry is OutboxRecord {
  return entry.record !== null
}

/** All or nothing. `strict`: on the disk, not only on its way, so that not even a power cut loses it. */
async function writeBatch(
  database: OutboxDatabase,
  entries: readonly OutboxEntry[],
): Promise<void> {
  const transaction = database.transaction(storeNames, 'readwrite', { durability: 'strict' })
  const writes = entries.map(({ store, key, record }) => {
    const objects = transaction.objectStore(store)
    return record
      ? objects.put(record)
      : objects.delete(key as [string, string, string] & [string, string, string, string])
  })
  await Promise.all([...writes, transaction.done])
}

async function limit<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer.')), answersWithinMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function workKey(at: Owner & Pick<WorkRecord, 'solution' | 'writer'>): string[] {
  return [at.user, at.project, at.solution, at.writer]
}

function finishKey(at: Owner & Pick<FinishRecord, 'idempotencyKey'>): string[] {
  return [at.user, at.project, at.idempotencyKey]
}
