import { beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { publishGuideline } from '@/lib/annotations/server/guideline-commands'
import { getGuideline } from '@/lib/annotations/server/guideline-queries'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { type MadeProject, makeProject } from '@/prisma/seed/factories'
import {
  firstGuideline,
  joinReader,
  label,
  makeAskedProject,
} from '@/lib/review/testing/asked-project'
import { insertRulings } from '../write-rulings'
import { repairSteps } from './commands'
import { listQuestions } from './questions-queries'
import {
  answerQuestions,
  changeRuling,
  discardRuling,
  makeRuling,
  publishRulings,
} from './rulings-commands'
import { getRuling, listRulings } from './rulings-queries'

useTestDatabase()

let project: MadeProject
let reviewer: Person
let ada: Person
let solution: string
let annotation: string

beforeEach(async () => {
  ;({ project, reviewer } = await makeAskedProject())
  ada = await joinReader(project, 'Ada')
  ;({ solution, annotation } = await label(project, ada, [
    [1, 'Units?'],
    [2, 'Signs?', 'comment'],
  ]))
})

const onUnits = () => ({ annotation, step: 1, option: 0, kind: 'flag' as const, words: 'Units?' })
const onSigns = () => ({
  annotation,
  step: 2,
  option: 0,
  kind: 'comment' as const,
  words: 'Signs?',
})
const example = () => ({
  ...{ solution, revision: 1, step: 1, option: 0, rating: 0 as const },
  why: 'The number is right.',
})
const said = { heading: 'Units', words: 'A missing unit is no error.' }

const make = (given: Partial<Parameters<typeof makeRuling.execute>[1]> = {}) =>
  makeRuling.execute(reviewer, {
    ...{ project: project.slug, ...said, example: example(), asks: [onUnits()] },
    ...given,
  })
const get = (ruling: number) => getRuling.execute(reviewer, { project: project.slug, ruling })
const ofProject = () => ({ where: { projectId: project.id } })
const countOpen = async () => {
  const input = listQuestions.contract.input.parse({ project: project.slug })
  return (await listQuestions.execute(reviewer, input)).open
}
const publish = (rulings: number[], text: string, basedOn = 1) =>
  publishRulings.execute(reviewer, {
    ...{ project: project.slug, rulings, text, basedOn },
    summary: 'Units',
  })
const writeWith = async (...rulings: number[]) =>
  insertRulings(firstGuideline, await Promise.all(rulings.map((ruling) => get(ruling))))

describe('making a ruling', () => {
  test('answers questions, and freezes the example as it was read', async () => {
    expect(await make()).toEqual({ ruling: 1 })
    expect(await countOpen()).toBe(1)
    const change = { kind: 'merge', step: 0, through: 1 } as const
    const repair = { project: project.slug, solution, revision: 1, change }
    await repairSteps.execute(reviewer, repair)
    expect(await get(1)).toMatchObject({
      ...{ ruling: 1, ...said, state: 'draft', guidelineVersion: null, by: 'Rui', questions: 1 },
      example: {
        ...{ solution, revision: 1, step: 1, rating: 0, why: 'The number is right.' },
        ...{ text: 'Step 2 of p/0.', problem: 'Problem p: what is $1 + 1$?' },
      },
      asked: [{ solution, step: 0, kind: 'flag', words: 'Units?', person: 'Ada' }],
    })
  })

  test('counts in its project, also of two at once', async () => {
    const both = await Promise.all([make(), make({ asks: [onSigns()], example: null })])
    expect(both.map(({ ruling }) => ruling).toSorted((a, b) => a - b)).toEqual([1, 2])
    const other = await makeProject()
    const given = { project: other.slug, ...said, example: null, asks: [] }
    expect(await makeRuling.execute(other.admin, given)).toEqual({ ruling: 1 })
  })

  test('takes a number that none has had: a heading that stands in a text is of that ruling', async () => {
    await make()
    await make({ asks: [], example: null })
    await discardRuling.execute(reviewer, { project: project.slug, ruling: 2 })
    expect(await make({ asks: [], example: null })).toEqual({ ruling: 3 })
  })

  test('with a question that is gone is no ruling', async () => {
    const gone = { ...onUnits(), words: 'Other words' }
    await expect(make({ asks: [onSigns(), gone] })).rejects.toMatchObject({ code: 'conflict' })
    expect(await getDatabase().ruling.count(ofProject())).toBe(0)
    expect(await countOpen()).toBe(2)
  })

  test('is refused where the step is not there, or not as it was read', async () => {
    const wrong = (given: object) => make({ example: { ...example(), ...given } })
    await expect(wrong({ step: 3 })).rejects.toMatchObject({ code: 'not_found' })
    await expect(wrong({ revision: 2 })).rejects.toMatchObject({ code: 'conflict' })
    await expect(wrong({ option: 1 })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('may leave it to a ruling that is there, also a published one', async () => {
    await make()
    await publish([1], await writeWith(1))
    const place = { project: project.slug, ruling: 1 }
    const { questions } = await answerQuestions.execute(reviewer, { ...place, asks: [onSigns()] })
    expect(questions).toHaveLength(1)
    expect(await get(1)).toMatchObject({ questions: 2 })
    expect(await countOpen()).toBe(0)
  })
})

describe('a draft', () => {
  test('can be said otherwise, and keeps the texts of its example', async () => {
    await make()
    const change = { kind: 'split' as const, step: 1, at: [4] }
    const repair = { project: project.slug, solution, revision: 1, change }
    await repairSteps.execute(reviewer, repair)
    const changed = { heading: 'Signs', words: 'They count.' }
    const input = { project: project.slug, ruling: 1, ...changed }
    await changeRuling.execute(reviewer, { ...input, example: { ...example(), rating: 1 } })
    expect(await get(1)).toMatchObject({
      ...changed,
      example: { rating: 1, text: 'Step 2 of p/0.', revision: 1 },
    })
    const moved = { ...example(), step: 2 }
    await expect(
      changeRuling.execute(reviewer, { ...input, example: moved }),
    ).rejects.toMatchObject({ code: 'conflict' })
    await changeRuling.execute(reviewer, { ...input, example: null })
    expect(await get(1)).toMatchObject({ example: null })
  })

  test('that is taken back has its questions wait again', async () => {
    await make({ asks: [onUnits(), onSigns()] })
    expect(await countOpen()).toBe(0)
    const place = { project: project.slug, ruling: 1 }
    expect(await discardRuling.execute(reviewer, place)).toEqual({ opened: 2 })
    expect(await countOpen()).toBe(2)
    expect(await getDatabase().question.count(ofProject())).toBe(0)
    await expect(get(1)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('publishing', () => {
  test('makes rulings part of the version whose text says them', async () => {
    await make()
    await make({ heading: 'Signs', example: null, asks: [onSigns()] })
    const text = await writeWith(1, 2)
    expect(await publish([2, 1, 1], text)).toEqual({ version: 2 })
    const published = { state: 'published', guidelineVersion: 2 }
    const { rulings } = await listRulings.execute(reviewer, { project: project.slug, limit: 9 })
    expect(rulings).toMatchObject([
      { ruling: 2, ...published },
      { ruling: 1, ...published },
    ])
    expect(rulings[0]!.publishedAt).not.toBeNull()
    const { guideline } = await getGuideline.execute(ada, { project: project.slug })
    expect(guideline).toMatchObject({ version: 2, source: text, summary: 'Units' })
    expect(guideline!.source).toContain('## Ruling 1: Units\n\nA missing unit is no error.')
  })

  test('is all or nothing: over a newer version, and with what is no draft any more', async () => {
    await make()
    await make({ heading: 'Signs', example: null, asks: [onSigns()] })
    const text = await writeWith(1, 2)
    const other = { project: project.slug, text: 'Other', summary: 'Other', basedOn: 1 }
    await publishGuideline.execute(project.admin, other)
    await expect(publish([1], text)).rejects.toMatchObject({
      ...{ code: 'conflict', details: { latest: 2 } },
    })
    await discardRuling.execute(reviewer, { project: project.slug, ruling: 2 })
    await expect(publish([1, 2], text, 2)).rejects.toMatchObject({
      ...{ code: 'conflict', details: { missing: [2] } },
    })
    expect(await getDatabase().guidelineVersion.count({ where: { projectId: project.id } })).toBe(2)
    expect(await get(1)).toMatchObject({ state: 'draft' })
    expect(await publish([1], text, 2)).toEqual({ version: 3 })
    await expect(publish([1], `${text}\n\nMore.`, 3)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a text that does not say a ruling does not publish it', async () => {
    await make()
    await expect(publish([1], `${firstGuideline}\n\nMore.`)).rejects.toMatchObject({
      ...{ code: 'invalid_input', details: { issues: [{ place: 'text' }] } },
    })
    expect(await get(1)).toMatchObject({ state: 'draft' })
  })

  test('of two at once one is refused', async () => {
    await make()
    const text = await writeWith(1)
    const both = await Promise.allSettled([publish([1], text), publish([1], `${text}\n\nMore.`)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('ends all change of it: by commands, and in the database', async () => {
    await make()
    await publish([1], await writeWith(1))
    const place = { project: project.slug, ruling: 1 }
    const conflict = { code: 'conflict' }
    await expect(discardRuling.execute(reviewer, place)).rejects.toMatchObject(conflict)
    await expect(
      changeRuling.execute(reviewer, { ...place, ...said, example: null }),
    ).rejects.toMatchObject(conflict)
    const change = getDatabase().ruling.updateMany({ ...ofProject(), data: { words: 'Other' } })
    await expect(change).rejects.toThrow(/never changed/)
  })
})

test('rulings of another project are none of this one', async () => {
  await make()
  const other = await makeProject()
  const place = { project: other.slug, ruling: 1 }
  const missing = { code: 'not_found' }
  await expect(getRuling.execute(other.admin, place)).rejects.toMatchObject(missing)
  await expect(discardRuling.execute(other.admin, place)).rejects.toMatchObject(missing)
  const taken = { ...place, asks: [onSigns()] }
  await expect(answerQuestions.execute(other.admin, taken)).rejects.toMatchObject(missing)
  const text = '# Ruling 1'
  const publication = { project: other.slug, rulings: [1], text, summary: 'New', basedOn: 1 }
  await expect(publishRulings.execute(other.admin, publication)).rejects.toMatchObject({
    code: 'conflict',
  })
  const foreign = { project: other.slug, ...said, asks: [], example: example() }
  await expect(makeRuling.execute(other.admin, foreign)).rejects.toMatchObject(missing)
})
