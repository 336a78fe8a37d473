import { PHASE_PRODUCTION_SERVER } from 'next/constants.js'
import { NextRequest } from 'next/server'
import { describe, expect, test } from 'vitest'
import makeConfig from '@/next.config'
import { config, proxy } from '@/proxy'

const nextConfig = makeConfig(PHASE_PRODUCTION_SERVER)

const runProxy = (headers: Record<string, string> = {}) =>
  proxy(new NextRequest('http://stepmark.test/sign-in', { headers }))

function readPolicy(headers: Headers): Map<string, string[]> {
  const directives = headers.get('content-security-policy')!.split('; ')
  return new Map(directives.map((each) => [each.split(' ')[0]!, each.split(' ').slice(1)]))
}

describe('the content security policy', () => {
  const policy = readPolicy(runProxy().headers)

  test('allows scripts only by nonce', () => {
    const [nonce] = policy.get('script-src')!.filter((source) => source.startsWith("'nonce-"))
    expect(nonce).toMatch(/^'nonce-[A-Za-z0-9+/=]{40,}'$/)
    // 256 random bits; a UUID would have only 122.
    expect(Buffer.from(nonce!.slice(7, -1), 'base64')).toHaveLength(32)
    expect(policy.get('script-src')).toEqual(["'self'", nonce, "'strict-dynamic'"])
    expect(policy.get('style-src')).toEqual(["'self'", nonce])
    for (const [name, sources] of policy)
      if (name !== 'style-src-attr') expect(sources.join(' ')).not.toMatch(/unsafe|\*|https?:/)
  })

  test('blocks other origins in loading, framing, form targets and base URLs', () => {
    expect(policy.get('default-src')).toEqual(["'self'"])
    expect(policy.get('connect-src')).toEqual(["'self'"])
    expect(policy.get('form-action')).toEqual(["'self'"])
    for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(name), name).toEqual(["'none'"])
  })

  test('has a nonce for each page, which the request cannot set', () => {
    const readNonce = (headers?: Record<string, string>) =>
      readPolicy(runProxy(headers).headers).get('script-src')!.join(' ')
    const requestHeaders = {
      'x-nonce': 'aaaa',
      'content-security-policy': "script-src 'nonce-aaaa'",
    }
    const nonces = Array.from({ length: 20 }, () => readNonce(requestHeaders))
    expect(new Set([...nonces, readNonce()]).size).toBe(21)
    expect(nonces.join(' ')).not.toContain('aaaa')
  })

  test('applies to every path that can be a page', () => {
    const [matcher] = config.matcher
    const hasPolicy = (path: string) => new RegExp(`^${matcher}$`).test(path)
    for (const path of [
      '/',
      '/sign-in',
      '/projects/a/label',
      '/no-such-page',
      '/apis',
      '/readyz/x',
      // Not found is a page too.
      '/_next/image',
      '/favicon.ico',
      '/icon',
      '/icon.svg/x',
    ])
      expect(hasPolicy(path), path).toBe(true)
    for (const path of ['/api/v1/projects', '/_next/static/a.js', '/icon.svg', '/metrics'])
      expect(hasPolicy(path), path).toBe(false)
  })
})

test('a page answers PUT, PATCH, DELETE, OPTIONS and PROPFIND with 405 and "Allow: GET, HEAD"', () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    const reply = proxy(new NextRequest('http://stepmark.test/sign-in', { method }))
    expect([reply.status, reply.headers.get('allow')], method).toEqual([405, 'GET, HEAD'])
    expect(readPolicy(reply.headers).get('object-src')).toEqual(["'none'"])
  }
  expect(proxy(new NextRequest('http://stepmark.test/', { method: 'HEAD' })).status).toBe(200)
})

test('a form that is posted before its script has loaded redirects to its own page', () => {
  const form = { method: 'POST', body: 'email=mei%40example.org&password=x' }
  const reply = proxy(new NextRequest('http://stepmark.test/sign-in?next=%2Fa', form))
  expect([reply.status, reply.headers.get('location')]).toEqual([
    303,
    'http://stepmark.test/sign-in?next=%2Fa',
  ])
  const redirect = proxy(new NextRequest('http://stepmark.test//evil.example/a', form))
  expect(redirect.headers.get('location')).toBe('http://stepmark.test/evil.example/a')
  expect(readPolicy(reply.headers).get('object-src')).toEqual(["'none'"])
})

test('every path has the security headers', async () => {
  const [every, api, ...otherRules] = await nextConfig.headers!()
  expect(otherRules).toEqual([])
  expect(api).toEqual({
    source: '/api/:path*',
    headers: [
      { key: 'content-security-policy', value: "default-src 'none'; frame-ancestors 'none'" },
    ],
  })
  expect(every!.source).toBe('/:path*')
  const headers = new Headers(every!.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  // Pages of other origins can't read our responses.
  for (const { headers: sent } of [every!, api!])
    expect(sent.filter(({ key }) => key.startsWith('access-control'))).toEqual([])
  expect(nextConfig.poweredByHeader).toBe(false)
  expect(nextConfig.images).toEqual({ unoptimized: true })
})
