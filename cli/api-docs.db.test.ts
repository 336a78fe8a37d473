import { spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAnnotations } from '@/lib/annotations/testing/claimed-solution'
import { createToken } from '@/lib/auth/server/commands'
import { httpOperations } from '@/lib/http/server/api'
import type { z } from '@/lib/platform/contract'
import { httpStatusByErrorCode } from '@/lib/platform/errors'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  makeWebhookSecret,
  makeSignedWebhookHeaders,
} from '@/lib/webhooks/server/sign-webhook-message'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { serveApi, type ServedApi } from './testing/serve-api'

useTestDatabase()

const docs = readFileSync(join(repositoryRoot, 'docs', 'api.md'), 'utf8')
const pythons = [...docs.matchAll(/```python\n([^]*?)```/g)].map((match) => match[1]!)
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) console.warn('python3 is not here: the Python of docs/api.md was NOT tried')

let api: ServedApi
let project: TestProject

beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  api = await serveApi()
  project = await makeProject()
})
afterAll(() => api.stop())

async function runPython(script: string, env: Record<string, string>) {
  const child = spawn('python3', ['-c', script], { env: { ...process.env, ...env } })
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ])
  return { out, error, code }
}

describe.runIf(hasPython)('Python examples in the API docs', () => {
  const [client = '', annotator = '', receiver = ''] = pythons

  test('the client lists projects with a token, and prints why the server rejects a wrong one', async () => {
    const input = { name: 'docs', scope: 'read' as const, days: 1 }
    const { secret } = await createToken.execute(project.admin, input)
    const env = { STEPMARK_URL: api.url, STEPMARK_TOKEN: secret }
    const validRun = await runPython(client, env)
    expect(validRun).toMatchObject({ error: '', code: 0 })
    expect(validRun.out).toContain(`${project.slug} `)
    const rejectedRun = await runPython(client, { ...env, STEPMARK_TOKEN: 'smk_nothing' })
    expect(rejectedRun.code).toBe(1)
    expect(rejectedRun.error).toContain('This token is unknown or has expired.')
    expect(rejectedRun.error).not.toContain('Traceback')
  })

  test('the annotation script rates and submits solutions until none is left', async () => {
    const ownProject = await makeProject()
    await importLines(ownProject, [makeProblemLine('p', [0.9]), makeProblemLine('q', [0.8])])
    const annotatorPerson = await makeMember(ownProject, 'annotator')
    const input = { name: 'docs', scope: 'write' as const, days: 1 }
    const { secret } = await createToken.execute(annotatorPerson, input)
    const env = { STEPMARK_URL: api.url, STEPMARK_TOKEN: secret, SLUG: ownProject.slug }
    const script = `${client}${annotator}
done = [annotate(os.environ["SLUG"], lambda text: rating) for rating in (1, -1, 1)]
assert done[0] and done[1] and done[2] is None, done`
    expect(await runPython(script, env)).toMatchObject({ error: '', code: 0 })
    const annotations = await readAnnotations(ownProject)
    expect(annotations).toMatchObject([
      { state: 'submitted', ratings: [1, 1, 1] },
      { state: 'submitted', ratings: [-1] },
    ])
  })

  test('the webhook receiver accepts messages signed by Stepmark and rejects forged or old ones', async () => {
    const secret = makeWebhookSecret()
    const body = '{"type":"test","name":"ü"}'
    const now = Math.floor(Date.now() / 1_000)
    const validHeaders = makeSignedWebhookHeaders(secret, { id: 'a', at: now, body })
    const otherSignature = `v1,${createHmac('sha256', 'x').update('y').digest('base64')}`
    const bothSignatures = `${otherSignature} ${validHeaders['webhook-signature']}`
    const messages: Record<string, { headers: Record<string, string>; body: string }> = {
      ours: { headers: validHeaders, body },
      'another body': { headers: validHeaders, body: body.replace('test', 'fake') },
      'another id': { headers: { ...validHeaders, 'webhook-id': 'b' }, body },
      'another secret': {
        headers: makeSignedWebhookHeaders(makeWebhookSecret(), { id: 'a', at: now, body }),
        body,
      },
      'ten minutes old': {
        headers: makeSignedWebhookHeaders(secret, { id: 'a', at: now - 600, body }),
        body,
      },
      'two signatures': { headers: { ...validHeaders, 'webhook-signature': bothSignatures }, body },
    }
    const script = `${receiver}
import json, os
messages = json.loads(os.environ["MESSAGES"])
print(json.dumps({name: verify(os.environ["SECRET"], message["headers"], message["body"].encode())
                  for name, message in messages.items()}))`
    const { out, error } = await runPython(script, {
      SECRET: secret,
      MESSAGES: JSON.stringify(messages),
    })
    expect(error).toBe('')
    expect(JSON.parse(out)).toEqual({
      ours: true,
      'another body': false,
      'another id': false,
      'another secret': false,
      'ten minutes old': false,
      'two signatures': true,
    })
  })
})

test('the table of errors in the API docs has every error code with its HTTP status', () => {
  for (const [code, status] of Object.entries(httpStatusByErrorCode))
    expect(docs).toMatch(new RegExp(`\\| ${status}\\s+\\|[^|]*\`${code}\``))
})

test('every API call with the cursor parameter `after` returns the cursor `next`', () => {
  const paths = httpOperations.map(({ contract }) => contract.path)
  expect(paths).toContain('/projects/{project}/webhooks')
  expect(paths).toContain('/projects/{project}/releases')
  const paged = httpOperations.filter(({ contract }) => 'after' in contract.input.shape)
  expect(paged.length).toBeGreaterThan(5)
  for (const { contract } of paged)
    expect((contract.reply as z.ZodObject).shape, contract.name).toHaveProperty('next')
})
