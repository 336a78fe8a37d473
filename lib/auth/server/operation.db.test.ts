import { beforeAll, expect, test, vi } from 'vitest'
import { defineContract, z } from '@/lib/platform/contract'
import { projectSlugField } from '@/lib/platform/fields'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import type { Person } from '../actor'
import { createToken } from './commands'
import { command, query } from './operation'
import { findProjectAccess, type LoadedProject } from './project-access'
import { findRequester } from './request-actor'

useTestDatabase()

let project: TestProject
beforeAll(async () => {
  project = await makeProject()
})

const run = vi.fn<(file: Uint8Array | null) => void>()
const sendFile = command(
  defineContract({
    name: 'trySendFile',
    method: 'put',
    summary: '',
    accepts: 'file',
    path: '/projects/{project}/tried',
    input: z.strictObject({ project: projectSlugField }),
    reply: z.object({ bytes: z.number().nullable() }),
  }),
  {
    action: 'import.run',
    scope: 'project',
    bodyMaxBytes: 10,
    run: async ({ file }) => {
      run(file)
      return { bytes: file === null ? null : file.length }
    },
    audit: () => ({ target: 'tried' }),
  },
)

async function* stream(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

const readProject = query(
  defineContract({
    name: 'tryReadProject',
    method: 'get',
    summary: '',
    path: '/projects/{project}/tried',
    input: z.strictObject({ project: projectSlugField }),
    reply: z.object({ slug: z.string() }),
  }),
  {
    action: 'project.read',
    scope: 'project',
    run: async ({ project: { slug } }) => ({ slug }),
  },
)

test('an upload command receives the complete request body as a file', async () => {
  const input = { project: project.slug }
  const send = (file?: AsyncIterable<Uint8Array>) =>
    sendFile.execute(project.admin, input, file ? { file } : {})
  expect(await send(stream('one ', 'two', '', '...'))).toEqual({ bytes: 10 })
  expect(String(run.mock.lastCall?.[0])).toBe('one two...')
  expect(await send(stream())).toEqual({ bytes: 0 })
  expect(await send()).toEqual({ bytes: null })
})

test('a request body is rejected as soon as it exceeds the limit', async () => {
  run.mockClear()
  let sentBytes = 0
  const endless = async function* () {
    for (; sentBytes < 1_000; sentBytes++) yield new Uint8Array(4)
  }
  const sending = sendFile.execute(project.admin, { project: project.slug }, { file: endless() })
  await expect(sending).rejects.toMatchObject({ code: 'too_large', details: { maxBytes: 10 } })
  expect(sentBytes).toBe(2)
  expect(run).not.toHaveBeenCalled()
})

const findIdleTransactions = () => getDatabase().$queryRaw<{ state: string }[]>`
  select state from pg_stat_activity
  where datname = current_database() and application_name = 'stepmark' and state like 'idle in transaction%'`

test('no database transaction is open while a request body arrives', async () => {
  const watch = async function* () {
    yield new Uint8Array(1)
    expect(await findIdleTransactions()).toEqual([])
  }
  expect(
    await sendFile.execute(project.admin, { project: project.slug }, { file: watch() }),
  ).toEqual({ bytes: 1 })
})

const countLetters = vi.fn<(file: Uint8Array) => Promise<{ letters: number }>>()
const countFile = command(
  defineContract({
    name: 'tryCountFile',
    method: 'put',
    summary: '',
    accepts: 'file',
    path: '/projects/{project}/counted',
    input: z.strictObject({ project: projectSlugField }),
    reply: z.object({ letters: z.number().nullable() }),
  }),
  {
    action: 'import.run',
    scope: 'project',
    bodyMaxBytes: 10,
    readFile: countLetters,
    run: async ({ read }) => ({ letters: read?.letters ?? null }),
    audit: () => ({ target: 'counted' }),
  },
)

test('an upload command runs readFile before the transaction, and passes its result on', async () => {
  countLetters.mockImplementation(async (file) => {
    expect(await findIdleTransactions()).toEqual([])
    return { letters: file.length }
  })
  const input = { project: project.slug }
  const countResult = await countFile.execute(project.admin, input, { file: stream('one ', 'two') })
  expect(countResult).toEqual({ letters: 7 })
  expect(await countFile.execute(project.admin, input)).toEqual({ letters: null })
  expect(countLetters).toHaveBeenCalledTimes(1)
})

test('an upload command does not run readFile without permission to upload', async () => {
  countLetters.mockClear()
  const sending = countFile.execute(
    await makeMember(project, 'annotator'),
    { project: project.slug },
    { file: stream('one') },
  )
  await expect(sending).rejects.toMatchObject({ code: 'forbidden' })
  expect(countLetters).not.toHaveBeenCalled()
})

test('a truncated request body changes nothing', async () => {
  run.mockClear()
  const sendTruncatedBody = async function* () {
    yield new Uint8Array(1)
    throw new Error('the network went away')
  }
  const sending = sendFile.execute(
    project.admin,
    { project: project.slug },
    { file: sendTruncatedBody() },
  )
  await expect(sending).rejects.toThrow('the network went away')
  expect(run).not.toHaveBeenCalled()
})

test('a command does not read the request body if the person lacks permission', async () => {
  let sentBytes = 0
  const count = async function* () {
    sentBytes += 1
    yield new Uint8Array(1)
  }
  for (const actor of [await makePerson(), await makeMember(project, 'annotator')])
    await expect(
      sendFile.execute(actor, { project: project.slug }, { file: count() }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/not_found|forbidden/) as string })
  expect(sentBytes).toBe(0)
})

