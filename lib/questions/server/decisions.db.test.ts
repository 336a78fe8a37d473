import { beforeEach, describe, expect, test } from 'vitest'
import { publishGuideline } from '@/lib/annotations/server/guideline-commands'
import { getGuideline } from '@/lib/annotations/server/guideline-queries'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  firstGuidelineText,
  makeAnnotatorWhoReadGuideline,
  labelNextSolutionWithNotes,
  makeQuestionsProject,
} from '@/lib/questions/testing/questions-project'
import { repairSteps } from '@/lib/splits/server/commands'
import { importLines, type TestProject, makeProject } from '@/prisma/seed/factories'
import { insertDecisionsIntoGuideline } from '../format-decisions'
import {
  answerQuestions,
  updateDecision,
  discardDecision,
  createDecision,
  publishDecisions,
} from './decisions-commands'
import { getDecision, listDecisions } from './decisions-queries'
import { listQuestions } from './queries'

useTestDatabase()

let project: TestProject
let reviewer: Person
let ada: Person
let solution: string
let annotation: string

beforeEach(async () => {
  ;({ project, reviewer } = await makeQuestionsProject())
  ada = await makeAnnotatorWhoReadGuideline(project, 'Ada')
  ;({ solution, annotation } = await labelNextSolutionWithNotes(project, ada, [
    [1, 'Units?'],
    [2, 'Signs?', 'comment'],
  ]))
})

const onUnits = () => ({ annotation, step: 1, option: 0, kind: 'flag' as const, text: 'Units?' })
const onSigns = () => ({
  annotation,
  step: 2,
  option: 0,
  kind: 'comment' as const,
  text: 'Signs?',
})
const example = () => ({
  solution,
  revision: 1,
  step: 1,
  option: 0,
  rating: 0 as const,
  reason: 'The number is right.',
})
const draft = { heading: 'Units', text: 'A missing unit is no error.' }

const make = (overrides: Partial<Parameters<typeof createDecision.execute>[1]> = {}) =>
  createDecision.execute(reviewer, {
    project: project.slug,
    ...draft,
    example: example(),
    questions: [onUnits()],
    ...overrides,
  })
const readDecision = (decision: number) =>
  getDecision.execute(reviewer, { project: project.slug, decision })
const ofProject = () => ({ where: { projectId: project.id } })
const countOpen = async () => {
  const input = listQuestions.contract.input.parse({ project: project.slug })
  return (await listQuestions.execute(reviewer, input)).count
}
const publish = (decisions: number[], text: string, basedOn = 1) =>
  publishDecisions.execute(reviewer, {
    project: project.slug,
    decisions,
    text,
    basedOn,
    summary: 'Units',
  })
const writeWith = async (...decisions: number[]) =>
  insertDecisionsIntoGuideline(
    firstGuidelineText,
    await Promise.all(decisions.map((decision) => readDecision(decision))),
  )

