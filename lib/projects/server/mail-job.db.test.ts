import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useJobWorker } from '@/cli/testing/use-job-worker'
import { anonymousActor } from '@/lib/auth/actor'
import { readReset, requestReset } from '@/lib/auth/server/reset-commands'
import { getDatabase } from '@/lib/platform/server/database'
import { describeErrorForLog } from '@/lib/platform/server/describe-error'
import { sendMail } from '@/lib/platform/server/mail'
import { type MailServer, startMailServer } from '@/lib/platform/testing/mail-server'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import { acceptInvite, readInvite } from './accept-invite'
import { createInvite, listInvites, revokeInvite } from './invite-commands'

useTestDatabase()

let project: TestProject
let server: MailServer
const setMail = (who = '', how = '') => {
  process.env.STEPMARK_SMTP_URL = `smtp://${who}127.0.0.1:${server.port}${how}`
}

beforeAll(async () => {
  server = await startMailServer({ user: 'post man', password: 'pass/word@1' })
  process.env.NEXTAUTH_URL = 'https://labels.example.org'
  process.env.STEPMARK_MAIL_FROM = 'Stepmark <labels@example.org>'
  setMail('', '?tls=off')
  project = await makeProject({})
  // New names can’t contain such marks, but a stored name may.
  const name = 'Numbers\u202e & more'
  await getDatabase().project.update({ where: { id: project.id }, data: { name } })
})
useJobWorker()
beforeEach(() => {
  server.received.length = 0
  server.refusals.length = 0
  setMail('', '?tls=off')
})
afterAll(async () => {
  delete process.env.STEPMARK_SMTP_URL
  delete process.env.STEPMARK_MAIL_FROM
  await server.stop()
})

const waitFor = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 20_000, interval: 100 })

const invite = (email: string | null) =>
  createInvite.execute(project.admin, { project: project.slug, role: 'annotator', email, days: 7 })
const findMailState = async (id: string) =>
  (await listInvites.execute(project.admin, { project: project.slug })).invites.find(
    (candidate) => candidate.id === id,
  )?.mail
const readLink = (text: string) =>
  /https:\/\/labels\.example\.org\/(?:invite|reset)#([\w-]{43})/.exec(text)![1]!

/** Makes delayed jobs due. */
const makeWaitingJobsDue = () => getDatabase().$executeRaw`
  update pgboss.job set start_after = now() where state = 'created' and start_after > now()`

