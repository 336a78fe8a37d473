import { describe, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import { previewGuidelineContract } from '../guideline-contract'
import { acknowledgeGuideline, publishGuideline } from './guideline-commands'
import {
  getGuideline,
  getGuidelineState,
  listGuidelineVersions,
  previewGuideline,
  previewText,
} from './guideline-queries'

useTestDatabase()

const firstText = '# Rules\n\nRead $x^2$.\n\nStop.'

async function makeGuideline() {
  const project = await makeProject({ guideline: firstText })
  return { project, reviewer: await makeMember(project, 'reviewer', { name: 'Rui' }) }
}

const publish = (project: TestProject, person: Person, text: string, basedOn: number) =>
  publishGuideline.execute(person, { project: project.slug, text, summary: ' New ', basedOn })
const readGuideline = (project: TestProject, person: Person, version?: number, since?: number) =>
  getGuideline.execute(person, { project: project.slug, version, since })
const readState = (project: TestProject, person: Person) =>
  getGuidelineState.execute(person, { project: project.slug })
const acknowledge = (project: TestProject, person: Person, version: number) =>
  acknowledgeGuideline.execute(person, { project: project.slug, version })

describe('reading the guideline', () => {
  test('returns the latest version or a requested one, typeset', async () => {
    const { project, reviewer } = await makeGuideline()
    await publish(project, reviewer, `${firstText}\n\nSubmit.`, 1)
    const { latest, guideline, changes } = await readGuideline(project, reviewer)
    expect({ latest, changes }).toEqual({ latest: 2, changes: null })
    expect(guideline).toMatchObject({ version: 2, summary: 'New', publishedBy: 'Rui' })
    expect(guideline!.source).toBe(`${firstText}\n\nSubmit.`)
    expect(JSON.stringify(guideline!.text)).toContain('katex')
    const firstVersion = await readGuideline(project, reviewer, 1)
    expect(firstVersion.guideline).toMatchObject({ version: 1, summary: '', source: firstText })
    await expect(readGuideline(project, reviewer, 3)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('returns the changes since an earlier version', async () => {
    const { project, reviewer } = await makeGuideline()
    await publish(project, reviewer, firstText.replace('Stop.', 'Go on.'), 1)
    const { changes } = await readGuideline(project, reviewer, undefined, 1)
    const paragraph = (text: string) => [{ kind: 'paragraph', pieces: [{ kind: 'text', text }] }]
    expect(changes).toEqual({
      since: 1,
      isRewritten: false,
      passages: [{ heading: 'Rules', before: paragraph('Stop.'), after: paragraph('Go on.') }],
    })
    expect((await readGuideline(project, reviewer, undefined, 2)).changes).toBeNull()
    expect((await readGuideline(project, reviewer, 1, 2)).changes).toBeNull()
  })

  test('lists versions in pages, latest first', async () => {
    const { project, reviewer } = await makeGuideline()
    for (const basedOn of [1, 2, 3]) await publish(project, reviewer, `Text ${basedOn}`, basedOn)
    const list = async (before?: number) => {
      const input = { project: project.slug, before, limit: 2 }
      const { versions } = await listGuidelineVersions.execute(reviewer, input)
      return versions.map(({ version }) => version)
    }
    expect([await list(), await list(3), await list(1)]).toEqual([[4, 3], [2, 1], []])
  })

  test('is rejected for people who are not members of the project', async () => {
    const { reviewer } = await makeGuideline()
    const otherProject = await makeProject({ guideline: 'Canary' })
    await expect(readGuideline(otherProject, reviewer)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('publishing a guideline', () => {
  test('increments the version, and succeeds for only one of two concurrent calls', async () => {
    const { project, reviewer } = await makeGuideline()
    const outcomes = await Promise.allSettled([
      publish(project, reviewer, 'One', 1),
      publish(project, project.admin, 'Other', 1),
    ])
    const rejectedResults = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(rejectedResults).toMatchObject([
      { reason: { code: 'conflict', details: { latest: 2 } } },
    ])
    const { guidelineVersion } = await readState(project, reviewer)
    expect(guidelineVersion).toBe(2)
    expect(await getDatabase().guidelineVersion.count({ where: { projectId: project.id } })).toBe(2)
  })

  test('is rejected with an unknown base version, an unchanged or empty text, or no summary', async () => {
    const { project, reviewer } = await makeGuideline()
    await expect(publish(project, reviewer, 'Text', 2)).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      publish(project, reviewer, firstText.replaceAll('\n', '\r\n'), 1),
    ).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await readState(project, reviewer)).guidelineVersion).toBe(1)
    const { input } = publishGuideline.contract
    const version = { project: project.slug, text: 'Text', summary: 'New', basedOn: 1 }
    expect(input.safeParse(version).success).toBe(true)
    for (const wrong of [{ text: ' ' }, { summary: '' }, { text: 'a'.repeat(100_001) }])
      expect(input.safeParse({ ...version, ...wrong }).success).toBe(false)
  })

  test('creates version 2 for the first text in a project that began with an empty guideline', async () => {
    const project = await makeProject()
    expect(await readGuideline(project, project.admin)).toMatchObject({
      latest: 1,
      guideline: null,
    })
    expect(await publish(project, project.admin, 'Text', 1)).toEqual({ version: 2 })
    const { guideline, changes } = await readGuideline(project, project.admin, 2, 1)
    expect({ version: guideline?.version, changes }).toEqual({ version: 2, changes: null })
  })

  test('creates a version that can’t be changed in the database', async () => {
    const { project } = await makeGuideline()
    const change = getDatabase().guidelineVersion.updateMany({
      where: { projectId: project.id },
      data: { summary: 'Other' },
    })
    await expect(change).rejects.toThrow(/never changed/)
  })
})

describe('the version that a member has read', () => {
  test('never decreases, and the member must read again once there is a newer version', async () => {
    const { project, reviewer } = await makeGuideline()
    const annotator = await makeMember(project, 'annotator')
    const needs = async () => (await readState(project, annotator)).needsGuideline
    expect(await needs()).toBe(true)
    expect(await acknowledge(project, annotator, 1)).toEqual({ read: 1, latest: 1 })
    expect(await needs()).toBe(false)
    await publish(project, reviewer, 'Two', 1)
    expect(await needs()).toBe(true)
    await acknowledge(project, annotator, 2)
    expect(await acknowledge(project, annotator, 1)).toEqual({ read: 2, latest: 2 })
    expect(await readState(project, annotator)).toMatchObject({ confirmedGuidelineVersion: 2 })
    expect(await readState(project, reviewer)).toMatchObject({ confirmedGuidelineVersion: 0 })
    await expect(acknowledge(project, annotator, 3)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('need not be the latest for instance admins who are not members, or if there is no guideline', async () => {
    const { project } = await makeGuideline()
    const instanceAdmin = await makePerson({ isInstanceAdmin: true })
    expect(await acknowledge(project, instanceAdmin, 1)).toEqual({ read: 0, latest: 1 })
    expect(await readState(project, instanceAdmin)).toMatchObject({
      role: null,
      needsGuideline: false,
    })
    const projectWithoutGuideline = await makeProject()
    expect(await readState(projectWithoutGuideline, projectWithoutGuideline.admin)).toMatchObject({
      hasText: false,
      needsGuideline: false,
      hasFinishedPractice: false,
    })
  })
})

describe('guideline previews', () => {
  test('return typeset text and changes, and store nothing', async () => {
    const { project, reviewer } = await makeGuideline()
    const text = `${firstText}\n\nMore.`
    const preview = await previewGuideline.execute(reviewer, { project: project.slug, text })
    expect(preview.changes).toMatchObject({ since: 1, passages: [{ before: null }] })
    const textPreview = await previewText.execute(reviewer, { project: project.slug, text: '$x$' })
    expect(JSON.stringify(textPreview.text)).toContain('katex')
    expect((await readState(project, reviewer)).guidelineVersion).toBe(1)
  })

  test('of an empty text have no blocks, with or without a published version', async () => {
    const { project, reviewer } = await makeGuideline()
    const preview = async (person: Person, slug: string) =>
      previewGuidelineContract.reply.parse(
        await previewGuideline.execute(person, { project: slug, text: '' }),
      )
    expect(await preview(reviewer, project.slug)).toMatchObject({
      text: [],
      changes: { since: 1 },
    })
    const emptyProject = await makeProject()
    expect(await preview(emptyProject.admin, emptyProject.slug)).toEqual({
      text: [],
      changes: null,
    })
  })

  test('have a limited size even for a text with thousands of formulas', async () => {
    const { project, reviewer } = await makeGuideline()
    const text = '# $\\frac{1}{2}$\n\n'.repeat(6_000)
    const preview = await previewGuideline.execute(reviewer, { project: project.slug, text })
    expect(JSON.stringify(preview).length).toBeLessThan(5_000_000)
    expect(preview.changes).toMatchObject({ isRewritten: true })
  })
})
