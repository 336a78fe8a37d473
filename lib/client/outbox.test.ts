import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emptyContent } from '@/lib/annotations/content'
import { Outbox } from './outbox'
import { openOutboxDatabase } from './outbox-database'
import { recordFormat, type FinishRecord, type Owner, type WorkRecord } from './outbox-records'
import { forgetStorage, takeOverStorage } from './take-over-storage'
import { FakeBrowser } from './testing/fake-browser'
import { holdClocks, settle } from './testing/open-annotation'

const me = { user: 'me', project: 'p' }
const somebodyElse = { user: 'somebody else', project: 'p' }

let browser = new FakeBrowser()

beforeEach(() => {
  holdClocks()
  browser = new FakeBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const getStorage = () => browser.storage

const openOutbox = () => new Outbox(browser.openTab().connect, getStorage)

function makeWorkRecord(solution: string, sequence = 1, owner: Owner = me): WorkRecord {
  const head = { format: recordFormat, keptAt: 1, isLeft: false } as const
  const lit = { kind: 'done' } as const
  const work = {
    ...{ sequence, writer: 'w', basedOn: 0, revision: 1, activeMs: 0, stepTimesMs: [] },
    ...{ content: emptyContent, lit, events: [], lastEvent: 0 },
  }
  return { ...owner, ...head, solution, writer: 'w', work }
}

function makeFinishRecord(idempotencyKey: string, keptAt: number, owner: Owner = me): FinishRecord {
  const place = { lease: 'l', solution: 's', writer: 'w' }
  const finish = { kind: 'skip', reason: 'Why not.', ...place, idempotencyKey } as const
  return { ...owner, format: recordFormat, idempotencyKey, keptAt, finish }
}

describe('writing', () => {
  it('takes what comes at once in one go, the newest of each, and is there for the next page', async () => {
    let transactions = 0
    const connect = async (onGone: () => void) => {
      const database = await openOutboxDatabase(onGone, browser.databaseName)
      const begin = database.transaction.bind(database)
      database.transaction = ((...given: Parameters<typeof begin>) => {
        transactions += 1
        return begin(...given)
      }) as typeof begin
      return database
    }
    const outbox = new Outbox(connect, getStorage)
    for (let sequence = 1; sequence <= 50; sequence += 1)
      outbox.putWork(makeWorkRecord('a', sequence))
    outbox.putWork(makeWorkRecord('b'))
    outbox.removeWork(makeWorkRecord('b'))
    await outbox.written()
    expect(transactions).toBe(1)
    const works = await openOutbox().listWorks(me)
    expect(works.map(({ solution, work }) => [solution, work.sequence])).toEqual([['a', 50]])
  })

  it('reads at once what was put', async () => {
    const outbox = openOutbox()
    outbox.putFinish(makeFinishRecord('second', 2))
    outbox.putFinish(makeFinishRecord('first', 1))
    const finishes = await outbox.listFinishes(me)
    expect(finishes.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['first', 'second'])
  })

  it('opens the database again when it was closed', async () => {
    const tab = browser.openTab()
    const outbox = new Outbox(tab.connect, getStorage)
    outbox.putWork(makeWorkRecord('a'))
    await outbox.written()
    tab.closeDatabase()
    outbox.putWork(makeWorkRecord('b'))
    await outbox.written()
    expect(await openOutbox().listWorks(me)).toHaveLength(2)
  })
})

describe('where the browser keeps nothing', () => {
  it('keeps it in the page and says so, until it can be written', async () => {
    const tab = browser.openTab()
    let isFull = true
    const connect = (onGone: () => void) => {
      if (isFull) throw new DOMException('No room.', 'QuotaExceededError')
      return tab.connect(onGone)
    }
    const outbox = new Outbox(connect, getStorage)
    const said: string[] = []
    outbox.listen((keeps) => said.push(keeps))
    outbox.putWork(makeWorkRecord('a'))
    expect(await outbox.listWorks(me)).toHaveLength(1)
    expect(await outbox.count()).toEqual({ works: 1, finishes: 0 })
    expect(said).toEqual(['device', 'page'])
    isFull = false
    outbox.putWork(makeWorkRecord('b'))
    await settle()
    expect(said).toEqual(['device', 'page', 'device'])
    expect(await openOutbox().listWorks(me)).toHaveLength(2)
  })

  it('does not wait for a database that never opens', async () => {
    const outbox = new Outbox(() => new Promise(() => {}), getStorage)
    let keeps = ''
    outbox.listen((now) => (keeps = now))
    outbox.putWork(makeWorkRecord('a'))
    const written = outbox.written()
    vi.advanceTimersByTime(3_000)
    await written
    expect(keeps).toBe('page')
    const listed = outbox.listWorks(me)
    await settle()
    vi.advanceTimersByTime(3_000)
    expect(await listed).toHaveLength(1)
  })

  it('makes room for a newer version, and goes on in the page', async () => {
    const outbox = openOutbox()
    let keeps = ''
    outbox.listen((now) => (keeps = now))
    outbox.putWork(makeWorkRecord('a'))
    await outbox.written()
    const newer = await openDB(browser.databaseName, 2)
    outbox.putWork(makeWorkRecord('b'))
    await settle()
    expect(keeps).toBe('page')
    expect((await outbox.listWorks(me)).map(({ solution }) => solution)).toEqual(['b'])
    newer.close()
  })
})

it('passes over what is broken, or was written by another version', async () => {
  const database = await openOutboxDatabase(() => {}, browser.databaseName)
  const good = makeWorkRecord('good')
  const broken = [
    { ...good, solution: 'of another format', format: 2 },
    { ...good, solution: 'without work', work: undefined },
    { ...good, solution: 'without content', work: { ...good.work, content: { steps: [1] } } },
    { ...good, solution: 'with no number', work: { ...good.work, sequence: Number.NaN } },
    good,
  ]
  for (const record of broken) await database.put('work', record as WorkRecord)
  await database.put('finish', { ...makeFinishRecord('k', 1), finish: {} } as FinishRecord)
  const outbox = openOutbox()
  const works = await outbox.listWorks(me)
  expect(works.map(({ solution }) => solution)).toEqual(['good'])
  expect(await outbox.listFinishes(me)).toEqual([])
  expect(await outbox.count()).toEqual({ works: 1, finishes: 0 })
})

describe('records that were not written when the page ended', () => {
  /** Its writes never reach the database. */
  function openEndingOutbox() {
    const tab = browser.openTab()
    tab.crash()
    return new Outbox(tab.connect, getStorage)
  }

  it('come back with the next page', async () => {
    const ended = openEndingOutbox()
    ended.putWork(makeWorkRecord('a', 2))
    ended.putFinish(makeFinishRecord('k', 1))
    ended.storeUnwritten()
    const next = openOutbox()
    expect(await next.listWorks(me)).toEqual([makeWorkRecord('a', 2)])
    expect(await next.listFinishes(me)).toEqual([makeFinishRecord('k', 1)])
    expect(Object.keys(browser.storage)).toEqual([])
    expect(await openOutbox().count()).toEqual({ works: 1, finishes: 1 })
  })

  it('are found by a page that was open before', async () => {
    const other = openOutbox()
    expect(await other.listWorks(me)).toEqual([])
    const ended = openEndingOutbox()
    ended.putWork(makeWorkRecord('a'))
    ended.storeUnwritten()
    expect(await other.listWorks(me)).toEqual([makeWorkRecord('a')])
  })

  it('leave storage once a page that goes on has written or deleted them', async () => {
    const outbox = openOutbox()
    for (const solution of ['a', 'b']) outbox.putWork(makeWorkRecord(solution, 1))
    outbox.storeUnwritten()
    expect(Object.keys(browser.storage)).toHaveLength(2)
    outbox.putWork(makeWorkRecord('a', 2))
    outbox.removeWork(makeWorkRecord('b'))
    expect(Object.keys(browser.storage)).toHaveLength(1)
    await outbox.written()
    expect(Object.keys(browser.storage)).toEqual([])
    expect(await openOutbox().listWorks(me)).toEqual([makeWorkRecord('a', 2)])
  })

  it('do not come back after somebody signed out or in', async () => {
    const ended = openEndingOutbox()
    ended.putWork(makeWorkRecord('a'))
    ended.putWork(makeWorkRecord('a', 1, somebodyElse))
    ended.storeUnwritten()
    await openOutbox().forgetOthers('me')
    expect(await openOutbox().count()).toEqual({ works: 1, finishes: 0 })
    ended.discardUnwritten()
    ended.storeUnwritten()
    expect(Object.keys(browser.storage)).toEqual([])
  })

  it.each([
    ['no JSON', '{'],
    ['no record', 'null'],
    ['a record of another version', JSON.stringify({ ...makeWorkRecord('a'), format: 0 })],
    ['a record of another solution', JSON.stringify(makeWorkRecord('b'))],
  ])('are removed where they are %s', async (_, text) => {
    const ended = openEndingOutbox()
    ended.putWork(makeWorkRecord('a'))
    ended.storeUnwritten()
    const [item = ''] = Object.keys(browser.storage)
    browser.storage.setItem(item, text)
    expect(await openOutbox().listWorks(me)).toEqual([])
    expect(Object.keys(browser.storage)).toEqual([])
  })
})

describe('people', () => {
  it('keeps them apart, and forgets the others or all', async () => {
    const outbox = openOutbox()
    for (const owner of [me, { ...me, project: 'another' }, somebodyElse]) {
      outbox.putWork(makeWorkRecord('a', 1, owner))
      outbox.putFinish(makeFinishRecord('k', 1, owner))
    }
    expect(await outbox.listWorks(me)).toHaveLength(1)
    await outbox.forgetOthers('me')
    expect(await outbox.listWorks(somebodyElse)).toEqual([])
    expect(await openOutbox().count()).toEqual({ works: 2, finishes: 2 })
    await outbox.forgetAll()
    expect(await openOutbox().count()).toEqual({ works: 0, finishes: 0 })
  })

  it('counts a solution that is finished once', async () => {
    const outbox = openOutbox()
    outbox.putWork(makeWorkRecord('s'))
    outbox.putFinish(makeFinishRecord('k', 1))
    expect(await outbox.count()).toEqual({ works: 0, finishes: 1 })
  })
})

describe('what version 0.1 kept', () => {
  const events = [{ sequence: 1, kind: 'rate', step: 0, rating: -1 }]
  const stamp = { sequence: 3, writer: 'old', basedOn: 2, activeMs: 5 }
  const memory: Record<string, string> = {}
  const kept = (kind: string, user: string, id: string, value: unknown) => {
    memory[`stepmark:${kind}:${user}:p:${id}`] = JSON.stringify(value)
  }

  beforeEach(() => {
    const storage = {
      getItem: (key: string) => memory[key] ?? null,
      removeItem: (key: string) => delete memory[key],
    }
    const keys = { ownKeys: () => Object.keys(memory) }
    vi.stubGlobal(
      'localStorage',
      new Proxy(storage, {
        ...keys,
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
    )
  })

  it('is taken over once', async () => {
    const state = { given: [1, -1], givenOptions: { 1: [1, null] }, changes: [], events }
    kept('work', 'me', 's', { ...stamp, state: { ...state, lit: { kind: 'done' }, lastEvent: 1 } })
    kept('work', 'somebody else', 's', {})
    kept('work', 'me', 'broken', 'no object')
    kept('finish', 'me', 'l', {
      ...{ kind: 'submit', lease: 'l', solution: 's2', idempotencyKey: 'k' },
      body: { ...stamp, ratings: [-1], optionRatings: [1], events, finishReason: 'found_error' },
    })
    const outbox = openOutbox()
    forgetStorage('me')
    takeOverStorage(outbox, me)
    expect(memory).toEqual({})
    expect(await outbox.listWorks(me)).toMatchObject([
      {
        solution: 's',
        writer: 'old',
        work: {
          ...stamp,
          content: { ...emptyContent, steps: [1, -1], options: { 1: [1, null] } },
          lastEvent: 1,
        },
      },
    ])
    expect(await outbox.listFinishes(me)).toMatchObject([
      { finish: { lease: 'l', body: { ratings: [-1], options: { 0: [1] } } } },
    ])
  })
})
