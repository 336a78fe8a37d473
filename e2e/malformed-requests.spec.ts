import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { createSessionCookieHeader } from './actions'
import { expect, test } from './fixtures'

/** Sends a path as it is, which fetch would normalise. */
function sendRaw(
  baseURL: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<{ status: number; allow: string | undefined; body: string }> {
  const { hostname, port } = new URL(baseURL)
  return new Promise((resolve, reject) => {
    const request = sendRequest({ hostname, port, path, headers, method }, (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode!, allow: response.headers.allow, body }),
        (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

const malformedPaths = [
  ...['/api/v1/projects/%ff/progress', '/api/v1/%', '/projects/%ff', '/projects/%ff/label'],
  ...['/docs/%ff', '/docs/images/%ff', '/%ff', '/api/auth/%ff', '/%c0%ae'],
]

test('the server rejects paths with an invalid percent escape with 400', async ({ baseURL }) => {
  for (const path of malformedPaths) {
    const { status, body } = await sendRaw(baseURL!, path)
    expect(status, path).toBe(400)
    const detail = 'The path has an invalid percent escape.'
    expect(JSON.parse(body), path).toMatchObject({ detail })
  }
})

test('the server rejects TRACE with 405', async ({ baseURL }) => {
  const paths = ['/', '/sign-in', '/api/v1/account', '/api/auth/csrf', '/healthz', '/docs']
  for (const path of paths) {
    const { status, allow } = await sendRaw(baseURL!, path, {}, 'TRACE')
    expect(status, path).toBe(405)
    expect(allow, path).toContain('GET, HEAD')
  }
})

test('the server rejects an invalid router state with 400', async ({ baseURL, testData }) => {
  const { admin, slug } = await testData.project({})
  const cookie = await createSessionCookieHeader(admin)
  for (const tree of ['x', '%5B', '%5B%22%22%5D', '{}', '%ff']) {
    const headers = { cookie, rsc: '1', 'next-router-state-tree': tree }
    const { status } = await sendRaw(baseURL!, `/projects/${slug}`, headers)
    expect(status, tree).toBe(400)
  }
})
