import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createToken } from '@/lib/auth/server/commands'
import { makeState } from '@/lib/annotations/testing/claimed-work'
import { createRandom } from '@/lib/platform/random'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullRun } from '@/lib/platform/testing/figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { planGold } from '@/lib/quality/server/plan-gold'
import {
  listFields,
  type Observation,
  trainClassifier,
} from '@/lib/quality/testing/train-classifier'
import { importLines, joinProject, makeProject, type MadeProject } from '@/prisma/seed/factories'

useTestDatabase()

const origin = 'http://stepmark.test'
const annotators = 8
const [gold, servedCount, warmUp] = isFullRun ? [300, 1_000, 40] : [120, 400, 40]
/** How often the planted field is set on gold. Fewer items need a more frequent leak. */
const leakRate = isFullRun ? 0.3 : 0.4
const timeoutMs = 600_000
/** The standard error of an AUC of 0.5, with as many items of one kind as of the other: 0.018 for 1,000 items. */
const aucError = Math.sqrt((servedCount + 1) / (3 * servedCount ** 2))
const chance = 0.5 + 4 * aucError
/** About 80 fields are compared, so one of them may deviate further. */
const chanceOfOne = 0.5 + 6 * aucError

/** The AUC of a field that reveals the kind completely. */
const obviousAuc = 0.8

let api: { fetch(request: Request): Response | Promise<Response> }
let project: MadeProject
let people: { bearer: string; items: number; last: boolean[]; before: { after?: Heard } }[]

const draw = createRandom(8)
const drawOf = (count: number) => Math.floor(draw() * count)

/** Solutions as models write them, with different formulas and lengths. */
function makeLine(id: string) {
  const formula = () =>
    `$\\frac{${drawOf(900)}x + ${drawOf(90)}}{\\sqrt{${drawOf(900)}}} = ${drawOf(9_000)}$`
  return {
    ...{ id, problem: `Let ${formula()}. What is ${formula()}?`, answer: String(drawOf(90)) },
    samples: [
      {
        id: `${id}/0`,
        steps: Array.from(
          { length: 3 + drawOf(6) },
          () => `We have ${formula()}, ${'so '.repeat(drawOf(9))}it is ${formula()}.`,
        ),
        ...{ answer: String(drawOf(90)), score: draw() },
      },
    ],
  }
}

const planNow = () => planGold(getDatabase(), new AbortController().signal)

/** Gold is imported first, on another day. Its content is like that of other solutions. */
async function makeStream(): Promise<void> {
  project = await makeProject()
  const lines = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => makeLine(`${name}${i}`))
  await importLines(project, lines('g', gold))
  const solutions = await getDatabase().solution.findMany({
    where: { projectId: project.id },
    select: { id: true },
  })
  await getDatabase().queueItem.deleteMany({ where: { projectId: project.id } })
  await getDatabase().goldItem.createMany({
    data: solutions.map(({ id }) => ({ projectId: project.id, solutionId: id, firstErrors: [1] })),
  })
  await importLines(project, lines('w', (servedCount + warmUp) * 0.65))
  await getDatabase().project.update({
    where: { id: project.id },
    data: { goldShare: 0.5 },
    select: { id: true },
  })
}

beforeAll(async () => {
  process.env.NEXTAUTH_URL = origin
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  api = (await import('./api')).buildApi()
  await makeStream()
  people = await Promise.all(
    Array.from({ length: annotators }, async () => {
      const person = await joinProject(project, 'annotator')
      const { secret } = await createToken.execute(person, { name: 't', scope: 'write', days: 1 })
      return { bearer: `Bearer ${secret}`, items: 0, last: [], before: {} }
    }),
  )
}, timeoutMs)

interface Heard {
  headers: Record<string, string>
  body: Record<string, unknown>
  ms: number
}

