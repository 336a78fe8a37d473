import { expect, test } from 'vitest'
import { importGoldSolutions } from '@/lib/gold/testing/import-gold-solutions'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { getQualitySettings, updateQualitySettings } from './settings'

useTestDatabase()

const updateSettings = (project: TestProject, values: object, person = project.admin) =>
  updateQualitySettings.execute(
    person,
    updateQualitySettings.contract.input.parse({ project: project.slug, ...values }),
  )
const readSettings = ({ admin, slug }: TestProject) =>
  getQualitySettings.execute(admin, { project: slug })
const readQueueSettings = ({ id }: TestProject) =>
  getDatabase().queueSettings.findUnique({
    where: { projectId: id },
    select: { requiresScreening: true },
  })

test('updateQualitySettings changes only the given settings and returns the new values', async () => {
  const project = await makeProject()
  await importGoldSolutions(project, 3)
  const settings = await readSettings(project)
  expect(settings).toMatchObject({ screens: false, screeningItems: 30, pauseBelow: 0.6, gold: 3 })
  const values = {
    screeningItems: 3,
    screens: true,
    screeningShare: 1,
    goldShare: 0.5,
    goldPerRound: 12,
    explainsGold: true,
    pauseBelow: null,
    hiddenReferenceShare: 0.9,
    reviewShare: 1,
    reviewFirstShare: 0.5,
    reviewFirstCount: 10_000,
  }
  for (const [name, value] of Object.entries(values)) {
    Object.assign(settings, { [name]: value })
    expect(await updateSettings(project, { [name]: value })).toEqual(settings)
    expect(await readSettings(project)).toEqual(settings)
  }
})

test.each([
  { screeningItems: 0 },
  { screeningItems: 201 },
  { screeningShare: 0 },
  { goldShare: 0.51 },
  { goldPerRound: 0 },
  { pauseBelow: 1 },
  { hiddenReferenceShare: 0.91 },
  { reviewShare: 1.1 },
  { reviewFirstCount: 10_001 },
])('both the API and a database constraint reject the setting %j', async (values) => {
  const input = { project: 'p', ...values }
  expect(updateQualitySettings.contract.input.safeParse(input).success).toBe(false)
  const { id } = await makeProject()
  await expect(
    getDatabase().project.update({ where: { id }, data: values, select: { id: true } }),
  ).rejects.toThrow(/project_quality/)
})

test('turning on a screening with more items than there is gold is rejected and changes nothing', async () => {
  const project = await makeProject()
  await importGoldSolutions(project, 4)
  const before = await readSettings(project)
  const refusal = { code: 'conflict', details: { issues: [{ location: 'screeningItems' }] } }
  await expect(updateSettings(project, { screens: true })).rejects.toMatchObject(refusal)
  await expect(updateSettings(project, { screens: true, screeningItems: 5 })).rejects.toMatchObject(
    refusal,
  )
  expect(await readSettings(project)).toEqual(before)
  expect(await readQueueSettings(project)).toBe(null)
  await updateSettings(project, { screens: true, screeningItems: 4 })
  await expect(updateSettings(project, { screeningItems: 5 })).rejects.toMatchObject(refusal)
  // Deleted gold must not block updates of other settings.
  const { solutionId } = await getDatabase().goldItem.findFirstOrThrow({
    where: { projectId: project.id },
    select: { solutionId: true },
  })
  await getDatabase().goldItem.delete({
    where: { projectId_solutionId: { projectId: project.id, solutionId } },
    select: { solutionId: true },
  })
  expect(await updateSettings(project, { goldShare: 0.1 })).toMatchObject({
    gold: 3,
    goldShare: 0.1,
  })
})

test('the queue requires a passed screening only while screening is on', async () => {
  const project = await makeProject()
  await importGoldSolutions(project, 1)
  await updateSettings(project, { screens: true, screeningItems: 1 })
  expect(await readQueueSettings(project)).toEqual({ requiresScreening: true })
  await updateSettings(project, { screens: false })
  expect(await readQueueSettings(project)).toEqual({ requiresScreening: false })
})

test('the audit entry of a settings change names the changed settings', async () => {
  const project = await makeProject()
  const admin = await makeMember(project, 'admin')
  await updateSettings(project, { goldShare: 0.2, goldPerRound: null }, admin)
  const [entry] = await getDatabase().$queryRaw<object[]>`
    select action, target, detail from audit_entry where project_id = ${project.id}::uuid order by at desc limit 1`
  expect(entry).toMatchObject({ action: 'quality.update', target: 'quality' })
  expect(JSON.stringify(entry)).toContain('goldShare')
})
