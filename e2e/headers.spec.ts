import { request as sendRequest } from 'node:http'
import { pagePolicy } from '@/lib/auth/policy'
import { fillPathParameters } from '@/lib/client/encode-call'
import { httpOperations } from '@/lib/http/server/api'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { createSessionCookieHeader } from './actions'
import { expect, test } from './fixtures'

test.describe.configure({ mode: 'default' })

/* The security headers of every response of the production build. */

const unknownId = '00000000-0000-4000-8000-000000000000'
const yearSeconds = 31_536_000
/** Headers that try to set the policy or to pass as internal Next.js requests. */
const forgedHeaders = {
  'content-security-policy': "script-src 'nonce-forged'",
  'x-nonce': 'forged',
  'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
  'x-middleware-next': '1',
  'x-middleware-rewrite': '/healthz',
  'x-middleware-request-x-nonce': 'forged',
  'x-middleware-override-headers': 'content-security-policy',
  'x-stepmark-path': 'https://x.example/',
  'x-forwarded-host': 'x.example',
  'next-action': 'x',
  origin: 'https://x.example',
}

interface HttpResponse {
  path: string
  status: number
  headers: Headers
  text: string
}

interface RequestOptions {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

/** Uses node:http, because `fetch` rejects some methods, follows redirects and rewrites some addresses. */
function send(
  path: string,
  { method = 'GET', headers = {}, body }: RequestOptions = {},
): Promise<HttpResponse> {
  const { hostname, port } = new URL(process.env.STEPMARK_E2E_URL!)
  return new Promise((resolve, reject) => {
    const sentRequest = sendRequest({ hostname, port, path, method, headers }, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (part: string) => (text += part))
      reply.on('error', reject)
      reply.on('end', () => {
        const entries = Object.entries(reply.headers).map(([name, value]) => [name, String(value)])
        const response = { path: `${method} ${path}`, status: reply.statusCode ?? 0, text }
        resolve({ ...response, headers: new Headers(entries as [string, string][]) })
      })
    })
    sentRequest.on('error', reject)
    sentRequest.end(body)
  })
}

const totals = { responses: 0, statuses: new Set<number>() }

/** Problems with the headers of any response. */
function findProblems({ path, status, headers, text }: HttpResponse): string[] {
  totals.responses += 1
  totals.statuses.add(status)
  const problems: string[] = []
  const expected: [string, RegExp][] = [
    ['x-content-type-options', /^nosniff$/],
    ['referrer-policy', /^(?:same-origin|no-referrer)$/],
    ['x-frame-options', /^DENY$/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['permissions-policy', /camera=\(\).*microphone=\(\).*geolocation=\(\)/],
    ['strict-transport-security', /^max-age=\d+; includeSubDomains$/],
  ]
  for (const [name, value] of expected)
    if (!value.test(headers.get(name) ?? '')) problems.push(`${name}: ${headers.get(name)}`)
  const age = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])
  if (!(age >= yearSeconds)) problems.push(`HSTS for ${age} s`)
  for (const name of headers.keys())
    if (name === 'x-powered-by' || name === 'server' || name.startsWith('access-control'))
      problems.push(`${name}: ${headers.get(name)}`)
  const type = headers.get('content-type') ?? ''
  // Next.js sends RSC without a charset. RSC is always UTF-8.
  if (/^text\/(?!x-component)/.test(type) && !/charset=utf-8/i.test(type))
    problems.push(`type ${type}`)
  if (text !== '' && type === '') problems.push('no type')
  if (text.includes('forged') || [...headers.values()].some((value) => /forged/.test(value)))
    problems.push('echoes a forged header')
  return problems.map((problem) => `${path} ${status}: ${problem}`)
}

function readPolicy(headers: Headers): Map<string, string> {
  const policy = headers.get('content-security-policy') ?? ''
  return new Map(policy.split('; ').map((directive) => [directive.split(' ')[0]!, directive]))
}

