import type { Page } from 'playwright/test'
import { makeProblemLine } from '@/prisma/seed/factories'
import { openLabellingScreen, signInWithoutForm, pressKeys } from './actions'
import { expect, test } from './fixtures'

const question = 'Leave without saving your changes?'

/** Accepts or dismisses dialogs as `accepts` says, and collects their messages. The browser’s own dialog has no message. */
function answerDialogs(page: Page) {
  const dialogs = { accepts: false, messages: [] as string[] }
  page.on('dialog', (dialog) => {
    dialogs.messages.push(dialog.message())
    void (dialogs.accepts ? dialog.accept() : dialog.dismiss())
  })
  return dialogs
}

test('leaving a changed form by link, Back or reload asks first, and no longer after it is saved', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'Unsaved settings' })
  await signInWithoutForm(page, project.admin)
  const dialogs = answerDialogs(page)
  const settingsUrl = new RegExp(`/projects/${project.slug}/settings$`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const projectNav = page.getByRole('navigation', { name: 'Project' })

  await page.goto(`/projects/${project.slug}`)
  await projectNav.getByRole('link', { name: 'Settings' }).click()
  await name.click()
  await page.getByRole('heading', { name: 'Imports' }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 10_000)
  const sectionNav = page.getByRole('navigation', { name: 'Sections' })
  await expect(sectionNav.getByRole('link', { name: 'Imports' })).toHaveAttribute(
    'aria-current',
    'location',
  )
  await projectNav.getByRole('link', { name: 'Data' }).click()
  await expect(page).toHaveURL(/\/data$/)
  expect(dialogs.messages).toEqual([])

  await page.goBack()
  await name.click()
  await page.keyboard.type('!')
  await projectNav.getByRole('link', { name: 'Data' }).click()
  await expect.poll(() => dialogs.messages).toEqual([question])
  await page.evaluate(() => history.back())
  await expect.poll(() => dialogs.messages).toEqual([question, question])
  await page.evaluate(() => location.reload())
  await expect.poll(() => dialogs.messages.length).toBe(3)
  await expect(page).toHaveURL(settingsUrl)
  await expect(name).toHaveValue(/!/)

  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await projectNav.getByRole('link', { name: 'Data' }).click()
  await expect(page).toHaveURL(/\/data$/)
  expect(dialogs.messages).toHaveLength(3)

  await page.goBack()
  await name.click()
  await page.keyboard.type('?')
  const { promise: typingPromise, resolve: endTyping } = Promise.withResolvers<void>()
  await page.route(`**/api/v1/projects/${project.slug}`, async (route) => {
    await typingPromise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save settings' }).click()
  await name.click()
  await page.keyboard.type('?')
  endTyping()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(name).toHaveValue(/\?\?/)
  await projectNav.getByRole('link', { name: 'Data' }).click()
  await expect.poll(() => dialogs.messages.length).toBe(4)
  dialogs.accepts = true
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/projects/${project.slug}$`))
  expect(dialogs.messages).toHaveLength(5)
})

test('the labelling screen and the guideline editor keep changes and never ask', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'Stored changes' })
  await testData.solutions(project, [makeProblemLine('p0', [0.9])])
  await signInWithoutForm(page, project.admin)
  const dialogs = answerDialogs(page)
  dialogs.accepts = true

  await page.goto(`/projects/${project.slug}/guideline/edit`)
  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  await page.keyboard.type('A new rule. ')
  await page.reload()
  await expect(text).toHaveValue(/A new rule\. /)

  await openLabellingScreen(page, project.slug)
  await pressKeys(page, '3', 'c')
  await page.keyboard.type('A comment')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Step 2')
  expect(dialogs.messages).toEqual([])
})
