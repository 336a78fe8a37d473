import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymousActor, type Actor, type Role } from '@/lib/auth/actor'
import { hasGrant } from '@/lib/auth/authorise'
import { type Grant, pagePolicy, actionPolicy } from '@/lib/auth/policy'
import { httpOperations } from '@/lib/http/server/api'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { type BuildWithoutProxy, copyBuildWithoutProxy } from './testing/build-without-proxy'
import { SystemClient } from './testing/system-client'
import { startTestSystem, type TestSystem } from './testing/test-system'
import { type VisitorReply, Visitor } from './testing/visitor'

const kinds = ['anonymous', 'stranger', 'annotator', 'reviewer', 'admin', 'instance admin'] as const
type Kind = (typeof kinds)[number]
/** The name of the project, which strangers must not see. */
const name = 'Kestrel heights'
const unknownId = '01900000-0000-7000-8000-000000000000'

let build: BuildWithoutProxy
let system: TestSystem
let client: SystemClient
let project: TestProject
let people: Record<Kind, { actor: Actor; visitor: Visitor }>
const figures = {
  'pages by kind of person': 0,
  'pages as RSC': 0,
  'anonymous calls': 0,
}

const requestersByPage = new Map(Object.keys(pagePolicy).map((page) => [page, new Set<Kind>()]))

beforeAll(async () => {
  build = copyBuildWithoutProxy()
  system = await startTestSystem({
    processes: 2,
    folderOf: (index) => (index === 1 ? build.folder : undefined),
  })
  client = new SystemClient(system)
  const setup = await client.withDatabase(async () => {
    const [ownProject, otherProject] = [await makeProject({ name }), await makeProject()]
    return {
      project: ownProject,
      actors: {
        stranger: await makeMember(otherProject, 'admin'),
        annotator: await makeMember(ownProject, 'annotator'),
        reviewer: await makeMember(ownProject, 'reviewer'),
        admin: await makeMember(ownProject, 'admin'),
        'instance admin': ownProject.admin,
      },
    }
  })
  project = setup.project
  // One at a time, because each uses the database setting of this process.
  const entries: [string, (typeof people)[Kind]][] = []
  for (const [kind, actor] of Object.entries(setup.actors))
    entries.push([kind, { actor, visitor: await client.signInWithoutForm(actor) }])
  people = {
    anonymous: { actor: anonymousActor, visitor: new Visitor() },
    ...(Object.fromEntries(entries) as Omit<typeof people, 'anonymous'>),
  }
})
afterAll(async () => {
  await system?.stop()
  build?.remove()
})

const sendAs = (url: string, kind: Kind, path: string, headers: Record<string, string> = {}) =>
  people[kind].visitor.copy().request(url, path, { headers })

/** The status, or `sign-in` for a redirect there. */
const describeOutcome = ({ status, location }: VisitorReply) =>
  location?.pathname === '/sign-in' ? 'sign-in' : String(status)

function listExpectedOutcomes(kind: Kind, address: string, grants: readonly Grant[]): string[] {
  // Only in development, and for browser tests with STEPMARK_KIT.
  if (address === '/kit') return ['404']
  // Pages for everyone. The sign-in page redirects people who are signed in.
  if (grants.includes('anyone')) return kind === 'anonymous' ? ['200'] : ['200', '307']
  if (kind === 'anonymous') return ['sign-in']
  const role: Role | null =
    kind === 'annotator' || kind === 'reviewer' || kind === 'admin' ? kind : null
  // Pages of an annotation or solution that does not exist.
  const hasOtherParameters = /\[(?!project\])/.test(address)
  return !hasOtherParameters && hasGrant(people[kind].actor, role, grants)
    ? ['200', '307']
    : ['404']
}

/** A kind of person for whom the page opens; each kind has its turn. */
function chooseOpener(turn: number, address: string, grants: readonly Grant[]): Kind | undefined {
  const openers = kinds.filter((kind) =>
    listExpectedOutcomes(kind, address, grants).includes('200'),
  )
  return openers[turn % openers.length]
}

/** Members may see the project's name, even on pages that they may not open. */
const isMember = (kind: Kind) => kind !== 'anonymous' && kind !== 'stranger'

const isRscReply = ({ headers }: VisitorReply) =>
  headers.get('content-type')?.startsWith('text/x-component') === true

const fillPage = (address: string) =>
  address.replace('[project]', project.slug).replace(/\[\w+\]/g, unknownId)

test('one process runs with proxy.ts, which adds the CSP header, and the other without', async () => {
  const policies = await Promise.all(
    client.urls.map(async (url) => {
      const { status, headers } = await sendAs(url, 'admin', `/projects/${project.slug}`)
      return [status, headers.has('content-security-policy')]
    }),
  )
  expect(policies).toEqual([
    [200, true],
    [200, false],
  ])
})