test('reuses project access that was read with the caller for 1 s, only for that person and project', async () => {
  const [member, stranger] = [await makeMember(project, 'annotator'), await makePerson()]
  const otherProject = await makeProject()
  const { id, slug } = project
  const access = await findProjectAccess(getDatabase(), member, slug)
  const makeLoadedProject = (changes: Partial<LoadedProject> = {}): LoadedProject => ({
    userId: member.userId,
    slug,
    project: access,
    at: performance.now(),
    ...changes,
  })
  const ask = (actor: Person, loadedProject: LoadedProject, project = slug) =>
    readProject.execute(actor, { project }, { loadedProject })
  await getDatabase().member.deleteMany({ where: { projectId: id, userId: member.userId } })
  const notFound = { code: 'not_found' }
  expect(await ask(member, makeLoadedProject())).toMatchObject({ slug })
  await expect(
    ask(member, makeLoadedProject({ at: performance.now() - 1_001 })),
  ).rejects.toMatchObject(notFound)
  await expect(ask(stranger, makeLoadedProject())).rejects.toMatchObject(notFound)
  await expect(ask(member, makeLoadedProject(), otherProject.slug)).rejects.toMatchObject(notFound)
  await expect(
    ask(project.admin, makeLoadedProject({ project: null, userId: project.admin.userId })),
  ).rejects.toMatchObject(notFound)
})

test('findRequester returns the same project access as findProjectAccess', async () => {
  const person = await makeMember(project, 'reviewer')
  const otherProject = await makeProject()
  const token = await createToken.execute(person, { name: 't', scope: 'read', days: 1 })
  const findProject = (slug: string) =>
    findRequester({ cookie: null, authorization: `Bearer ${token.secret}`, project: slug })
  const { actor, loadedProject } = await findProject(project.slug)
  expect(actor).toMatchObject({ kind: 'person', userId: person.userId })
  expect(loadedProject?.project).toEqual(
    await findProjectAccess(getDatabase(), person, project.slug),
  )
  expect(loadedProject?.project?.role).toBe('reviewer')
  expect((await findProject(otherProject.slug)).loadedProject).toMatchObject({
    project: null,
    slug: otherProject.slug,
  })
  for (const slug of ['not-there', otherProject.slug])
    expect((await findProject(slug)).loadedProject?.project).toBeNull()
  for (const slug of ['NUL\0', '../x', ''])
    expect((await findProject(slug)).loadedProject).toBeNull()
})
