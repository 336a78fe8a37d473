import { encode } from 'next-auth/jwt'
import { expect, type Locator, type Page } from 'playwright/test'
import { mintSession } from '@/lib/auth/testing/mint-session'
import { testPassword } from '@/prisma/seed/factories'

/** Through the door, by hand. */
export async function signIn(page: Page, email: string, password = testPassword): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await leave(page, '/sign-in')
}

/**
 * Waits until the page at `path` has given way to another, and that one is loaded: what is clicked before its script is
 * there does nothing.
 */
export async function leave(page: Page, path: string): Promise<void> {
  await page.waitForURL(({ pathname }) => pathname !== path)
}

/** Out by the account menu, to the door. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in**')
}

/**
 * With a session that is there already, as one comes back the next day: for journeys that are about something else than
 * the door. The page stays where it is. On the server of all specs only.
 */
export async function enter(
  page: Pick<Page, 'context'>,
  { userId }: { userId: string },
): Promise<void> {
  const { STEPMARK_E2E_URL: url, STEPMARK_E2E_SECRET: secret } = process.env
  const value = await encode({ token: { sid: await mintSession(userId, null) }, secret: secret! })
  await page
    .context()
    .addCookies([{ name: 'stepmark.session', value, url: url!, httpOnly: true, sameSite: 'Lax' }])
}

/** Opens the labelling screen and waits until a solution can be rated. */
export async function startAnnotation(page: Page, project: string): Promise<void> {
  await page.goto(`/projects/${project}/label`)
  await expectCurrent(page, /^Step 1 of/)
}

/** What a screen reader says of the row that is lit: `Step 2 of 3, not rated`. */
export async function expectCurrent(page: Page, text: RegExp): Promise<void> {
  await expect(findCurrent(page)).toHaveAccessibleName(text)
}

export function findCurrent(page: Page): Locator {
  return page.getByRole('main').locator('[aria-current=step]')
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toBeVisible()
}

/** Keys one after the other, as a hand would press them. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Ends the solution, and waits until the server has it: the receipt comes before. */
export async function submit(page: Page, text: string): Promise<void> {
  const reply = page.waitForResponse(
    (response) => response.url().endsWith('/submission') && response.ok(),
  )
  await press(page, 'Enter')
  await expect(page.getByRole('banner').getByText(`Submitted, ${text}`)).toBeVisible()
  await reply
}

/** Chooses a file on the page as it stands: its bytes, lines as JSON or as they are, or where it is on the disk. */
export async function chooseFile(
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

/** By the form on the page that is open; gives the link that is shown once. */
export async function makeInvite(page: Page, role = 'annotator', email = ''): Promise<string> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: role }).check()
  await page.getByRole('button', { name: 'Create invite' }).click()
  const message = page.getByText(/works once and is shown only now/)
  await expect(message).toBeVisible()
  return (await page.locator('code').filter({ hasText: '/invite#' }).innerText()).trim()
}

/** Opens an invite's link as someone who has no account, makes one, and waits for where it leads. */
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
  await leave(page, '/invite')
}
