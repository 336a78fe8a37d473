import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signInWithoutForm } from './actions'
import { expect, test, testInFullRun } from './fixtures'

// Tested in every run by lib/http/server/call-docs.test.ts.
testInFullRun(
  'the API docs, opened from the account menu, let a user search for, read and link to an operation',
  async ({ page, testData }) => {
    const person = await testData.person()
    await signInWithoutForm(page, person)
    await page.goto('/')
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'API' }).click()
    await expect(page.getByRole('heading', { name: 'API', level: 1 })).toBeVisible()
    // The contents link to every section and operation.
    const contents = page.getByRole('navigation', { name: 'Contents' })
    const linkTexts = await contents.getByRole('link').allInnerTexts()
    expect(linkTexts.length).toBeGreaterThan(8)
    await contents.getByRole('link', { name: linkTexts.at(-1)! }).click()
    await expect(page.getByRole('heading', { level: 2, name: linkTexts.at(-1)! })).toBeInViewport()
    await page.getByRole('searchbox', { name: 'Search operations' }).fill('POST leases skip')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const operationLink = page.getByRole('link', {
      name: '/api/v1/projects/{project}/leases/{lease}/skip',
    })
    await operationLink.click()
    await expect(page).toHaveURL(/section=annotation#skipSolution$/)
    const operation = page.locator('#skipSolution')
    await expect(operation).toBeInViewport()
    await expect(operation).toContainText('annotators, reviewers and admins of the project')
    await expect(operation.getByRole('table', { name: 'Request of skipSolution' })).toContainText(
      'reason',
    )
    await expect(operation).toContainText('curl -sS -X POST')
  },
)

test('the webhooks page rejects a private address, adds a webhook and sends a delivery again', async ({
  page,
  testData,
}) => {
  const signatures: string[] = []
  const server = createServer((request, response) => {
    signatures.push(String(request.headers['webhook-signature']))
    request.resume().once('end', () => response.end())
  })
  const port = Number(process.env.STEPMARK_E2E_HOOK_PORT)
  const project = await testData.project()
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/settings`)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  const addButton = page.getByRole('button', { name: 'Add webhook' })
  const url = page.getByRole('textbox', { name: 'URL' })
  await addButton.click()
  await expect(url, 'the form that replaced the button').toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(addButton).toBeFocused()
  await addButton.click()
  const focusCount = await url.evaluateHandle((field) => {
    const events = { count: 0 }
    field.addEventListener('focus', () => (events.count += 1))
    return events
  })
  await url.press('Enter')
  await expect(url).toHaveAccessibleDescription(/Enter a URL/)
  // A screen reader reads the error when the field gets the focus. The field has it already, so the form focuses it again.
  await expect.poll(() => focusCount.evaluate(({ count }) => count)).toBe(1)
  for (const event of await page.getByRole('checkbox').all()) await event.uncheck()
  await url.fill('https://10.0.0.5/hook')
  await addButton.click()
  const missingEventError = page.getByText('Select at least one event.')
  await expect(page.getByRole('group', { name: 'Events' })).toHaveAccessibleDescription(
    'Select at least one event.',
  )
  await expect(page.getByRole('checkbox').first()).toBeFocused()
  await page.getByRole('checkbox').first().check()
  await expect(missingEventError).toBeHidden()
  await addButton.click()
  await expect(page.getByText('private network').first()).toBeVisible()
  await url.fill(`http://127.0.0.1:${port}/hook`)
  await addButton.click()
  await expect(page.getByText(/^whsec_/)).toBeVisible()
  await page.getByRole('button', { name: 'Send test' }).click()
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await expect(deliveries).toContainText('test')
  await expect(deliveries).toContainText(/retry|delivered/)
  expect(signatures).toEqual([])
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect((server.address() as AddressInfo).port).toBe(port)
  await deliveries.getByRole('button', { name: /Resend/ }).click()
  await expect(deliveries).toContainText('delivered, 200')
  expect(signatures[0]).toMatch(/^v1,/)
  server.close()

  // One form at a time.
  const editButton = page.getByRole('button', { name: 'Edit', exact: true })
  await editButton.click()
  await expect(addButton).toBeHidden()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(editButton).toBeFocused()

  // The form of a webhook starts with its events, of which one must remain.
  await editButton.click()
  const findEvent = (name: string) => page.getByRole('checkbox', { name })
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await findEvent('annotation.submitted').uncheck()
  await page.getByRole('button', { name: 'Save webhook' }).click()
  await expect(missingEventError).toBeVisible()
  await findEvent('release.ready').check()
  await findEvent('annotation.submitted').check()
  await page.getByRole('button', { name: 'Save webhook' }).click()
  await expect(editButton).toBeVisible()
  await expect(page.getByRole('table', { name: 'Webhooks' })).toContainText(
    'annotation.submitted, release.ready',
  )
  await addButton.click()
  await expect(editButton).toBeHidden()
})
