import { request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from './fixtures'
import { openSession } from './actions'

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

test.describe('the server refuses', () => {
  for (const path of [
    ...['/api/v1/projects/%ff/progress', '/api/v1/%', '/projects/%ff', '/projects/%ff/label'],
    ...['/docs/%ff', '/docs/images/%ff', '/%ff', '/api/auth/%ff', '/%c0%ae'],
  ])
    test(`the invalid path ${path} with 400`, async ({ baseURL }) => {
      const { status, body } = await sendRaw(baseURL!, path)
      expect(status).toBe(400)
      expect(JSON.parse(body)).toMatchObject({ detail: 'The path has an invalid percent escape.' })
    })

  for (const path of ['/', '/sign-in', '/api/v1/account', '/api/auth/csrf', '/healthz', '/docs'])
    test(`TRACE ${path} with 405`, async ({ baseURL }) => {
      const { status, allow } = await sendRaw(baseURL!, path, {}, 'TRACE')
      expect(status).toBe(405)
      expect(allow).toContain('GET, HEAD')
    })

  for (const tree of ['x', '%5B', '%5B%22%22%5D', '{}', '%ff'])
    test(`the invalid router state ${tree} with 400`, async ({ page, testData }) => {
      const project = await testData.project({})
      await openSession(page, project.admin)
      const response = await page.request.get(`/projects/${project.slug}`, {
        headers: { rsc: '1', 'next-router-state-tree': tree },
      })
      expect(response.status()).toBe(400)
    })
})
