import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeProject } from '@/prisma/seed/factories'
import { useApiServer, makeTokenForPerson } from './testing/use-api-server'

useTestDatabase()
const server = useApiServer()

const block = Buffer.alloc(1024 * 1024, ' ')

/** Sends a whole body before it reads, as simple clients do. Returns the response, or the error of the connection. */
function sendThenRead(head: string, body: readonly Uint8Array[]): Promise<string> {
  const { hostname, port } = new URL(server.url())
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.pause()
    socket.once('error', (error) => resolve(String(error)))
    void (async () => {
      socket.write(head)
      for (const part of body)
        if (socket.writable) await new Promise<void>((done) => socket.write(part, () => done()))
      let text = ''
      socket.on('data', (chunk) => {
        text += String(chunk)
        if (text.includes('}')) {
          socket.destroy()
          resolve(text)
        }
      })
      socket.resume()
    })()
  })
}

test.each([
  ['a body of 20 MB', 413, Array.from({ length: 20 }, () => block)],
  [
    'a body that is not UTF-8, before its end',
    400,
    [Buffer.from([0x22, 0xff]), ...Array.from({ length: 20 }, () => block)],
  ],
] as const)('a client that sends %s can read the response (%i)', async (_, status, body) => {
  const project = await makeProject()
  const token = await makeTokenForPerson(project.admin, 'write')
  let bytes = 0
  for (const part of body) bytes += part.length
  const head =
    `POST /api/v1/projects/${project.slug}/claims HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`
  expect(await sendThenRead(head, body)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})
