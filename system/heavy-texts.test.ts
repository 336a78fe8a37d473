import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeAnnotation } from '@/lib/agreement/testing/doubly-annotated'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import {
  slowToTypesetGuidelines,
  slowToTypesetLines,
  slowToTypesetSolutions,
  slowToTypesetStepChoiceLine,
} from './testing/slow-to-typeset-texts'
import { SystemClient } from './testing/system-client'
import { startTestSystem, type TestSystem } from './testing/test-system'
import type { VisitorReply, Visitor } from './testing/visitor'

/* Texts that the server accepts but that are slow to typeset. Other requests must be served meanwhile. */

const metricsToken = 'heavy-texts'.repeat(3)
const maxReplyBytes = 5_000_000
/** On a busy machine; about 100 ms on an idle one. Without threads and limits it was up to 9 s. */
const maxLagMs = 1_500
/** Each poll costs CPU in the server and here; a delay that fails the test lasts many polls. */
const pollMs = isFullTestRun ? 20 : 100
const idleSeconds = 60
const everyRunSolutions = ['many steps', 'a table', 'large formulas']
/** `npm test` uses one of each cause: many steps, one large step, and formulas. */
const usedSolutions = Object.entries(slowToTypesetSolutions).filter(
  ([name]) => isFullTestRun || everyRunSolutions.includes(name),
)

/** Names and numbers of steps. */
const labelledSolutions: (readonly [string, number])[] = [
  ...usedSolutions.map(([name, steps]) => [name, steps.length] as const),
  ['a long problem', 2],
  ['many options', 2],
]

let system: TestSystem
let client: SystemClient
let project: TestProject
let stepChoiceProject: TestProject
let visitors: Record<'annotator' | 'labeler' | 'reviewer' | 'admin', Visitor>
let solutions: Map<string, { solution: string; annotation: string }>
const maxima = { bytes: 0, lagMs: 0, ms: 0, pollMs: 0, megabytes: 0 }
const stopController = new AbortController()
let delayMeasurement: Promise<void>
let megabytesAtStart = 0

beforeAll(async () => {
  system = await startTestSystem({ processes: 1, env: { STEPMARK_METRICS_TOKEN: metricsToken } })
  client = new SystemClient(system)
  const people = await client.withDatabase(importSolutions)
  visitors = {
    annotator: await client.signInWithoutForm(people.annotator),
    labeler: await client.signInWithoutForm(people.labeler),
    reviewer: await client.signInWithoutForm(people.reviewer),
    admin: await client.signInWithoutForm(project.admin),
  }
  await warmUp()
  megabytesAtStart = readMegabytes()
  delayMeasurement = measureDelays()
})
afterAll(async () => {
  stopController.abort()
  await delayMeasurement
  const megabytesAtEnd = readMegabytes()
  // An idle server gives memory back over time, and nothing says when it is done. The figure is for this time.
  if (isFullTestRun) await sleep(idleSeconds * 1_000)
  reportTestFigures('Heavy texts', {
    'longest request, ms': maxima.ms,
    'longest delay of the event loop, ms': maxima.lagMs,
    'longest request of another client, ms': maxima.pollMs,
    'largest reply, MB': (maxima.bytes / 1e6).toFixed(1),
    'resident memory at the start, MB': megabytesAtStart,
    'resident memory, largest, MB': maxima.megabytes,
    'resident memory at the end, MB': megabytesAtEnd,
    ...(isFullTestRun && {
      [`resident memory ${idleSeconds} seconds later, MB`]: readMegabytes(),
    }),
  })
  await system?.stop()
})

/** Each solution is labelled by two annotators who disagree. */
async function importSolutions(): Promise<Record<'annotator' | 'labeler' | 'reviewer', Person>> {
  project = await makeProject({ overlap: 3, asksExplanation: true })
  const annotator = await makeMember(project, 'annotator')
  const disagreeingAnnotators = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ] as const
  const reviewer = await makeMember(project, 'reviewer')
  const lines = usedSolutions.map(([name, steps]) => ({
    id: name,
    problem: `The problem of ${name}`,
    answer: '2',
    samples: [{ id: name, steps, answer: '3', score: 0.5 }],
  }))
  const otherLines = Object.entries(slowToTypesetLines).map(([id, { sample, ...line }]) => ({
    id,
    answer: '2',
    samples: [{ id, ...sample }],
    ...line,
  }))
  await importLines(project, [...lines, ...otherLines])
  stepChoiceProject = await makeProject({ flow: 'step_choice' }, project.admin)
  await importLines(stepChoiceProject, [slowToTypesetStepChoiceLine], { labels: 'drop' })
  solutions = new Map()
  for (const [name, stepCount] of labelledSolutions) {
    const allPositive = Array.from({ length: stepCount }, () => 1 as const)
    const annotation = await storeAnnotation(project, name, disagreeingAnnotators[0], allPositive)
    await storeAnnotation(project, name, disagreeingAnnotators[1], [1, -1])
    const { id } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id, externalId: name },
      select: { id: true },
    })
    solutions.set(name, { solution: id, annotation })
  }
  return { annotator, labeler: disagreeingAnnotators[0], reviewer }
}

