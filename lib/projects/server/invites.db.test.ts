import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anonymousActor, type Person } from '@/lib/auth/actor'
import { changeInstanceAdmin, disableAccount } from '@/lib/auth/server/accounts-commands'
import { checkCredentials } from '@/lib/auth/server/check-credentials'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import { acceptInvite, readInvite } from './accept-invite'
import { addMember } from './commands'
import {
  createAccountInvite,
  createInvite,
  listAccountInvites,
  listInvites,
  revokeInvite,
} from './invite-commands'
import { createMailedInviteSecret } from './invites.sql'
import { changeRole, removeMember } from './member-commands'

useTestDatabase()

let project: TestProject
beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'https://labels.example.org/'
  project = await makeProject()
})

const password = 'a password of mine'
const makeAccount = (email: string) => ({ email, name: 'Ada Lind', password })
let count = 0
const makeAddress = () => `guest-${++count}@example.org`

async function invite(
  overrides: { role?: 'annotator' | 'admin'; email?: string; days?: number } = {},
) {
  const input = { project: project.slug, role: 'annotator', ...overrides }
  const created = await createInvite.execute(
    project.admin,
    createInvite.contract.input.parse(input),
  )
  return { ...created, secret: created.link.split('#')[1]! }
}

const findRole = async (userId: string) =>
  (
    await getDatabase().member.findUnique({
      where: { projectId_userId: { projectId: project.id, userId } },
      select: { role: true },
    })
  )?.role

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )

describe('an invite', () => {
  test('is not created for the address of a member, but for that of another project’s member', async () => {
    const member = await makeMember(project, 'annotator')
    await expect(invite({ email: member.email })).rejects.toMatchObject({
      code: 'conflict',
      message: `${member.email} is already a member of this project, with the role annotator. No invite was created.`,
    })
    const memberOfOtherProject = await makeMember(await makeProject(), 'annotator')
    expect(await invite({ email: memberOfOtherProject.email })).toMatchObject({ isMailed: false })
  })

  test('has a link on the server’s URL, and its secret is in neither the stored invite nor the audit log', async () => {
    const { link, secret, id } = await invite()
    expect(link).toBe(`https://labels.example.org/invite#${secret}`)
    expect(secret).toHaveLength(43)
    const [row] = await getDatabase().$queryRaw<{ row: string }[]>`
      select to_jsonb(i)::text as row from invite i where id = ${id}::uuid`
    expect(row!.row).not.toContain(secret)
    const [audit] = await getDatabase().$queryRaw<{ row: string }[]>`
      select to_jsonb(a)::text as row from audit_entry a where a.target = ${`invite:${id}`}`
    expect(audit!.row).not.toContain(secret)
  })

  test('shows its project, role and author, and creates an account that is a member', async () => {
    const { secret } = await invite({ role: 'admin' })
    expect(await readInvite.execute(anonymousActor, { secret })).toMatchObject({
      state: 'pending',
      project: { slug: project.slug },
      role: 'admin',
      createdBy: 'Ada Okoro',
      email: null,
    })
    const email = makeAddress()
    const acceptance = await acceptInvite.execute(anonymousActor, {
      secret,
      account: makeAccount(email),
    })
    expect(acceptance).toMatchObject({
      project: project.slug,
      role: 'admin',
      isNewAccount: true,
    })
    expect(await findRole(acceptance.user)).toBe('admin')
    const signedIn = await checkCredentials({ email, password }, 'test')
    expect(signedIn).toMatchObject({ kind: 'signed_in', userId: acceptance.user })
  })

  test('adds a signed-in person with their existing account', async () => {
    const { secret } = await invite()
    const person = await makePerson()
    const acceptance = await acceptInvite.execute(person, { secret })
    expect(acceptance).toMatchObject({ user: person.userId, isNewAccount: false })
    expect(await findRole(person.userId)).toBe('annotator')
  })

  test('requires a new account from someone who is not signed in', async () => {
    const { secret } = await invite()
    expect(await outcomeOf(acceptInvite.execute(anonymousActor, { secret }))).toBe(
      'unauthenticated',
    )
    const { email } = await makePerson()
    const knownPromise = acceptInvite.execute(anonymousActor, {
      secret,
      account: makeAccount(email),
    })
    expect(await outcomeOf(knownPromise)).toBe('conflict')
    // The attempt did not use up the invite.
    expect(await readInvite.execute(anonymousActor, { secret })).toMatchObject({ state: 'pending' })
  })

  test('requires a password for the new account if password sign-in is on', async () => {
    const { secret } = await invite()
    const { email, name } = makeAccount(makeAddress())
    const account = { email, name }
    expect(await outcomeOf(acceptInvite.execute(anonymousActor, { secret, account }))).toBe(
      'invalid_input',
    )
    expect(await readInvite.execute(anonymousActor, { secret })).toMatchObject({ state: 'pending' })
  })

  test('is rejected for a member, whose role does not change, and stays usable for others', async () => {
    const { secret } = await invite()
    const admin = await makeMember(project, 'admin')
    expect(await outcomeOf(acceptInvite.execute(admin, { secret }))).toBe('conflict')
    expect(await findRole(admin.userId)).toBe('admin')
    expect(await readInvite.execute(anonymousActor, { secret })).toMatchObject({ state: 'pending' })
  })
})

