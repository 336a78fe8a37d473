import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  claimLease,
  finishInputByReason,
  makeProjectWithClaimedSolution,
  makeImportLineWithAlternatives,
  makeSaveInput,
  readAnnotations,
  makeProjectWithRevealedOptions,
} from '@/lib/annotations/testing/claimed-solution'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { saveAnnotation, submitAnnotation } from './commands'

useTestDatabase()

const details = {
  options: { 1: [1, null] as (1 | null)[] },
  notes: [{ step: 0, option: null, kind: 'comment' as const, text: 'Why?' }],
}

test('a repetition of the last save is accepted, even while that save is still running', async () => {
  const { project, person, input } = await makeProjectWithRevealedOptions()
  const state = { ...input, ...makeSaveInput([1, -1], 3, details) }
  const replies = await Promise.all([1, 2, 3].map(() => saveAnnotation.execute(person, state)))
  expect(replies.map(({ sequence }) => sequence)).toEqual([3, 3, 3])
  expect(await saveAnnotation.execute(person, state)).toMatchObject({ sequence: 3 })
  expect(await readAnnotations(project)).toMatchObject([{ ratings: [1, -1], events: 1 }])
})

test('a save with the sequence of the last save is rejected if its content or writer differs, and so is one with a lower sequence', async () => {
  const { project, person, input } = await makeProjectWithRevealedOptions()
  const state = { ...input, ...makeSaveInput([1, -1], 3, details) }
  await saveAnnotation.execute(person, state)
  const [event] = state.events
  for (const change of [
    { ratings: [1, 1] as const },
    { options: { 1: [0, null] as (0 | null)[] } },
    { notes: [] },
    { activeMs: 9 },
    { events: [{ ...event!, sequence: 4 }] },
    { writer: randomUUID() },
    { sequence: 2 },
  ])
    await expect(
      saveAnnotation.execute(person, {
        ...state,
        ...change,
        ratings: [...(change.ratings ?? [1, -1])],
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
  expect(await readAnnotations(project)).toMatchObject([{ ratings: [1, -1], events: 1 }])
})

test('a repetition of a save is rejected after a newer save', async () => {
  const { project, person, input } = await makeProjectWithClaimedSolution()
  const state = { ...input, ...makeSaveInput([1], 1) }
  await saveAnnotation.execute(person, state)
  await saveAnnotation.execute(person, { ...state, ...makeSaveInput([1, 1], 2) })
  await expect(saveAnnotation.execute(person, state)).rejects.toMatchObject({ code: 'conflict' })
  expect(await readAnnotations(project)).toMatchObject([{ ratings: [1, 1] }])
})

test('a repeated submission without an idempotency key gets the reply of the first one', async () => {
  const lines = [makeImportLineWithAlternatives('p'), makeImportLineWithAlternatives('q')]
  const { project, person, input } = await makeProjectWithClaimedSolution({}, lines)
  const submission = { ...input, ...makeSaveInput([1, 1, 1]), ...finishInputByReason.solution }
  const replies = await Promise.all([1, 2].map(() => submitAnnotation.execute(person, submission)))
  expect(replies[1]).toEqual(replies[0])
  await claimLease(project, person)
  expect(await submitAnnotation.execute(person, submission)).toEqual(replies[0])
  expect(await readAnnotations(project)).toMatchObject([{ state: 'submitted', events: 1 }])
})

test('a second submission is rejected if its content or writer differs from the first', async () => {
  const { project, person, input } = await makeProjectWithClaimedSolution()
  const submission = { ...input, ...makeSaveInput([1, 1, 1]), ...finishInputByReason.solution }
  await submitAnnotation.execute(person, submission)
  for (const change of [{ activeMs: 9 }, { writer: randomUUID() }, finishInputByReason.giveUp])
    await expect(
      submitAnnotation.execute(person, { ...submission, ...change }),
    ).rejects.toMatchObject({
      code: 'lease_lost',
    })
  expect(await readAnnotations(project)).toMatchObject([{ state: 'submitted', ratings: [1, 1, 1] }])
})

test('a repetition of the save that revealed options returns them again', async () => {
  const { person, input } = await makeProjectWithClaimedSolution()
  const state = { ...input, ...makeSaveInput([1, -1]) }
  const { reveal } = await saveAnnotation.execute(person, state)
  expect(reveal?.options).toHaveLength(2)
  expect(await saveAnnotation.execute(person, state)).toMatchObject({ reveal })
})
