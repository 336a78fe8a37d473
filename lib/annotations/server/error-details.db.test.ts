import { describe, expect, test } from 'vitest'
import {
  finishInputByReason,
  makeSaveInput,
  readSingleAnnotation,
  makeProjectWithClaimedSolution,
  pageWriterIdForTests,
  makeProjectWithRevealedOptions,
} from '@/lib/annotations/testing/claimed-solution'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { AnnotationContentInput } from '../state-fields'
import { saveAnnotation, submitAnnotation } from './commands'
import { getWork } from './queries'

useTestDatabase()

const tags = [
  { tag: 'sum', label: 'Calculation error' },
  { tag: 'unit', label: 'A unit is wrong' },
]
const settings = { asksExplanation: true, asksProgress: true, errorTags: tags }
const ratedContent = { options: { 1: [1, 0] } } satisfies Partial<AnnotationContentInput>
const invalid = (field: string) => ({
  code: 'invalid_input',
  details: { issues: [expect.objectContaining({ location: field })] },
})

describe('explanation, progress and tags of an error', () => {
  test('are requested if the project’s settings ask for them, with its tags and candidate explanations', async () => {
    const { person, input } = await makeProjectWithRevealedOptions(settings)
    const work = await getWork.execute(person, input)
    expect(work).toMatchObject({ asksExplanation: true, asksProgress: true, errorTags: tags })
    expect(work.explanations['1']!.map(({ source }) => source)).toEqual([
      'The sum is wrong.',
      'It repeats itself.',
    ])
    const plain = await makeProjectWithRevealedOptions()
    expect(await getWork.execute(plain.person, plain.input)).toMatchObject({
      asksExplanation: false,
      asksProgress: false,
      errorTags: [],
      explanations: {},
    })
  })

  test('are stored with the text and index of a chosen candidate explanation', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions(settings)
    const details = { explanation: { option: 1 }, progress: 'some', tags: ['unit', 'sum'] } as const
    const detailsInput = { ...ratedContent, ...details, tags: [...details.tags] }
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, -1], 1, detailsInput) })
    expect((await getWork.execute(person, input)).draft).toMatchObject(details)
    await submitAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([1, -1], 2, detailsInput),
      ...finishInputByReason.foundError,
    })
    expect(await readSingleAnnotation(project)).toMatchObject({
      explanation: 'It repeats itself.',
      explanationOption: 1,
      progress: 'some',
      tags: ['unit', 'sum'],
    })
  })

  test('are stored with the annotator’s own explanation', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions(settings)
    const details = {
      ...ratedContent,
      explanation: { option: null, text: ' Seven, not eight. ' },
    } as const
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, -1], 1, details) })
    expect(await readSingleAnnotation(project)).toMatchObject({
      explanation: 'Seven, not eight.',
      explanationOption: null,
    })
    expect((await getWork.execute(person, input)).draft?.explanation).toEqual({
      option: null,
      text: 'Seven, not eight.',
    })
  })

  test('are deleted if the step is no longer an error', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions(settings)
    const details = { explanation: { option: 0 }, progress: 'most', tags: ['sum'] } as const
    const error = { ...ratedContent, ...details, tags: [...details.tags] }
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, -1], 1, error) })
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, 1], 2) })
    expect(await readSingleAnnotation(project)).toMatchObject({
      explanation: null,
      explanationOption: null,
      progress: null,
      tags: [],
    })
  })

  test('are stored even if the project does not ask for them', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions()
    const details = { ...ratedContent, explanation: { option: 0 }, progress: 'none' } as const
    const state = makeSaveInput([1, -1], 1, details)
    await submitAnnotation.execute(person, {
      ...input,
      ...state,
      ...finishInputByReason.foundError,
    })
    expect(await readSingleAnnotation(project)).toMatchObject({ explanation: 'The sum is wrong.' })
  })

  test.each<[string, Partial<AnnotationContentInput>]>([
    ['explanation', { explanation: { option: 2 } }],
    ['tags', { tags: ['sum', 'sum'] }],
  ])('are rejected with an error in the field %s: %j', async (field, details) => {
    const { project, person, input } = await makeProjectWithClaimedSolution(settings)
    const state = makeSaveInput([1, -1], 1, details)
    await expect(saveAnnotation.execute(person, { ...input, ...state })).rejects.toMatchObject(
      invalid(field),
    )
    expect(await readSingleAnnotation(project)).toBeUndefined()
  })

  test('are stored without tags that the project does not list', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions(settings)
    const details = { explanation: { option: 0 }, progress: 'some', tags: ['gone', 'sum', 'other'] }
    const supersededErrors = { 2: { ...details, tags: ['unit', 'gone'] } }
    const detailsInput = {
      ...ratedContent,
      ...details,
      supersededRatings: [-1],
      supersededErrors,
    } as Partial<AnnotationContentInput>
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, -1], 1, detailsInput) })
    expect(await readSingleAnnotation(project)).toMatchObject({ state: 'draft', tags: ['sum'] })
    expect((await getWork.execute(person, input)).draft).toMatchObject({
      tags: ['sum'],
      supersededErrors: { 2: { tags: ['unit'] } },
    })
    const state = makeSaveInput([1, -1], 2, { ...detailsInput, tags: ['unit', 'gone'] })
    await submitAnnotation.execute(person, {
      ...input,
      ...state,
      ...finishInputByReason.foundError,
    })
    expect(await readSingleAnnotation(project)).toMatchObject({
      state: 'submitted',
      tags: ['unit'],
    })
  })

  test.each<Partial<AnnotationContentInput>>([
    { explanation: { option: 0 } },
    { explanation: { option: null, text: 'Wrong.' } },
    { progress: 'most' },
    { tags: ['sum'] },
  ])('are rejected if no step is an error: %j', async (details) => {
    const { person, input } = await makeProjectWithClaimedSolution(settings)
    for (const ratings of [[], [1, 1]] as const)
      await expect(
        saveAnnotation.execute(person, { ...input, ...makeSaveInput(ratings, 1, details) }),
      ).rejects.toMatchObject(invalid('explanation'))
  })

  test('are required for a submission if the project asks for them, except tags, which are optional', async () => {
    const { person, input } = await makeProjectWithRevealedOptions(settings)
    const submit = (details: Partial<AnnotationContentInput>) =>
      submitAnnotation.execute(person, {
        ...input,
        ...makeSaveInput([1, -1], 1, { ...ratedContent, ...details }),
        ...finishInputByReason.foundError,
      })
    await expect(submit({ progress: 'some' })).rejects.toMatchObject(invalid('explanation'))
    await expect(submit({ explanation: { option: 0 } })).rejects.toMatchObject(invalid('progress'))
    await submit({ explanation: { option: 0 }, progress: 'some' })
  })
})

