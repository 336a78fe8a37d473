import { signInWithoutForm } from './actions'
import { expect, test, testInFullRun } from './fixtures'

test('a signed-in annotator can read the documentation in the app, and an anonymous visitor is sent to sign-in', async ({
  page,
  testData,
}) => {
  const response = await page.goto('/docs/exports')
  expect(response!.url()).toContain('/sign-in')

  const project = await testData.project()
  await signInWithoutForm(page, await testData.member(project, 'annotator'))
  await page.goto('/docs')
  await expect(page.getByRole('heading', { name: 'Documentation', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Annotator guide' }).click()
  await expect(page).toHaveURL('/docs/guides/annotate')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Pictures come from the same server.
  const picture = page.getByRole('main').getByRole('img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)

  // Documents from the root folder, from a folder in `docs`, and in JSON.
  for (const [name, title] of [
    ['changelog', 'Changelog'],
    ['decisions', 'Decisions'],
    ['JSON schema of the stepmark format', 'stepmark.schema.json'],
  ] as const) {
    await page.goto('/docs')
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }

  const missingPage = await page.goto('/docs/missing')
  expect(missingPage!.status()).toBe(404)
  await page.goto('/docs/%2e%2e/README')
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
})

test('commands in the documentation that are cut off scroll by keyboard, and others get no focus', async ({
  page,
  testData,
}) => {
  await signInWithoutForm(page, (await testData.project()).admin)
  await page.goto('/docs/agreement')
  const command = page.getByRole('region', { name: 'Code' }).first()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(command).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await command.focus()
  await expect(command).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => command.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
})

// Tested in every run by scripts/docs.test.ts.
testInFullRun(
  'the "Learn more" link of a setting opens the documentation page about it',
  async ({ page, testData }) => {
    const project = await testData.project()
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/settings`)
    await page.getByRole('link', { name: 'Learn more about screening' }).click()
    await expect(page).toHaveURL('/docs/quality/screening')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
)
