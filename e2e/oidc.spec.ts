import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { generate } from 'otplib'
import type { BrowserContext, Page } from 'playwright/test'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { createInvite } from '@/lib/projects/server/invite-commands'
import { testPassword } from '@/prisma/seed/factories'
import { startWebServer, type WebServer } from '@/scripts/start-server'
import { expectAccessible } from './expect-accessible'
import { expect, test, testInFullRun } from './fixtures'
import {
  type ProviderIdentity,
  type IdentityProvider,
  startIdentityProvider,
} from './identity-provider'

test.describe.configure({ mode: 'default' })

/** Accepts passwords and the provider. Both servers of this file use the shared database. */
let mixedServer: WebServer
let providerOnlyServer: WebServer
let provider: IdentityProvider

const startServer = (name: string, env: Readonly<Record<string, string>>) =>
  startWebServer({
    databaseUrl: process.env.STEPMARK_E2E_DATABASE_URL!,
    port: 0,
    secret: randomBytes(48).toString('base64'),
    mode: 'start',
    logFile: join(repositoryRoot, 'test-results', `${name}.log`),
    env: {
      STEPMARK_WORKER: 'off',
      STEPMARK_OIDC_ISSUER: provider.issuer,
      STEPMARK_OIDC_CLIENT_ID: provider.clientId,
      STEPMARK_OIDC_CLIENT_SECRET: provider.clientSecret,
      STEPMARK_OIDC_NAME: 'Example ID',
      ...env,
    },
  })

test.beforeAll(async () => {
  const servers: WebServer[] = []
  provider = await startIdentityProvider(() =>
    servers.map(({ url }) => `${url}/api/auth/callback/oidc`),
  )
  servers.push((mixedServer = await startServer('both', { STEPMARK_REQUIRE_TOTP: 'admins' })))
  if (!isFullTestRun) return
  const onlyOidc = { STEPMARK_OIDC_ONLY: 'on', STEPMARK_OIDC_STRONG_ACR: 'gold' }
  servers.push((providerOnlyServer = await startServer('provider-alone', onlyOidc)))
})

test.afterAll(async () => {
  await Promise.all([mixedServer?.stop(), providerOnlyServer?.stop()])
  await provider?.stop()
})

/** The provider's pages load a remote font. Block it. */
test.beforeEach(({ context }) => blockRemoteRequests(context))

