import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyStorableText } from '@/lib/formats/testing/any-prm800k-line'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { hashStatement } from './hash-statement'
import { countHeldOutProblems, HeldOutHashes, readHeldOutHashes } from './held-out-hashes.sql'
import { readHeldOutFile } from './read-held-out-file'
import { readHeldOutInThread } from './read-held-out-in-thread'
import { addTestHeldOutList } from './testing/test-releases'

useTestDatabase()

test('the database normalises problem statements like the TypeScript code', async () => {
  const project = await makeProject()
  const gap = fc.constantFrom(' ', '\n', '\r\n', '\t', '\u00a0', '\u0085', '\u3000', '\ufeff', '  ')
  const text = fc
    .tuple(
      fc.array(fc.tuple(anyStorableText, gap), { maxLength: 4 }),
      fc.constantFrom('NFC', 'NFD'),
    )
    .map(([parts, form]) => parts.flat().join('').normalize(form))
  const statements = fc.sample(text, isFullTestRun ? 300 : 100).filter((each) => each.trim() !== '')
  await importLines(
    project,
    statements.map((problem, i) => ({ ...makeProblemLine(`p${i}`, [1], 1), problem })),
  )
  const lines = statements.map((problem) => JSON.stringify({ problem })).join('\n')
  expect((await addTestHeldOutList(project, lines)).inProject).toBe(statements.length)
})

/** Ideographs and Hangul syllables, which are many and alike within a block. */
const isOfLargeBlock = (code: number) =>
  (code >= 0x3400 && code < 0xa000) ||
  (code >= 0xac00 && code < 0xd7a4) ||
  (code >= 0x17000 && code < 0x19000) ||
  code >= 0x20000
/** `npm test` checks one in 16 of these and skips characters that Unicode has not assigned. */
const isTried = (code: number) =>
  isFullTestRun ||
  ((!isOfLargeBlock(code) || code % 16 === 0) && /\P{Cn}/u.test(String.fromCodePoint(code)))

test('the database normalises every character that it knows like the TypeScript code', async () => {
  const characters = Array.from({ length: 0x30000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff) && isTried(code))
    .map((code) => String.fromCodePoint(code))
  const texts = characters.map((each) => `${each} a${each}b${each}\u0301 e\u0323${each}`)
  const [checkedTexts, differingTexts]: [string[], string[]] = [[], []]
  for (let offset = 0; offset < texts.length; offset += 20_000) {
    const page = texts.slice(offset, offset + 20_000)
    const rows = await getDatabase().$queryRaw<{ hash: Uint8Array; isKnown: boolean }[]>`
      select hash_statement(text) as hash, unicode_assigned(text) as "isKnown"
      from unnest(${page}::text[]) with ordinality t(text, i) order by i`
    rows.forEach(({ hash, isKnown }, i) => {
      if (!isKnown) return
      checkedTexts.push(page[i]!)
      if (!hashStatement(page[i]!).equals(hash)) differingTexts.push(page[i]!)
    })
  }
  expect(checkedTexts.length).toBeGreaterThan(isFullTestRun ? 100_000 : 30_000)
  expect(differingTexts).toEqual([])
})

test('looks up held-out problems by list, without hashing every problem', async () => {
  const project = await makeProject()
  await getDatabase().$executeRaw`
    insert into problem (project_id, id, identity, statement, metadata)
    select ${project.id}::uuid, gen_random_uuid(), sha256(i::text::bytea), 'Problem ' || i, '{}'
    from generate_series(1, 5000) i`
  const { list: id } = await addTestHeldOutList(
    project,
    '{"problem": "Problem 7 "}\n{"problem": "Another"}',
  )
  const [counts, [scans]] = await getDatabase().$transaction(async (db) => [
    await countHeldOutProblems(db, project.id),
    await db.$queryRaw<[{ whole: bigint; byIndex: bigint }]>`
      select seq_scan as whole, idx_scan as "byIndex" from pg_stat_xact_user_tables where relname = 'problem'`,
  ])
  expect(counts).toEqual(new Map([[id, 1]]))
  expect(scans).toEqual({ whole: 0n, byIndex: 2n })
})

/** Returns what was read, and how often other work could run meanwhile. */
async function countTurns(reading: () => ReturnType<typeof readHeldOutFile>) {
  let turns = 0
  let isTicking = true
  const tick = () => {
    turns += 1
    if (isTicking) setImmediate(tick)
  }
  setImmediate(tick)
  const read = await reading()
  isTicking = false
  return { turns, ...read }
}

test('reading a held-out list does not block other requests', async () => {
  const lines = Array.from({ length: 20_000 }, (_, i) =>
    JSON.stringify({ problem: `Problem ${i}` }),
  )
  const file = Buffer.from(lines.join('\n'))
  const { turns, problems, pages, sha256 } = await countTurns(() => readHeldOutFile(file))
  expect(turns).toBeGreaterThanOrEqual(Math.floor(file.length / (64 * 1024)))
  expect(turns).toBeGreaterThan(5)
  expect(problems).toBe(lines.length)
  expect(Buffer.concat(pages)).toHaveLength(32 * lines.length)
  expect(sha256).toEqual(createHash('sha256').update(file).digest())
})

