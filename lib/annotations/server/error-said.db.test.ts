import { describe, expect, test } from 'vitest'
import {
  finish,
  makeState,
  readStored,
  startWork,
  writer,
} from '@/lib/annotations/testing/claimed-work'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { SentContent } from '../state-fields'
import { saveAnnotation, submitAnnotation } from './commands'
import { getWork } from './queries'

useTestDatabase()

const tags = [
  { tag: 'sum', words: 'A number is worked out wrongly' },
  { tag: 'unit', words: 'A unit is wrong' },
]
const asked = { asksExplanation: true, asksProgress: true, errorTags: tags }
const rated = { options: { 1: [1, 0] } } satisfies Partial<SentContent>
const invalid = (place: string) => ({
  code: 'invalid_input',
  details: { issues: [expect.objectContaining({ place })] },
})

describe('what is said of an error', () => {
  test('is asked as the project says, with the candidates and the kinds', async () => {
    const { person, input } = await startWork(asked)
    const work = await getWork.execute(person, input)
    expect(work).toMatchObject({ asksExplanation: true, asksProgress: true, errorTags: tags })
    expect(work.explanations['1']!.map(({ source }) => source)).toEqual([
      'The sum is wrong.',
      'It repeats itself.',
    ])
    const plain = await startWork()
    expect(await getWork.execute(plain.person, plain.input)).toMatchObject({
      ...{ asksExplanation: false, asksProgress: false, errorTags: [], explanations: {} },
    })
  })

  test('keeps the words of the candidate that was chosen, and which it was', async () => {
    const { project, person, input } = await startWork(asked)
    const said = { explanation: { option: 1 }, progress: 'some', tags: ['unit', 'sum'] } as const
    const sent = { ...rated, ...said, tags: [...said.tags] }
    await saveAnnotation.execute(person, { ...input, ...makeState([1, -1], 1, sent) })
    expect((await getWork.execute(person, input)).draft).toMatchObject(said)
    await submitAnnotation.execute(person, {
      ...input,
      ...makeState([1, -1], 2, sent),
      ...finish.foundError,
    })
    expect(await readStored(project)).toMatchObject({
      explanation: 'It repeats itself.',
      explanationOption: 1,
      progress: 'some',
      tags: ['unit', 'sum'],
    })
  })

  test("keeps the annotator's own words", async () => {
    const { project, person, input } = await startWork(asked)
    const said = { ...rated, explanation: { option: null, text: ' Seven, not eight. ' } } as const
    await saveAnnotation.execute(person, { ...input, ...makeState([1, -1], 1, said) })
    expect(await readStored(project)).toMatchObject({
      explanation: 'Seven, not eight.',
      explanationOption: null,
    })
    expect((await getWork.execute(person, input)).draft?.explanation).toEqual({
      option: null,
      text: 'Seven, not eight.',
    })
  })

  test('goes with the error', async () => {
    const { project, person, input } = await startWork(asked)
    const said = { explanation: { option: 0 }, progress: 'most', tags: ['sum'] } as const
    const error = { ...rated, ...said, tags: [...said.tags] }
    await saveAnnotation.execute(person, { ...input, ...makeState([1, -1], 1, error) })
    await saveAnnotation.execute(person, { ...input, ...makeState([1, 1], 2) })
    expect(await readStored(project)).toMatchObject({
      ...{ explanation: null, explanationOption: null, progress: null, tags: [] },
    })
  })

  test('may be said where it is not asked', async () => {
    const { project, person, input } = await startWork()
    const said = { ...rated, explanation: { option: 0 }, progress: 'none' } as const
    const state = makeState([1, -1], 1, said)
    await submitAnnotation.execute(person, { ...input, ...state, ...finish.foundError })
    expect(await readStored(project)).toMatchObject({ explanation: 'The sum is wrong.' })
  })

  test.each<[string, Partial<SentContent>]>([
    ['explanation', { explanation: { option: 2 } }],
    ['tags', { tags: ['sum', 'sum'] }],
  ])('is refused for its %s: %j', async (place, said) => {
    const { project, person, input } = await startWork(asked)
    const state = makeState([1, -1], 1, { ...rated, ...said })
    await expect(saveAnnotation.execute(person, { ...input, ...state })).rejects.toMatchObject(
      invalid(place),
    )
    expect(await readStored(project)).toBeUndefined()
  })

  test('is stored without the kinds that the project does not list, and taken all the same', async () => {
    const { project, person, input } = await startWork(asked)
    const said = { explanation: { option: 0 }, progress: 'some', tags: ['gone', 'sum', 'other'] }
    const errorsAside = { 2: { ...said, tags: ['unit', 'gone'] } }
    const sent = { ...rated, ...said, aside: [-1], errorsAside } as Partial<SentContent>
    await saveAnnotation.execute(person, { ...input, ...makeState([1, -1], 1, sent) })
    expect(await readStored(project)).toMatchObject({ state: 'draft', tags: ['sum'] })
    expect((await getWork.execute(person, input)).draft).toMatchObject({
      tags: ['sum'],
      errorsAside: { 2: { tags: ['unit'] } },
    })
    const state = makeState([1, -1], 2, { ...sent, tags: ['unit', 'gone'] })
    await submitAnnotation.execute(person, { ...input, ...state, ...finish.foundError })
    expect(await readStored(project)).toMatchObject({ state: 'submitted', tags: ['unit'] })
  })

  test.each<Partial<SentContent>>([
    { explanation: { option: 0 } },
    { explanation: { option: null, text: 'Wrong.' } },
    { progress: 'most' },
    { tags: ['sum'] },
  ])('needs an error: %j', async (said) => {
    const { person, input } = await startWork(asked)
    for (const ratings of [[], [1, 1]] as const)
      await expect(
        saveAnnotation.execute(person, { ...input, ...makeState(ratings, 1, said) }),
      ).rejects.toMatchObject(invalid('explanation'))
  })

  test('is needed where it is asked, but not the kinds', async () => {
    const { person, input } = await startWork(asked)
    const submit = (said: Partial<SentContent>) =>
      submitAnnotation.execute(person, {
        ...input,
        ...makeState([1, -1], 1, { ...rated, ...said }),
        ...finish.foundError,
      })
    await expect(submit({ progress: 'some' })).rejects.toMatchObject(invalid('ratings'))
    await expect(submit({ explanation: { option: 0 } })).rejects.toMatchObject(invalid('ratings'))
    await submit({ explanation: { option: 0 }, progress: 'some' })
  })
})

