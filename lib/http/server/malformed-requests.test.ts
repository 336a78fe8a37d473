import { expect, test } from 'vitest'
import { respondToMalformedRequest, rerouteMalformedRequest } from './malformed-requests'

function reroute(method: string, url: string, headers: Record<string, string> = {}) {
  const request = { method, url, headers }
  rerouteMalformedRequest(request)
  return `${request.method} ${request.url}`
}

test.each([
  ['GET', '/%', 'GET /api/refused/path'],
  ['POST', '/api/v1/projects/%ff/claims', 'POST /api/refused/path'],
  ['GET', '/%c0%ae?a=b', 'GET /api/refused/path'],
  ['TRACE', '/', 'GET /api/refused/method'],
  ['PROPFIND', '/%ff', 'GET /api/refused/method'],
  ['GET', '/projects/%C3%A4?q=%ff', 'GET /projects/%C3%A4?q=%ff'],
  ['OPTIONS', '*', 'OPTIONS *'],
])('the request "%s %s" is routed as "%s"', (method, url, expected) => {
  expect(reroute(method, url)).toBe(expected)
})

test('accepts only a router state header that Next can read', () => {
  const sendRouterState = (state: string) =>
    reroute('GET', '/a', { 'next-router-state-tree': state })
  expect(sendRouterState(encodeURIComponent(JSON.stringify(['', {}])))).toBe('GET /a')
  for (const state of ['', 'x', '%ff', '%5B', '{}', encodeURIComponent('["", {"a": 1}]')])
    expect(sendRouterState(state)).toBe('GET /api/refused/router-state')
})

test('returns 400 for a malformed path, and 405 with the allowed methods for an unknown method', async () => {
  const path = respondToMalformedRequest('path')
  expect(path.status).toBe(400)
  expect(await path.json()).toMatchObject({ code: 'invalid_input' })
  const method = respondToMalformedRequest('method')
  expect(method.status).toBe(405)
  expect(method.headers.get('allow')).toContain('GET, HEAD, POST')
  expect(await method.json()).toMatchObject({ code: 'method_not_allowed' })
  expect(respondToMalformedRequest('other').status).toBe(404)
})
