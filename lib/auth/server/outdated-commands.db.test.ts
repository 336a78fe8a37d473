import { beforeAll, expect, test } from 'vitest'
import { reopenAnnotation, submitAnnotation } from '@/lib/annotations/server/commands'
import {
  finishInputByReason,
  makeProjectWithClaimedSolution,
  makeSaveInput,
  readSingleAnnotation,
} from '@/lib/annotations/testing/claimed-solution'
import {
  findOperation,
  openTestApi,
  makeSessionHeaders,
  buildCallRequest,
} from '@/lib/http/server/testing/api-client'
import { defineContract, z } from '@/lib/platform/contract'
import { projectSlugField } from '@/lib/platform/fields'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNext } from '@/lib/queue/server/commands'
import { importLines, makeMember, makeProblemLine, makeProject } from '@/prisma/seed/factories'
import type { TestProject } from '@/prisma/seed/factories'
import { command } from './operation'
import type { RequestTiming } from './request-timing'

useTestDatabase()

let project: TestProject
beforeAll(async () => {
  project = await makeProject()
  await importLines(project, [makeProblemLine('p', [0.5])])
})

const contractOf = (name: string) =>
  defineContract({
    name,
    method: 'post',
    summary: '',
    path: '/projects/{project}/renamed',
    input: z.strictObject({ project: projectSlugField, name: z.string() }),
    reply: z.object({}),
  })

/** Called by `rename` after its statement. */
let onRenamed: () => void = () => undefined

const rename = (timeoutMs?: number) =>
  command(contractOf('tryRename'), {
    action: 'project.update',
    scope: 'project',
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    async run({ db, project: { id } }, { name }) {
      await db.project.update({ where: { id }, data: { name }, select: { id: true } })
      onRenamed()
      return {}
    },
    audit: () => ({ target: 'tried' }),
  })

const readName = async () =>
  (await getDatabase().project.findUniqueOrThrow({ where: { id: project.id } })).name
const countEntries = () => getDatabase().auditEntry.count({ where: { projectId: project.id } })

/** The arrival, this long ago, of a request whose client still waits. */
const makeArrivalTime = (ms: number) => ({ atMs: performance.now() - ms })

const outdatedError = { code: 'unavailable', details: { retryAfterSeconds: 1 } }
/** The code is arbitrary, because the client never reads this response. */
const cancelledError = { code: 'invalid_input' }

async function expectUnchanged(
  write: () => Promise<unknown>,
  error: object = outdatedError,
): Promise<void> {
  const before = [await readName(), await countEntries()]
  await expect(write()).rejects.toMatchObject(error)
  expect([await readName(), await countEntries()]).toEqual(before)
}

test('a command that starts later than its time limit changes nothing', async () => {
  const input = { project: project.slug, name: 'too late' }
  await expectUnchanged(() =>
    rename().execute(project.admin, input, { arrival: makeArrivalTime(5_100) }),
  )
  await expectUnchanged(() =>
    rename().execute(project.admin, input, {
      arrival: makeArrivalTime(5_100),
      idempotencyKey: 'too-late',
    }),
  )
  // The rejected key is free for the repeat.
  const onTime = { arrival: makeArrivalTime(4_000), idempotencyKey: 'too-late' }
  await rename().execute(project.admin, input, onTime)
  expect(await readName()).toBe('too late')
})

test('a command that ends later than twice its time limit after it arrived changes nothing', async () => {
  const arrival = makeArrivalTime(0)
  onRenamed = () => void (arrival.atMs -= 10_100)
  await expectUnchanged(() =>
    rename().execute(project.admin, { project: project.slug, name: 'late end' }, { arrival }),
  )
  onRenamed = () => undefined
})

test('a command changes nothing if the client closes the connection before or during it', async () => {
  const input = { project: project.slug, name: 'without a client' }
  const closedRequestTiming = { atMs: performance.now(), signal: AbortSignal.abort() }
  const write = (arrival: RequestTiming) => () =>
    rename().execute(project.admin, input, { arrival })
  await expectUnchanged(write(closedRequestTiming), cancelledError)
  const clientConnection = new AbortController()
  onRenamed = () => clientConnection.abort()
  const openRequestTiming = { atMs: performance.now(), signal: clientConnection.signal }
  await expectUnchanged(write(openRequestTiming), cancelledError)
  onRenamed = () => undefined
})

