import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { AppError } from '@/lib/platform/errors'
import type { revokeTokenContract } from '@/lib/auth/contract'
import { callServer } from './server'
import { listen } from './testing/serve-api'

async function readFailure(respond: RequestListener | null): Promise<string> {
  const server = await listen(createServer(respond ?? (() => undefined)))
  const { url } = server
  if (respond === null) await server.stop()
  const error = await callServer<typeof revokeTokenContract>(
    { baseUrl: url, token: 'smk_x' },
    { method: 'delete', path: '/tokens/{token}' },
    { token: 'a' },
  ).then(
    () => null,
    (thrown: AppError) => thrown,
  )
  if (respond !== null) await server.stop()
  expect(error?.code).toBe('unavailable')
  return error!.message
}

test.each<[string, RequestListener]>([
  ['the connection ends without a reply', (request) => request.socket.destroy()],
  ['a proxy answers 502', (_, response) => response.writeHead(502).end('<html></html>')],
  ['the reply is cut short', (_, response) => response.writeHead(200).end('{"revo')],
])('says that a change may have been made if %s', async (_, respond) => {
  const message = await readFailure(respond)
  expect(message).toContain('The change may have been made. Check before you repeat it.')
  expect(message).not.toContain('Nothing was changed')
})

test.each<[string, RequestListener | null]>([
  ['the server can’t be reached', null],
  ['another server answers 404', (_, response) => response.writeHead(404).end('<html></html>')],
])('says that nothing was changed if %s', async (_, respond) => {
  expect(await readFailure(respond)).toContain('Nothing was changed.')
})
