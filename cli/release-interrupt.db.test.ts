import { expect, onTestFinished, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject } from '@/prisma/seed/factories'
import { serveWithFaults } from './testing/faulty-server'
import { runCommand } from './testing/run-command'
import { startStepmarkProcess } from './testing/run-stepmark-process'
import { useApiServer } from './testing/use-api-server'

// No jobs run here, so releases never finish.
useTestDatabase()
const server = useApiServer()

test('Ctrl-C explains how to follow a release that can’t be cancelled', async () => {
  const { slug } = await makeProject({}, server.admin())
  let hasPolled = false
  const api = await serveWithFaults(
    () => server.url(),
    (request, response) => {
      hasPolled ||= request.method === 'GET'
      if (!request.url!.endsWith('/cancel')) return false
      response.writeHead(401).end(JSON.stringify({ code: 'unauthenticated', detail: 'Who?' }))
      return true
    },
  )
  const argv = ['--project', slug, '--formats', 'csv', '--url', api.url]
  const child = startStepmarkProcess(['release', 'create', 'Too much', ...argv])
  onTestFinished(async () => {
    await child.end('SIGKILL')
    await api.stop()
  })
  await expect.poll(() => hasPolled).toBe(true)
  const { status, stderr } = await child.end('SIGINT')
  expect(status).toBe(1)
  expect(stderr).toContain(
    `The server continues to write release 1. To see its progress: stepmark release show 1 --project ${slug}\n`,
  )
  expect(stderr).not.toContain('Nothing was changed')
})

test('Ctrl-C cancels the release that the command waits for', async () => {
  const { slug, id } = await makeProject({}, server.admin())
  const stateOf = async () =>
    (await getDatabase().release.findFirst({ where: { projectId: id } }))?.state
  let hasPolled = false
  const api = await serveWithFaults(
    () => server.url(),
    (request) => {
      hasPolled ||= request.method === 'GET'
      return false
    },
  )
  const argv = ['--project', slug, '--formats', 'csv', '--url', api.url]
  const command = runCommand(['release', 'create', 'Too much', ...argv])
  onTestFinished(async () => {
    // If the test fails early, the command still polls in a process that other test files share.
    process.emit('SIGINT')
    await command
    await api.stop()
  })
  await expect.poll(() => hasPolled).toBe(true)
  expect(await stateOf()).toBe('running')
  process.emit('SIGINT')
  expect(await command).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'No worker is running. Start one on the server’s host with "stepmark worker".\n' +
      'Cancelling the release. Press Ctrl-C again to quit at once.\n' +
      'Release 1 was cancelled. Only its number stays in use.\nstepmark: Stopped.\n',
  })
  expect(await stateOf()).toBe('cancelled')
})