describe('notes', () => {
  const notes: SentContent['notes'] = [
    { step: 0, option: null, kind: 'flag', text: '' },
    { step: 1, option: null, kind: 'comment', text: 'Odd.' },
    { step: 1, option: 1, kind: 'flag', text: 'Is this allowed?' },
    { step: 2, option: null, kind: 'bad_split', text: 'Two in one.' },
  ]

  test('come back as they were, and set the flags of steps and alternatives', async () => {
    const { project, person, input } = await startWork()
    const state = makeState([1, -1], 1, { ...rated, notes })
    await saveAnnotation.execute(person, { ...input, ...state })
    expect((await getWork.execute(person, input)).draft?.notes).toEqual(notes)
    expect(await readStored(project)).toMatchObject({
      flagged: [true, null],
      optionRatings: [
        { step: 1, position: 1, option: 1, rating: 1, flagged: false },
        { step: 1, position: 2, option: 2, rating: 0, flagged: true },
      ],
      notes: [
        { step: 0, option: 0, kind: 'flag', text: '' },
        { step: 1, option: 0, kind: 'comment', text: 'Odd.' },
        { step: 1, option: 2, kind: 'flag', text: 'Is this allowed?' },
        { step: 2, option: 0, kind: 'bad_split', text: 'Two in one.' },
      ],
    })
  })

  test('that were taken away are gone, and their flags', async () => {
    const { project, person, input } = await startWork()
    const flagged = makeState([1, -1], 1, { ...rated, notes })
    await saveAnnotation.execute(person, { ...input, ...flagged })
    await saveAnnotation.execute(person, { ...input, ...makeState([1, -1], 2, rated) })
    expect(await readStored(project)).toMatchObject({
      flagged: [null, null],
      optionRatings: [{ flagged: false }, { flagged: false }],
      notes: [],
    })
  })

  test('of no step or option are refused', async () => {
    const { person, input } = await startWork()
    for (const at of [{ step: 3 }, { step: 0, option: 0 }, { step: 1, option: 2 }]) {
      const note = { option: null, kind: 'flag', text: '', ...at } as const
      await expect(
        saveAnnotation.execute(person, { ...input, ...makeState([1], 1, { notes: [note] }) }),
      ).rejects.toMatchObject(invalid('notes'))
    }
  })
})

describe('what does not count', () => {
  test('ratings set aside and options of other steps come back', async () => {
    const { project, person, input } = await startWork()
    const said = { aside: [null, 1], options: { 1: [0, null] } } satisfies Partial<SentContent>
    await saveAnnotation.execute(person, { ...input, ...makeState([1], 1, said) })
    const { draft } = await getWork.execute(person, input)
    expect(draft).toMatchObject({ writer, ratings: [1], ...said })
    expect(await readStored(project)).toMatchObject({ aside: [null, 1] })
  })

  test('stays out of what is submitted', async () => {
    const { project, person, input } = await startWork()
    const state = makeState([1, 1, 1], 1, rated)
    await submitAnnotation.execute(person, { ...input, ...state, ...finish.solution })
    expect(await readStored(project)).toMatchObject({ optionRatings: [] })
  })
})

test('times are kept by step, of as many steps as there are', async () => {
  const { project, person, input } = await startWork()
  const state = makeState([1], 1, { stepTimesMs: [900, 0, 30, 77] })
  await saveAnnotation.execute(person, { ...input, ...state })
  expect((await getWork.execute(person, input)).draft?.stepTimesMs).toEqual([900, 0, 30])
  expect(await readStored(project)).toMatchObject({ stepTimesMs: [900, 0, 30] })
})

test('an annotation says which guideline its annotator had read, and none where they have read none', async () => {
  const { project, person, input } = await startWork()
  await getDatabase().project.update({ where: { id: project.id }, data: { guidelineVersion: 3 } })
  await saveAnnotation.execute(person, { ...input, ...makeState([1]) })
  expect(await readStored(project)).toMatchObject({ guidelineVersion: null })
  await getDatabase().member.updateMany({
    where: { projectId: project.id, userId: person.userId },
    data: { guidelineRead: 2 },
  })
  await saveAnnotation.execute(person, { ...input, ...makeState([1, 1], 2) })
  expect(await readStored(project)).toMatchObject({ guidelineVersion: 2 })
  const events = await getDatabase().annotationEvent.findMany({
    where: { projectId: project.id },
    select: { guidelineVersion: true },
    orderBy: { sequence: 'asc' },
  })
  expect(events).toEqual([{ guidelineVersion: 0 }, { guidelineVersion: 2 }])
})