test('leases nothing if a claim is outdated or its client has disconnected', async () => {
  const person = await makeMember(project, 'annotator')
  const input = { project: project.slug, prefetch: false }
  const closedRequestTiming = { atMs: performance.now(), signal: AbortSignal.abort() }
  for (const [arrival, code] of [
    [makeArrivalTime(5_100), 'unavailable'],
    [closedRequestTiming, 'invalid_input'],
  ] as const)
    await expect(claimNext.execute(person, input, { arrival })).rejects.toMatchObject({ code })
  expect(await getDatabase().lease.count({ where: { userId: person.userId } })).toBe(0)
})

test('a late reopen changes nothing after a later reopen and submit were acknowledged', async () => {
  const { project: claimedProject, person, input } = await makeProjectWithClaimedSolution()
  const submit = (lease: string, sequence: number) =>
    submitAnnotation.execute(person, {
      project: claimedProject.slug,
      lease,
      ...finishInputByReason.solution,
      ...makeSaveInput([1, 1, 1], sequence),
      basedOn: sequence - 1,
    })
  const { annotation } = await submit(input.lease, 1)
  const reopen = (arrival: RequestTiming) =>
    reopenAnnotation.execute(person, { project: claimedProject.slug, annotation }, { arrival })
  // Sent to a process that is frozen now, so the client repeats it on another one.
  const lateArrival = makeArrivalTime(33_000)
  const abandonedArrival = { atMs: performance.now(), signal: AbortSignal.abort() }
  const { lease } = await reopen(makeArrivalTime(0))
  await submit(lease, 2)
  const submitted = await readSingleAnnotation(claimedProject)
  await expect(reopen(lateArrival)).rejects.toMatchObject(outdatedError)
  await expect(reopen(abandonedArrival)).rejects.toMatchObject(cancelledError)
  expect(await readSingleAnnotation(claimedProject)).toEqual(submitted)
  expect(submitted).toMatchObject({ state: 'submitted' })
  expect(await getDatabase().lease.count({ where: { projectId: claimedProject.id } })).toBe(0)
})

test('a command with a longer time limit runs after the default limit has passed', async () => {
  const input = { project: project.slug, name: 'long' }
  await rename(60_000).execute(project.admin, input, { arrival: makeArrivalTime(20_000) })
  expect(await readName()).toBe('long')
  await expectUnchanged(() =>
    rename(60_000).execute(project.admin, input, { arrival: makeArrivalTime(61_000) }),
  )
})

test('stores an upload whose body took longer than the time limit to arrive', async () => {
  const upload = command(
    defineContract({
      name: 'trySlowUpload',
      method: 'put',
      summary: '',
      accepts: 'file',
      path: '/projects/{project}/slow',
      input: z.strictObject({ project: projectSlugField }),
      reply: z.object({ bytes: z.number() }),
    }),
    {
      action: 'import.run',
      scope: 'project',
      bodyMaxBytes: 10,
      run: async ({ file }) => ({ bytes: file?.length ?? 0 }),
      audit: () => ({ target: 'tried' }),
    },
  )
  const body = async function* () {
    yield new Uint8Array(3)
  }
  const options = { arrival: makeArrivalTime(30_000), file: body() }
  expect(await upload.execute(project.admin, { project: project.slug }, options)).toEqual({
    bytes: 3,
  })
})

test('leases nothing if the client of an API call closes the connection, and does not count it as a server error', async () => {
  const api = await openTestApi()
  const person = await makeMember(project, 'annotator')
  const clientConnection = new AbortController()
  const call = buildCallRequest(
    findOperation('claimNext'),
    { project: project.slug, prefetch: false },
    await makeSessionHeaders(person),
  )
  const responsePromise = api.fetch(new Request(call, { signal: clientConnection.signal }))
  clientConnection.abort()
  const response = await responsePromise
  expect(response.status).toBe(400)
  expect(await getDatabase().lease.count({ where: { userId: person.userId } })).toBe(0)
})