describe('an invite for an address', () => {
  test('is emailed with another link than the displayed one, and both links work', async () => {
    const created = await invite('ada@example.org')
    expect(created.isMailed).toBe(true)
    await waitFor(() => expect(server.received).toHaveLength(1))
    const [mail] = server.received
    expect(mail).toMatchObject({ to: ['ada@example.org'], from: 'labels@example.org' })
    expect(mail!.text).toContain('“Numbers & more” on Stepmark')
    expect(mail!.text).toContain('Ada Okoro invites you')
    const secret = readLink(mail!.text)
    expect(created.link).not.toContain(secret)
    await waitFor(async () => expect(await findMailState(created.id)).toBe('sent'))

    const shownSecret = created.link.split('#')[1]!
    for (const revealedText of [shownSecret, secret])
      expect(await readInvite.execute(anonymousActor, { secret: revealedText })).toMatchObject({
        state: 'pending',
      })
    const account = { email: 'ada@example.org', name: 'Ada', password: 'a password of mine' }
    await acceptInvite.execute(anonymousActor, { secret, account })
    for (const revealedText of [shownSecret, secret])
      expect(await readInvite.execute(anonymousActor, { secret: revealedText })).toEqual({
        state: 'used',
      })
  })

  test('is emailed without storing its secret in jobs, invites or the audit log', async () => {
    await invite('bea@example.org')
    await waitFor(() => expect(server.received).toHaveLength(1))
    const secret = readLink(server.received[0]!.text)
    const [all] = await getDatabase().$queryRaw<{ text: string }[]>`
      select (select jsonb_agg(to_jsonb(j)) from pgboss.job j where name = 'mail')::text
        || (select jsonb_agg(to_jsonb(i)) from invite i)::text
        || (select jsonb_agg(to_jsonb(a)) from audit_entry a)::text as text`
    expect(all!.text).toContain('invite')
    expect(all!.text).not.toContain(secret)
    expect(all!.text).not.toContain(Buffer.from(secret).toString('hex'))
    // The job does not contain the address either.
    const [jobs] = await getDatabase().$queryRaw<{ text: string }[]>`
      select jsonb_agg(data)::text as text from pgboss.job where name = 'mail'`
    expect(jobs!.text).not.toContain('bea@')
  })

  test('is emailed again if the mail server was not ready, and the link in the later email works', async () => {
    server.refusals.push(451, 451)
    const { id } = await invite('cy@example.org')
    await waitFor(async () => {
      await makeWaitingJobsDue()
      expect(server.received).toHaveLength(1)
    })
    const secret = readLink(server.received[0]!.text)
    expect(await readInvite.execute(anonymousActor, { secret })).toMatchObject({ state: 'pending' })
    await waitFor(async () => expect(await findMailState(id)).toBe('sent'))
  })

  test('is listed as not delivered if the mail server rejected its email, and its displayed link still works', async () => {
    server.refusals.push(550)
    const { id, link } = await invite('dee@example.org')
    await waitFor(async () => expect(await findMailState(id)).toBe('failed'))
    const secret = link.split('#')[1]!
    expect(await readInvite.execute(anonymousActor, { secret })).toMatchObject({ state: 'pending' })
  })

  test('is not emailed if it is revoked or has no address', async () => {
    expect((await invite(null)).isMailed).toBe(false)
    server.refusals.push(451)
    const { id } = await invite('eve@example.org')
    await waitFor(() => expect(server.refusals).toEqual([]))
    await revokeInvite.execute(project.admin, { project: project.slug, invite: id })
    await invite('fay@example.org')
    await waitFor(async () => {
      await makeWaitingJobsDue()
      expect(server.received.map(({ to }) => to)).toEqual([['fay@example.org']])
      const [remainingRow] = await getDatabase().$queryRaw<{ n: number }[]>`
        select count(*)::int as n from pgboss.job where name = 'mail' and state in ('created', 'active')`
      expect(remainingRow!.n).toBe(0)
    })
  })
})

describe('a link for a new password', () => {
  test('is emailed only if there is an account with the address', async () => {
    const person = await makePerson()
    await requestReset.execute(anonymousActor, { email: 'nobody@example.org' })
    await requestReset.execute(anonymousActor, { email: person.email })
    await waitFor(() => expect(server.received).toHaveLength(1))
    expect(server.received[0]!.to).toEqual([person.email])
    const secret = readLink(server.received[0]!.text)
    expect(await readReset.execute(anonymousActor, { secret })).toEqual({
      state: 'pending',
      email: person.email,
    })
  })
})

describe('sending mail: the mail server', () => {
  const mail = { to: 'a@example.org', subject: 'Subject', text: 'Text' }

  test('receives the name and password over an encrypted connection', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      setMail('post%20man:pass%2Fword%401@')
      await sendMail(mail)
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
    expect(server.received).toMatchObject([{ user: 'post man', isEncrypted: true }])
  })

  test('receives no name or password if its certificate is untrusted', async () => {
    setMail('post%20man:pass%2Fword%401@')
    await expect(sendMail(mail)).rejects.toThrow(/certificate/)
    expect(server.received).toEqual([])
  })

  test.each([451, 550])(
    'can reject an address with %i, which is logged without the address',
    async (code) => {
      server.refusals.push(code)
      const error: unknown = await sendMail(mail).catch((refusal: unknown) => refusal)
      expect(error).toBeInstanceOf(Error)
      const description = JSON.stringify(describeErrorForLog(error))
      expect(description).toContain(`(${code})`)
      expect(description).not.toContain('a@example')
    },
  )

  test.each(['a@example.org, b@example.org', 'a@example.org\r\nRCPT TO:<b@example.org>'])(
    'receives no mail for %j, which contains two addresses',
    async (to) => {
      await expect(sendMail({ ...mail, to })).rejects.toThrow(/rejected the mail/)
      expect(server.received).toEqual([])
    },
  )
})
