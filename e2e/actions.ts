import { encode } from 'next-auth/jwt'
import { expect, type Locator, type Page } from 'playwright/test'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { testPassword } from '@/prisma/seed/factories'

/** Signs in with the form. */
export async function signIn(page: Page, email: string, password = testPassword): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await waitUntilPathChanges(page, '/sign-in')
}

/** Waits until the page leaves `path`. */
export async function waitUntilPathChanges(page: Page, path: string): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname !== path)
}

/** Signs out from the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in**')
}

/** Creates a session on the shared server without the sign-in form. Does not change the page. */
export async function signInWithoutForm(
  page: Pick<Page, 'context'>,
  { userId }: { userId: string },
): Promise<void> {
  const url = process.env.STEPMARK_E2E_URL!
  const value = await encodeSession(userId)
  await page
    .context()
    .addCookies([{ name: sessionCookieName, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Creates a session on the shared server for requests without a browser. Returns its `Cookie` header. */
export async function createSessionCookieHeader({ userId }: { userId: string }): Promise<string> {
  return `${sessionCookieName}=${await encodeSession(userId)}`
}

const sessionCookieName = 'stepmark.session'

async function encodeSession(userId: string): Promise<string> {
  const sid = await createTestSession(userId, null)
  return encode({ token: { sid }, secret: process.env.STEPMARK_E2E_SECRET! })
}

/** Opens the labelling screen and waits until a solution can be rated. */
export async function openLabellingScreen(page: Page, project: string): Promise<void> {
  await page.goto(`/projects/${project}/label`)
  await expectCurrentRow(page, /^Step 1 of/)
}

/** Expects the accessible name of the current row, such as `Step 2 of 3, not rated`. */
export async function expectCurrentRow(page: Page, text: RegExp): Promise<void> {
  await expect(findCurrentRow(page)).toHaveAccessibleName(text)
}

export function findCurrentRow(page: Page): Locator {
  return page.getByRole('main').locator('[aria-current=step]')
}

/** Expects that screen readers announce a text. */
export async function expectAnnounced(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: text })).toBeAttached()
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
}

/** Presses keys one after the other. */
export async function pressKeys(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Submits, and waits for the reply of the server, because an earlier submission may have had the same message. */
export async function submitWithEnter(page: Page, text: string): Promise<void> {
  const reply = page.waitForResponse(
    (response) => response.url().endsWith('/submission') && response.ok(),
  )
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('banner').getByText(`submitted, ${text}`)).toBeVisible()
  await reply
}

/** Chooses a file on the current page, by its bytes, its lines or its path. */
export async function chooseImportFile(
  page: Page,
  content: Buffer | string | readonly unknown[],
  name = 'candidates.jsonl',
): Promise<void> {
  const input = page.getByLabel(/^(File to import|File to resume)$/).and(page.locator('input'))
  if (typeof content === 'string') return input.setInputFiles(content)
  const buffer = Buffer.isBuffer(content)
    ? content
    : Buffer.from(content.map((line) => `${writeLine(line)}\n`).join(''))
  return input.setInputFiles({ name, mimeType: 'application/x-ndjson', buffer })
}

const writeLine = (line: unknown) => (typeof line === 'string' ? line : JSON.stringify(line))

/** Creates an invite with the form on the current page. Returns its link. */
export async function createInvite(page: Page, role = 'annotator', email = ''): Promise<string> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: role }).check()
  await page.getByRole('button', { name: 'Create invite' }).click()
  const message = page.getByText(/won’t be shown again/)
  await expect(message).toBeVisible()
  return (await page.locator('code').filter({ hasText: '/invite#' }).innerText()).trim()
}

/** Opens an invite link, creates an account, and waits for the next page. */
export async function joinByInvite(
  page: Page,
  link: string,
  account: { email: string; name: string; password: string },
): Promise<void> {
  await page.goto(link)
  const email = page.getByLabel('Email')
  if (await email.isEditable()) await email.fill(account.email)
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
  await waitUntilPathChanges(page, '/invite')
}