/** Problems with the headers of a page. Collects its nonce. */
function findPageProblems(response: HttpResponse, nonces: string[]): string[] {
  const { path, status, headers, text } = response
  const problems: string[] = []
  const policy = readPolicy(headers)
  for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
    if (policy.get(name) !== `${name} 'none'`) problems.push(`${name} ${policy.get(name)}`)
  const scripts = policy.get('script-src') ?? ''
  const [, nonce] = /'nonce-([\w+/=]{20,})'/.exec(scripts) ?? []
  if (nonce === undefined || /unsafe|\*|https?:/.test(scripts)) problems.push(`scripts ${scripts}`)
  else nonces.push(nonce)
  for (const [, attributes = ''] of text.matchAll(/<script([^>]*)>/g))
    if (!attributes.includes(`nonce="${nonce}"`))
      problems.push(`a script without nonce:${attributes}`)
  const cache = headers.get('cache-control') ?? ''
  if (status === 200 ? !/no-store/.test(cache) : /public|max-age=[1-9]/.test(cache))
    problems.push(`can be cached: ${cache}`)
  return [...findProblems(response), ...problems.map((problem) => `${path} ${status}: ${problem}`)]
}

const fillAddress = (address: string, slug: string) =>
  address.replace('[project]', slug).replaceAll(/\[\w+\]/g, unknownId)

test.afterAll(() => {
  reportTestFigures('Headers', {
    responses: totals.responses,
    statuses: [...totals.statuses].sort((a, b) => a - b).join(' '),
    pages: Object.keys(pagePolicy).length,
    calls: httpOperations.length,
  })
})

let slug: string
let cookie: string
test.beforeAll(async ({ testData }) => {
  const project = await testData.project({ guideline: 'Read.' })
  slug = project.slug
  cookie = await createSessionCookieHeader(project.admin)
})

/** All items in full runs. Otherwise one item, which depends on the turn, so that all items have their turn. */
const selectForRun = <T>(items: readonly T[], turn: number) =>
  isFullTestRun ? items : [items[turn % items.length]!]

test('every page has a fresh nonce and all security headers, signed in or not', async () => {
  const problems: string[] = []
  const nonces: string[] = []
  let pageCount = 0
  const addresses = Object.keys(pagePolicy).map((address) => fillAddress(address, slug))
  const paths = [...addresses, '/no-such-page', `/projects/${slug}/nothing`, '/a/b/c?x=<b>']
  for (const [turn, path] of paths.entries()) {
    const headerSets = [{ cookie }, {}, { ...forgedHeaders, cookie }, { rsc: '1', cookie }]
    for (const headers of selectForRun(headerSets, turn)) {
      const response = await send(path, { headers: headers as Record<string, string> })
      problems.push(...findPageProblems(response, nonces))
      pageCount += 1
    }
  }
  expect(problems).toEqual([])
  expect(new Set(nonces).size).toBe(pageCount)
})

test('every API response forbids caching and has a Content-Security-Policy that allows nothing', async () => {
  const problems: string[] = []
  for (const [turn, { contract, kind }] of httpOperations.entries()) {
    const parameters = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const input = Object.fromEntries(parameters.map((name) => [name, unknownId]))
    const url = fillPathParameters(contract.path, {
      ...input,
      ...('project' in input && { project: slug }),
    })
    const method = contract.method.toUpperCase()
    const origin = process.env.STEPMARK_E2E_URL!
    const type = { 'content-type': 'application/json', origin }
    const isHarmless = kind !== 'command' || parameters.some((name) => name !== 'project')
    const headerSets: Readonly<Record<string, string>>[] = [{}, forgedHeaders]
    if (isHarmless) headerSets.push({ cookie })
    for (const headers of selectForRun(headerSets, turn)) {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
      const response = await send(url.url, { method, headers: { ...type, ...headers }, ...body })
      problems.push(...findProblems(response))
      const policy = response.headers.get('content-security-policy')
      if (policy !== "default-src 'none'; frame-ancestors 'none'")
        problems.push(`${response.path}: ${policy}`)
      if (!/no-store/.test(response.headers.get('cache-control') ?? ''))
        problems.push(`${response.path} ${response.status} can be cached`)
      if (response.status === 500) problems.push(`${response.path} ${response.status}`)
    }
  }
  expect(problems).toEqual([])
})

