import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyAnnotationContent } from '@/lib/annotations/content'
import { Outbox } from './outbox'
import { openOutboxDatabase, outboxStoreNames, readResult, waitForCommit } from './outbox-database'
import {
  recordFormatVersion,
  type FinishRecord,
  type RecordOwner,
  type DraftRecord,
} from './outbox-records'
import { FakeBrowser } from './testing/fake-browser'
import { useFakeClocks, settlePendingWork } from './testing/open-labelling-screen'

const currentUser = { user: 'me', project: 'p' }
const otherUser = { user: 'other user', project: 'p' }

let browser = new FakeBrowser()

beforeEach(() => {
  useFakeClocks()
  browser = new FakeBrowser()
})
afterEach(() => {
  vi.useRealTimers()
})

const getStorage = () => browser.storage

const openOutbox = () => new Outbox(browser.openTab().connect, getStorage)

function makeDraftRecord(
  solution: string,
  sequence = 1,
  owner: RecordOwner = currentUser,
): DraftRecord {
  const metadata = { format: recordFormatVersion, storedAt: 1, isClosed: false } as const
  const currentTarget = { kind: 'done' } as const
  const work = {
    sequence,
    writer: 'w',
    basedOn: 0,
    revision: 1,
    activeMs: 0,
    stepTimesMs: [],
    content: emptyAnnotationContent,
    currentTarget,
    events: [],
    lastEvent: 0,
  }
  return { ...owner, ...metadata, solution, writer: 'w', work }
}

function makeFinishRecord(
  idempotencyKey: string,
  storedAt: number,
  owner: RecordOwner = currentUser,
): FinishRecord {
  const location = { lease: 'l', solution: 's', writer: 'w' }
  const finish = { kind: 'skip', reason: 'Why not.', ...location, idempotencyKey } as const
  return { ...owner, format: recordFormatVersion, idempotencyKey, storedAt, finish }
}

describe('writing to the outbox', () => {
  it('writes the newest value of each key in one transaction', async () => {
    let transactions = 0
    const connect = async (onClosed: () => void) => {
      const database = await openOutboxDatabase(onClosed, browser.databaseName)
      const beginTransaction = database.transaction.bind(database)
      database.transaction = ((...args: Parameters<typeof beginTransaction>) => {
        transactions += 1
        return beginTransaction(...args)
      }) as typeof beginTransaction
      return database
    }
    const outbox = new Outbox(connect, getStorage)
    for (let sequence = 1; sequence <= 50; sequence += 1)
      outbox.putDraft(makeDraftRecord('a', sequence))
    outbox.putDraft(makeDraftRecord('b'))
    outbox.removeDraft(makeDraftRecord('b'))
    await outbox.flush()
    expect(transactions).toBe(1)
    const works = await openOutbox().listDrafts(currentUser)
    expect(works.map(({ solution, work }) => [solution, work.sequence])).toEqual([['a', 50]])
  })

  it('writes after the next paint, and restores a record if the page ends before it', async () => {
    const paint = Promise.withResolvers<void>()
    const outbox = new Outbox(browser.openTab().connect, getStorage, () => paint.promise)
    outbox.putDraft(makeDraftRecord('a'))
    await settlePendingWork()
    expect(await openOutbox().count()).toEqual({ drafts: 0, finishes: 0 })
    outbox.storeUnwritten()
    expect(await openOutbox().listDrafts(currentUser)).toEqual([makeDraftRecord('a')])
    outbox.putDraft(makeDraftRecord('a', 2))
    paint.resolve()
    await outbox.flush()
    expect(await openOutbox().listDrafts(currentUser)).toEqual([makeDraftRecord('a', 2)])
  })

  it('lists submissions that are queued but not yet written to the database, in order', async () => {
    const outbox = openOutbox()
    outbox.putFinish(makeFinishRecord('second', 2))
    outbox.putFinish(makeFinishRecord('first', 1))
    const finishes = await outbox.listFinishes(currentUser)
    expect(finishes.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['first', 'second'])
  })

  it('reopens the database and writes again if the browser has closed it', async () => {
    const tab = browser.openTab()
    const outbox = new Outbox(tab.connect, getStorage)
    outbox.putDraft(makeDraftRecord('a'))
    await outbox.flush()
    tab.closeDatabase()
    outbox.putDraft(makeDraftRecord('b'))
    await outbox.flush()
    expect(await openOutbox().listDrafts(currentUser)).toHaveLength(2)
  })
})

