import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymous, type Actor, type Role } from '@/lib/auth/actor'
import { hasGrant } from '@/lib/auth/authorise'
import { type Grant, pagePolicy, policy } from '@/lib/auth/policy'
import { networkOperations } from '@/lib/http/server/api'
import { joinProject, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { type BuildWithoutProxy, copyBuildWithoutProxy } from './testing/build-without-proxy'
import { Door } from './testing/door'
import { isFull, reportFigures } from '@/lib/platform/testing/figures'
import { startSystem, type System } from './testing/processes'
import { type Seen, Visitor } from './testing/visitor'

const kinds = ['anonymous', 'stranger', 'annotator', 'reviewer', 'admin', 'instance admin'] as const
type Kind = (typeof kinds)[number]
/** Of the project that strangers may not know. */
const name = 'Kestrel heights'
const noId = '01900000-0000-7000-8000-000000000000'

let build: BuildWithoutProxy
let system: System
let door: Door
let project: MadeProject
let people: Record<Kind, { actor: Actor; visitor: Visitor }>
const figures = { 'pages by people': 0, 'as a page asks for a page': 0, 'anonymous calls': 0 }

beforeAll(async () => {
  build = copyBuildWithoutProxy()
  system = await startSystem({
    processes: 2,
    folderOf: (index) => (index === 1 ? build.folder : undefined),
  })
  door = new Door(system)
  const made = await door.make(async () => {
    const [there, elsewhere] = [await makeProject({ name }), await makeProject()]
    return {
      project: there,
      actors: {
        stranger: await joinProject(elsewhere, 'admin'),
        annotator: await joinProject(there, 'annotator'),
        reviewer: await joinProject(there, 'reviewer'),
        admin: await joinProject(there, 'admin'),
        'instance admin': there.admin,
      },
    }
  })
  project = made.project
  // One after the other: each has the process's database for itself.
  const entered: [string, (typeof people)[Kind]][] = []
  for (const [kind, actor] of Object.entries(made.actors))
    entered.push([kind, { actor, visitor: await door.bring(actor) }])
  people = {
    anonymous: { actor: anonymous, visitor: new Visitor() },
    ...(Object.fromEntries(entered) as Omit<typeof people, 'anonymous'>),
  }
})
afterAll(async () => {
  await system?.stop()
  build?.remove()
})

const ask = (url: string, kind: Kind, path: string, headers: Record<string, string> = {}) =>
  people[kind].visitor.copy().ask(url, path, { headers })

/** `door` where it leads to the sign-in. */
const outcome = ({ status, location }: Seen) =>
  location?.pathname === '/sign-in' ? 'door' : String(status)

function expectedOf(kind: Kind, address: string, grants: readonly Grant[]): string[] {
  // Before the door: signing in forwards who is signed in.
  if (grants.includes('anyone')) return kind === 'anonymous' ? ['200'] : ['200', '307']
  if (kind === 'anonymous') return ['door']
  const role: Role | null =
    kind === 'annotator' || kind === 'reviewer' || kind === 'admin' ? kind : null
  // A page of one annotation or solution opens for no one who names none that is there.
  const namesMore = /\[(?!project\])/.test(address)
  return !namesMore && hasGrant(people[kind].actor, role, grants) ? ['200', '307'] : ['404']
}

/** They know its name: the tab says it also where the page is not theirs. */
const isMember = (kind: Kind) => kind !== 'anonymous' && kind !== 'stranger'

const isDrawn = ({ headers }: Seen) =>
  headers.get('content-type')?.startsWith('text/x-component') === true

const fillPage = (address: string) =>
  address.replace('[project]', project.slug).replace(/\[\w+\]/g, noId)

test('the proxy is there at the one, and gone at the other', async () => {
  const policies = await Promise.all(
    door.urls.map(async (url) => {
      const { status, headers } = await ask(url, 'admin', `/projects/${project.slug}`)
      return [status, headers.has('content-security-policy')]
    }),
  )
  expect(policies).toEqual([
    [200, true],
    [200, false],
  ])
})

test.each(kinds)('without the proxy every page opens for the same people, as %s', async (kind) => {
  const wrong: string[] = []
  for (const [address, grants] of Object.entries(pagePolicy)) {
    const path = fillPage(address)
    const expected = expectedOf(kind, address, grants)
    const [standing, without] = await Promise.all(door.urls.map((url) => ask(url, kind, path)))
    figures['pages by people'] += 1
    const found = [standing!, without!].map(outcome)
    if (!expected.includes(found[0]!) || found[0] !== found[1])
      wrong.push(`${kind} at ${address}: ${found.join(', ')} instead of ${expected.join(' or ')}`)
    const isKept = !isMember(kind) && !expected.includes('200')
    if (isKept && without!.body.includes(name)) wrong.push(`${kind} at ${address}: its project`)
    // As an open page asks for the next one. If the page opens, it must not crash: one kind of person is enough for that.
    if (expected.includes('200') && kind !== 'admin' && !isFull) continue
    const drawn = await people[kind].visitor.copy().draw(door.urls[1], path)
    if (isDrawn(drawn)) figures['as a page asks for a page'] += 1
    if (isKept && drawn.body.includes(name)) wrong.push(`${kind} at ${address}: its project, drawn`)
    if (drawn.status >= 500) wrong.push(`${kind} at ${address}, drawn: ${drawn.status}`)
  }
  expect(wrong).toEqual([])
})

/** What Next and its like were told to pass by what guards. */
const waysAround: readonly Record<string, string>[] = [
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

test('no header opens a page to no one, with the proxy or without', async () => {
  const opened: string[] = []
  const pages = Object.entries(pagePolicy).filter(([, grants]) => !holdsAnyone(grants))
  for (const [i, [address]] of pages.entries())
    for (const [turn, headers] of waysAround.entries()) {
      if (!isFull && (i + turn) % 4 !== 0) continue
      for (const url of door.urls) {
        const seen = await ask(url, 'anonymous', fillPage(address), headers)
        const isOpen = seen.body.includes(name) || (seen.status === 200 && !headers.rsc)
        const leads = seen.location === null || seen.location.origin === url
        if (isOpen || !leads || seen.status >= 500)
          opened.push(
            `${address} ${JSON.stringify(headers)}: ${seen.status} ${seen.location?.href}`,
          )
      }
    }
  expect(opened).toEqual([])
})

const holdsAnyone = (grants: readonly Grant[]) => grants.includes('anyone')

const anonymousHeaders: readonly Record<string, string>[] = [
  {},
  { authorization: 'Bearer smk_nothing' },
  { cookie: 'stepmark.session=x.y.z' },
]

test('without the proxy every call of the API refuses anonymous requests', async () => {
  const letIn: string[] = []
  for (const [turn, { contract, action }] of networkOperations.entries()) {
    // Those that a link leads to ask for its secret instead.
    if (holdsAnyone(policy[action].grants)) continue
    const path = `/api/v1${contract.path.replace('{project}', project.slug).replace(/\{\w+\}/g, noId)}`
    for (const [i, headers] of anonymousHeaders.entries()) {
      if (!isFull && (turn + i) % anonymousHeaders.length !== 0) continue
      const method = contract.method.toUpperCase()
      const { status } = await new Visitor().ask(door.urls[1], path, { method, headers })
      figures['anonymous calls'] += 1
      if (status !== 401) letIn.push(`${contract.name} ${JSON.stringify(headers)}: ${status}`)
    }
  }
  expect(letIn).toEqual([])
})

test('tried enough', () => {
  reportFigures('Without the proxy: the same build, once with it and once without', figures)
  expect(figures['pages by people']).toBe(kinds.length * Object.keys(pagePolicy).length)
  expect(figures['as a page asks for a page']).toBeGreaterThan(100)
  expect(figures['anonymous calls']).toBeGreaterThan(100)
})
