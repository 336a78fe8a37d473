import { beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { changeInstanceAdmin, disableAccount } from '@/lib/auth/server/accounts-commands'
import type { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { interveneBeforeStatement } from '@/lib/platform/testing/fail-statement'
import { countWaiting } from '@/lib/platform/testing/open-transaction'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { changeRole, removeMember } from '@/lib/projects/server/member-commands'
import { joinProject, makePerson, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { createWebhook, updateWebhook } from './commands'
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
  const ownWebhook = webhooks.find((each) => each.webhook === webhook)
  expect(ownWebhook).toMatchObject(
    stays
      ? { isOn: true, offReason: null }
      : { isOn: false, offReason: 'Its creator is no longer an admin of this project.' },
  )
})

test('a webhook that is being made as its maker goes ends with them, or is not made', async () => {
  const { slug } = project
  const input = { project: slug, url: 'https://hooks.example.org/', events: ['release.ready'] }
  const count = () =>
    getDatabase().webhook.count({ where: { projectId: project.id, disabledAt: null } })
  const before = await count()
  let tried = 0
  for (let n = 1; ; n++) {
    const maker = await joinAdmin()
    let going: Promise<unknown> = Promise.resolve()
    const statements = await interveneBeforeStatement(
      n,
      () =>
        createWebhook
          .execute(maker, createWebhook.contract.input.parse(input))
          .catch(({ code }: AppError) => expect(['forbidden', 'not_found']).toContain(code)),
      async () => {
        const place = { project: slug, user: maker.userId }
        let isOver = false
        going = removeMember.execute(project.admin, place).finally(() => (isOver = true))
        // It ends, or waits for the transaction that creates the webhook.
        await vi.waitUntil(async () => isOver || (await countWaiting()) > 0, {
          timeout: 20_000,
          interval: 10,
        })
      },
    )
    await going
    if (n > statements.length) break
    tried += 1
    expect(await count(), statements[n - 1]).toBe(before)
  }
  expect(tried).toBeGreaterThan(5)
})

test('who switches a webhook on answers for it from then on', async () => {
  const [maker, heir] = [await joinAdmin(), await joinAdmin()]
  const { slug } = project
  const input = { project: slug, url: 'https://hooks.example.org/', events: ['release.ready'] }
  const { webhook } = await createWebhook.execute(maker, createWebhook.contract.input.parse(input))
  await removeMember.execute(project.admin, { project: slug, user: maker.userId })
  const on = updateWebhook.contract.input.parse({ project: slug, webhook, isOn: true })
  expect(await updateWebhook.execute(heir, on)).toMatchObject({ isOn: true })
  await removeMember.execute(project.admin, { project: slug, user: heir.userId })
  const { webhooks } = await listWebhooks.execute(project.admin, { project: slug })
  expect(webhooks.find((each) => each.webhook === webhook)).toMatchObject({ isOn: false })
})
