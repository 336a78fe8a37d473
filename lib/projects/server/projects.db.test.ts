import { describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makePerson, makeProject } from '@/prisma/seed/factories'
import { maxLeaseMinutes, maxOverlap, projectTemplates } from '../settings'
import { copyTemplateSettings } from '../templates'
import { createProject, updateProject } from './commands'
import { getProject, listProjects } from './queries'

useTestDatabase()

const create = async (overrides: Record<string, unknown>) => {
  const admin = await makePerson({ isInstanceAdmin: true })
  return createProject.execute(admin, createProject.contract.input.parse(overrides))
}
const findGuideline = (projectId: string) =>
  getDatabase().guidelineVersion.findMany({
    where: { projectId },
    select: { version: true, text: true },
  })

describe('creating a project', () => {
  test.each(projectTemplates)(
    'with the template %s fills in all omitted settings',
    async (template) => {
      const project = await create({ name: `From ${template}`, template })
      expect(project).toMatchObject({
        ...copyTemplateSettings(template),
        template,
        flow: 'solution',
        guidelineVersion: 1,
        confirmedGuidelineVersion: 0,
        role: 'admin',
      })
      const [guideline, ...more] = await findGuideline(project.id)
      expect({ version: guideline?.version, more }).toEqual({ version: 1, more: [] })
      expect(guideline!.text).toContain('## The three ratings')
    },
  )

  test('keeps the given settings, and the guideline matches them', async () => {
    const errorTags = [{ tag: 'one', label: 'The first kind' }]
    const overrides = { asksProgress: false, errorTags, splitting: 'line', graderMode: 'exact' }
    const project = await create({ name: 'Given', flow: 'solution', ...overrides })
    expect(project).toMatchObject({ ...overrides, asksExplanation: true })
    const [guideline] = await findGuideline(project.id)
    expect(guideline!.text).toContain('- The first kind\n')
    expect(guideline!.text).not.toContain('### Progress')
  })

  test('accepts a custom guideline, no guideline, or the step-choice flow', async () => {
    const projectWithText = await create({ name: 'Own text', guideline: 'Be kind.' })
    expect(await findGuideline(projectWithText.id)).toEqual([{ version: 1, text: 'Be kind.' }])
    const projectWithoutText = await create({ name: 'No text', guideline: null })
    expect(await findGuideline(projectWithoutText.id)).toEqual([])
    const choice = await create({ name: 'Choices', flow: 'step_choice' })
    expect(choice.flow).toBe('step_choice')
    expect((await findGuideline(choice.id))[0]!.text).toContain('## Choosing an option\n')
  })
})