describe('an invite when only provider sign-in is on', () => {
  beforeEach(() => {
    process.env.STEPMARK_OIDC_ONLY = 'on'
  })
  afterEach(() => {
    delete process.env.STEPMARK_OIDC_ONLY
  })

  test('creates an account without a password, and rejects a request that sets one', async () => {
    const { secret } = await invite()
    const { email, name } = makeAccount(makeAddress())
    const acceptanceWithPassword = acceptInvite.execute(anonymousActor, {
      secret,
      account: { email, name, password },
    })
    expect(await outcomeOf(acceptanceWithPassword)).toBe('conflict')
    const acceptance = await acceptInvite.execute(anonymousActor, {
      secret,
      account: { email, name },
    })
    expect(await findRole(acceptance.user)).toBe('annotator')
    const named = { email: makeAddress(), name: 'x', role: 'annotator' as const }
    const addedMember = await addMember.execute(project.admin, { project: project.slug, ...named })
    expect(addedMember).toMatchObject({ password: null, isNewAccount: true })
    delete process.env.STEPMARK_OIDC_ONLY
    for (const candidate of ['', password])
      expect(await checkCredentials({ email, password: candidate }, 'test')).toMatchObject({
        kind: 'refused',
      })
  })
})

describe('an invite for one address', () => {
  test('can’t be accepted by anyone else, signed in or not', async () => {
    const email = makeAddress()
    const { secret } = await invite({ email: email.toUpperCase() })
    const otherAccount = { secret, account: makeAccount(makeAddress()) }
    expect(await outcomeOf(acceptInvite.execute(anonymousActor, otherAccount))).toBe('forbidden')
    const otherPerson = await makePerson()
    expect(await outcomeOf(acceptInvite.execute(otherPerson, { secret }))).toBe('forbidden')
    const ownAccount = { secret, account: makeAccount(email) }
    expect(await outcomeOf(acceptInvite.execute(anonymousActor, ownAccount))).toBe('done')
  })
})