describe('the outbox without browser storage', () => {
  it('keeps records in memory while storage is full, reports it, and stores them when there is room', async () => {
    const tab = browser.openTab()
    let isFull = true
    const connect = (onClosed: () => void) => {
      if (isFull) throw new DOMException('No room.', 'QuotaExceededError')
      return tab.connect(onClosed)
    }
    const outbox = new Outbox(connect, getStorage)
    const durabilities: string[] = []
    outbox.listen((durability) => durabilities.push(durability))
    outbox.putDraft(makeDraftRecord('a'))
    expect(await outbox.listDrafts(currentUser)).toHaveLength(1)
    expect(await outbox.count()).toEqual({ drafts: 1, finishes: 0 })
    expect(durabilities).toEqual(['device', 'page'])
    isFull = false
    outbox.putDraft(makeDraftRecord('b'))
    await settlePendingWork()
    expect(durabilities).toEqual(['device', 'page', 'device'])
    expect(await openOutbox().listDrafts(currentUser)).toHaveLength(2)
  })

  it('keeps records in memory if the database does not open within 3 seconds', async () => {
    const outbox = new Outbox(() => new Promise(() => {}), getStorage)
    let durability = ''
    outbox.listen((newDurability) => (durability = newDurability))
    outbox.putDraft(makeDraftRecord('a'))
    const flushed = outbox.flush()
    vi.advanceTimersByTime(3_000)
    await flushed
    expect(durability).toBe('page')
    const listedDrafts = outbox.listDrafts(currentUser)
    await settlePendingWork()
    vi.advanceTimersByTime(3_000)
    expect(await listedDrafts).toHaveLength(1)
  })

  it('closes the database when another page upgrades it, and keeps new records in memory', async () => {
    const outbox = openOutbox()
    let durability = ''
    outbox.listen((newDurability) => (durability = newDurability))
    outbox.putDraft(makeDraftRecord('a'))
    await outbox.flush()
    const upgradedDatabase = await readResult(indexedDB.open(browser.databaseName, 2))
    outbox.putDraft(makeDraftRecord('b'))
    await settlePendingWork()
    expect(durability).toBe('page')
    expect((await outbox.listDrafts(currentUser)).map(({ solution }) => solution)).toEqual(['b'])
    upgradedDatabase.close()
  })
})

it('the outbox ignores stored records that are broken or of another format version', async () => {
  const database = await openOutboxDatabase(() => {}, browser.databaseName)
  const validRecord = makeDraftRecord('good')
  const brokenRecords = [
    { ...validRecord, solution: 'of another format', format: 2 },
    { ...validRecord, solution: 'without work', work: undefined },
    {
      ...validRecord,
      solution: 'without content',
      work: { ...validRecord.work, content: { steps: [1] } },
    },
    {
      ...validRecord,
      solution: 'with no number',
      work: { ...validRecord.work, sequence: Number.NaN },
    },
    validRecord,
  ]
  const transaction = database.transaction(outboxStoreNames, 'readwrite')
  for (const record of brokenRecords) transaction.objectStore('work').put(record)
  transaction.objectStore('finish').put({ ...makeFinishRecord('k', 1), finish: {} })
  await waitForCommit(transaction)
  const outbox = openOutbox()
  const works = await outbox.listDrafts(currentUser)
  expect(works.map(({ solution }) => solution)).toEqual(['good'])
  expect(await outbox.listFinishes(currentUser)).toEqual([])
  expect(await outbox.count()).toEqual({ drafts: 1, finishes: 0 })
})