const getUrl = () => system.servers[0]!.url
const getProjectPath = (path: string) => `/projects/${project.slug}${path}`
const callApi = (visitor: Visitor, path: string, json?: unknown) =>
  visitor.request(getUrl(), `/api/v1${getProjectPath(path)}`, {
    ...(json !== undefined && { method: 'POST', json }),
  })

/** Loads code and threads before anything is measured. */
async function warmUp(): Promise<void> {
  await callApi(visitors.admin, '/guideline', { text: 'So $x$', summary: 'a', basedOn: 0 })
  for (const page of ['/guideline', '/guideline/edit', '/review', '/splits', '/gold'])
    await visitors.admin.request(getUrl(), getProjectPath(page))
}

/** Measures the delays of another client until all tests have ended. */
async function measureDelays(): Promise<void> {
  while (!stopController.signal.aborted) {
    const startedAt = performance.now()
    const reply = await fetch(`${getUrl()}/healthz`)
    await reply.text()
    maxima.pollMs = Math.max(maxima.pollMs, Math.round(performance.now() - startedAt))
    maxima.megabytes = Math.max(maxima.megabytes, readMegabytes())
    await sleep(pollMs)
  }
}

function readMegabytes(): number {
  const status = readFileSync(`/proc/${system.servers[0]!.process.pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024)
}

async function readLatestGuidelineVersion(): Promise<number> {
  const { body } = await callApi(visitors.admin, '/guideline/versions')
  const { versions } = JSON.parse(body) as { versions: { version: number }[] }
  return versions[0]!.version
}

/** The longest delay of the server's event loop since the last call. */
async function readLag(): Promise<number> {
  const reply = await fetch(`${getUrl()}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(await reply.text()) ?? []
  return Math.round(Number(seconds) * 1_000)
}

async function expectServed(
  name: string,
  request: () => Promise<VisitorReply>,
): Promise<VisitorReply> {
  await readLag()
  const startedAt = performance.now()
  const reply = await request()
  const ms = Math.round(performance.now() - startedAt)
  const lagMs = await readLag()
  const bytes = Buffer.byteLength(reply.body)
  expect(reply.status, `${name}: ${reply.body.slice(0, 300)}`).toBeLessThan(300)
  expect(bytes, `bytes of ${name}`).toBeLessThanOrEqual(maxReplyBytes)
  expect(lagMs, `delay of the event loop by ${name}`).toBeLessThan(maxLagMs)
  maxima.ms = Math.max(maxima.ms, ms)
  maxima.lagMs = Math.max(maxima.lagMs, lagMs)
  maxima.bytes = Math.max(maxima.bytes, bytes)
  return reply
}

const tooLong = 'too long to typeset'

/** `npm test` uses one of each cause: many elements, and many formulas. */
const guidelines = Object.entries(slowToTypesetGuidelines).filter(
  ([name]) => isFullTestRun || ['headings with words', 'formulas only'].includes(name),
)

test('guidelines that are slow to typeset can be previewed, published and read', async () => {
  let basedOn = 1
  for (const [name, text] of guidelines) {
    await expectServed(`preview of ${name}`, () =>
      callApi(visitors.admin, '/guideline/preview', { text: `${text.slice(0, 90_000)} x` }),
    )
    await expectServed(`publishing ${name}`, () =>
      callApi(visitors.admin, '/guideline', { text, summary: 'x', basedOn: basedOn++ }),
    )
    for (const path of ['/guideline', '/guideline/edit'])
      await expectServed(`${path}: ${name}`, () =>
        visitors.admin.request(getUrl(), getProjectPath(path)),
      )
  }
})

test('a guideline with too many headings is served to several readers at once, with a note that it is too long to typeset', async () => {
  const text = slowToTypesetGuidelines['headings with words']
  await callApi(visitors.admin, '/guideline', {
    text,
    summary: 'x',
    basedOn: await readLatestGuidelineVersion(),
  })
  const pages = await Promise.all(
    Array.from({ length: isFullTestRun ? 5 : 2 }, () =>
      expectServed('several views at once', () =>
        visitors.annotator.request(getUrl(), getProjectPath('/guideline')),
      ),
    ),
  )
  for (const { body } of pages) expect(body).toContain(tooLong)
})

test.each(labelledSolutions.map(([name]) => name))(
  'review, split, gold, question and own-work pages with %s are served',
  async (name) => {
    const { solution, annotation } = solutions.get(name)!
    const paths = [
      `/review/${solution}`,
      `/review/annotations/${annotation}`,
      `/splits/${solution}`,
      `/gold/${solution}`,
      `/questions/new?solution=${solution}&step=1`,
    ]
    for (const path of paths)
      await expectServed(`${path} with ${name}`, () =>
        visitors.reviewer.request(getUrl(), getProjectPath(path)),
      )
    await expectServed(`own annotation of ${name}`, () =>
      visitors.labeler.request(getUrl(), getProjectPath(`/mine/${annotation}`)),
    )
  },
)

test('lists that display slow-to-typeset texts are served', async () => {
  const paths = ['', '/review', '/review/annotations', '/queue', '/queue/items', '/splits']
  for (const path of [...paths, '/answers', '/questions', '/gold'])
    await expectServed(`the list ${path}`, () =>
      visitors.admin.request(getUrl(), getProjectPath(path)),
    )
  await expectServed('own annotations', () =>
    visitors.labeler.request(getUrl(), getProjectPath('/mine')),
  )
})

test('an annotator can open every solution that is slow to typeset, and the options of an error', async () => {
  const { annotator } = visitors
  await callApi(annotator, '/guideline/reading', { version: await readLatestGuidelineVersion() })
  const servedProblems: string[] = []
  for (;;) {
    const claim = await callApi(annotator, '/claims', { prefetch: false })
    const { kind, lease } = JSON.parse(claim.body) as { kind: string; lease: { id: string } }
    if (kind !== 'solution') break
    const path = `/leases/${lease.id}`
    const work = await expectServed('work', () => callApi(annotator, `${path}/work`))
    const { problem } = JSON.parse(work.body) as { problem: { source: string } }
    servedProblems.push(problem.source)
    await expectServed('the labelling page', () =>
      annotator.request(getUrl(), getProjectPath('/label')),
    )
    if (problem.source === slowToTypesetLines['many options'].problem) {
      const json = makeSaveInput([1, -1])
      const reply = await expectServed('revealed options', () =>
        annotator.request(getUrl(), `/api/v1${getProjectPath(path)}/annotation`, {
          method: 'PUT',
          json,
        }),
      )
      const { reveal } = JSON.parse(reply.body) as { reveal: { options: unknown[] } | null }
      expect(reveal?.options).toHaveLength(99)
    }
    await callApi(annotator, `${path}/skip`, { reason: 'Too long.' })
  }
  expect(servedProblems).toHaveLength(labelledSolutions.length)
  for (const { problem } of Object.values(slowToTypesetLines))
    expect(servedProblems).toContain(problem)
})

test('steps with options that are slow to typeset can be opened', async () => {
  const path = `/projects/${stepChoiceProject.slug}`
  const callStepChoice = (call: string, json?: unknown) =>
    visitors.admin.request(getUrl(), `/api/v1${path}${call}`, {
      ...(json !== undefined && { method: 'POST', json }),
    })
  const claim = await callStepChoice('/claims', { prefetch: false })
  const { lease } = JSON.parse(claim.body) as { lease: { id: string } }
  const work = await expectServed('work with options', () =>
    callStepChoice(`/leases/${lease.id}/work`),
  )
  expect(work.body).toContain('Second option of step 699')
  await expectServed('the labelling page of step choices', () =>
    visitors.admin.request(getUrl(), `${path}/label`),
  )
})

test('a reviewer can open the options of a step that are slow to typeset', async () => {
  const { solution } = solutions.get('many options')!
  const reply = await expectServed('options of a disagreement', () =>
    callApi(visitors.reviewer, `/disagreements/${solution}/options?step=1&revision=1`),
  )
  const { options } = JSON.parse(reply.body) as { options: unknown[] }
  expect(options).toHaveLength(99)
})

test('a reviewer can open every page of steps of a solution that is slow to typeset', async () => {
  const { solution } = solutions.get('large formulas')!
  const sources: string[] = []
  let stepCount = 1
  while (sources.length < stepCount) {
    const reply = await expectServed('a page of steps', () =>
      callApi(visitors.reviewer, `/disagreements/${solution}?around=${sources.length}`),
    )
    const page = JSON.parse(reply.body) as {
      steps: { source: string }[]
      pageStart: number
      stepCount: number
    }
    expect(page.pageStart).toBe(sources.length)
    sources.push(...page.steps.map(({ source }) => source))
    stepCount = page.stepCount
  }
  expect(sources).toEqual(slowToTypesetSolutions['large formulas'])
})
