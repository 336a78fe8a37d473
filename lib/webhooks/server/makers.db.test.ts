import { beforeAll, expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { changeInstanceAdmin, disableAccount } from '@/lib/auth/server/accounts-commands'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { changeRole, removeMember } from '@/lib/projects/server/member-commands'
import { joinProject, makePerson, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { createWebhook } from './commands'
import { listWebhooks } from './queries'

useTestDatabase()

let project: MadeProject
let root: Person
beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://localhost:3000'
  process.env.NEXTAUTH_SECRET = 'ThisOneIsOnlyForTestsAndHasEnoughCharacters0123456789'
  project = await makeProject()
  root = await makePerson({ isInstanceAdmin: true })
})

const joinAdmin = () => joinProject(project, 'admin')
const makeRoot = () => makePerson({ isInstanceAdmin: true })
const unmake = ({ userId: account }: Person) =>
  changeInstanceAdmin.execute(root, { account, isInstanceAdmin: false })

test.each([
  [
    'is removed',
    joinAdmin,
    ({ userId: user }: Person) =>
      removeMember.execute(project.admin, { project: project.slug, user }),
    false,
  ],
  [
    'is made a reviewer',
    joinAdmin,
    ({ userId: user }: Person) =>
      changeRole.execute(project.admin, { project: project.slug, user, role: 'reviewer' }),
    false,
  ],
  [
    'is disabled',
    joinAdmin,
    ({ userId: account }: Person) => disableAccount.execute(root, { account }),
    false,
  ],
  ['is instance admin no more', makeRoot, unmake, false],
  [
    'is one no more, and still an admin of the project',
    async () => {
      const person = await joinAdmin()
      await changeInstanceAdmin.execute(root, { account: person.userId, isInstanceAdmin: true })
      return { ...person, isInstanceAdmin: true }
    },
    unmake,
    true,
  ],
] as const)('a webhook whose maker %s', async (_, make, end, stays) => {
  const maker = await make()
  const { slug } = project
  const input = { project: slug, url: 'https://hooks.example.org/', events: ['release.ready'] }
  const { webhook } = await createWebhook.execute(maker, createWebhook.contract.input.parse(input))
  await end(maker)
  const { webhooks } = await listWebhooks.execute(project.admin, { project: slug })
  const found = webhooks.find((each) => each.webhook === webhook)
  expect(found).toMatchObject(
    stays
      ? { isOn: true, offReason: null }
      : { isOn: false, offReason: 'Who made it is no admin here any more.' },
  )
})
