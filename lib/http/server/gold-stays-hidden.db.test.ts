import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import { createToken } from '@/lib/auth/server/commands'
import { planGoldOfAllProjects } from '@/lib/gold/server/plan-gold'
import {
  listFieldsByPath,
  type ClassifierObservation,
  measureDistinguishability,
} from '@/lib/gold/testing/measure-distinguishability'
import { createRandomGenerator } from '@/lib/platform/random'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'

useTestDatabase()

const origin = 'http://stepmark.test'
const annotatorCount = 8
const [goldCount, servedCount, warmUp] = isFullTestRun ? [300, 1_000, 40] : [60, 200, 40]
/** How often the planted field is set on gold. Fewer items need a more frequent leak. */
const leakRate = isFullTestRun ? 0.3 : 0.6
const timeoutMs = 600_000
/** The standard error of an AUC of 0.5, with as many items of one kind as of the other: 0.018 for 1,000 items. */
const aucError = Math.sqrt((servedCount + 1) / (3 * servedCount ** 2))
const maxClassifierAuc = 0.5 + 4 * aucError
/** About 80 fields are compared, so one of them may deviate further. */
const maxFieldAuc = 0.5 + 6 * aucError

/** Minimum AUC of the classifier when one field reveals the kind completely. */
const minObviousAuc = 0.8

let api: { fetch(request: Request): Response | Promise<Response> }
let project: TestProject
let annotators: {
  bearer: string
  items: number
  goldHistory: boolean[]
  previousItem: { nextClaim?: RecordedResponse }
}[]

const random = createRandomGenerator(8)
const randomInt = (count: number) => Math.floor(random() * count)

/** Solutions as models write them, with different formulas and lengths. */
function makeLine(id: string) {
  const formula = () =>
    `$\\frac{${randomInt(900)}x + ${randomInt(90)}}{\\sqrt{${randomInt(900)}}} = ${randomInt(9_000)}$`
  return {
    id,
    problem: `Let ${formula()}. What is ${formula()}?`,
    answer: String(randomInt(90)),
    samples: [
      {
        id: `${id}/0`,
        steps: Array.from(
          { length: 3 + randomInt(6) },
          () => `We have ${formula()}, ${'so '.repeat(randomInt(9))}it is ${formula()}.`,
        ),
        answer: String(randomInt(90)),
        score: random(),
      },
    ],
  }
}

const planAllGold = () => planGoldOfAllProjects(getDatabase(), new AbortController().signal)

/** Imports gold before the other solutions, with similar content. */
async function makeStream(): Promise<void> {
  project = await makeProject()
  const lines = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => makeLine(`${name}${i}`))
  await importLines(project, lines('g', goldCount))
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
  api = (await import('./api')).buildApiRouter()
  await makeStream()
  annotators = await Promise.all(
    Array.from({ length: annotatorCount }, async () => {
      const person = await makeMember(project, 'annotator')
      const { secret } = await createToken.execute(person, { name: 't', scope: 'write', days: 1 })
      return { bearer: `Bearer ${secret}`, items: 0, goldHistory: [], previousItem: {} }
    }),
  )
}, timeoutMs)

interface RecordedResponse {
  headers: Record<string, string>
  body: Record<string, unknown>
  ms: number
}

