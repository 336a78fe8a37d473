import { describe, expect, test } from 'vitest'
import {
  claimLease,
  finishInputByReason,
  makeProjectWithClaimedSolution,
  makeImportLineWithAlternatives,
  makeSaveInput,
  readSingleAnnotation,
} from '@/lib/annotations/testing/claimed-solution'
import type { Rating } from '@/lib/formats/record'
import type { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext, releaseLease, skipSolution } from '@/lib/queue/server/commands'
import { makeMember, importLines, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import { reopenAnnotation, saveAnnotation, submitAnnotation } from './commands'
import { getOwnAnnotation, getOwnWork, listOwnAnnotations } from './own-work'
import { getWork, getWorkSteps } from './queries'

useTestDatabase()

type Work = Awaited<ReturnType<typeof makeProjectWithClaimedSolution>>

const save = ({ person, input }: Work, ratings: Rating[], sequence = 1) =>
  saveAnnotation.execute(person, { ...input, ...makeSaveInput(ratings, sequence) })

const readReveals = ({ project }: Pick<Work, 'project'>) =>
  getDatabase().optionReveal.findMany({
    where: { projectId: project.id },
    orderBy: { step: 'asc' },
    select: { step: true, revision: true },
  })

/** Without ids and times, which differ between projects. */
const normalise = (reply: unknown) =>
  JSON.stringify(reply, (key, value: unknown) => (key === 'secondsLeft' ? 0 : value)).replace(
    /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g,
    '*',
  )

describe('replies before a step is rated negative', () => {
  /** Everything that an annotator receives about three solutions. */
  async function readReplies(lines: readonly unknown[]): Promise<string[]> {
    const testProject = await makeProject({ asksExplanation: true, asksProgress: true })
    await importLines(testProject, lines)
    const person = await makeMember(testProject, 'annotator')
    const project = testProject.slug
    const replies: unknown[] = []
    const record = async <T>(reply: Promise<T>) => {
      replies.push(await reply)
      return reply
    }
    const recordRefusal = (reply: Promise<unknown>) =>
      record(
        reply.then(
          () => Promise.reject(new Error('It was not rejected.')),
          ({ code, message, details }: AppError) => ({ code, message, details }),
        ),
      )
    const claim = async (prefetch = false) => {
      const served = await record(claimNext.execute(person, { project, prefetch }))
      if (served.kind !== 'solution') throw new Error('Nothing served.')
      return { project, lease: served.lease.id }
    }
    const readWork = async (input: { project: string; lease: string }) => {
      await record(getWork.execute(person, input))
      await record(getWorkSteps.execute(person, { ...input, around: 1 }))
    }
    const first = await claim()
    const next = await claim(true)
    await readWork(first)
    await readWork(next)
    const saveFirst = (...state: Parameters<typeof makeSaveInput>) =>
      saveAnnotation.execute(person, { ...first, ...makeSaveInput(...state) })
    const submitFirst = (sequence: number, lease = first.lease) => {
      const state = { ...makeSaveInput([1, 1, 1], sequence), basedOn: sequence - 1 }
      const finish = finishInputByReason.solution
      return submitAnnotation.execute(person, { project, lease, ...state, ...finish })
    }
    for (const [sequence, ratings] of ([[], [1], [1, 0], [1, 1, 0]] as Rating[][]).entries())
      await record(saveFirst(ratings, sequence + 1))
    await recordRefusal(saveFirst([1, 1, 1, 1], 5))
    for (const answers of [{ options: { 1: [1] as Rating[] } }, { explanation: { option: 0 } }])
      for (const ratings of [
        [1, 0],
        [1, -1],
      ] as Rating[][])
        await recordRefusal(saveFirst(ratings, 5, answers))
    const report = { step: 1, option: null, kind: 'bad_split' as const, text: 'Two in one.' }
    await record(saveFirst([1, 1, 1], 5, { notes: [report] }))
    await readWork(first)
    const { annotation } = await record(submitFirst(6))
    const key = { project, annotation }
    await record(getOwnAnnotation.execute(person, key))
    await record(listOwnAnnotations.execute(person, { project, limit: 10 }))
    const reopened = await record(reopenAnnotation.execute(person, key))
    await readWork({ project, lease: reopened.lease })
    await record(releaseLease.execute(person, { project, lease: reopened.lease }))
    const secondClaim = await claim()
    await record(submitFirst(7, secondClaim.lease))
    await record(skipSolution.execute(person, { ...(await claim()), reason: 'Too long.' }))
    await readWork(await claim())
    await record(getOwnWork.execute(person, { project }))
    return replies.map(normalise)
  }

  test('do not show whether a solution has options and explanations', async () => {
    const problems = ['p', 'q', 'r']
    const plain = problems.map((id) => makeProblemLine(id, [0.9]))
    expect(await readReplies(problems.map(makeImportLineWithAlternatives))).toEqual(
      await readReplies(plain),
    )
  })
})

describe('a save that marks the first error', () => {
  test('returns the options and explanations of that step once, and records that they were shown', async () => {
    const work = await makeProjectWithClaimedSolution({ asksExplanation: true })
    const { reveal } = await save(work, [1, -1])
    expect(reveal).toMatchObject({
      step: 1,
      options: [{ source: 'One way' }, { source: 'Another way' }],
      explanations: [{ source: 'The sum is wrong.' }, { source: 'It repeats itself.' }],
    })
    expect(await save(work, [1, -1], 2)).toMatchObject({ reveal: null })
    expect(await readReveals(work)).toEqual([{ step: 1, revision: 1 }])
  })

  test('returns no explanations if the project does not ask for them', async () => {
    const { reveal } = await save(await makeProjectWithClaimedSolution(), [1, -1])
    expect(reveal).toMatchObject({ step: 1, explanations: [] })
    expect(reveal?.options).toHaveLength(2)
  })

  test('records the reveal even if that step has no options to show', async () => {
    const work = await makeProjectWithClaimedSolution()
    expect(await save(work, [-1])).toMatchObject({
      reveal: { step: 0, options: [], explanations: [] },
    })
    expect(await readReveals(work)).toEqual([{ step: 0, revision: 1 }])
  })

  test('makes the options visible to the annotator for good, even after another rating and a new lease', async () => {
    const work = await makeProjectWithClaimedSolution()
    await save(work, [1, -1])
    await save(work, [1, 1], 2)
    expect(await getWork.execute(work.person, work.input)).toMatchObject({ revealed: [1] })
    await releaseLease.execute(work.person, work.input)
    const lease = await claimLease(work.project, work.person)
    const loaded = await getWork.execute(work.person, { ...work.input, lease })
    expect(loaded.revealed).toEqual([1])
    expect(Object.keys(loaded.options)).toEqual(['1'])
  })

  test('reveals nothing to another annotator of the same solution', async () => {
    const work = await makeProjectWithClaimedSolution({ overlap: 2 })
    await save(work, [1, -1])
    const otherAnnotator = await makeMember(work.project, 'annotator')
    const lease = await claimLease(work.project, otherAnnotator)
    const loaded = await getWork.execute(otherAnnotator, { ...work.input, lease })
    expect(loaded).toMatchObject({ revealed: [], options: {}, explanations: {} })
  })

  test('is rejected with ratings of options that were not shown', async () => {
    const { person, input } = await makeProjectWithClaimedSolution()
    const state = makeSaveInput([1, -1], 1, { options: { 1: [1, 0] } })
    await expect(saveAnnotation.execute(person, { ...input, ...state })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

describe('submitting a first error', () => {
  const submit = ({ person, input }: Work, ratings: Rating[], sequence = 1, options = {}) =>
    submitAnnotation.execute(person, {
      ...input,
      ...makeSaveInput(ratings, sequence, { options }),
      ...finishInputByReason.foundError,
    })

  test('stores a draft, returns the options and keeps the lease if the options were not shown before', async () => {
    const work = await makeProjectWithClaimedSolution()
    expect(await submit(work, [1, -1])).toMatchObject({
      state: 'needs_options',
      reveal: { step: 1, options: [{ source: 'One way' }, { source: 'Another way' }] },
    })
    expect(await readSingleAnnotation(work.project)).toMatchObject({ state: 'draft' })
    expect(await readReveals(work)).toEqual([{ step: 1, revision: 1 }])
    expect(await claimLease(work.project, work.person)).toBe(work.lease)
    expect(await submit(work, [1, -1], 2, { 1: [1, 0] })).toMatchObject({
      state: 'submitted',
      reveal: null,
    })
    expect(await readSingleAnnotation(work.project)).toMatchObject({ state: 'submitted' })
  })

  test('succeeds if the step has no options', async () => {
    const work = await makeProjectWithClaimedSolution()
    expect(await submit(work, [-1])).toMatchObject({ state: 'submitted', reveal: null })
  })

  test('succeeds with finish reason give_up, which needs no options', async () => {
    const { person, input, project } = await makeProjectWithClaimedSolution()
    await submitAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([1, -1]),
      ...finishInputByReason.giveUp,
    })
    expect(await readSingleAnnotation(project)).toMatchObject({ state: 'submitted' })
  })

  test('keeps options that were shown before visible when the annotation is reopened', async () => {
    const work = await makeProjectWithClaimedSolution()
    await save(work, [1, -1])
    const { annotation } = await submit(work, [1, -1], 2, { 1: [1, 0] })
    const { project, person } = work
    const { lease } = await reopenAnnotation.execute(person, { project: project.slug, annotation })
    const loaded = await getWork.execute(person, { project: project.slug, lease })
    expect(loaded.options['1']).toHaveLength(2)
    expect(loaded.draft?.options).toEqual({ 1: [1, 0] })
  })
})