describe('unwritten records of a closed page', () => {
  /** An outbox whose writes never reach the database. */
  function openEndingOutbox() {
    const tab = browser.openTab()
    tab.crash()
    return new Outbox(tab.connect, getStorage)
  }

  it('are restored by the next page', async () => {
    const outboxOfEndingPage = openEndingOutbox()
    outboxOfEndingPage.putDraft(makeDraftRecord('a', 2))
    outboxOfEndingPage.putFinish(makeFinishRecord('k', 1))
    outboxOfEndingPage.storeUnwritten()
    const next = openOutbox()
    expect(await next.listDrafts(currentUser)).toEqual([makeDraftRecord('a', 2)])
    expect(await next.listFinishes(currentUser)).toEqual([makeFinishRecord('k', 1)])
    expect(Object.keys(browser.storage)).toEqual([])
    expect(await openOutbox().count()).toEqual({ drafts: 1, finishes: 1 })
  })

  it('are picked up by a page that was already open', async () => {
    const otherOutbox = openOutbox()
    expect(await otherOutbox.listDrafts(currentUser)).toEqual([])
    const outboxOfEndingPage = openEndingOutbox()
    outboxOfEndingPage.putDraft(makeDraftRecord('a'))
    outboxOfEndingPage.storeUnwritten()
    expect(await otherOutbox.listDrafts(currentUser)).toEqual([makeDraftRecord('a')])
  })

  it('are removed from local storage once they are written to the database or deleted', async () => {
    const outbox = openOutbox()
    for (const solution of ['a', 'b']) outbox.putDraft(makeDraftRecord(solution, 1))
    outbox.storeUnwritten()
    expect(Object.keys(browser.storage)).toHaveLength(2)
    outbox.putDraft(makeDraftRecord('a', 2))
    outbox.removeDraft(makeDraftRecord('b'))
    expect(Object.keys(browser.storage)).toHaveLength(1)
    await outbox.flush()
    expect(Object.keys(browser.storage)).toEqual([])
    expect(await openOutbox().listDrafts(currentUser)).toEqual([makeDraftRecord('a', 2)])
  })

  it('are deleted when their user signs out or another user signs in', async () => {
    const outboxOfEndingPage = openEndingOutbox()
    outboxOfEndingPage.putDraft(makeDraftRecord('a'))
    outboxOfEndingPage.putDraft(makeDraftRecord('a', 1, otherUser))
    outboxOfEndingPage.storeUnwritten()
    await openOutbox().deleteOthers('me')
    expect(await openOutbox().count()).toEqual({ drafts: 1, finishes: 0 })
    outboxOfEndingPage.discardUnwritten()
    outboxOfEndingPage.storeUnwritten()
    expect(Object.keys(browser.storage)).toEqual([])
  })

  it.each([
    ['no JSON', '{'],
    ['no record', 'null'],
    ['a record of another version', JSON.stringify({ ...makeDraftRecord('a'), format: 0 })],
    ['a record of another solution', JSON.stringify(makeDraftRecord('b'))],
  ])('are ignored and deleted if the stored text is %s', async (_, text) => {
    const outboxOfEndingPage = openEndingOutbox()
    outboxOfEndingPage.putDraft(makeDraftRecord('a'))
    outboxOfEndingPage.storeUnwritten()
    const [item = ''] = Object.keys(browser.storage)
    browser.storage.setItem(item, text)
    expect(await openOutbox().listDrafts(currentUser)).toEqual([])
    expect(Object.keys(browser.storage)).toEqual([])
  })
})

describe('records in the outbox', () => {
  it('are listed by user and project, and can be deleted for all users or all but one', async () => {
    const outbox = openOutbox()
    for (const owner of [currentUser, { ...currentUser, project: 'another' }, otherUser]) {
      outbox.putDraft(makeDraftRecord('a', 1, owner))
      outbox.putFinish(makeFinishRecord('k', 1, owner))
    }
    expect(await outbox.listDrafts(currentUser)).toHaveLength(1)
    await outbox.deleteOthers('me')
    expect(await outbox.listDrafts(otherUser)).toEqual([])
    expect(await openOutbox().count()).toEqual({ drafts: 2, finishes: 2 })
    await outbox.deleteAll()
    expect(await openOutbox().count()).toEqual({ drafts: 0, finishes: 0 })
  })

  it('are counted once for a solution with a draft and its submission', async () => {
    const outbox = openOutbox()
    outbox.putDraft(makeDraftRecord('s'))
    outbox.putFinish(makeFinishRecord('k', 1))
    expect(await outbox.count()).toEqual({ drafts: 0, finishes: 1 })
  })
})
