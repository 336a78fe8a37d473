import { randomUUID } from 'node:crypto'
import { type MailServer, startMailServer } from '@/lib/platform/testing/mail-server'
import { makeProblemLine, testPassword } from '@/prisma/seed/factories'
import { signInWithoutForm, expectCurrentRow, joinByInvite, createInvite, signIn } from './actions'
import { expect, test, testInFullRun } from './fixtures'

test.describe.configure({ mode: 'default' })

let mail: MailServer
test.beforeAll(async () => {
  mail = await startMailServer({ port: Number(process.env.STEPMARK_E2E_SMTP_PORT) })
})
test.afterAll(() => mail.stop())

const makeEmail = () => `${randomUUID()}@example.org`

/** Waits for the mail to this address and returns its link. */
async function readMailedLink(email: string): Promise<string> {
  const findMail = () => mail.received.find(({ to }) => to.includes(email))
  await expect.poll(findMail).toBeTruthy()
  return /https?:\/\/\S+#[\w-]{43}/.exec(findMail()!.text)![0]
}

test('an invited person creates an account with a link that works once, and annotates', async ({
  page,
  testData,
  openBrowser,
}) => {
  const project = await testData.project({ name: 'Numbers', guideline: '# Be kind\n\nAnd read.' })
  const { slug } = project
  await testData.solutions(project, [makeProblemLine('a', [0.9, 0.8])])
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${slug}/people`)
  const link = await createInvite(page)
  expect(link).toMatch(/\/invite#[\w-]{43}$/)

  const guestPage = await openBrowser()
  const requests: string[] = []
  guestPage.on('request', (request) =>
    requests.push(request.url() + JSON.stringify(request.headers())),
  )
  const dialogs: string[] = []
  guestPage.on('dialog', (dialog) => {
    dialogs.push(dialog.type())
    void dialog.accept()
  })
  await guestPage.goto(link)
  await expect(
    guestPage.getByText('Ada Okoro invites you to “Numbers” as an annotator.'),
  ).toBeVisible()
  // The secret is removed from the URL, and no request contained it.
  await expect(guestPage).toHaveURL('/invite')
  await guestPage.getByLabel('Email').fill(makeEmail())
  await guestPage.getByLabel('Name').fill('Ada Lind')
  await guestPage.getByLabel('Password').fill('too short')
  await guestPage.getByRole('button', { name: 'Create account and join' }).click()
  await expect(
    guestPage.getByText('Use at least 12 characters. This password has 9.'),
  ).toBeVisible()
  await expect(guestPage.getByLabel('Password')).toBeFocused()
  await guestPage.getByLabel('Password').fill(testPassword)
  await guestPage.keyboard.press('Enter')
  await expect(guestPage).toHaveURL(`/projects/${slug}`)
  // Leaving the page after the form was sent asks for no confirmation.
  expect(dialogs).toEqual([])
  expect(requests.filter((text) => text.includes(link.split('#')[1]!))).toEqual([])

  await guestPage.goto(`/projects/${slug}/label`)
  await expect(guestPage.getByRole('heading', { name: 'Be kind' })).toBeVisible()
  await guestPage.getByRole('button', { name: /I have read/ }).click()
  await expectCurrentRow(guestPage, /^Step 1 of/)

  // The link does not work a second time.
  const laterPage = await openBrowser()
  await laterPage.goto(link)
  await expect(
    laterPage.getByRole('heading', { name: 'This invite was already used' }),
  ).toBeVisible()
  await expect(laterPage.getByText('Numbers')).toBeHidden()

  // The admin sees the new member, changes the role and removes them.
  await page.reload()
  const row = page.getByRole('table', { name: 'Invites' }).getByRole('row')
  await expect(row.filter({ hasText: 'used by Ada Lind' })).toBeVisible()
  await page.getByRole('button', { name: 'Change Ada Lind' }).click()
  const form = page.getByRole('form', { name: 'About Ada Lind' })
  await form.getByRole('radio', { name: 'reviewer' }).check()
  await form.getByRole('button', { name: 'Change role' }).click()
  await expect(form.getByText('Ada Lind is now a reviewer.')).toBeVisible()
  await form.getByRole('button', { name: 'Remove Ada Lind' }).click()
  await form.getByRole('button', { name: 'Remove Ada Lind now' }).click()
  await expect(page.getByText('Ada Lind was removed from the project.')).toBeVisible()
  await guestPage.goto(`/projects/${slug}`)
  await expect(guestPage.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(guestPage).toHaveTitle('Not found · Stepmark')
})

// Tested in every run by lib/projects/server/invites.db.test.ts.
testInFullRun(
  'a revoked invite does not work, and an invite for an email address works only for that address',
  async ({ page, testData, openBrowser }) => {
    const project = await testData.project()
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/people`)
    const link = await createInvite(page, 'reviewer')
    await page.getByRole('button', { name: /^Revoke the invite of/ }).click()
    await expect(page.getByRole('cell', { name: 'revoked' })).toBeVisible()
    const guestPage = await openBrowser()
    await guestPage.goto(link)
    await expect(guestPage.getByRole('heading', { name: 'This invite was revoked' })).toBeVisible()
    // A truncated link in the same tab is invalid.
    await guestPage.goto(link.slice(0, -1))
    await expect(guestPage.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()

    // People with an account sign in first, and join with it.
    const person = await testData.person({ name: 'Ben Roth' })
    await createInvite(page, 'reviewer', person.email)
    const mailedLink = await readMailedLink(person.email)
    await guestPage.goto(mailedLink)
    await expect(guestPage.getByLabel('Email')).toHaveValue(person.email)
    await guestPage.getByRole('link', { name: 'Sign in and join' }).click()
    await guestPage.getByLabel('Email').fill(person.email)
    await guestPage.getByLabel('Password').fill(testPassword)
    await guestPage.keyboard.press('Enter')
    await guestPage.getByRole('button', { name: 'Join as Ben Roth' }).click()
    await expect(guestPage).toHaveURL(`/projects/${project.slug}`)

    // A signed-in person can't use an invite for another address.
    const email = makeEmail()
    await page.reload()
    const linkForOtherAddress = await createInvite(page, 'annotator', email)
    await guestPage.goto(linkForOtherAddress)
    await expect(guestPage.getByText(`This invite is for ${email}.`)).toBeVisible()
    await expect(guestPage.getByRole('button', { name: /^Join as/ })).toBeHidden()
  },
)

