import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request } from 'playwright/test'
import { withPgClient } from '@/lib/platform/server/pg-client'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import type { TestProject } from '@/prisma/seed/factories'
import { signInWithoutForm } from './actions'
import { expect, test } from './fixtures'
import { ignoreErrors } from './watch-for-errors'

/* The other website is a page on another port of the same host. For the browser it is another origin but the same site, so
   the browser sends even SameSite=Lax cookies. */

let foreignServer: Server
let foreignUrl: string

test.beforeAll(async () => {
  foreignServer = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Elsewhere</title>')
  })
  await new Promise<void>((resolve) => foreignServer.listen(0, '127.0.0.1', resolve))
  foreignUrl = `http://127.0.0.1:${(foreignServer.address() as AddressInfo).port}`
})
test.afterAll(() => {
  foreignServer.closeAllConnections()
  foreignServer.close()
})

interface Target {
  method: string
  path: string
  body: Record<string, string>
}

const listTargets = ({ slug }: TestProject, member: string): Target[] => [
  { method: 'POST', path: `/api/v1/projects/${slug}/members`, body: { email: 'evil@example.org' } },
  { method: 'PUT', path: `/api/v1/projects/${slug}/members/${member}`, body: { role: 'admin' } },
  { method: 'DELETE', path: `/api/v1/projects/${slug}/members/${member}`, body: {} },
  { method: 'PATCH', path: `/api/v1/projects/${slug}`, body: { name: 'Taken over' } },
  { method: 'POST', path: '/api/v1/projects', body: { name: 'Made elsewhere' } },
  { method: 'POST', path: `/api/v1/projects/${slug}/invites`, body: { role: 'admin' } },
  { method: 'POST', path: '/api/v1/tokens', body: { name: 'evil' } },
  { method: 'DELETE', path: '/api/v1/account/sessions', body: {} },
  { method: 'POST', path: `/api/v1/accounts/${member}/disable`, body: {} },
  { method: 'POST', path: `/api/v1/projects/${slug}/claims`, body: {} },
  { method: 'POST', path: '/api/auth/signout', body: { json: 'true' } },
  { method: 'POST', path: '/api/auth/callback/credentials', body: { email: 'a@b.example' } },
]

const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']
const contentTypes = ['application/json', ...encodings]

test('another website cannot change data with a signed-in user’s cookies by form, fetch or beacon', async ({
  browser,
  testData,
  baseURL,
}) => {
  // Blocked requests log errors to the console.
  const context = ignoreErrors(await browser.newContext({ baseURL: baseURL! }))
  const page = await context.newPage()
  const project = await testData.project()
  const member = await testData.member(project, 'annotator')
  await signInWithoutForm(page, project.admin)
  const account = await page.request.get('/api/v1/account')
  expect(account.status()).toBe(200)
  const targets = listTargets(project, member.userId)
  /** State that these requests could change. Other tests running at the same time don't change it. */
  const readState = () =>
    withPgClient(process.env.STEPMARK_E2E_DATABASE_URL!, async (client) => {
      const { rows } = await client.query(
        `select 'session' as kind, id::text, revoked_at::text as value from session where user_id = $1::uuid
         union all select 'token', id::text, revoked_at::text from api_token where user_id = $1::uuid
         union all select 'member', user_id::text, role::text from member where project_id = $2
         union all select 'invite', id::text, '' from invite where made_by_id = $1::uuid
         union all select 'project', slug, name from project where id = $2
         union all select 'account', id::text, disabled_at::text from app_user where id in ($1::uuid, $3)
         union all select 'log', chain || ' ' || sequence, action from audit_entry
           where actor like '%' || $1::text || '%' or project_id = $2
         order by 1, 2`,
        [project.admin.userId, project.id, member.userId],
      )
      return rows as unknown[]
    })
  const stateBefore = await readState()
  // Proves that the browser sent the cookie with these requests.
  const urlsWithCookie: string[] = []
  const recordCookie = async (request: Request) => {
    const { cookie } = await request.allHeaders()
    if (cookie?.includes('stepmark.session=')) urlsWithCookie.push(request.url())
  }
  /** Must be awaited before the tab is closed. */
  const pendingRecords: Promise<void>[] = []
  context.on('request', (request) => {
    if (request.url().startsWith(baseURL!) && request.method() !== 'GET')
      pendingRecords.push(recordCookie(request))
  })

  await page.goto(foreignUrl)
  const fetchOutcomes = await page.evaluate(
    async ({ targets: allTargets, base, types: allTypes }) => {
      const outcomes: string[] = []
      for (const { method, path, body } of allTargets)
        for (const type of allTypes)
          for (const mode of ['no-cors', 'cors'] as const) {
            const options = { method, mode, credentials: 'include' as const }
            const content = method === 'DELETE' ? {} : { body: JSON.stringify(body) }
            const headers = { 'content-type': type }
            const outcome = await fetch(base + path, { ...options, ...content, headers }).catch(
              () => null,
            )
            outcomes.push(outcome === null ? 'nothing' : `${outcome.type} ${outcome.status}`)
          }
      for (const { path, body } of allTargets) {
        navigator.sendBeacon(base + path, JSON.stringify(body))
        navigator.sendBeacon(base + path, new URLSearchParams(body))
      }
      return outcomes
    },
    { targets, base: baseURL!, types: contentTypes },
  )
  const arrivedCount = fetchOutcomes.filter((outcome) => outcome === 'opaque 0').length
  // The other site can't read the response, not even the status.
  expect(
    fetchOutcomes.filter((outcome) => outcome !== 'nothing' && outcome !== 'opaque 0'),
  ).toEqual([])

  let formCount = 0
  const tab = await context.newPage()
  const posts = targets.filter((target) => target.method === 'POST')
  for (const [turn, { method, path, body }] of posts.entries())
    for (const [i, encoding] of encodings.entries()) {
      if (!isFullTestRun && (turn + i) % encodings.length !== 0) continue
      await tab.goto(foreignUrl)
      const responsePromise = tab.waitForResponse((response) => response.url() === baseURL + path)
      await tab.evaluate(
        ({ action, encoding: type, method: formMethod, body: fields }) => {
          const form = document.createElement('form')
          Object.assign(form, { action, method: formMethod, enctype: type })
          for (const [name, value] of Object.entries(fields)) {
            const input = document.createElement('input')
            Object.assign(input, { name, value })
            form.append(input)
          }
          document.body.append(form)
          form.submit()
        },
        { action: baseURL + path, encoding, method, body },
      )
      const response = await responsePromise
      expect(response.status(), `${path} ${encoding}`).toBe(403)
      await tab.waitForURL(baseURL + path)
      await Promise.all(pendingRecords.splice(0))
      formCount += 1
    }
  await tab.close()

  expect(await readState()).toEqual(stateBefore)
  expect((await page.request.get('/api/v1/account')).status()).toBe(200)
  await Promise.all(pendingRecords.splice(0))
  await context.close()
  reportTestFigures('A foreign site', {
    fetches: fetchOutcomes.length,
    'of which arrived': arrivedCount,
    beacons: 2 * targets.length,
    'forms with the cookie': formCount,
  })
  expect(arrivedCount).toBeGreaterThanOrEqual(30)
  expect(urlsWithCookie.length).toBeGreaterThanOrEqual(formCount)
})