describe('changing a project', () => {
  const change = (
    project: { slug: string },
    person: Parameters<typeof updateProject.execute>[0],
    overrides: object,
  ) =>
    updateProject.execute(
      person,
      updateProject.contract.input.parse({ project: project.slug, ...overrides }),
    )

  test('changes only the given settings', async () => {
    const project = await makeProject()
    const before = await getProject.execute(project.admin, { project: project.slug })
    const overrides = {
      name: ' Renamed ',
      overlap: 3,
      leaseMinutes: 5,
      showsAnswer: false,
      asksExplanation: true,
      asksProgress: true,
      errorTags: [{ tag: 'one', label: 'One' }],
      splitting: 'line',
      graderMode: 'exact',
    } as const
    for (const [field, value] of Object.entries(overrides)) {
      const reply = await change(project, project.admin, { [field]: value })
      Object.assign(before, { [field]: field === 'name' ? 'Renamed' : value })
      expect(reply).toEqual(before)
      expect(await getProject.execute(project.admin, { project: project.slug })).toEqual(before)
    }
    const { projects } = await listProjects.execute(project.admin, {})
    expect(projects).toContainEqual(before)
  })

  test('requires an admin of the project', async () => {
    const project = await makeProject({ name: 'Mine' })
    const otherProject = await makeProject({ name: 'Other' })
    const admin = await makeMember(project, 'admin')
    const reviewer = await makeMember(project, 'reviewer')
    await change(project, admin, { overlap: 2 })
    await expect(change(project, reviewer, { overlap: 3 })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(change(otherProject, admin, { overlap: 3 })).rejects.toMatchObject({
      code: 'not_found',
    })
    const rows = await getDatabase().project.findMany({
      where: { id: { in: [project.id, otherProject.id] } },
      select: { name: true, overlap: true },
      orderBy: { name: 'asc' },
    })
    expect(rows).toEqual([
      { name: 'Mine', overlap: 2 },
      { name: 'Other', overlap: 1 },
    ])
  })

  test('names the changed settings in the audit log, without texts', async () => {
    const project = await makeProject()
    await change(project, project.admin, { name: 'Secret name', overlap: 2 })
    const [entry] = await getDatabase().$queryRaw<{ detail: string }[]>`
      select detail::text as detail from audit_entry
      where project_id = ${project.id}::uuid and action = 'project.update'`
    expect(JSON.parse(entry!.detail)).toEqual({ changed: ['name', 'overlap'] })
  })

  test.each([
    { overlap: 0 },
    { leaseMinutes: 1_441 },
    { name: ' ' },
    { splitting: 'page' },
    { flow: 'step_choice' },
    { errorTags: [{ tag: 'A b', label: 'x' }] },
    {
      errorTags: [
        { tag: 'a', label: 'x' },
        { tag: 'a', label: 'y' },
      ],
    },
  ])('is rejected for the input %j', (overrides) => {
    expect(updateProject.contract.input.safeParse({ project: 'a', ...overrides }).success).toBe(
      false,
    )
  })
})

test.each([
  ...[0, maxOverlap + 1].map((overlap) => [{ overlap }, 'project_overlap_range'] as const),
  ...[0, maxLeaseMinutes + 1].map(
    (leaseMinutes) => [{ leaseMinutes }, 'project_lease_length'] as const,
  ),
])('the API and the database reject the setting %j of a project', async (setting, constraint) => {
  expect(updateProject.contract.input.safeParse({ project: 'a', ...setting }).success).toBe(false)
  const { id } = await makeProject()
  await expect(
    getDatabase().project.update({ where: { id }, data: setting, select: { id: true } }),
  ).rejects.toThrow(constraint)
})

test.each([{ overlap: maxOverlap }, { leaseMinutes: maxLeaseMinutes }])(
  'the largest allowed setting %j of a project is stored',
  async (setting) => {
    const project = await makeProject()
    const input = { project: project.slug, ...setting }
    expect(await updateProject.execute(project.admin, input)).toMatchObject(setting)
  },
)

describe('settings that affect imports', () => {
  const text = 'One.\nTwo.\n\nThree.\nFour.'
  const countSteps = async (splitting: 'auto' | 'line') => {
    const project = await makeProject({ splitting })
    await importLines(project, [{ id: 'p', problem: 'Why?', answer: '1', samples: [{ text }] }])
    const solution = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id },
      select: { steps: true, splitter: true },
    })
    return [solution.steps.length, solution.splitter]
  }

  test('the step splitting of the project determines how imported texts are split into steps', async () => {
    expect(await countSteps('auto')).toEqual([2, 'blank-line/1'])
    expect(await countSteps('line')).toEqual([4, 'line/1'])
  })

  test('a changed overlap applies to solutions that are queued afterwards', async () => {
    const project = await makeProject()
    const line = (id: string) => ({
      id,
      problem: id,
      answer: '1',
      samples: [{ steps: ['a'], answer: '2' }],
    })
    await importLines(project, [line('a')])
    await updateProject.execute(project.admin, { project: project.slug, overlap: 3 })
    await importLines(project, [line('b')])
    const items = await getDatabase().queueItem.findMany({
      where: { projectId: project.id },
      select: { slots: true },
      orderBy: { slots: 'asc' },
    })
    expect(items.map(({ slots }) => slots)).toEqual([1, 3])
  })
})