async function fetchApi(
  bearer: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Heard> {
  const request = new Request(`${origin}/api/v1/projects/${project.slug}${path}`, {
    method,
    headers: {
      authorization: bearer,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const began = performance.now()
  const response = await api.fetch(request)
  const text = await response.text()
  const ms = performance.now() - began
  const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
  expect(response.status).toBe(200)
  return { headers, body: JSON.parse(text) as Record<string, unknown>, ms }
}

/** Labels one item and records all responses to its annotator, together with its kind. */
async function label(who: (typeof people)[number]): Promise<Observation & { solution: string }> {
  const claim = await fetchApi(who.bearer, 'POST', '/claims', { prefetch: false })
  const { id: lease } = claim.body.lease as { id: string }
  who.before.after = claim
  const { purpose, solutionId } = await getDatabase().lease.findFirstOrThrow({
    where: { projectId: project.id, id: lease },
    select: { purpose: true, solutionId: true },
  })
  const work = await fetchApi(who.bearer, 'GET', `/leases/${lease}/work`)
  const progress = await fetchApi(who.bearer, 'GET', '/progress')
  const ratings = (work.body.steps as unknown[]).map(() => 1 as const)
  const { writer: __, ...state } = makeState(draw() < 0.5 ? [1, -1] : ratings)
  const submit = await fetchApi(who.bearer, 'POST', `/leases/${lease}/submission`, {
    ...{ ...state, writer: randomUUID(), finishNote: null },
    finishReason: state.ratings.includes(-1) ? 'found_error' : 'solution',
  })
  const isPositive = purpose === 'gold'
  const order = {
    // Also records the order, which could reveal a regular pattern.
    ...{ place: who.items % 20, third: who.items % 3, half: who.items % 2 },
    before: who.last.at(-1) ?? false,
    twoBefore: who.last.at(-2) ?? false,
    since: Math.min(9, who.last.length - 1 - who.last.lastIndexOf(true)),
  }
  who.items += 1
  who.last.push(isPositive)
  const { annotation: ___, ...submitBody } = submit.body
  const after: { after?: Heard } = {}
  const observation = Object.assign(after, {
    claim,
    work,
    progress,
    submit: { ...submit, body: submitBody },
    order,
  })
  // The next claim also counts as part of this item.
  who.before = observation
  return { isPositive, solution: solutionId, observation }
}

const mapObservations = (
  observations: readonly Observation[],
  change: (observed: never, isPositive: boolean) => unknown,
) =>
  observations.map(({ isPositive, observation }) => ({
    isPositive,
    observation: change(observation as never, isPositive),
  }))

test(
  'a classifier cannot tell gold from other work in what annotators receive, but finds planted leaks',
  async () => {
    const observations: Awaited<ReturnType<typeof label>>[] = []
    // Continue so that the last recorded items have a later claim too.
    for (let i = 0; i < servedCount + warmUp + annotators; i++) {
      if (i % (2 * annotators) === 0) await planNow()
      const observation = await label(people[i % annotators]!)
      if (i >= warmUp && i < servedCount + warmUp) observations.push(observation)
    }
    const kinds = observations.map(({ isPositive }) => isPositive)
    const share = kinds.filter(Boolean).length / observations.length
    expect(Math.abs(share - 0.5)).toBeLessThan(0.08)
    // Both kinds have the same fields.
    const fieldsOf = (isPositive: boolean) =>
      [
        ...new Set(
          observations
            .filter((each) => each.isPositive === isPositive)
            .flatMap(({ observation }) => [...listFields(observation).keys()]),
        ),
      ].toSorted()
    expect(fieldsOf(true)).toEqual(fieldsOf(false))
    const classifier = trainClassifier(observations)
    expect(classifier.fields.filter(({ auc }) => auc > chanceOfOne)).toEqual([])
    expect(classifier.auc).toBeLessThan(chance)

    // Planted leaks: a claim that is slower for gold, a stored id, an occasional field, a regular order.
    const slower = trainClassifier(
      mapObservations(observations, (observed: { claim: Heard }, is) => ({
        ...observed,
        claim: { ...observed.claim, ms: observed.claim.ms * (is ? 3 : 1) },
      })),
    )
    expect(slower.fields[0]?.name).toBe('/claim/ms')
    expect(slower.auc).toBeGreaterThan(chance)
    const storedResult = trainClassifier(
      observations.map(({ isPositive, observation, solution }) => ({
        isPositive,
        observation: { observation, solution },
      })),
    )
    expect(storedResult.fields[0]).toEqual({ name: '/solution begins', auc: 1 })
    expect(storedResult.auc).toBeGreaterThan(obviousAuc)
    const withNote = mapObservations(observations, (observed: object, is) => ({
      ...observed,
      note: is && draw() < leakRate ? 1 : null,
    }))
    expect(trainClassifier(withNote).auc).toBeGreaterThan(chance)
    const everyThird = observations.map((each, i) => ({
      ...each,
      isPositive: i % 3 === 0,
      observation: { i: i % 3 },
    }))
    expect(trainClassifier(everyThird).auc).toBe(1)
  },
  timeoutMs,
)
