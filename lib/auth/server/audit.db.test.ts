import { expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { createProject } from '@/lib/projects/server/commands'
import { claimNext } from '@/lib/queue/server/commands'
import {
  importLines,
  makeMember,
  makePerson,
  makeProblemLine,
  makeProject,
} from '@/prisma/seed/factories'
import { createToken } from './commands'

useTestDatabase()

interface Entry {
  chain: string
  sequence: bigint
  action: string
  isRight: boolean
}

/** Every entry, and whether its hash follows from the previous entry. */
const checkChains = () => getDatabase().$queryRaw<Entry[]>`
  select chain, sequence, action, hash = audit_hash(
    coalesce(lag(hash) over (partition by chain order by sequence), ''), chain, sequence, at, project_id, actor, action,
    target, detail, request_id) as "isRight"
  from audit_entry order by chain, sequence`

test('each write adds one audit entry, chained to the same person’s previous entry', async () => {
  const project = await makeProject()
  await importLines(project, [makeProblemLine('p', [0.1, 0.2])])
  const person = await makeMember(project, 'annotator')
  await claimNext.execute(person, { project: project.slug, prefetch: false })
  await claimNext.execute(person, { project: project.slug, prefetch: true })
  const entries = (await checkChains()).filter(({ chain }) => chain.startsWith(project.id))
  expect(entries.map(({ action }) => action).sort()).toEqual([
    // Created, uploaded, started and completed.
    ...Array.from({ length: 4 }, () => 'import.run'),
    'member.add',
    'project.create',
    'queue.claim',
    'queue.claim',
  ])
  expect(entries.every((entry) => entry.isRight)).toBe(true)
})

test('a failed write adds no audit entry', async () => {
  const admin = await makePerson({ isInstanceAdmin: true })
  const input = createProject.contract.input.parse({ name: 'Twice', slug: 'twice' })
  await createProject.execute(admin, input)
  await expect(createProject.execute(admin, input)).rejects.toMatchObject({ code: 'conflict' })
  const entries = (await checkChains()).filter(({ chain }) => chain.endsWith(admin.userId))
  expect(entries).toMatchObject([{ action: 'project.create', sequence: 1n, isRight: true }])
})

test('concurrent writes of one person form one unbroken chain of audit entries', async () => {
  const admin = await makePerson({ isInstanceAdmin: true })
  await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      createToken.execute(admin, { name: `At once ${i}`, scope: 'read', days: 1 }),
    ),
  )
  const entries = (await checkChains()).filter(({ chain }) => chain.endsWith(admin.userId))
  expect(entries.map(({ sequence }) => Number(sequence))).toEqual(
    Array.from({ length: 12 }, (_, i) => i + 1),
  )
  expect(entries.every((entry) => entry.isRight)).toBe(true)
})

test('audit entries can’t be changed, deleted or truncated in the database', async () => {
  await makeProject()
  const db = getDatabase()
  await expect(db.$executeRaw`update audit_entry set detail = '{}'`).rejects.toThrow(
    /never changed/,
  )
  await expect(db.$executeRaw`delete from audit_entry`).rejects.toThrow(/never changed/)
  await expect(db.$executeRaw`truncate audit_entry`).rejects.toThrow(/never changed/)
})
