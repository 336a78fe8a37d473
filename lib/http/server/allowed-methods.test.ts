import { beforeAll, describe, expect, test } from 'vitest'
import { createAllowedMethodFinder } from './allowed-methods'
import { buildApiRouter, httpOperations } from './api'

describe('the allowed methods of a path', () => {
  const find = createAllowedMethodFinder([
    { method: 'get', path: '/a' },
    { method: 'post', path: '/a' },
    { method: 'patch', path: '/a/{id}' },
    { method: 'post', path: '/a/publish' },
  ])

  test.each([
    ['/a', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/a/7', ['OPTIONS', 'PATCH']],
    ['/a/publish', ['OPTIONS', 'POST']],
    ['/a/', []],
    ['/b', []],
  ])('of %s are those of the most specific matching path', (path, methods) => {
    expect(find(path)).toEqual(methods)
  })
})

describe('the API router', () => {
  let api: ReturnType<typeof buildApiRouter>
  beforeAll(() => {
    process.env.DATABASE_URL ??= 'postgresql://unused@127.0.0.1:1/unused'
    process.env.NEXTAUTH_URL = 'http://stepmark.test'
    process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
    api = buildApiRouter()
  })
  const send = (method: string, path: string) =>
    api.fetch(new Request(`http://stepmark.test/api/v1${path}`, { method }))

  test('lists the methods of every path for OPTIONS, and rejects other methods with 405', async () => {
    const paths = [...new Set(httpOperations.map(({ contract }) => contract.path))]
    for (const template of paths) {
      const path = template.replaceAll(/\{\w+\}/g, '7')
      const allowed = httpOperations
        .filter(({ contract }) => contract.path === template)
        .map(({ contract }) => contract.method.toUpperCase())
      const options = await send('OPTIONS', path)
      expect(options.status, template).toBe(204)
      const listed = options.headers.get('allow')!.split(', ')
      expect(listed, template).toEqual(expect.arrayContaining(allowed))
      const rejectedMethod = ['PUT', 'DELETE', 'PATCH', 'POST', 'GET'].find(
        (name) => !listed.includes(name),
      )
      const refusal = await send(rejectedMethod!, path)
      expect(
        [refusal.status, refusal.headers.get('allow')],
        `${rejectedMethod} ${template}`,
      ).toEqual([405, listed.join(', ')])
    }
  })

  test('describes a method that is not allowed like every other error', async () => {
    const refusal = await send('DELETE', '/projects')
    expect(refusal.headers.get('content-type')).toBe('application/problem+json')
    const requestId = refusal.headers.get('x-request-id')
    expect(await refusal.json()).toEqual({
      type: 'about:blank',
      title: 'method not allowed',
      status: 405,
      code: 'method_not_allowed',
      detail: `DELETE is not allowed here. Use one of: ${refusal.headers.get('allow')}.`,
      requestId,
    })
  })

  test('sends no body for HEAD on a path without GET', async () => {
    const refusal = await send('HEAD', '/projects/a/claims')
    expect([refusal.status, refusal.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
    expect(await refusal.text()).toBe('')
  })

  test('returns 404 for an unknown path, whatever the method', async () => {
    for (const method of ['GET', 'OPTIONS', 'PUT'])
      expect((await send(method, '/nothing')).status, method).toBe(404)
  })
})
