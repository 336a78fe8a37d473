import { beforeAll, expect, test } from 'vitest'
import { anonymousActor } from '@/lib/auth/actor'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { acceptInvite, readInvite } from '@/lib/projects/server/accept-invite'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { runCommand } from './testing/run-command'
import { useApiServer } from './testing/use-api-server'

useTestDatabase()
const server = useApiServer()

let project: TestProject
beforeAll(async () => {
  project = await makeProject({ name: 'Numbers', slug: 'numbers' }, server.admin())
})

const run = (line: string) => runCommand(line.split(' '))

test('`user invite` prints only a valid link', async () => {
  const { status, stdout, stderr } = await run(
    'user invite Ada@example.org --project numbers --role reviewer --days 2',
  )
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^http:\/\/localhost:3000\/invite#[\w-]{43}\n$/),
  })
  expect(stderr).toMatch(/^Ada@example\.org can join until .* UTC\.\n$/)
  const secret = stdout.trim().split('#')[1]!
  const account = { email: 'ada@example.org', name: 'Ada Lind', password: 'a password of mine' }
  expect(await acceptInvite.execute(anonymousActor, { secret, account })).toMatchObject({
    project: 'numbers',
    role: 'reviewer',
  })
  const json = JSON.parse((await run('user invite --json')).stdout) as { link: string }
  const otherInvite = { secret: json.link.split('#')[1]! }
  expect(await readInvite.execute(anonymousActor, otherInvite)).toMatchObject({
    project: null,
    email: null,
  })
})

test('`user invite` says if an earlier invite for the address is pending', async () => {
  const warning =
    'An earlier invite for this address is still pending. Revoke it on the People page'
  const invite = (email: string) => run(`user invite ${email} --project numbers`)
  expect((await invite('mei@example.org')).stderr).not.toContain('earlier invite')
  expect((await invite('Mei@example.org')).stderr).toContain(warning)
  expect((await invite('noa@example.org')).stderr).not.toContain('earlier invite')
  expect((await run('user invite mei@example.org')).stderr).not.toContain('earlier invite')
})

test('`user invite` rejects a role without a project', async () => {
  const { status, stderr } = await run('user invite --role admin')
  expect(status).toBe(2)
  expect(stderr).toContain('A role needs a project. Pass --project.')
})

test('`user list` lists members and accounts; `role`, `remove`, `disable` and `enable` find people by email', async () => {
  const { email } = await makeMember(project, 'annotator', { name: 'Ben Roth' })
  const listUsers = async () => (await run('user list --project numbers')).stdout
  expect(await listUsers()).toContain(`${email}  annotator`)
  expect(await run(`user role ${email} reviewer --project numbers`)).toMatchObject({
    status: 0,
    stderr: 'Ben Roth is now a reviewer.\n',
  })
  expect(await run(`user disable ${email}`)).toMatchObject({
    status: 0,
    stderr: 'Ben Roth can no longer sign in.\n',
  })
  expect(await listUsers()).toContain(`${email}  reviewer, disabled`)
  const userRows = (await run('user list')).stdout.split('\n')
  expect(userRows.find((line) => line.startsWith(email))).toMatch(
    /disabled +never seen +numbers \(reviewer\) +Ben Roth$/,
  )
  expect(await run(`user enable ${email}`)).toMatchObject({ status: 0 })
  expect(await run(`user remove ${email} --project numbers`)).toMatchObject({
    status: 0,
    stderr: 'Ben Roth removed from numbers.\n',
  })
  const removal = await run(`user remove ${email} --project numbers`)
  expect(removal.status).toBe(1)
  expect(removal.stderr).toContain('To see its members: stepmark user list --project numbers\n')
  const unknownUser = await run('user disable nobody@example.org')
  expect(unknownUser).toMatchObject({ status: 1 })
  expect(unknownUser.stderr).toContain('has no account.')
})