describe('an invite link', () => {
  const expire = (id: string) => getDatabase().$executeRaw`
    update invite set created_at = now() - interval '8 days', expires_at = now() - interval '1 second'
    where id = ${id}::uuid`

  test.each([
    ['used', (secret: string) => makePerson().then((p) => acceptInvite.execute(p, { secret }))],
    [
      'revoked',
      (_: string, id: string) =>
        revokeInvite.execute(project.admin, { project: project.slug, invite: id }),
    ],
    ['expired', (_: string, id: string) => expire(id)],
  ] as const)(
    'that is already %s reveals only this state, and can’t be accepted',
    async (state, end) => {
      const { secret, id } = await invite()
      await end(secret, id)
      expect(await readInvite.execute(anonymousActor, { secret })).toEqual({ state })
      const acceptance = acceptInvite.execute(anonymousActor, {
        secret,
        account: makeAccount(makeAddress()),
      })
      expect(await outcomeOf(acceptance)).toBe('conflict')
    },
  )

  test('with one wrong character is not found', async () => {
    const { secret } = await invite()
    const wrongSecret = `${secret.slice(0, 42)}${secret.endsWith('A') ? 'B' : 'A'}`
    expect(await outcomeOf(readInvite.execute(anonymousActor, { secret: wrongSecret }))).toBe(
      'not_found',
    )
    expect(await outcomeOf(acceptInvite.execute(anonymousActor, { secret: wrongSecret }))).toBe(
      'not_found',
    )
  })

  test('is not used up by an attempt that is rejected for a common password', async () => {
    const { secret } = await invite()
    const email = makeAddress()
    const accept = (overrides: string) =>
      acceptInvite.execute(anonymousActor, {
        secret,
        account: { ...makeAccount(email), password: overrides },
      })
    for (const common of ['password1234', email])
      expect(await outcomeOf(accept(common))).toBe('invalid_input')
    expect(await outcomeOf(accept(password))).toBe('done')
  })

  test('can be accepted by only one of ten concurrent calls', async () => {
    const { secret, id } = await invite()
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        outcomeOf(
          acceptInvite.execute(anonymousActor, { secret, account: makeAccount(makeAddress()) }),
        ),
      ),
    )
    expect(all.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(all.filter((outcome) => outcome === 'conflict')).toHaveLength(9)
    const entries = await getDatabase().$queryRaw<{ n: number }[]>`
      select count(*)::int as n from audit_entry where detail like ${`%${id}%`}`
    expect(entries[0]!.n).toBe(1)
  })

  test('is revoked when its author stops being an admin, for any reason', async () => {
    const projectKey = { project: project.slug }
    const root = await makePerson({ isInstanceAdmin: true })
    for (const end of [
      ({ userId: user }: Person) =>
        changeRole.execute(project.admin, { ...projectKey, user, role: 'reviewer' }),
      ({ userId: user }: Person) => removeMember.execute(project.admin, { ...projectKey, user }),
      ({ userId: account }: Person) => disableAccount.execute(root, { account }),
    ]) {
      const admin = await makeMember(project, 'admin')
      const secret = await inviteAs(admin)
      await end(admin)
      expect(await readInvite.execute(anonymousActor, { secret })).toEqual({ state: 'revoked' })
      const joining = acceptInvite.execute(anonymousActor, {
        secret,
        account: makeAccount(makeAddress()),
      })
      expect(await outcomeOf(joining)).toBe('conflict')
    }
    const instanceAdmin = await makePerson({ isInstanceAdmin: true })
    const secret = await inviteAs(instanceAdmin)
    const demotion = { account: instanceAdmin.userId, isInstanceAdmin: false }
    await changeInstanceAdmin.execute(root, demotion)
    expect(await readInvite.execute(anonymousActor, { secret })).toEqual({ state: 'revoked' })
  })

  test('is revoked if its author leaves while it is being created', async () => {
    const admin = await makeMember(project, 'admin')
    const secret = await inviteAs(admin)
    await removeMember.execute(project.admin, { project: project.slug, user: admin.userId })
    // As if the leaving transaction had not seen the new invite.
    await getDatabase().$executeRaw`
      update invite set revoked_at = null where made_by_id = ${admin.userId}::uuid`
    expect(await readInvite.execute(anonymousActor, { secret })).toEqual({ state: 'revoked' })
    const account = makeAccount(makeAddress())
    expect(await outcomeOf(acceptInvite.execute(anonymousActor, { secret, account }))).toBe(
      'conflict',
    )
  })
})

async function inviteAs(admin: Person): Promise<string> {
  const input = { project: project.slug, role: 'admin' as const, email: null, days: 7 }
  return (await createInvite.execute(admin, input)).link.split('#')[1]!
}

