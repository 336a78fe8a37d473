import type { ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  type TestProject,
  makeProject,
} from '@/prisma/seed/factories'
import { serveWithFaults, type FaultInjector } from './testing/faulty-server'
import { makeLabelledLines } from './testing/labelled-lines'
import { runCommand } from './testing/run-command'
import { useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
useJobWorker()
let project: TestProject
beforeAll(async () => {
  project = await makeProject({}, server.admin())
  await importLines(project, makeLabelledLines(0, 2))
})

const rejections = {
  'a token that is rejected': [401, 'unauthenticated', 'A valid token is required.'],
  'a server that stays too busy': [429, 'rate_limited', 'No one has time.'],
} as const
const faults = Object.keys(rejections) as (keyof typeof rejections)[]

function reject(response: ServerResponse, fault: keyof typeof rejections): true {
  const [status, code, detail] = rejections[fault]
  response.writeHead(status).end(JSON.stringify({ code, detail, retryAfterSeconds: 0.01 }))
  return true
}

async function runIn(fault: FaultInjector, argv: readonly string[], input = '') {
  const api = await serveWithFaults(() => server.url(), fault)
  try {
    return await runCommand([...argv, '--project', project.slug, '--url', api.url], { input })
  } finally {
    await api.stop()
  }
}

/** The commands in a message, without the name of the program. */
const readCommands = (message: string) =>
  [...message.matchAll(/stepmark ((?:import|release|scorer?) [^,\n]+)/g)].map(([, command]) =>
    command!.split(' '),
  )

const newestImport = () =>
  getDatabase().importBatch.findFirstOrThrow({
    where: { projectId: project.id },
    orderBy: { createdAt: 'desc' },
  })
const makeInput = (name: string) => `${JSON.stringify(makeProblemLine(name, [0.1]))}\n`

describe.each(faults)('in the case of %s', (fault) => {
  const [, , message] = rejections[fault]

  test('while an import is followed, the error says that it continues and how to follow it again', async () => {
    const { status, stdout, stderr } = await runIn(
      ({ method }, response) => method === 'GET' && reject(response, fault),
      ['import', '-'],
      makeInput(fault),
    )
    const { id } = await newestImport()
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(`The import ${id} continues on the server. To see its progress: `)
    expect(stderr).toContain(`stepmark: ${message}`)
    expect(stderr).not.toContain('Nothing was changed')
    const commands = readCommands(stderr)
    expect(commands.map(([, option, name]) => [option, name])).toEqual([
      ['--status', id],
      ['--resume', id],
    ])
    const watched = await runCommand(commands[1]!)
    expect(watched.status).toBe(0)
    expect(watched.stderr).toContain('new: 1 problem, 1 solution')
    expect((await runCommand(commands[0]!)).stderr).toBe(watched.stderr)
  })

  test('while an import is started, the error says that it may have started', async () => {
    const { status, stderr } = await runIn(
      ({ url }, response) => url!.endsWith('/start') && reject(response, fault),
      ['import', '-'],
      makeInput(`${fault}, at the start`),
    )
    const { id } = await newestImport()
    expect(status).toBe(1)
    expect(stderr).toContain(`the import ${id} may have started. To check: `)
    expect(stderr).not.toContain('Nothing was changed')
    const importStatus = await runCommand(readCommands(stderr)[0]!)
    expect(importStatus.stderr).toMatch(
      /^-: The server has received \d+ bytes\. To send the rest: /,
    )
  })

  test('while a file is uploaded, the error says how to continue the upload', async () => {
    const { status, stderr } = await runIn(
      ({ method }, response) => method === 'PUT' && reject(response, fault),
      ['import', '-'],
      makeInput(`${fault}, on the way`),
    )
    const { id } = await newestImport()
    expect(status).toBe(1)
    expect(stderr).toContain(
      `The server keeps what was sent. To continue: stepmark import FILE --resume ${id} --project ${project.slug}\n`,
    )
    expect(stderr).not.toContain('Nothing was changed')
  })

  test('while a release is followed, the error says that it continues and how to follow it again', async () => {
    const { status, stdout, stderr } = await runIn(
      ({ method }, response) => method === 'GET' && reject(response, fault),
      ['release', 'create', fault, '--formats', 'csv'],
    )
    const { number } = await getDatabase().release.findFirstOrThrow({
      where: { projectId: project.id, name: fault },
    })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(
      `The server continues to write release ${number}. To see its progress: `,
    )
    expect(stderr).toContain(`stepmark: ${message}`)
    expect(stderr).not.toContain('Nothing was changed')
    const [show] = readCommands(stderr)
    expect(show).toEqual(['release', 'show', String(number), '--project', project.slug])
    await expect.poll(async () => (await runCommand(show!)).stdout).toContain(`${fault}: done`)
  })
})

test('the error does not say that an import continues if the server responds that it does not exist', async () => {
  const { stderr } = await runIn(
    ({ method }, response) => {
      if (method !== 'GET') return false
      response.writeHead(404).end(JSON.stringify({ code: 'not_found', detail: 'No such thing.' }))
      return true
    },
    ['import', '-'],
    makeInput('gone'),
  )
  expect(stderr).toContain('is no longer visible')
  expect(stderr).toContain('stepmark: No such thing.\n')
  expect(stderr).not.toMatch(/continues|Nothing was changed/)
})

test('the error says that nothing was changed if the server refuses to create the import', async () => {
  const { stderr } = await runIn(
    (_, response) => reject(response, 'a token that is rejected'),
    ['import', '-'],
    makeInput('rejected'),
  )
  expect(stderr).toMatch(
    /^stepmark: A valid token is required\.\nNothing was changed\. The server rejected/,
  )
})