describe('creating a decision', () => {
  test('resolves its questions and stores a copy of the example step', async () => {
    expect(await make()).toEqual({ decision: 1 })
    expect(await countOpen()).toBe(1)
    const change = { kind: 'merge', step: 0, through: 1 } as const
    const repair = { project: project.slug, solution, revision: 1, change }
    await repairSteps.execute(reviewer, repair)
    expect(await readDecision(1)).toMatchObject({
      decision: 1,
      ...draft,
      state: 'draft',
      guidelineVersion: null,
      by: 'Rui',
      questionCount: 1,
      example: {
        solution,
        revision: 1,
        step: 1,
        rating: 0,
        reason: 'The number is right.',
        text: 'Step 2 of p/0.',
        problem: 'Problem p: what is $1 + 1$?',
      },
      questions: [{ solution, step: 0, kind: 'flag', text: 'Units?', person: 'Ada' }],
    })
  })

  test('numbers decisions consecutively in each project, even with concurrent calls', async () => {
    const newDecisions = await Promise.all([
      make(),
      make({ questions: [onSigns()], example: null }),
    ])
    expect(newDecisions.map(({ decision }) => decision).toSorted((a, b) => a - b)).toEqual([1, 2])
    const otherProject = await makeProject()
    const input = { project: otherProject.slug, ...draft, example: null, questions: [] }
    expect(await createDecision.execute(otherProject.admin, input)).toEqual({ decision: 1 })
  })

  test('never reuses the number of a discarded decision', async () => {
    await make()
    await make({ questions: [], example: null })
    await discardDecision.execute(reviewer, { project: project.slug, decision: 2 })
    expect(await make({ questions: [], example: null })).toEqual({ decision: 3 })
  })

  test('is rejected if one of its questions no longer exists', async () => {
    const removedQuestion = { ...onUnits(), text: 'Other text' }
    await expect(make({ questions: [onSigns(), removedQuestion] })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await getDatabase().decision.count(ofProject())).toBe(0)
    expect(await countOpen()).toBe(2)
  })

  test('is rejected if the example’s step or option does not exist, or the step has changed', async () => {
    const makeWithExample = (changes: object) => make({ example: { ...example(), ...changes } })
    await expect(makeWithExample({ step: 3 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(makeWithExample({ revision: 2 })).rejects.toMatchObject({ code: 'conflict' })
    await expect(makeWithExample({ option: 1 })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is rejected if the example is a step that annotators choose, but not if it is one of its options', async () => {
    const choiceProject = await makeProject({ flow: 'step_choice' })
    await importLines(choiceProject, [
      { id: 'c', problem: 'Add.', answer: '4', options: [['# Answer\n\n4', '# Answer\n\n5']] },
    ])
    const { id } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: choiceProject.id },
      select: { id: true },
    })
    const makeWithOption = (option: number) =>
      createDecision.execute(choiceProject.admin, {
        project: choiceProject.slug,
        ...draft,
        questions: [],
        example: { ...example(), solution: id, step: 0, option },
      })
    await expect(makeWithOption(0)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(makeWithOption(3)).rejects.toMatchObject({ code: 'not_found' })
    await expect(makeWithOption(2)).resolves.toEqual({ decision: 1 })
  })

  test('can be avoided by answering questions with an existing decision', async () => {
    await make()
    await publish([1], await writeWith(1))
    const key = { project: project.slug, decision: 1 }
    const { questions } = await answerQuestions.execute(reviewer, {
      ...key,
      questions: [onSigns()],
    })
    expect(questions).toHaveLength(1)
    expect(await readDecision(1)).toMatchObject({ questionCount: 2 })
    expect(await countOpen()).toBe(0)
  })
})

describe('a draft decision', () => {
  test('can be edited, and its example keeps its texts after a repair of the steps', async () => {
    await make()
    const change = { kind: 'split' as const, step: 1, at: [4] }
    const repair = { project: project.slug, solution, revision: 1, change }
    await repairSteps.execute(reviewer, repair)
    const changes = { heading: 'Signs', text: 'They count.' }
    const input = { project: project.slug, decision: 1, ...changes }
    await updateDecision.execute(reviewer, { ...input, example: { ...example(), rating: 1 } })
    expect(await readDecision(1)).toMatchObject({
      ...changes,
      example: { rating: 1, text: 'Step 2 of p/0.', revision: 1 },
    })
    const movedExample = { ...example(), step: 2 }
    await expect(
      updateDecision.execute(reviewer, { ...input, example: movedExample }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await updateDecision.execute(reviewer, { ...input, example: null })
    expect(await readDecision(1)).toMatchObject({ example: null })
  })

  test('reopens its questions when it is discarded', async () => {
    await make({ questions: [onUnits(), onSigns()] })
    expect(await countOpen()).toBe(0)
    const key = { project: project.slug, decision: 1 }
    expect(await discardDecision.execute(reviewer, key)).toEqual({ reopened: 2 })
    expect(await countOpen()).toBe(2)
    expect(await getDatabase().question.count(ofProject())).toBe(0)
    await expect(readDecision(1)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('publishing decisions', () => {
  test('stores the new guideline version with each decision that it contains', async () => {
    await make()
    await make({ heading: 'Signs', example: null, questions: [onSigns()] })
    const text = await writeWith(1, 2)
    expect(await publish([2, 1, 1], text)).toEqual({ version: 2 })
    const published = { state: 'published', guidelineVersion: 2 }
    const { decisions } = await listDecisions.execute(reviewer, { project: project.slug, limit: 9 })
    expect(decisions).toMatchObject([
      { decision: 2, ...published },
      { decision: 1, ...published },
    ])
    expect(decisions[0]!.publishedAt).not.toBeNull()
    const { guideline } = await getGuideline.execute(ada, { project: project.slug })
    expect(guideline).toMatchObject({ version: 2, source: text, summary: 'Units' })
    expect(guideline!.source).toContain('## Decision 1: Units\n\nA missing unit is no error.')
  })

  test('is rejected without changes if the guideline has a newer version or a draft no longer exists', async () => {
    await make()
    await make({ heading: 'Signs', example: null, questions: [onSigns()] })
    const text = await writeWith(1, 2)
    const otherVersion = { project: project.slug, text: 'Other', summary: 'Other', basedOn: 1 }
    await publishGuideline.execute(project.admin, otherVersion)
    await expect(publish([1], text)).rejects.toMatchObject({
      code: 'conflict',
      details: { latest: 2 },
    })
    await discardDecision.execute(reviewer, { project: project.slug, decision: 2 })
    await expect(publish([1, 2], text, 2)).rejects.toMatchObject({
      code: 'conflict',
      details: { missing: [2] },
    })
    expect(await getDatabase().guidelineVersion.count({ where: { projectId: project.id } })).toBe(2)
    expect(await readDecision(1)).toMatchObject({ state: 'draft' })
    expect(await publish([1], text, 2)).toEqual({ version: 3 })
    await expect(publish([1], `${text}\n\nMore.`, 3)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is rejected if the guideline text lacks the heading of a decision', async () => {
    await make()
    await expect(publish([1], `${firstGuidelineText}\n\nMore.`)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ location: 'text' }] },
    })
    expect(await readDecision(1)).toMatchObject({ state: 'draft' })
  })

  test('succeeds for only one of two concurrent calls that publish', async () => {
    await make()
    const text = await writeWith(1)
    const outcomes = await Promise.allSettled([
      publish([1], text),
      publish([1], `${text}\n\nMore.`),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('makes the decisions immutable', async () => {
    await make()
    await publish([1], await writeWith(1))
    const key = { project: project.slug, decision: 1 }
    const conflict = { code: 'conflict' }
    await expect(discardDecision.execute(reviewer, key)).rejects.toMatchObject(conflict)
    await expect(
      updateDecision.execute(reviewer, { ...key, ...draft, example: null }),
    ).rejects.toMatchObject(conflict)
    const change = getDatabase().decision.updateMany({ ...ofProject(), data: { text: 'Other' } })
    await expect(change).rejects.toThrow(/never changed/)
  })
})

test('decisions of other projects are not found', async () => {
  await make()
  const otherProject = await makeProject()
  const key = { project: otherProject.slug, decision: 1 }
  const missing = { code: 'not_found' }
  await expect(getDecision.execute(otherProject.admin, key)).rejects.toMatchObject(missing)
  await expect(discardDecision.execute(otherProject.admin, key)).rejects.toMatchObject(missing)
  const input = { ...key, questions: [onSigns()] }
  await expect(answerQuestions.execute(otherProject.admin, input)).rejects.toMatchObject(missing)
  const text = '# Decision 1'
  const publication = {
    project: otherProject.slug,
    decisions: [1],
    text,
    summary: 'New',
    basedOn: 1,
  }
  await expect(publishDecisions.execute(otherProject.admin, publication)).rejects.toMatchObject({
    code: 'conflict',
  })
  const foreign = { project: otherProject.slug, ...draft, questions: [], example: example() }
  await expect(createDecision.execute(otherProject.admin, foreign)).rejects.toMatchObject(missing)
})