async function fetchApi(
  bearer: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<RecordedResponse> {
  const request = new Request(`${origin}/api/v1/projects/${project.slug}${path}`, {
    method,
    headers: {
      authorization: bearer,
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const startedAt = performance.now()
  const response = await api.fetch(request)
  const text = await response.text()
  const ms = performance.now() - startedAt
  const { 'x-request-id': _, ...headers } = Object.fromEntries(response.headers)
  expect(response.status).toBe(200)
  return { headers, body: JSON.parse(text) as Record<string, unknown>, ms }
}

/** Labels one item and records all responses to its annotator, together with its kind. */
async function label(
  annotator: (typeof annotators)[number],
): Promise<ClassifierObservation & { solution: string }> {
  const claim = await fetchApi(annotator.bearer, 'POST', '/claims', { prefetch: false })
  const { id: lease } = claim.body.lease as { id: string }
  annotator.previousItem.nextClaim = claim
  const { purpose, solutionId } = await getDatabase().lease.findFirstOrThrow({
    where: { projectId: project.id, id: lease },
    select: { purpose: true, solutionId: true },
  })
  const work = await fetchApi(annotator.bearer, 'GET', `/leases/${lease}/work`)
  const progress = await fetchApi(annotator.bearer, 'GET', '/progress')
  const ratings = (work.body.steps as unknown[]).map(() => 1 as const)
  const { writer: __, ...state } = makeSaveInput(random() < 0.5 ? [1, -1] : ratings)
  const submit = await fetchApi(annotator.bearer, 'POST', `/leases/${lease}/submission`, {
    ...state,
    writer: randomUUID(),
    finishNote: null,
    finishReason: state.ratings.includes(-1) ? 'found_error' : 'solution',
  })
  const isGold = purpose === 'gold'
  const { goldHistory } = annotator
  const order = {
    // Also records the order, which could reveal a regular pattern.
    positionMod20: annotator.items % 20,
    positionMod3: annotator.items % 3,
    positionMod2: annotator.items % 2,
    wasPreviousGold: goldHistory.at(-1) ?? false,
    wasSecondPreviousGold: goldHistory.at(-2) ?? false,
    itemsSinceGold: Math.min(9, goldHistory.length - 1 - goldHistory.lastIndexOf(true)),
  }
  annotator.items += 1
  goldHistory.push(isGold)
  const { annotation: ___, ...submitBody } = submit.body
  const nextClaim: { nextClaim?: RecordedResponse } = {}
  const observation = Object.assign(nextClaim, {
    claim,
    work,
    progress,
    submit: { ...submit, body: submitBody },
    order,
  })
  // The response to the next claim is part of this observation.
  annotator.previousItem = observation
  return { isPositive: isGold, solution: solutionId, observation }
}

const mapObservations = (
  observations: readonly ClassifierObservation[],
  transform: (observed: never, isGold: boolean) => unknown,
) =>
  observations.map(({ isPositive, observation }) => ({
    isPositive,
    observation: transform(observation as never, isPositive),
  }))

test(
  'a classifier cannot tell gold from other work in responses to annotators, but detects planted leaks',
  async () => {
    const observations: Awaited<ReturnType<typeof label>>[] = []
    // Continues past the last recorded item, so that it also has a next claim.
    for (let i = 0; i < servedCount + warmUp + annotatorCount; i++) {
      if (i % (2 * annotatorCount) === 0) await planAllGold()
      const observation = await label(annotators[i % annotatorCount]!)
      if (i >= warmUp && i < servedCount + warmUp) observations.push(observation)
    }
    const kinds = observations.map(({ isPositive }) => isPositive)
    const share = kinds.filter(Boolean).length / observations.length
    const shareError = 0.5 / Math.sqrt(servedCount)
    expect(Math.abs(share - 0.5)).toBeLessThan(4 * shareError)
    // Both kinds have the same fields.
    const fieldsOf = (isPositive: boolean) =>
      [
        ...new Set(
          observations
            .filter((each) => each.isPositive === isPositive)
            .flatMap(({ observation }) => [...listFieldsByPath(observation).keys()]),
        ),
      ].toSorted()
    expect(fieldsOf(true)).toEqual(fieldsOf(false))
    const classifier = measureDistinguishability(observations)
    expect(classifier.fields.filter(({ auc }) => auc > maxFieldAuc)).toEqual([])
    expect(classifier.auc).toBeLessThan(maxClassifierAuc)

    // Planted leaks: a claim that is slower for gold, a stored id, an occasional field, a regular order.
    const delayResult = measureDistinguishability(
      mapObservations(observations, (observed: { claim: RecordedResponse }, isGold) => ({
        ...observed,
        claim: { ...observed.claim, ms: observed.claim.ms * (isGold ? 3 : 1) },
      })),
    )
    expect(delayResult.fields[0]?.name).toBe('/claim/ms')
    expect(delayResult.auc).toBeGreaterThan(maxClassifierAuc)
    const storedIdResult = measureDistinguishability(
      observations.map(({ isPositive, observation, solution }) => ({
        isPositive,
        observation: { observation, solution },
      })),
    )
    expect(storedIdResult.fields[0]).toEqual({ name: '/solution begins', auc: 1 })
    expect(storedIdResult.auc).toBeGreaterThan(minObviousAuc)
    const withNote = mapObservations(observations, (observed: object, isGold) => ({
      ...observed,
      note: isGold && random() < leakRate ? 1 : null,
    }))
    // On a busy machine, the classifier alone can miss an occasional field among the noise.
    const noteResult = measureDistinguishability(withNote)
    const isNoteNoticed = noteResult.fields.some(
      ({ name, auc }) => name === '/note' && auc > maxFieldAuc,
    )
    expect(isNoteNoticed || noteResult.auc > maxClassifierAuc).toBe(true)
    const everyThird = observations.map((each, i) => ({
      ...each,
      isPositive: i % 3 === 0,
      observation: { i: i % 3 },
    }))
    expect(measureDistinguishability(everyThird).auc).toBe(1)
  },
  timeoutMs,
)