test.each(kinds)(
  'every page opens or is rejected in the same way with and without proxy.ts: %s',
  async (kind) => {
    const problems: string[] = []
    for (const [turn, [address, grants]] of Object.entries(pagePolicy).entries()) {
      const path = fillPage(address)
      const expected = listExpectedOutcomes(kind, address, grants)
      // One kind of person in turn is enough for the process with proxy.ts.
      const isCompared = isFullTestRun || (turn + kinds.indexOf(kind)) % kinds.length === 0
      const isOpen = expected.includes('200')
      const isOpener = isOpen && kind === chooseOpener(turn, address, grants)
      // In `npm test`, everyone who must be rejected requests the page, and one or two kinds of people who may open it.
      if (!isFullTestRun && isOpen && !isOpener && !isCompared) continue
      requestersByPage.get(address)!.add(kind)
      const [withoutProxy, withProxy = withoutProxy!] = await Promise.all(
        [client.urls[1], ...(isCompared ? [client.urls[0]] : [])].map((url) =>
          sendAs(url, kind, path),
        ),
      )
      figures['pages by kind of person'] += 1
      const outcomes = [withProxy, withoutProxy!].map(describeOutcome)
      if (!expected.includes(outcomes[0]!) || outcomes[0] !== outcomes[1])
        problems.push(
          `${kind} at ${address}: ${outcomes.join(', ')} instead of ${expected.join(' or ')}`,
        )
      const hidesProject = !isMember(kind) && !isOpen
      if (hidesProject && withoutProxy!.body.includes(name))
        problems.push(`${kind} at ${address}: its project`)
      // Request it as RSC too. One kind of person is enough for pages that open.
      if (!isFullTestRun && (isOpen ? !isOpener : turn % 2 !== 0)) continue
      const rscReply = await people[kind].visitor.copy().requestRsc(client.urls[1], path)
      if (isRscReply(rscReply)) figures['pages as RSC'] += 1
      if (hidesProject && rscReply.body.includes(name))
        problems.push(`${kind} at ${address}: its project, as RSC`)
      if (rscReply.status >= 500) problems.push(`${kind} at ${address}, as RSC: ${rscReply.status}`)
    }
    expect(problems).toEqual([])
  },
)

/** Headers that have bypassed middleware in Next.js or similar frameworks. */
const bypassHeaders: readonly Record<string, string>[] = [
  { 'x-middleware-subrequest': Array.from({ length: 5 }, () => 'proxy').join(':') },
  { 'x-middleware-subrequest': Array.from({ length: 5 }, () => 'middleware').join(':') },
  { 'x-middleware-next': '1' },
  { 'x-middleware-rewrite': '/account' },
  { 'x-nextjs-data': '1' },
  { 'x-invoke-path': '/account', 'x-invoke-status': '200' },
  { 'x-matched-path': '/account' },
  { 'next-router-prefetch': '1', rsc: '1', 'next-router-state-tree': '%5B%22%22%5D' },
  { 'next-router-segment-prefetch': '/_tree', rsc: '1' },
  { 'x-stepmark-path': '//evil.example' },
  { 'x-now-route-matches': '1' },
]

test('no request header opens a page for anonymous visitors, with or without proxy.ts', async () => {
  const openedPages: string[] = []
  const pages = Object.entries(pagePolicy).filter(([, grants]) => !isPublic(grants))
  for (const [i, [address]] of pages.entries())
    for (const [turn, headers] of bypassHeaders.entries()) {
      if (!isFullTestRun && (i + turn) % bypassHeaders.length !== 0) continue
      for (const url of client.urls) {
        const reply = await sendAs(url, 'anonymous', fillPage(address), headers)
        const isOpen = reply.body.includes(name) || (reply.status === 200 && !headers.rsc)
        const staysOnSite = reply.location === null || reply.location.origin === url
        if (isOpen || !staysOnSite || reply.status >= 500)
          openedPages.push(
            `${address} ${JSON.stringify(headers)}: ${reply.status} ${reply.location?.href}`,
          )
      }
    }
  expect(openedPages).toEqual([])
})

const isPublic = (grants: readonly Grant[]) => grants.includes('anyone')

const anonymousHeaders: readonly Record<string, string>[] = [
  {},
  { authorization: 'Bearer smk_nothing' },
  { cookie: 'stepmark.session=x.y.z' },
]

test('every API call rejects anonymous requests without proxy.ts', async () => {
  const acceptedCalls: string[] = []
  for (const [turn, { contract, action }] of httpOperations.entries()) {
    // Operations behind a link need its secret instead.
    if (isPublic(actionPolicy[action].grants)) continue
    const path = `/api/v1${contract.path.replace('{project}', project.slug).replace(/\{\w+\}/g, unknownId)}`
    for (const [i, headers] of anonymousHeaders.entries()) {
      if (!isFullTestRun && (turn + i) % anonymousHeaders.length !== 0) continue
      const method = contract.method.toUpperCase()
      const { status } = await new Visitor().request(client.urls[1], path, { method, headers })
      figures['anonymous calls'] += 1
      if (status !== 401)
        acceptedCalls.push(`${contract.name} ${JSON.stringify(headers)}: ${status}`)
    }
  }
  expect(acceptedCalls).toEqual([])
})

test('the tests above requested every page as everyone who must not open it and as someone who may, and made over 100 API calls', () => {
  reportTestFigures('Without the proxy: the same build, once with it and once without', figures)
  for (const [address, grants] of Object.entries(pagePolicy)) {
    const requesters = requestersByPage.get(address)!
    const allowedKinds = kinds.filter((kind) =>
      listExpectedOutcomes(kind, address, grants).includes('200'),
    )
    const requiredKinds = isFullTestRun
      ? kinds
      : kinds.filter((kind) => !allowedKinds.includes(kind))
    expect([...requesters], address).toEqual(expect.arrayContaining([...requiredKinds]))
    if (allowedKinds.length > 0)
      expect(
        allowedKinds.some((kind) => requesters.has(kind)),
        address,
      ).toBe(true)
  }
  expect(figures['pages as RSC']).toBeGreaterThan(100)
  expect(figures['anonymous calls']).toBeGreaterThan(100)
})
