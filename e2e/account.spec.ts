import { generate } from 'otplib'
import type { Page } from 'playwright/test'
import { checkCredentials } from '@/lib/auth/server/check-credentials'
import { maxAttemptsPerAccount } from '@/lib/auth/server/sign-in-attempts'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { addMember } from '@/lib/projects/server/commands'
import { testPassword } from '@/prisma/seed/factories'
import { signInWithoutForm, waitUntilPathChanges, signIn, signOut } from './actions'
import { expect, test, testInFullRun } from './fixtures'

const newPassword = 'a lantern under quiet water'

/** Opens the account page from the menu. */
async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account of/ }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
}

test('a user changes their name and password, and the new password signs out their other browser', async ({
  page,
  openBrowser,
  testData,
}) => {
  const person = await testData.person({ name: 'Mei Lin' })
  const otherPage = await openBrowser()
  await signInWithoutForm(otherPage, person)
  await signInWithoutForm(page, person)
  await page.goto('/')
  await openAccount(page)

  const nameField = page.getByLabel('Name', { exact: true }).first()
  await nameField.fill('')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Enter your name.')).toBeVisible()
  await nameField.fill('Mei Okoro')
  await expect(page.getByText('Enter your name.')).toBeHidden()
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Name changed to Mei Okoro.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'account of Mei Okoro' })).toBeVisible()

  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('row')).toHaveCount(3)
  await expect(sessions.getByText('(this session)')).toHaveCount(1)

  const changeButton = page.getByRole('button', { name: 'Change password' })
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password', { exact: true }).fill('password1234')
  await page.getByLabel('Repeat new password').fill('password1234')
  await changeButton.click()
  await expect(page.getByText('This is not your password.')).toBeVisible()
  await page.getByLabel('Current password').fill(testPassword)
  await changeButton.click()
  await expect(page.getByText('This password is common, leaked')).toBeVisible()
  expect((await otherPage.request.get('/api/v1/account')).status()).toBe(200)
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByLabel('Repeat new password').fill(newPassword)
  await changeButton.click()
  await expect(page.getByText('Password changed. 1 other session was signed out.')).toBeVisible()
  await expect(sessions.getByRole('row')).toHaveCount(2)

  expect((await otherPage.request.get('/api/v1/account')).status()).toBe(401)
  await signOut(page)
  await signIn(page, person.email, newPassword)
})

// Tested in every run by lib/auth/server/account.db.test.ts.
testInFullRun(
  'a user ends the session of their other browser and stays signed in',
  async ({ page, openBrowser, testData }) => {
    const person = await testData.person()
    const otherPage = await openBrowser()
    await signInWithoutForm(otherPage, person)
    await signInWithoutForm(page, person)
    await page.goto('/account')
    await page.getByRole('button', { name: /^Sign out (?!all)/ }).click()
    await expect(page.getByText(/^Signed out /)).toBeVisible()
    expect((await otherPage.request.get('/api/v1/account')).status()).toBe(401)
    expect((await page.request.get('/api/v1/account')).status()).toBe(200)
  },
)

test('screen readers hear which key was set, that all keys were reset, and that this was undone', async ({
  page,
  testData,
}) => {
  await signInWithoutForm(page, await testData.person({ name: 'Mei Lin' }))
  await page.goto('/account/keys')
  const skipKey = page.getByRole('textbox', { name: 'Skip', exact: true })
  await skipKey.press('y')
  await expect(page.getByText('skip: y', { exact: true })).toBeAttached()
  await page.getByRole('button', { name: 'Reset all' }).click()
  await expect(page.getByText('All keys reset.', { exact: true })).toBeAttached()
  await expect(skipKey).toHaveValue('s')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Reset undone.', { exact: true })).toBeAttached()
  await expect(skipKey).toHaveValue('y')
})

test('a user creates an API token, calls the API with it and revokes it', async ({
  page,
  testData,
  playwright,
  baseURL,
}) => {
  const person = await testData.person()
  await signInWithoutForm(page, person)
  await page.goto('/account')
  await page.getByLabel('Name', { exact: true }).last().fill('laptop')
  await page.getByLabel('write').check()
  await page.getByLabel('Expires').selectOption({ label: 'after 7 days' })
  await page.getByRole('button', { name: 'Create token' }).click()
  const secret = await page.getByText(/^smk_[\w-]{20,}$/).innerText()
  const apiClient = await playwright.request.newContext({ baseURL: baseURL! })
  const requestAccountStatus = async () => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await apiClient.get('/api/v1/account', { headers })).status()
  }
  expect(await requestAccountStatus()).toBe(200)

  await page.reload()
  await expect(page.getByText(secret)).toHaveCount(0)
  const row = page.getByRole('table', { name: 'Tokens' }).getByRole('row', { name: /laptop/ })
  await expect(row).toContainText('write')
  await expect(row).not.toContainText('never used')
  await row.getByRole('button', { name: 'Revoke token laptop' }).click()
  await expect(row.getByRole('button', { name: 'cancel' })).toBeFocused()
  await row.getByRole('button', { name: 'Revoke token laptop now' }).click()
  await expect(page.getByText('Token laptop revoked.')).toBeVisible()
  expect(await requestAccountStatus()).toBe(401)
  await apiClient.dispose()

  // Revoking a new token hides its secret, but not those of other tokens.
  const tokens = page.getByRole('table', { name: 'Tokens' })
  const tokenSecrets = page.getByText(/^smk_[\w-]{20,}$/)
  for (const name of ['first', 'second']) {
    await page.getByLabel('Name', { exact: true }).last().fill(name)
    await page.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByText(`Token ${name} created.`)).toBeVisible()
    await expect(tokens.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Revoke token first' }).click()
  await page.getByRole('button', { name: 'Revoke token first now' }).click()
  await expect(page.getByText('Token first revoked.')).toBeVisible()
  await expect(tokenSecrets).toHaveCount(1)
  await page.getByRole('button', { name: 'Revoke token second' }).click()
  await page.getByRole('button', { name: 'Revoke token second now' }).click()
  await expect(page.getByText('Token second revoked.')).toBeVisible()
  await expect(tokenSecrets).toHaveCount(0)
})

