import { beforeAll, expect, test, vi } from 'vitest'
import { defineContract, z } from '@/lib/platform/contract'
import { projectField } from '@/lib/platform/fields'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { joinProject, makePerson, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { command } from './operation'

useTestDatabase()

let project: MadeProject
beforeAll(async () => {
  project = await makeProject()
})

const run = vi.fn<(file: Uint8Array | null) => void>()
const sendFile = command(
  defineContract({
    ...{ name: 'trySendFile', method: 'put', summary: '', accepts: 'file' },
    path: '/projects/{project}/tried',
    input: z.strictObject({ project: projectField }),
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

test('a body comes whole', async () => {
  const input = { project: project.slug }
  const send = (file?: AsyncIterable<Uint8Array>) =>
    sendFile.execute(project.admin, input, file ? { file } : {})
  expect(await send(stream('one ', 'two', '', '...'))).toEqual({ bytes: 10 })
  expect(String(run.mock.lastCall?.[0])).toBe('one two...')
  expect(await send(stream())).toEqual({ bytes: 0 })
  expect(await send()).toEqual({ bytes: null })
})

test('a body that is too large is refused as soon as that is seen', async () => {
  run.mockClear()
  let sent = 0
  const endless = async function* () {
    for (; sent < 1_000; sent++) yield new Uint8Array(4)
  }
  const sending = sendFile.execute(project.admin, { project: project.slug }, { file: endless() })
  await expect(sending).rejects.toMatchObject({ code: 'too_large', details: { maxBytes: 10 } })
  expect(sent).toBe(2)
  expect(run).not.toHaveBeenCalled()
})

test('while a body arrives, no transaction is open', async () => {
  const watch = async function* () {
    yield new Uint8Array(1)
    const rows = await getDatabase().$queryRaw<{ state: string }[]>`
      select state from pg_stat_activity
      where datname = current_database() and application_name = 'stepmark' and state like 'idle in transaction%'`
    expect(rows).toEqual([])
  }
  expect(
    await sendFile.execute(project.admin, { project: project.slug }, { file: watch() }),
  ).toEqual({ bytes: 1 })
})

test('a body that breaks off leaves nothing', async () => {
  run.mockClear()
  const breakOff = async function* () {
    yield new Uint8Array(1)
    throw new Error('the network went away')
  }
  const sending = sendFile.execute(project.admin, { project: project.slug }, { file: breakOff() })
  await expect(sending).rejects.toThrow('the network went away')
  expect(run).not.toHaveBeenCalled()
})

test('nobody sends a byte without the right to', async () => {
  let sent = 0
  const count = async function* () {
    sent += 1
    yield new Uint8Array(1)
  }
  for (const actor of [await makePerson(), await joinProject(project, 'annotator')])
    await expect(
      sendFile.execute(actor, { project: project.slug }, { file: count() }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/not_found|forbidden/) as string })
  expect(sent).toBe(0)
})
