import { getDatabase } from '@/lib/platform/server/database'
import { makeProblemLine } from '@/prisma/seed/factories'
import { expectSaved, openLabellingScreen, pressKeys, signIn, signInWithoutForm } from './actions'
import { expect, test } from './fixtures'

test('submitting opens a comment that was closed before it was added, so that the annotator adds or discards it', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'Comment not added' })
  await testData.solutions(project, [makeProblemLine('p0', [0.9]), makeProblemLine('p1', [0.8])])
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  const readComments = () =>
    getDatabase().$queryRaw`
      select n.step, n.text from step_note n join annotation a on a.id = n.annotation_id
      where a.project_id = ${project.id}::uuid and a.state = 'submitted'`
  const field = page.getByRole('textbox', { name: 'Comment' })

  await pressKeys(page, 'c')
  await field.fill('A slip here.')
  await pressKeys(page, 'Escape')
  await expect(field).toBeHidden()
  const firstStep = page.getByRole('listitem', { name: /^Step 1 of 3/ })
  await expect(firstStep).toContainText(/Comment.*Not added.*A slip here/)
  await page.reload()
  await expect(firstStep).toContainText('Not added')
  await pressKeys(page, '3', '3', '3', 'Enter')
  const notice = page.getByText('This note is not added yet. Add or discard it, then submit.')
  await expect(notice).toBeVisible()
  await expect(field).toHaveValue('A slip here.')
  expect(await readComments()).toEqual([])
  await pressKeys(page, 'Enter')
  await expect(field).toBeHidden()
  await pressKeys(page, 'c')
  await expect(notice).toBeHidden()
  await field.fill('')
  await pressKeys(page, 'Escape', 'Enter')
  await expect(
    page.getByText('The note is not removed yet. Remove it or discard your change, then submit.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('main')).toContainText('Step 1 of p1/0.')
  await expect.poll(readComments).toEqual([{ step: 0, text: 'A slip here.' }])

  await pressKeys(page, 'c')
  await field.fill('Never mind.')
  await pressKeys(page, 'Escape', '3', '3', '3', 'Enter')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field).toBeHidden()
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Everything is labelled')).toBeVisible()
  expect(await readComments()).toEqual([{ step: 0, text: 'A slip here.' }])
})

test('submitting opens an edited explanation that was closed before it was saved', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'Explanation not saved', asksExplanation: true })
  await testData.solutions(project, [makeProblemLine('p0', [0.9])])
  const person = await testData.member(project, 'annotator')
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  const readExplanations = async () =>
    (
      await getDatabase().annotation.findMany({
        where: { projectId: project.id, state: 'submitted' },
        select: { explanation: true },
      })
    ).map(({ explanation }) => explanation)
  const field = page.getByRole('textbox', { name: 'Write an explanation' })
  const explanationRegion = page.getByRole('region', { name: 'Explanation' })

  await pressKeys(page, '1', 'w')
  await field.fill('It is off by 2.')
  await pressKeys(page, 'Enter', 'w')
  await expect(field).toHaveValue('It is off by 2.')
  await field.fill('It is off by 2. So is the next line.')
  await pressKeys(page, 'Escape')
  await expect(explanationRegion).toContainText('Draft: It is off by 2. So is the next line.')
  await expect(page.getByText('Unsaved draft')).toBeVisible()
  await page.reload()
  await expect(explanationRegion).toContainText('Draft: It is off by 2. So is the next line.')
  await pressKeys(page, 'Enter')
  await expect(
    page.getByText('This text is not saved yet. Save or discard it first.'),
  ).toBeVisible()
  await expect(field).toBeFocused()
  expect(await readExplanations()).toEqual([])
  await pressKeys(page, 'Enter')
  await expect(field).toBeHidden()
  await expect(page.getByText('Unsaved draft')).toBeHidden()
  await pressKeys(page, 'Enter')
  await expect(page.getByText('Everything is labelled')).toBeVisible()
  await expect.poll(readExplanations).toEqual(['It is off by 2. So is the next line.'])
})

test('an unsaved explanation is restored after the lease and the session have expired, and deleted for another user', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'Away for long', asksExplanation: true })
  await testData.solutions(project, [makeProblemLine('p0', [0.9])])
  const person = await testData.member(project, 'annotator')
  const otherPerson = await testData.member(project, 'annotator')
  const explanationRegion = page.getByRole('region', { name: 'Explanation' })
  const listStoredTexts = () =>
    page.evaluate(() =>
      Object.keys(sessionStorage).filter((key) => key.startsWith('stepmark:text')),
    )
  await signInWithoutForm(page, person)
  await openLabellingScreen(page, project.slug)
  await pressKeys(page, '1')
  await expectSaved(page)
  await pressKeys(page, 'w')
  await page.getByRole('textbox', { name: 'Write an explanation' }).fill('It is off by 2.')

  await getDatabase().$executeRaw`
    update lease set claimed_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
    where project_id = ${project.id}::uuid`
  await page.reload()
  await expect(explanationRegion).toContainText('Draft: It is off by 2.')

  await page.context().clearCookies()
  await signIn(page, person.email)
  await page.goto(`/projects/${project.slug}/label`)
  await expect(explanationRegion).toContainText('Draft: It is off by 2.')

  // As after a sign-in by a provider.
  await signInWithoutForm(page, otherPerson)
  await page.goto('/')
  await expect.poll(listStoredTexts).toEqual([])
})