// Tested in every run by lib/auth/server/reset-commands.db.test.ts and lib/projects/server/mail-job.db.test.ts.
testInFullRun(
  'a person resets their password with a link from an instance admin or from an email',
  async ({ page, testData, openBrowser }) => {
    const admin = await testData.person({ isInstanceAdmin: true })
    const person = await testData.person({ name: `Cy ${randomUUID().slice(0, 8)}` })
    const personPage = await openBrowser()
    await signInWithoutForm(personPage, person)

    await signInWithoutForm(page, admin)
    await page.goto('/')
    await page.getByRole('button', { name: /account of/ }).click()
    await page.getByRole('menuitem', { name: 'All accounts' }).click()
    await page.getByRole('button', { name: `Change ${person.name}` }).click()
    await page.getByRole('button', { name: 'Create password link' }).click()
    const linkCode = page.locator('code').filter({ hasText: '/reset#' })
    await expect(linkCode).toBeVisible()
    const link = (await linkCode.innerText()).trim()

    const guestPage = await openBrowser()
    const password = 'quite another password'
    await guestPage.goto(link)
    await expect(guestPage.getByLabel('Email')).toHaveValue(person.email)
    await guestPage.getByLabel('New password').fill(password)
    await guestPage.getByRole('button', { name: 'Set password' }).click()
    await expect(guestPage.getByRole('heading', { name: 'Password changed' })).toBeVisible()
    // All sessions have ended.
    await personPage.goto('/account/keys')
    await expect(personPage).toHaveURL(/sign-in/)
    await signIn(personPage, person.email, password)
    await guestPage.goto('/sign-in')
    await guestPage.goto(link)
    await expect(
      guestPage.getByRole('heading', { name: 'This link was already used' }),
    ).toBeVisible()

    // The page for forgotten passwords answers the same for every address. Only known addresses get mail.
    await guestPage.goto('/sign-in')
    await guestPage.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(guestPage.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    for (const email of ['unknown@example.org', person.email]) {
      await guestPage.getByLabel('Email').fill(email)
      await guestPage.getByRole('button', { name: 'Send link' }).click()
      await expect(guestPage.getByText(`If ${email} has an account`)).toBeVisible()
    }
    await guestPage.goto(await readMailedLink(person.email))
    await guestPage.getByLabel('New password').fill(testPassword)
    await guestPage.getByRole('button', { name: 'Set password' }).click()
    await expect(guestPage.getByRole('heading', { name: 'Password changed' })).toBeVisible()
    expect(mail.received.filter(({ to }) => to.includes('unknown@example.org'))).toEqual([])

    // The next request of a disabled account leads to the sign-in page.
    await signIn(personPage, person.email)
    await page.getByRole('button', { name: 'Disable account' }).click()
    await page.getByRole('button', { name: /^Disable .* now$/ }).click()
    await expect(page.getByText(`${person.name} can no longer sign in.`)).toBeVisible()
    await personPage.goto('/account/keys')
    await expect(personPage).toHaveURL(/sign-in/)
  },
)

// Tested in every run by lib/projects/server/invites.db.test.ts.
testInFullRun(
  'an instance admin invites a person to the server without adding them to a project',
  async ({ page, testData, openBrowser }) => {
    const admin = await testData.person({ isInstanceAdmin: true })
    await signInWithoutForm(page, admin)
    await page.goto('/people')
    await page.getByRole('button', { name: 'Create invite' }).click()
    const linkCode = page.locator('code').filter({ hasText: '/invite#' })
    await expect(linkCode).toBeVisible()
    const guestPage = await openBrowser()
    const account = { email: makeEmail(), name: 'Dee Doe', password: testPassword }
    await joinByInvite(guestPage, (await linkCode.innerText()).trim(), account)
    await expect(
      guestPage.getByText('Projects appear here once an admin invites you.'),
    ).toBeVisible()
  },
)