const blockRemoteRequests = (context: BrowserContext) =>
  context.route(/fonts\.googleapis\.com/, (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  )

/** Adds a person at the provider and returns their subject. */
function makeIdentity(identity: ProviderIdentity): string {
  const sub = randomUUID()
  provider.people.set(sub, identity)
  return sub
}

/** Goes from the sign-in page through the provider's pages to its last button. */
async function reachConsent(page: Page, server: WebServer, sub: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${server.url}/sign-in?next=/account`)
  await page.getByRole('button', { name: 'Continue with Example ID' }).click()
  await page.getByPlaceholder('Enter any login').fill(sub)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
}

/** Signs in with the provider, and returns to the app. */
async function signInWithProvider(page: Page, server: WebServer, sub: string): Promise<void> {
  await reachConsent(page, server, sub)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.href.startsWith(server.url))
}

const expectSignedIn = async (page: Page, { name }: Pick<Person, 'name'>) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect(page.getByRole('button', { name: `account of ${name}` })).toBeVisible()
}

const expectRejected = async (page: Page, message: RegExp) => {
  await expect(page.getByText(message)).toBeVisible()
  const { origin } = new URL(page.url())
  expect((await page.request.get(`${origin}/api/v1/account`)).status()).toBe(401)
}

const disable = ({ userId }: Person) =>
  getDatabase().$executeRaw`update app_user set disabled_at = now() where id = ${userId}::uuid`

test('a provider sign-in uses PKCE, state and nonce, and matches the account by verified address first and then by subject; an admin without a required second factor can open only the account page', async ({
  page,
  testData,
}) => {
  const { admin, slug } = await testData.project()
  const sub = makeIdentity({ email: admin.email, email_verified: true })
  await signInWithProvider(page, mixedServer, sub)
  await expectSignedIn(page, admin)
  const request = provider.authorizationRequests.at(-1)!
  expect(request.get('code_challenge_method')).toBe('S256')
  for (const name of ['code_challenge', 'state', 'nonce'])
    expect(request.get(name)?.length).toBeGreaterThan(20)

  await expect(page.getByText('Required for admins.')).toBeVisible()
  // In every run, lib/auth/server/totp.db.test.ts checks more paths.
  for (const path of [`/projects/${slug}`, ...(isFullTestRun ? ['/', '/account/keys'] : [])]) {
    await page.goto(`${mixedServer.url}${path}`)
    await expect(page).toHaveURL(`${mixedServer.url}/account`)
  }
  const projectsResponse = await page.request.get(`${mixedServer.url}/api/v1/projects`)
  expect(projectsResponse.status()).toBe(403)

  // A second factor at the provider counts for that session.
  const unverifiedClaims = { email: 'elsewhere@example.org', email_verified: false }
  provider.people.set(sub, { ...unverifiedClaims, amr: ['pwd', 'mfa'] })
  await signInWithProvider(page, mixedServer, sub)
  await expectSignedIn(page, admin)
  await page.goto(`${mixedServer.url}/projects/${slug}`)
  await expect(page).toHaveURL(`${mixedServer.url}/projects/${slug}`)
})

test('a provider sign-in with an unverified address is rejected with a message', async ({
  page,
  testData,
}) => {
  const person = await testData.person()
  await signInWithProvider(
    page,
    mixedServer,
    makeIdentity({ email: person.email, email_verified: false }),
  )
  await expectRejected(page, /address is not verified at Example ID/)
})

// Tested in every run by lib/auth/server/oidc-accounts.db.test.ts.
testInFullRun(
  'a provider sign-in is rejected with a message for unknown addresses, addresses not marked as verified, a second subject and disabled accounts',
  async ({ page, testData }) => {
    const [person, disabled] = [await testData.person(), await testData.person()]
    await disable(disabled)
    const rejections = [
      [{ email: 'unknown@example.org', email_verified: true }, /address has no account here/],
      [{ email: disabled.email, email_verified: true }, /address has no account here/],
      [{ email: person.email }, /address is not verified at Example ID/],
      [{}, /address is not verified at Example ID/],
    ] as const
    for (const [identity, message] of rejections) {
      await signInWithProvider(page, mixedServer, makeIdentity(identity))
      await expectRejected(page, message)
    }
    const firstSubject = makeIdentity({ email: person.email, email_verified: true })
    await signInWithProvider(page, mixedServer, firstSubject)
    await expectSignedIn(page, person)
    await signInWithProvider(
      page,
      mixedServer,
      makeIdentity({ email: person.email, email_verified: true }),
    )
    await expectRejected(page, /linked to a different Example ID identity/)
    await disable(person)
    await signInWithProvider(page, mixedServer, firstSubject)
    await expectRejected(page, /address has no account here/)
  },
)

test('a provider response does not sign in a browser that did not start the sign-in', async ({
  page,
  testData,
}) => {
  const person = await testData.person()
  await reachConsent(page, mixedServer, makeIdentity({ email: person.email, email_verified: true }))
  // Like a browser that got someone else's callback URL: it has no state of its own.
  await page.context().clearCookies({ name: /next-auth/ })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectRejected(page, /Sign-in with Example ID failed/)
})

// Tested in every run by lib/auth/server/totp.db.test.ts, lib/auth/server/reset-commands.db.test.ts and lib/projects/server/first-passwords.db.test.ts.
testInFullRun(
  'where passwords are turned off, there is no password field, password sign-in or password reset',
  async ({ page, testData }) => {
    const person = await testData.person()
    await page.goto(`${providerOnlyServer.url}/sign-in`)
    await expect(page.getByRole('button', { name: 'Continue with Example ID' })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveCount(0)
    const csrf = await page.request.get(`${providerOnlyServer.url}/api/auth/csrf`)
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const form = { csrfToken, email: person.email, password: testPassword, json: 'true' }
    const signInResponse = await page.request.post(
      `${providerOnlyServer.url}/api/auth/callback/credentials`,
      {
        form,
        headers: { origin: providerOnlyServer.url },
      },
    )
    expect(signInResponse.ok()).toBe(false)
    await expectRejected(page, /No account\? Ask a project admin for an invite/)

    await signInWithProvider(
      page,
      providerOnlyServer,
      makeIdentity({ email: person.email, email_verified: true }),
    )
    await expectSignedIn(page, person)
    await expect(page.getByText('You sign in with Example ID.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Two-factor codes' })).toHaveCount(0)
    const passwordResponse = await page.request.put(
      `${providerOnlyServer.url}/api/v1/account/password`,
      {
        headers: { origin: providerOnlyServer.url },
        data: { current: testPassword, password: 'a lantern under quiet water' },
      },
    )
    expect(passwordResponse.status()).toBe(409)
  },
)

// Tested in every run by lib/projects/server/invites.db.test.ts.
testInFullRun(
  'where passwords are turned off, an invited person enters a name and signs in with the provider',
  async ({ page, testData }) => {
    const { admin, slug } = await testData.project()
    const input = createInvite.contract.input.parse({ project: slug, role: 'annotator' })
    process.env.NEXTAUTH_URL = providerOnlyServer.url // the base of the invite link
    const { link } = await createInvite.execute(admin, input)
    await page.goto(link)
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveCount(0)
    const email = `mei-${randomUUID()}@example.org`
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Name').fill('Mei Lin')
    await page.getByRole('button', { name: 'Create account and join' }).click()
    await expect(page.getByRole('button', { name: 'Continue with Example ID' })).toBeVisible()
    await signInWithProvider(
      page,
      providerOnlyServer,
      makeIdentity({ email, email_verified: true }),
    )
    await expectSignedIn(page, { name: 'Mei Lin' })
  },
)

/** Turns on two-factor codes. Returns the secret and the recovery codes. */
async function turnOnCodes(page: Page, person: Person) {
  const post = async (path: string, data: object) => {
    const headers = { origin: mixedServer.url }
    const response = await page.request.post(`${mixedServer.url}/api/v1/account/totp${path}`, {
      headers,
      data,
    })
    expect(response.ok()).toBe(true)
    return (await response.json()) as { secret: string; recoveryCodes: string[] }
  }
  const { secret } = await post('', { password: testPassword })
  const { recoveryCodes } = await post('/confirmation', { code: await generate({ secret }) })
  // The current code has been used. Without this, the test would have to wait for the next one.
  await getDatabase()
    .$executeRaw`update totp set last_step = 0 where user_id = ${person.userId}::uuid`
  return { secret, recoveryCodes }
}

// Tested in every run by lib/auth/server/pending-session.db.test.ts.
testInFullRun(
  'a provider sign-in without a second factor asks for a two-factor code',
  async ({ page, testData }) => {
    const person = await testData.person({ name: 'Mei Lin' })
    const identity = { email: person.email, email_verified: true }
    const sub = makeIdentity(identity)
    await signInWithProvider(page, mixedServer, sub)
    await expectSignedIn(page, person)
    const { secret, recoveryCodes } = await turnOnCodes(page, person)

    await signInWithProvider(page, mixedServer, sub)
    await expect(page.getByText('You signed in with Example ID.')).toBeVisible()
    await expect(page.getByLabel('Code')).toBeFocused()
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page, 'the code after a provider sign-in')
    const tokenResponse = await page.request.post(`${mixedServer.url}/api/v1/tokens`, {
      headers: { origin: mixedServer.url },
      data: { name: 'a way around', scope: 'write' },
    })
    expect(tokenResponse.status()).toBe(401)
    expect((await page.request.get(`${mixedServer.url}/api/v1/account`)).status()).toBe(401)
    for (const path of ['/', '/account', '/account/keys', '/api-docs']) {
      await page.goto(`${mixedServer.url}${path}`)
      await expect(page).toHaveURL(`${mixedServer.url}/sign-in?next=${encodeURIComponent(path)}`)
      await expect(page.getByLabel('Code')).toBeFocused()
    }
    // A link opened between the two factors keeps its fragment.
    for (const path of ['/forgot', '/invite#a-secret', '/reset#a-secret']) {
      await page.goto(`${mixedServer.url}${path}`)
      await expect(page.getByLabel('Code')).toBeFocused()
      await expect(page).toHaveURL(`${mixedServer.url}${path}`)
    }
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This code is wrong')).toBeVisible()
    await expect(page.getByLabel('Code')).toBeFocused()
    await page.goto(`${mixedServer.url}/sign-in?next=/account`)
    await page.getByLabel('Code').fill(await generate({ secret }))
    await page.keyboard.press('Enter')
    await expectSignedIn(page, person)

    // Leave with the wrong identity, and sign in with a recovery code.
    await signInWithProvider(page, mixedServer, sub)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await expect(page.getByLabel('Password')).toBeVisible()
    await signInWithProvider(page, mixedServer, sub)
    await page.goto(`${mixedServer.url}/forgot`)
    await page.getByRole('button', { name: 'Use another account' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await signInWithProvider(page, mixedServer, sub)
    await page.getByLabel('Code').fill(recoveryCodes[0]!)
    await page.keyboard.press('Enter')
    await expectSignedIn(page, person)

    provider.people.set(sub, { ...identity, amr: ['pwd', 'otp', 'mfa'] })
    await signInWithProvider(page, mixedServer, sub)
    await expectSignedIn(page, person)

    // The same without passwords, and with the provider's `acr` from the settings.
    provider.people.set(sub, { ...identity, amr: ['pwd'] })
    await signInWithProvider(page, providerOnlyServer, sub)
    await page.getByLabel('Code').fill(recoveryCodes[1]!)
    await page.keyboard.press('Enter')
    await expectSignedIn(page, person)
    provider.people.set(sub, { ...identity, acr: 'gold' })
    await signInWithProvider(page, providerOnlyServer, sub)
    await expectSignedIn(page, person)
    expect(provider.authorizationRequests.at(-1)!.get('acr_values')).toBe('gold')
  },
)

// Tested in every run by lib/auth/server/pending-session.db.test.ts.
testInFullRun(
  'a two-factor code entered after ten minutes is rejected, and the sign-in page explains why',
  async ({ page, testData }) => {
    const person = await testData.person()
    const sub = makeIdentity({ email: person.email, email_verified: true })
    await signInWithProvider(page, mixedServer, sub)
    const { recoveryCodes } = await turnOnCodes(page, person)
    await signInWithProvider(page, mixedServer, sub)
    await getDatabase()
      .$executeRaw`update session set expires_at = now() where user_id = ${person.userId}::uuid`
    await page.getByLabel('Code').fill(recoveryCodes[0]!)
    await page.keyboard.press('Enter')
    await expectRejected(page, /took longer than 10 minutes/)
  },
)