describe('notes of an annotation', () => {
  const notes: AnnotationContentInput['notes'] = [
    { step: 0, option: null, kind: 'flag', text: '' },
    { step: 1, option: null, kind: 'comment', text: 'Odd.' },
    { step: 1, option: 1, kind: 'flag', text: 'Is this allowed?' },
    { step: 2, option: null, kind: 'bad_split', text: 'Two in one.' },
  ]

  test('are returned unchanged, and a flag note sets the flag of its step or option', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions()
    const state = makeSaveInput([1, -1], 1, { ...ratedContent, notes })
    await saveAnnotation.execute(person, { ...input, ...state })
    expect((await getWork.execute(person, input)).draft?.notes).toEqual(notes)
    expect(await readSingleAnnotation(project)).toMatchObject({
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

  test('are deleted by a save without notes, which also clears their flags', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions()
    const flaggedInput = makeSaveInput([1, -1], 1, { ...ratedContent, notes })
    await saveAnnotation.execute(person, { ...input, ...flaggedInput })
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, -1], 2, ratedContent) })
    expect(await readSingleAnnotation(project)).toMatchObject({
      flagged: [null, null],
      optionRatings: [{ flagged: false }, { flagged: false }],
      notes: [],
    })
  })

  test('are rejected for steps or options that do not exist', async () => {
    const { person, input } = await makeProjectWithClaimedSolution()
    for (const noteTarget of [{ step: 3 }, { step: 0, option: 0 }, { step: 1, option: 2 }]) {
      const note = { option: null, kind: 'flag', text: '', ...noteTarget } as const
      await expect(
        saveAnnotation.execute(person, { ...input, ...makeSaveInput([1], 1, { notes: [note] }) }),
      ).rejects.toMatchObject(invalid('notes'))
    }
  })
})

describe('superseded ratings', () => {
  test('of steps and options are returned with the draft that contains them', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions()
    const details = {
      supersededRatings: [null, 1],
      options: { 1: [0, null] },
    } satisfies Partial<AnnotationContentInput>
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1], 1, details) })
    const { draft } = await getWork.execute(person, input)
    expect(draft).toMatchObject({ writer: pageWriterIdForTests, ratings: [1], ...details })
    expect(await readSingleAnnotation(project)).toMatchObject({ supersededRatings: [null, 1] })
  })

  test('of options are not part of the submitted annotation', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions()
    const state = makeSaveInput([1, 1, 1], 1, ratedContent)
    await submitAnnotation.execute(person, { ...input, ...state, ...finishInputByReason.solution })
    expect(await readSingleAnnotation(project)).toMatchObject({ optionRatings: [] })
  })
})

test('a save stores no times for steps that do not exist', async () => {
  const { project, person, input } = await makeProjectWithClaimedSolution()
  const state = makeSaveInput([1], 1, { stepTimesMs: [900, 0, 30, 77] })
  await saveAnnotation.execute(person, { ...input, ...state })
  expect((await getWork.execute(person, input)).draft?.stepTimesMs).toEqual([900, 0, 30])
  expect(await readSingleAnnotation(project)).toMatchObject({ stepTimesMs: [900, 0, 30] })
})

test('an annotation stores the guideline version that its annotator has read', async () => {
  const { project, person, input } = await makeProjectWithClaimedSolution()
  await getDatabase().project.update({ where: { id: project.id }, data: { guidelineVersion: 3 } })
  await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1]) })
  expect(await readSingleAnnotation(project)).toMatchObject({ guidelineVersion: null })
  await getDatabase().member.updateMany({
    where: { projectId: project.id, userId: person.userId },
    data: { guidelineRead: 2 },
  })
  await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, 1], 2) })
  expect(await readSingleAnnotation(project)).toMatchObject({ guidelineVersion: 2 })
  const events = await getDatabase().annotationEvent.findMany({
    where: { projectId: project.id },
    select: { guidelineVersion: true },
    orderBy: { sequence: 'asc' },
  })
  expect(events).toEqual([{ guidelineVersion: 0 }, { guidelineVersion: 2 }])
})