test('a long line of a held-out list does not block other requests, because a thread reads it', async () => {
  const file = Buffer.from(
    [
      JSON.stringify({ problem: 'x y '.repeat(200_000) }),
      ...Array.from({ length: 30_000 }, (_, i) => JSON.stringify({ problem: `Problem ${i}` })),
    ].join('\n'),
  )
  const expected = await readHeldOutFile(file)
  // Without the thread there would be one turn per 16 KiB. Starting a thread takes longer than
  // thousands of turns.
  const { turns, ...fromThread } = await countTurns(() => readHeldOutInThread(file))
  expect(turns).toBeGreaterThan(1_000)
  expect(fromThread).toEqual(expected)
})

test('the reading thread rejects a list with over 10,000 invalid lines, and then reads the next list', async () => {
  const bad = Buffer.from('x\n'.repeat(50_000))
  const [rejectedResult, read] = await Promise.allSettled([
    readHeldOutInThread(bad),
    readHeldOutInThread(Buffer.from('{"problem":"a"}')),
  ])
  expect(rejectedResult).toMatchObject({
    status: 'rejected',
    reason: {
      name: 'AppError',
      code: 'invalid_lines',
      message: expect.stringMatching(/^More than 10,000 lines can’t be used\. /) as string,
      details: {
        // Not all 50,000, because reading stops.
        invalidLines: 10_001,
        problems: expect.arrayContaining([expect.objectContaining({ line: 1 })]) as unknown,
      },
    },
  })
  expect(read).toMatchObject({ status: 'fulfilled', value: { problems: 1 } })
})

const longFileLines = isFullTestRun ? 30_000 : 15_000
/** Reading it takes a while. */
const longFile = Buffer.from(
  Array.from({ length: longFileLines }, (_, i) => JSON.stringify({ problem: `Problem ${i}` })).join(
    '\n',
  ),
)

test('adding a held-out list keeps no transaction open while the list waits or is read', async () => {
  const project = await makeProject()
  const otherReads = { areRead: false }
  const before = Promise.all([readHeldOutInThread(longFile), readHeldOutInThread(longFile)])
  void before.finally(() => (otherReads.areRead = true))
  const adding = addTestHeldOutList(project, '{"problem":"a"}')
  // The access check is a transaction too, but a short one.
  const pollsByTransaction = new Map<string, number>()
  let polls = 0
  for (; !otherReads.areRead; polls++)
    for (const { transaction } of await getDatabase().$queryRaw<{ transaction: string }[]>`
        select pid || ' since ' || xact_start as transaction from pg_stat_activity
        where datname = current_database() and application_name like 'stepmark%' and state like 'idle in transaction%'`)
      pollsByTransaction.set(transaction, (pollsByTransaction.get(transaction) ?? 0) + 1)
  expect(await adding).toMatchObject({ problems: 1 })
  expect(Math.max(0, ...pollsByTransaction.values())).toBeLessThan(polls / 2)
  expect(polls).toBeGreaterThan(10)
})

test('rejects a held-out list while one is being read and three are waiting, and accepts it later', async () => {
  const project = await makeProject()
  const otherReads = Array.from({ length: 4 }, () => readHeldOutInThread(longFile))
  await expect(addTestHeldOutList(project, '{"problem":"a"}')).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 5 },
  })
  for (const { problems } of await Promise.all(otherReads)) expect(problems).toBe(longFileLines)
  expect(await addTestHeldOutList(project, '{"problem":"a"}')).toMatchObject({ problems: 1 })
})

test('a rejected held-out list frees its place in the reading queue', async () => {
  const bad = Array.from({ length: 4 }, () => readHeldOutInThread(Buffer.from('x\n')))
  for (const { status } of await Promise.allSettled(bad)) expect(status).toBe('rejected')
  expect(await readHeldOutInThread(Buffer.from('{"problem":"a"}'))).toMatchObject({ problems: 1 })
})

test('matches every held-out problem of the chosen lists, and no other problem', async () => {
  const project = await makeProject()
  const third = isFullTestRun ? 20_000 : 4_000
  const lines = Array.from({ length: 3 * third }, (_, i) =>
    JSON.stringify({ problem: `Problem ${i}` }),
  )
  const firstList = await addTestHeldOutList(project, lines.slice(0, 2 * third).join('\n'), 'One')
  const secondList = await addTestHeldOutList(project, lines.slice(third).join('\n'), 'Two')
  const hashes = await readHeldOutHashes(getDatabase(), project.id, [
    firstList.list,
    secondList.list,
  ])
  const isHeldOut = (problem: string) => hashes.has(hashStatement(problem))
  expect(lines.every((_, i) => isHeldOut(`Problem ${i}`))).toBe(true)
  expect(
    Array.from({ length: 1_000 }, (_, i) => isHeldOut(`Problem ${lines.length + i}`)),
  ).not.toContain(true)
  expect(new HeldOutHashes(Buffer.alloc(0)).has(hashStatement('x'))).toBe(false)
  const hashesOfSecondList = await readHeldOutHashes(getDatabase(), project.id, [secondList.list])
  expect(hashesOfSecondList.has(hashStatement(`Problem ${third - 1}`))).toBe(false)
  expect(hashesOfSecondList.has(hashStatement(`Problem ${third}`))).toBe(true)
})
