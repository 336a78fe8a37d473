import { describe, expect, test } from 'vitest'
import {
  finishInputByReason,
  makeProjectWithClaimedSolution,
  makeSaveInput,
  readSingleAnnotation,
} from '@/lib/annotations/testing/claimed-solution'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  findPathChoice,
  readErrorDetails,
  type AnnotationContent,
  type RatableShape,
} from '../content'
import { toContentInput, fromContentInput } from '../content-input'
import { reopenAnnotation, saveAnnotation, submitAnnotation } from './commands'
import { getWork } from './queries'

useTestDatabase()

const tags = [{ tag: 'sum', label: 'Calculation error' }]
const shape: RatableShape = {
  flow: 'solution',
  stepCount: 3,
  optionCounts: { 1: 2 },
  endings: {},
  revealed: 'all' as const,
  asksExplanation: true,
  asksProgress: true,
  errorTags: ['sum'],
}
const startWithDetails = () =>
  makeProjectWithClaimedSolution({ asksExplanation: true, asksProgress: true, errorTags: tags })

const details = {
  explanation: { option: null, text: 'Seven, not eight.' },
  progress: 'most',
  tags: ['sum'],
} as const

/** An annotator explains the error at step 3, then finds one at step 1. */
const laterError: AnnotationContent = {
  steps: [1, 1, -1],
  options: {},
  choices: {},
  humanOptions: {},
  notes: [],
  errors: { 2: details },
}
const earlierError = { ...laterError, steps: [-1, 1, -1] } as const

type Work = Awaited<ReturnType<typeof makeProjectWithClaimedSolution>>

const makeInput = (content: AnnotationContent, ratableShape: RatableShape, sequence: number) => {
  const { ratings, ...otherContent } = toContentInput(content, ratableShape)
  return makeSaveInput(ratings, sequence, otherContent)
}
const save = (
  { person, input }: Work,
  content: AnnotationContent,
  ratableShape: RatableShape,
  sequence = 1,
) => saveAnnotation.execute(person, { ...input, ...makeInput(content, ratableShape, sequence) })

async function reload(
  { person, input }: Work,
  ratableShape: RatableShape,
): Promise<AnnotationContent> {
  const { draft } = await getWork.execute(person, input)
  return fromContentInput(draft!, ratableShape)
}

describe('explanation, progress and tags of a later error', () => {
  test('are restored after a reload when the earlier error is undone', async () => {
    const work = await startWithDetails()
    await save(work, laterError, shape)
    await save(work, earlierError, shape, 2)
    expect(await readSingleAnnotation(work.project)).toMatchObject({
      ratings: [-1],
      explanation: null,
      progress: null,
      tags: [],
      supersededAnswers: { supersededErrors: { 2: details } },
    })
    const loaded = await reload(work, shape)
    expect(readErrorDetails(loaded, shape)).toEqual({
      explanation: null,
      progress: null,
      tags: [],
    })
    const withoutEarlierError = { ...loaded, steps: [1, 1, -1] } as const
    expect(readErrorDetails(withoutEarlierError, shape)).toEqual(details)
    await save(work, withoutEarlierError, shape, 3)
    expect(await readSingleAnnotation(work.project)).toMatchObject({
      ratings: [1, 1, -1],
      explanation: 'Seven, not eight.',
      progress: 'most',
      tags: ['sum'],
      supersededAnswers: { supersededErrors: { 0: { explanation: null } } },
    })
  })

  test('are not part of submissions and reopened annotations', async () => {
    const work = await startWithDetails()
    await save(work, earlierError, shape)
    const changedContent = {
      ...earlierError,
      errors: { ...earlierError.errors, 0: { ...details, tags: [] } },
    }
    const { annotation } = await submitAnnotation.execute(work.person, {
      ...work.input,
      ...makeInput(changedContent, shape, 2),
      ...finishInputByReason.foundError,
    })
    expect(await readSingleAnnotation(work.project)).toMatchObject({
      state: 'submitted',
      supersededAnswers: {},
    })
    expect((await readSingleAnnotation(work.project))!.supersededAnswers).toEqual({})
    const { slug: project } = work.project
    const { lease } = await reopenAnnotation.execute(work.person, { project, annotation })
    const { draft } = await getWork.execute(work.person, { project, lease })
    expect(draft!.supersededErrors).toEqual({})
  })

  test('are rejected at a step that does not exist', async () => {
    const work = await startWithDetails()
    const invalidContent = { ...laterError, errors: { 2: details, 3: details } }
    await expect(save(work, invalidContent, shape)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ location: 'supersededErrors' }] },
    })
    expect(await readSingleAnnotation(work.project)).toBeUndefined()
  })
})

describe('choices at steps after a step without a choice', () => {
  const options = [
    ['One way.', 'Another way.'],
    ['On.', 'Further on.'],
    ['Done.', 'Done now.'],
  ]
  const stepChoiceShape: RatableShape = {
    ...shape,
    flow: 'step_choice',
    optionCounts: { 0: 2, 1: 2, 2: 2 },
    errorTags: [],
    asksExplanation: false,
    asksProgress: false,
  }
  const complete: AnnotationContent = {
    steps: [],
    humanOptions: {},
    notes: [],
    errors: {},
    options: { 0: [1, 1], 1: [1, 1], 2: [1, 1] },
    choices: { 0: 0, 1: 1, 2: 0 },
  }
  const start = () =>
    makeProjectWithClaimedSolution({ flow: 'step_choice' }, [
      { problem: 'Why?', answer: '2', options },
    ])

  test('survive a reload, and count again once the earlier step has a choice', async () => {
    const work = await start()
    await save(
      work,
      { ...complete, options: { ...complete.options, 0: [1, null] } },
      stepChoiceShape,
    )
    expect(await readSingleAnnotation(work.project)).toMatchObject({ ratings: [], chosen: [] })
    const loaded = await reload(work, stepChoiceShape)
    const changed = {
      ...loaded,
      options: { ...loaded.options, 0: [1, 1] },
    } as const
    expect([0, 1, 2].map((step) => findPathChoice(changed, stepChoiceShape, step))).toEqual([
      0, 1, 0,
    ])
  })

  test('are replaced by new choices at the same steps', async () => {
    const work = await start()
    await save(
      work,
      { ...complete, options: { ...complete.options, 1: [null, 1] } },
      stepChoiceShape,
    )
    const changedContent = {
      ...complete,
      choices: { 0: 1, 1: 1 },
      options: { 0: [1, -1], 1: [null, 1] },
    } as const
    await save(work, changedContent, stepChoiceShape, 2)
    expect((await reload(work, stepChoiceShape)).choices).toEqual({ 0: 0, 1: 1 })
  })

  test('are not stored with a submission', async () => {
    const work = await start()
    await submitAnnotation.execute(work.person, {
      ...work.input,
      ...makeInput(complete, stepChoiceShape, 1),
      ...finishInputByReason.solution,
    })
    expect(await readSingleAnnotation(work.project)).toMatchObject({
      chosen: [0, 1, 0],
      state: 'submitted',
    })
    expect((await readSingleAnnotation(work.project))!.supersededAnswers).toEqual({})
  })
})