test('with two-factor codes turned on, sign-in asks for a code and accepts each recovery code only once', async ({
  page,
  testData,
}) => {
  const person = await testData.person()
  await signInWithoutForm(page, person)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Turn on codes' }).click()
  await page.getByLabel('Your password', { exact: true }).fill(testPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  const displayedSecret = await page.getByLabel('Or enter this secret').inputValue()
  const secret = displayedSecret.replaceAll(' ', '')
  await page.getByLabel('Code', { exact: true }).fill(await generate({ secret }))
  await page.getByRole('button', { name: 'Turn on codes' }).click()
  const recoveryCodes = page.getByText(/^([A-Z2-7]{6}-){3}[A-Z2-7]{6}$/)
  await expect(recoveryCodes).toHaveCount(10)
  const recoveryCode = await recoveryCodes.first().innerText()
  await page.getByRole('button', { name: 'I saved them' }).click()
  await expect(recoveryCodes).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Turn off codes' })).toBeVisible()
  // The current code has been used. Without this, the test would have to wait for the next one.
  await getDatabase()
    .$executeRaw`update totp set last_step = 0 where user_id = ${person.userId}::uuid`

  const signInWithCode = async (code: () => Promise<string>) => {
    await expect(page.getByText('Lost or new phone?')).toHaveCount(0)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(testPassword)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Code')).toBeFocused()
    // The page offers recovery codes, and names who can help.
    await expect(page.getByText('Enter one of your recovery codes')).toBeVisible()
    await expect(page.getByText('Ask the operator of this server')).toBeVisible()
    await page.getByLabel('Code').fill(await code())
    await page.keyboard.press('Enter')
  }
  await signOut(page)
  if (isFullTestRun) {
    // Tested in every run by lib/auth/server/totp.db.test.ts.
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('not this one')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Wrong email or password')).toBeVisible()
    await expect(page.getByLabel('Code')).toHaveCount(0)
    await signInWithCode(() => generate({ secret }))
    await waitUntilPathChanges(page, '/sign-in')
    await signOut(page)
  }
  await signInWithCode(async () => recoveryCode.toLowerCase())
  await waitUntilPathChanges(page, '/sign-in')
  await openAccount(page)
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible()
  await signOut(page)
  await signInWithCode(async () => recoveryCode)
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await expect(page).toHaveURL(/sign-in/)
})

// Tested in every run by lib/auth/server/known-browsers.db.test.ts and system/sign-in.test.ts.
testInFullRun(
  'too many wrong passwords block sign-in in new browsers, but not in a browser that signed in before',
  async ({ page, openBrowser, testData }) => {
    const { email } = await testData.person()
    await signIn(page, email)
    await openAccount(page)
    await signOut(page)
    for (let i = 0; i <= maxAttemptsPerAccount; i++)
      await checkCredentials({ email, password: 'a guess' }, `guess ${i}`)

    const otherPage = await openBrowser()
    await otherPage.goto('/sign-in')
    await otherPage.getByLabel('Email').fill(email)
    await otherPage.getByLabel('Password').fill(testPassword)
    await otherPage.keyboard.press('Enter')
    await expect(otherPage.getByText('Too many attempts')).toBeVisible()
    await signIn(page, email)
  },
)

// Tested in every run by lib/projects/server/first-passwords.db.test.ts.
testInFullRun(
  'a temporary password only opens the account page until a new one is set',
  async ({ page, testData }) => {
    const { slug, admin } = await testData.project({ name: 'Beginnings' })
    const email = `given-${slug}@example.org`
    const member = { project: slug, name: 'Ling Wu', role: 'annotator' as const }
    const { password } = await addMember.execute(admin, { ...member, email })
    await signIn(page, email, password!)
    await expect(page).toHaveURL(/\/account$/)
    await expect(page.getByText('The generated one expires soon')).toBeVisible()
    await page.goto(`/projects/${slug}`)
    await expect(page).toHaveURL(/\/account$/)
    expect((await page.request.get('/api/v1/projects')).status()).toBe(403)

    await page.getByLabel('Current password').fill(password!)
    await page.getByLabel('New password', { exact: true }).fill(newPassword)
    await page.getByLabel('Repeat new password').fill(newPassword)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed.')).toBeVisible()
    await expect(page.getByText('The generated one expires soon')).toBeHidden()
    await page.goto(`/projects/${slug}`)
    await expect(page).toHaveURL(new RegExp(`/projects/${slug}$`))
  },
)
