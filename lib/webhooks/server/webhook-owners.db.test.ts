import { beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { changeInstanceAdmin, disableAccount } from '@/lib/auth/server/accounts-commands'
import type { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { countBlockedStatements } from '@/lib/platform/testing/open-transaction'
import { runCallbackBeforeNthStatement } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { changeRole, removeMember } from '@/lib/projects/server/member-commands'
import { makeMember, makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import { createWebhook, updateWebhook } from './commands'
import { listWebhooks } from './queries'

useTestDatabase()

let project: TestProject
let instanceAdmin: Person
beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://localhost:3000'
  process.env.NEXTAUTH_SECRET = 'ThisOneIsOnlyForTestsAndHasEnoughCharacters0123456789'
  project = await makeProject()
  instanceAdmin = await makePerson({ isInstanceAdmin: true })
})

const joinAdmin = () => makeMember(project, 'admin')
const makeInstanceAdmin = () => makePerson({ isInstanceAdmin: true })
const revokeInstanceAdmin = ({ userId: account }: Person) =>
  changeInstanceAdmin.execute(instanceAdmin, { account, isInstanceAdmin: false })

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
    ({ userId: account }: Person) => disableAccount.execute(instanceAdmin, { account }),
    false,
  ],
  ['is no longer an instance admin', makeInstanceAdmin, revokeInstanceAdmin, false],
  [
    'is no longer an instance admin but still a project admin',
    async () => {
      const person = await joinAdmin()
      await changeInstanceAdmin.execute(instanceAdmin, {
        account: person.userId,
        isInstanceAdmin: true,
      })
      return { ...person, isInstanceAdmin: true }
    },
    revokeInstanceAdmin,
    true,
  ],
] as const)(
  'if the creator of a webhook %s, the webhook stays on only if they are still a project admin',
  async (_, makeCreator, changeCreator, staysOn) => {
    const creator = await makeCreator()
    const { slug } = project
    const input = { project: slug, url: 'https://hooks.example.org/', events: ['release.ready'] }
    const { webhook } = await createWebhook.execute(
      creator,
      createWebhook.contract.input.parse(input),
    )
    await changeCreator(creator)
    const { webhooks } = await listWebhooks.execute(project.admin, { project: slug })
    const ownWebhook = webhooks.find((row) => row.webhook === webhook)
    expect(ownWebhook).toMatchObject(
      staysOn
        ? { isOn: true, offReason: null }
        : { isOn: false, offReason: 'Its creator is no longer an admin of this project.' },
    )
  },
)

test('a webhook that is created while its creator is being removed is turned off or not created', async () => {
  const { slug } = project
  const input = { project: slug, url: 'https://hooks.example.org/', events: ['release.ready'] }
  const count = () =>
    getDatabase().webhook.count({ where: { projectId: project.id, disabledAt: null } })
  const before = await count()
  let attempts = 0
  for (let n = 1; ; n++) {
    const creator = await joinAdmin()
    let removalResult: Promise<unknown> = Promise.resolve()
    const statements = await runCallbackBeforeNthStatement(
      n,
      () =>
        createWebhook
          .execute(creator, createWebhook.contract.input.parse(input))
          .catch(({ code }: AppError) => expect(['forbidden', 'not_found']).toContain(code)),
      async () => {
        const removal = { project: slug, user: creator.userId }
        let isRemoved = false
        removalResult = removeMember
          .execute(project.admin, removal)
          .finally(() => (isRemoved = true))
        // It ends, or waits for the transaction that creates the webhook.
        await vi.waitUntil(async () => isRemoved || (await countBlockedStatements()) > 0, {
          timeout: 20_000,
          interval: 10,
        })
      },
    )
    await removalResult
    if (n > statements.length) break
    attempts += 1
    expect(await count(), statements[n - 1]).toBe(before)
  }
  expect(attempts).toBeGreaterThan(5)
})

test('a webhook is turned off when the person who last turned it on leaves', async () => {
  const [creator, newOwner] = [await joinAdmin(), await joinAdmin()]
  const { slug } = project
  const input = { project: slug, url: 'https://hooks.example.org/', events: ['release.ready'] }
  const { webhook } = await createWebhook.execute(
    creator,
    createWebhook.contract.input.parse(input),
  )
  await removeMember.execute(project.admin, { project: slug, user: creator.userId })
  const turnOnInput = updateWebhook.contract.input.parse({ project: slug, webhook, isOn: true })
  expect(await updateWebhook.execute(newOwner, turnOnInput)).toMatchObject({ isOn: true })
  await removeMember.execute(project.admin, { project: slug, user: newOwner.userId })
  const { webhooks } = await listWebhooks.execute(project.admin, { project: slug })
  expect(webhooks.find((row) => row.webhook === webhook)).toMatchObject({ isOn: false })
})