test('the audit log of the project names the person who joined', async () => {
  const { secret } = await invite({ role: 'admin' })
  const { user } = await acceptInvite.execute(anonymousActor, {
    secret,
    account: makeAccount(makeAddress()),
  })
  const entries = await getDatabase().auditEntry.findMany({
    where: { projectId: project.id, target: `user:${user}` },
    select: { action: true },
  })
  expect(entries).toEqual([{ action: 'invite.use' }])
})

test('fourteen concurrent attempts to accept one invite don’t use up the database connections', async () => {
  const { secret } = await invite()
  const tries = Array.from({ length: 14 }, () =>
    outcomeOf(
      acceptInvite.execute(anonymousActor, { secret, account: makeAccount(makeAddress()) }),
    ),
  )
  const codes = await Promise.all(tries)
  expect(codes.filter((code) => code === 'done')).toHaveLength(1)
  expect(new Set(codes)).toEqual(new Set(['done', 'conflict']))
})

test('addMember accepts an existing account only if its address is verified, as by an invite from an instance admin', async () => {
  const { secret } = await invite()
  const email = makeAddress()
  await acceptInvite.execute(anonymousActor, { secret, account: makeAccount(email) })
  const otherProject = await makeProject()
  const input = { project: otherProject.slug, email, name: 'Boss', role: 'admin' as const }
  expect(await outcomeOf(addMember.execute(otherProject.admin, input))).toBe('conflict')
  // The instance admin vouches for the address.
  const named = await invite({ email: makeAddress() })
  const knownInvite = (await readInvite.execute(anonymousActor, { secret: named.secret })) as {
    email: string
  }
  const account = makeAccount(knownInvite.email)
  await acceptInvite.execute(anonymousActor, { secret: named.secret, account })
  const addedMember = await addMember.execute(otherProject.admin, {
    ...input,
    email: knownInvite.email,
  })
  expect(addedMember).toMatchObject({ isNewAccount: false, password: null })
})

describe('adding an existing account by its address', () => {
  const addBy = async (admin: Person, projectKey: TestProject, { email, name }: Person) =>
    outcomeOf(
      addMember.execute(admin, { project: projectKey.slug, email, name, role: 'annotator' }),
    )

  test('is rejected for a project admin who shares no project with the account, and reveals no name', async () => {
    const [admin, stranger] = [await makeMember(project, 'admin'), await makePerson()]
    const input = { project: project.slug, email: stranger.email, name: 'X', role: 'annotator' }
    await expect(
      addMember.execute(admin, addMember.contract.input.parse(input)),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: expect.not.stringContaining(stranger.name) as string,
    })
    expect(await findRole(stranger.userId)).toBeUndefined()
  })

  test('is allowed for a project admin who shares another project with the account, and for instance admins', async () => {
    const [admin, stranger] = [await makeMember(project, 'admin'), await makePerson()]
    const otherProject = await makeProject()
    await addMember.execute(otherProject.admin, {
      project: otherProject.slug,
      email: admin.email,
      name: admin.name,
      role: 'reviewer',
    })
    expect(await addBy(admin, project, stranger)).toBe('conflict')
    expect(await addBy(otherProject.admin, otherProject, stranger)).toBe('done')
    expect(await addBy(admin, project, stranger)).toBe('done')
  })
})

