import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  expireLease,
  makeProjectWithClaimedSolution,
  makeSaveInput,
  readSingleAnnotation,
} from '@/lib/annotations/testing/claimed-solution'
import { getDatabase } from '@/lib/platform/server/database'
import { runCallbackBeforeNthStatement } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { saveAnnotation } from './commands'

useTestDatabase()

type Work = Awaited<ReturnType<typeof makeProjectWithClaimedSolution>>
type State = ReturnType<typeof makeSaveInput>

const comment = { step: 0, option: null, kind: 'comment' as const, text: 'Why?' }
const save = ({ person, input }: Work, state: State) =>
  saveAnnotation.execute(person, { ...input, ...state })

/** After the statements that read the project and the draft. */
const storingStatement = 3

/** Runs `meanwhile` between the statement of a save that reads and the one that stores. Returns the save's outcome. */
async function saveAfterReading(work: Work, state: State, meanwhile: () => Promise<unknown>) {
  let outcome: Promise<unknown> = Promise.resolve()
  const run = () => {
    outcome = save(work, state)
    return outcome.catch(() => undefined)
  }
  const statements = await runCallbackBeforeNthStatement(storingStatement, run, meanwhile)
  expect(statements[storingStatement - 1]).toContain('with renewed as')
  return outcome
}

test('a save with neither notes nor revealed options has no transaction around its statements', async () => {
  const work = await makeProjectWithClaimedSolution()
  const countTransactions = async (state: State) => {
    const statements = await runCallbackBeforeNthStatement(
      0,
      () => save(work, state),
      () => Promise.resolve(),
    )
    return statements.filter((text) => /^begin/i.test(text)).length
  }
  expect(await countTransactions(makeSaveInput([1], 1))).toBe(0)
  expect(await countTransactions(makeSaveInput([1], 2, { notes: [comment] }))).toBe(1)
  expect(await countTransactions(makeSaveInput([1, 1], 3))).toBe(1)
  expect(await countTransactions(makeSaveInput([1, 1, 1], 4))).toBe(0)
  expect(await countTransactions(makeSaveInput([1, -1], 5))).toBe(1)
  expect(await readSingleAnnotation(work.project)).toMatchObject({ ratings: [1, -1], notes: [] })
})

test('a save deletes the notes of a save that committed after it was read', async () => {
  const work = await makeProjectWithClaimedSolution()
  await save(work, makeSaveInput([1], 1))
  await saveAfterReading(work, makeSaveInput([1, 1], 3), () =>
    save(work, makeSaveInput([1], 2, { notes: [comment] })),
  )
  expect(await readSingleAnnotation(work.project)).toMatchObject({ ratings: [1, 1], notes: [] })
})

test('a save is rejected if another page saved first after it was read', async () => {
  const work = await makeProjectWithClaimedSolution()
  const saveOfOtherPage = { ...makeSaveInput([1, 1], 1), writer: randomUUID() }
  await expect(
    saveAfterReading(work, makeSaveInput([1], 1), () => save(work, saveOfOtherPage)),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect(await readSingleAnnotation(work.project)).toMatchObject({ ratings: [1, 1] })
})

test('a save is rejected if its lease ended or the steps were repaired after it was read', async () => {
  const work = await makeProjectWithClaimedSolution()
  const projectId = work.project.id
  await expect(
    saveAfterReading(
      work,
      makeSaveInput([1], 1),
      () => getDatabase().$executeRaw`
        update solution set revision = revision + 1 where project_id = ${projectId}::uuid`,
    ),
  ).rejects.toMatchObject({ code: 'conflict' })
  const state = { ...makeSaveInput([1], 1), revision: 2 }
  await expect(saveAfterReading(work, state, () => expireLease(work.lease))).rejects.toMatchObject({
    code: 'lease_lost',
  })
  expect(await readSingleAnnotation(work.project)).toBeUndefined()
})

test('a save that is rejected does not renew its lease', async () => {
  const work = await makeProjectWithClaimedSolution()
  const readExpiry = () =>
    getDatabase().lease.findFirstOrThrow({ where: { id: work.lease }, select: { expiresAt: true } })
  await save(work, makeSaveInput([1], 2))
  const expiry = await readExpiry()
  await expect(save(work, makeSaveInput([1, 1], 1))).rejects.toMatchObject({ code: 'conflict' })
  const saveOfOtherPage = { ...makeSaveInput([1, 1], 3), writer: randomUUID(), basedOn: 1 }
  await expect(save(work, saveOfOtherPage)).rejects.toMatchObject({ code: 'conflict' })
  expect(await readExpiry()).toEqual(expiry)
})

test('a save is not stored if its client disconnects after it was read', async () => {
  const work = await makeProjectWithClaimedSolution()
  const { person, input } = work
  const client = new AbortController()
  const arrival = { atMs: performance.now(), signal: client.signal }
  let outcome: Promise<unknown> = Promise.resolve()
  await runCallbackBeforeNthStatement(
    storingStatement - 1,
    () => {
      const state = { ...input, ...makeSaveInput([1], 1) }
      outcome = saveAnnotation.execute(person, state, { arrival })
      return outcome.catch(() => undefined)
    },
    async () => client.abort(),
  )
  await expect(outcome).rejects.toMatchObject({ code: 'invalid_input' })
  expect(await readSingleAnnotation(work.project)).toBeUndefined()
})