test('the sign-in page, files, health checks and missing pages have security headers', async () => {
  const page = await send('/sign-in')
  const files = [...new Set(page.text.match(/\/_next\/static\/[\w./~-]+\.(?:js|css)/g))]
  expect(files.length).toBeGreaterThan(3)
  const styles = await Promise.all(files.filter((f) => f.endsWith('.css')).map((f) => send(f)))
  const fonts = styles.flatMap(({ text }) => text.match(/[\w.~-]+\.woff2/g) ?? []).slice(0, 3)
  const auth = ['csrf', 'providers', 'session', 'signin', 'signout', 'error', 'nothing', '_log']
  const paths = [
    ...auth.map((name) => `/api/auth/${name}`),
    ...files,
    ...fonts.map((name) => `/_next/static/media/${name}`),
    ...['/icon.svg', '/healthz', '/readyz', '/metrics', '/api/v1', '/api/v1/nothing'],
    ...['/api/v1/openapi.json', '/api/v1/stepmark.schema.json', '/_next/static/nothing.js'],
    ...['/_next/image?url=%2Ficon.svg&w=64&q=75', '/_next/image?url=https://x.example/&w=64&q=75'],
    ...['/_next/data/x/index.json', '/_next/webpack-hmr', '/__nextjs_original-stack-frame'],
    ...['/favicon.ico', '/robots.txt', '/.env', '/.git/config', '/package.json', '/..%2f.env'],
    `/api/v1/projects/${slug}/export?format=prm800k`,
    `/api/v1/projects/${slug}/export?format=csv`,
  ]
  const problems: string[] = []
  for (const path of paths)
    for (const headers of [{}, forgedHeaders, { cookie }]) {
      const response = await send(path, { headers: headers as Record<string, string> })
      problems.push(...findProblems(response))
      if (path.startsWith('/_next/image') && response.status !== 404)
        problems.push(`${response.path} ${response.status}: the image optimiser must be off`)
      if (/\.env|\.git|package\.json/.test(path) && response.status < 400)
        problems.push(`${response.path} ${response.status}`)
      // Public files may be cached.
      const isPublic =
        path.startsWith('/_next/static/') || /icon\.svg|providers|openapi|schema\.json/.test(path)
      if (
        !isPublic &&
        response.status < 300 &&
        !/no-store/.test(response.headers.get('cache-control') ?? '')
      )
        problems.push(`${response.path} can be cached: ${response.headers.get('cache-control')}`)
    }
  expect(problems).toEqual([])
})

test('requests with an unsupported HTTP method are rejected without echoing the request', async () => {
  const problems: string[] = []
  let rejectedCount = 0
  for (const path of [
    '/',
    '/sign-in',
    `/projects/${slug}`,
    '/api/v1/account',
    '/healthz',
    '/icon.svg',
  ])
    for (const method of [
      'TRACE',
      'TRACK',
      'CONNECT_',
      'PROPFIND',
      'DELETE',
      'PUT',
      'PATCH',
      'LOCK',
    ]) {
      const headers = { 'x-sent': 'comes-back', cookie: 'a=comes-back' }
      const response = await send(path, { method, headers }).catch(() => null)
      if (response === null) continue
      if (response.status < 400) problems.push(`${response.path} ${response.status}`)
      else rejectedCount += 1
      if (response.text.includes('comes-back')) problems.push(`${response.path} echoes`)
    }
  expect(problems).toEqual([])
  expect(rejectedCount).toBeGreaterThan(20)
})

test('internal headers of Next.js do not bypass sign-in', async () => {
  const names = ['proxy', 'src/proxy', 'middleware', 'src/middleware', 'pages/_middleware']
  for (const name of names)
    for (const times of [1, 5, 6]) {
      const headers = {
        ...forgedHeaders,
        'x-middleware-subrequest': Array(times).fill(name).join(':'),
      }
      const page = await send(`/projects/${slug}`, { headers })
      expect(page.status, name).toBe(307)
      expect(page.headers.get('location')).toMatch(/^\/sign-in\?next=/)
      expect(page.headers.get('location')).not.toContain('x.example')
      expect(findPageProblems(page, [])).toEqual([])
      expect((await send(`/api/v1/projects/${slug}`, { headers })).status).toBe(401)
    }
})
