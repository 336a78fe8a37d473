import { beforeAll, describe, expect, test } from 'vitest'
import { disableAccount, enableAccount } from '@/lib/auth/server/accounts-commands'
import { pauseAnnotator } from '@/lib/people/server/pause-commands'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makePerson,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { addMember } from './commands'
import { changeRole, removeMember } from './member-commands'
import { getProject } from './queries'

useTestDatabase()

beforeAll(() => {
  process.env.NEXTAUTH_URL = 'http://localhost:3000'
})

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )

const remove = ({ slug, admin }: TestProject, user: string) =>
  removeMember.execute(admin, { project: slug, user })

async function leaseTwoSolutions(project: TestProject) {
  await importLines(project, [makeProblemLine('a', [0.9, 0.8])])
  const person = await makeMember(project, 'annotator')
  for (const prefetch of [false, true])
    expect(await claimNext.execute(person, { project: project.slug, prefetch })).toMatchObject({
      kind: 'solution',
    })
  return person
}

const readSlots = ({ id }: TestProject) => getDatabase().$queryRaw<
  { leased: number; leases: number }[]
>`
  select coalesce(sum(leased), 0)::int as leased,
    (select count(*)::int from lease where project_id = ${id}::uuid) as leases
  from queue_item where project_id = ${id}::uuid`

describe('removing a member', () => {
  test('ends their access, releases their leases and lets others claim the solutions', async () => {
    const project = await makeProject()
    const person = await leaseTwoSolutions(project)
    expect(await readSlots(project)).toEqual([{ leased: 2, leases: 2 }])
    await remove(project, person.userId)
    expect(await readSlots(project)).toEqual([{ leased: 0, leases: 0 }])
    expect(await outcomeOf(getProject.execute(person, { project: project.slug }))).toBe('not_found')
    const otherMember = await makeMember(project, 'annotator')
    const next = await claimNext.execute(otherMember, { project: project.slug, prefetch: false })
    expect(next).toMatchObject({ kind: 'solution', reason: 'work' })
    expect(await outcomeOf(remove(project, person.userId))).toBe('not_found')
  })

  test('is rejected for the last admin, even if two admins remove each other concurrently', async () => {
    const project = await makeProject()
    const ownId = project.admin.userId
    expect(await outcomeOf(remove(project, ownId))).toBe('conflict')
    expect(
      await outcomeOf(
        changeRole.execute(project.admin, {
          project: project.slug,
          user: ownId,
          role: 'annotator',
        }),
      ),
    ).toBe('conflict')
    const { email, name } = project.admin
    const params = { project: project.slug, email, name, role: 'reviewer' as const }
    expect(await outcomeOf(addMember.execute(project.admin, params))).toBe('conflict')
    for (let turn = 0; turn < 5; turn++) {
      const otherAdmin = await makeMember(project, 'admin')
      const outcomes = await Promise.all([
        outcomeOf(removeMember.execute(otherAdmin, { project: project.slug, user: ownId })),
        outcomeOf(remove(project, otherAdmin.userId)),
      ])
      // The second call is rejected: it would remove the last admin, or its caller is no longer a
      // member.
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      expect(['conflict', 'not_found']).toContain(outcomes.find((outcome) => outcome !== 'done'))
      const { email: address } = project.admin
      const renewedMembership = {
        project: project.slug,
        email: address,
        name,
        role: 'admin' as const,
      }
      await addMember.execute(project.admin, renewedMembership)
      if (outcomes[0] === 'done') await remove(project, otherAdmin.userId)
    }
  })

  test('is rejected for the only admin whose account is not disabled', async () => {
    const project = await makeProject()
    const otherAdmin = await makeMember(project, 'admin')
    await disableAccount.execute(project.admin, { account: otherAdmin.userId })
    expect(await outcomeOf(remove(project, project.admin.userId))).toBe('conflict')
  })

  test('does not end their pause: a member who is added again is still paused', async () => {
    const project = await makeProject()
    const person = await makeMember(project, 'annotator')
    const pause = { project: project.slug, user: person.userId, message: 'Why?' }
    await pauseAnnotator.execute(project.admin, pause)
    await remove(project, person.userId)
    const { email, name } = person
    const params = { project: project.slug, email, name, role: 'annotator' as const }
    await addMember.execute(project.admin, params)
    expect(
      await claimNext.execute(person, { project: project.slug, prefetch: false }),
    ).toMatchObject({
      kind: 'paused',
    })
  })
})

test('a changed role applies from the member’s next request', async () => {
  const project = await makeProject()
  const person = await makeMember(project, 'annotator')
  const change = { project: project.slug, user: person.userId, role: 'admin' as const }
  expect(await outcomeOf(changeRole.execute(person, change))).toBe('forbidden')
  await changeRole.execute(project.admin, change)
  expect(await changeRole.execute(person, { ...change, role: 'reviewer' })).toEqual({
    role: 'reviewer',
  })
  const outsider = await makePerson()
  const changeOfOutsider = { ...change, user: outsider.userId }
  expect(await outcomeOf(changeRole.execute(project.admin, changeOfOutsider))).toBe('not_found')
})

test('disabling an account releases its leases', async () => {
  const project = await makeProject()
  const person = await leaseTwoSolutions(project)
  await disableAccount.execute(project.admin, { account: person.userId })
  expect(await readSlots(project)).toEqual([{ leased: 0, leases: 0 }])
  await enableAccount.execute(project.admin, { account: person.userId })
  expect(await claimNext.execute(person, { project: project.slug, prefetch: false })).toMatchObject(
    {
      kind: 'solution',
    },
  )
})