describe('an address entered by a project admin', () => {
  const isVerified = async (email: string) =>
    (
      await getDatabase().user.findUniqueOrThrow({
        where: { email },
        select: { emailVerifiedAt: true },
      })
    ).emailVerifiedAt !== null
  const inviteTo = (admin: Person, email: string) =>
    createInvite.execute(admin, { project: project.slug, role: 'annotator', email, days: 7 })

  test('stays unverified when the account is created through the displayed link', async () => {
    const email = makeAddress()
    const { link } = await inviteTo(await makeMember(project, 'admin'), email)
    await acceptInvite.execute(anonymousActor, {
      secret: link.split('#')[1]!,
      account: makeAccount(email),
    })
    expect(await isVerified(email)).toBe(false)
  })

  test('is verified when the account is created through the emailed link', async () => {
    const email = makeAddress()
    const { id } = await inviteTo(await makeMember(project, 'admin'), email)
    const mailed = await getDatabase().$transaction((db) => createMailedInviteSecret(db, id))
    await acceptInvite.execute(anonymousActor, {
      secret: mailed!.secret,
      account: makeAccount(email),
    })
    expect(await isVerified(email)).toBe(true)
  })

  test('stays unverified when the admin adds the person, and only that admin can add them again, with the same role', async () => {
    const [email, admin] = [makeAddress(), await makeMember(project, 'admin')]
    const input = { project: project.slug, email, name: 'Mei', role: 'annotator' as const }
    const { user } = await addMember.execute(admin, input)
    expect(await isVerified(email)).toBe(false)
    await addMember.execute(admin, input)
    const otherRole = addMember.execute(admin, { ...input, role: 'reviewer' })
    await expect(otherRole).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        new RegExp(`with the role annotator.* the call ${changeRole.contract.name}\\.`),
      ) as string,
    })
    expect(await findRole(user)).toBe('annotator')
    const otherProject = await makeProject()
    const existingPromise = addMember.execute(otherProject.admin, {
      ...input,
      project: otherProject.slug,
    })
    expect(await outcomeOf(existingPromise)).toBe('conflict')
  })
})

test('a call with an API token can’t make anyone an admin', async () => {
  const { slug } = project
  const via = { kind: 'token', tokenId: project.admin.userId, scope: 'write' } as const
  const byToken = { ...project.admin, via }
  const { userId: user } = await makeMember(project, 'annotator')
  const person = { email: makeAddress(), name: 'x' }
  for (const role of ['admin', 'reviewer'] as const) {
    const code = role === 'admin' ? 'forbidden' : 'done'
    const input = createInvite.contract.input.parse({ project: slug, role })
    expect(await outcomeOf(createInvite.execute(byToken, input))).toBe(code)
    expect(await outcomeOf(changeRole.execute(byToken, { project: slug, user, role }))).toBe(code)
    const addedPromise = addMember.execute(byToken, { project: slug, ...person, role })
    expect(await outcomeOf(addedPromise)).toBe(code)
  }
})

describe('invite lists', () => {
  test('of a project contain its pending invites, without links', async () => {
    const ownProject = await makeProject()
    const input = {
      project: ownProject.slug,
      role: 'reviewer' as const,
      email: 'a@example.org',
      days: 7,
    }
    const created = await createInvite.execute(ownProject.admin, input)
    const listed = await listInvites.execute(ownProject.admin, { project: ownProject.slug })
    expect(listed).toMatchObject({
      canMail: false,
      invites: [
        { id: created.id, role: 'reviewer', state: 'pending', mail: null, createdBy: 'Ada Okoro' },
      ],
    })
    expect(JSON.stringify(listed)).not.toContain(created.link.split('#')[1])
    // An admin of another project can't revoke the invite.
    const otherProject = { project: project.slug, invite: created.id }
    expect(await outcomeOf(revokeInvite.execute(project.admin, otherProject))).toBe('not_found')
  })

  test('of the server contain account invites, which create accounts without a project', async () => {
    const input = { email: null, days: 1 }
    const { link, id } = await createAccountInvite.execute(project.admin, input)
    const secret = link.split('#')[1]!
    expect(await readInvite.execute(anonymousActor, { secret })).toMatchObject({
      project: null,
      role: null,
    })
    const account = makeAccount(makeAddress())
    const acceptance = await acceptInvite.execute(anonymousActor, { secret, account })
    expect(acceptance).toMatchObject({ project: null, role: null })
    const { invites } = await listAccountInvites.execute(project.admin, {})
    expect(invites.find((invite) => invite.id === id)).toMatchObject({
      state: 'used',
      usedBy: 'Ada Lind',
    })
  })
})

test('the number of addresses that an invited person can try is limited, so that accounts can’t be enumerated', async () => {
  const { secret } = await invite()
  const { email } = await makePerson()
  const tryAddress = () =>
    outcomeOf(acceptInvite.execute(anonymousActor, { secret, account: makeAccount(email) }))
  for (let i = 0; i < 20; i++) expect(await tryAddress()).toBe('conflict')
  expect(await tryAddress()).toBe('rate_limited')
})
