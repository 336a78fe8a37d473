import { request as sendRequest } from 'node:http'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { waitUntilPathChanges, signIn, signOut } from './actions'
import { expect, test } from './fixtures'

test('signing out ends the session, so its cookie no longer works', async ({
  page,
  testData,
  playwright,
  baseURL,
}) => {
  const person = await testData.person()
  await signIn(page, person.email)
  const cookies = await page.context().storageState()
  const attacker = await playwright.request.newContext({ baseURL: baseURL!, storageState: cookies })
  expect((await attacker.get('/api/v1/account')).status()).toBe(200)

  await signOut(page)

  expect((await attacker.get('/api/v1/account')).status()).toBe(401)
  const home = await attacker.get('/', { maxRedirects: 0 })
  expect(home.headers().location).toContain('/sign-in')
  await attacker.dispose()
})

test('a form submitted before hydration shows the form again, and the response does not contain the password', async ({
  request,
}) => {
  const form = { email: 'mei@example.org', password: 'a password that is typed' }
  const response = await request.post('/sign-in?next=%2Faccount', { form, maxRedirects: 0 })
  expect(response.status()).toBe(303)
  expect(response.headers().location).toMatch(/^(?:http:\/\/[^/]+)?\/sign-in\?next=%2Faccount$/)
  const followedResponse = await request.post('/sign-in?next=%2Faccount', { form })
  expect(followedResponse.status()).toBe(200)
  expect(await followedResponse.text()).not.toContain('a password that is typed')
})

test('sign-in rejects a wrong password with a message, and the correct password opens the requested page', async ({
  page,
  testData,
}) => {
  const project = await testData.project({ name: 'Signs' })
  const person = await testData.member(project, 'annotator')
  await page.goto(`/projects/${project.slug}`)
  await expect(page).toHaveURL(/sign-in\?next=/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wrong email or password')).toBeVisible()
  await page.getByLabel('Password').fill('correct horse battery staple')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/projects/${project.slug}$`))
})

test('the query parameter "next" of the sign-in page never redirects to another site', async ({
  page,
  testData,
  baseURL,
}) => {
  const person = await testData.person()
  // In every run, components/auth/next-path.test.ts and system/sign-in.test.ts check all of them.
  const moreTargets = ['https://evil.example/', '//evil.example', 'javascript:alert(1)']
  for (const next of ['/\\evil.example', ...(isFullTestRun ? moreTargets : [])]) {
    await page.context().clearCookies()
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('correct horse battery staple')
    await page.keyboard.press('Enter')
    await waitUntilPathChanges(page, '/sign-in')
    expect(new URL(page.url()).origin).toBe(baseURL)
  }
})

/** Sends headers without a body, and returns the status. */
function announceForm(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const type = 'application/x-www-form-urlencoded'
    const sentRequest = sendRequest(`${url}/api/auth/callback/credentials`, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
    })
    sentRequest.once('error', reject)
    sentRequest.once('response', (response) => {
      resolve(response.statusCode ?? 0)
      sentRequest.destroy()
    })
    sentRequest.flushHeaders()
  })
}

test('a sign-in form that is too long or has no Content-Length is rejected without being read', async ({
  baseURL,
  request,
}) => {
  expect(await announceForm(baseURL!, { 'content-length': '16385' })).toBe(413)
  expect(await announceForm(baseURL!, { 'transfer-encoding': 'chunked' })).toBe(411)
  const form = { email: 'nobody@example.org', password: 'p'.repeat(16_000), json: 'true' }
  const headers = { origin: baseURL! }
  const response = await request.post('/api/auth/callback/credentials', { form, headers })
  expect([403, 411, 413]).not.toContain(response.status())
})

test('a sign-in with a NUL character in the email address is rejected like a wrong password', async ({
  baseURL,
  page,
}) => {
  const csrf = (await (await page.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const reply = await page.request.post('/api/auth/callback/credentials', {
    form: { ...csrf, email: '\0', password: 'x', json: 'true' },
    headers: { origin: baseURL! },
  })
  expect(reply.status()).toBe(401)
  const { url } = (await reply.json()) as { url: string }
  expect(new URL(url).search).toBe('?error=CredentialsSignin&provider=credentials')
})
