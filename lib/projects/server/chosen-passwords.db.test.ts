import { beforeAll, expect, test } from 'vitest'
import { anonymousActor, hostActor } from '@/lib/auth/actor'
import { changePassword } from '@/lib/auth/server/account-commands'
import { checkCredentials } from '@/lib/auth/server/check-credentials'
import { createAdmin } from '@/lib/auth/server/commands'
import { insertResetLink } from '@/lib/auth/server/password-reset-links'
import { resetPassword } from '@/lib/auth/server/reset-commands'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, makeProject, testPassword } from '@/prisma/seed/factories'
import { acceptInvite } from './accept-invite'
import { createInvite } from './invite-commands'

useTestDatabase()

beforeAll(() => {
  process.env.NEXTAUTH_URL = 'http://127.0.0.1:3000'
})

/**
 * All ways to choose a password. Each function sets the password of the account with the address, and
 * creates the account if needed.
 */
const waysToChoosePassword = {
  async 'on the account page'(email: string, password: string) {
    const person = await makePerson({ name: 'Ada Okoro', email })
    await changePassword.execute(person, { current: testPassword, password })
  },
  async 'by a link'(email: string, password: string) {
    const { userId } = await makePerson({ name: 'Ada Okoro', email })
    const reset = await insertResetLink(getDatabase(), { userId, createdById: null })
    await resetPassword.execute(anonymousActor, { secret: reset!.secret, password })
  },
  async 'by an invite'(email: string, password: string) {
    const { slug, admin } = await makeProject()
    const input = { project: slug, role: 'annotator', email }
    const { link } = await createInvite.execute(admin, createInvite.contract.input.parse(input))
    const account = { email, name: 'Ada Okoro', password }
    await acceptInvite.execute(anonymousActor, { secret: link.split('#')[1]!, account })
  },
  async 'at the terminal of the host'(email: string, password: string) {
    await createAdmin.execute(hostActor, { email, name: 'Ada Okoro', password })
  },
}

let people = 0
const makeAddress = () => `okoro.${(people += 1)}@example.org`

for (const [where, choose] of Object.entries(waysToChoosePassword))
  test(`a password that is chosen ${where} can’t be common, leaked or the person’s name`, async () => {
    for (const password of ['password1234', 'AvadaKedavra', 'okorookoro12']) {
      const email = makeAddress()
      await expect(choose(email, password), password).rejects.toMatchObject({
        code: 'invalid_input',
      })
      expect(await checkCredentials({ email, password }, email)).toEqual({ kind: 'refused' })
    }
    const [email, password] = [makeAddress(), 'a lantern under quiet water']
    await choose(email, password)
    expect(await checkCredentials({ email, password }, email)).toMatchObject({ kind: 'signed_in' })
  })
