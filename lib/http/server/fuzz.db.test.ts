import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { httpStatusByErrorCode } from '@/lib/platform/errors'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { summariseApiCall } from './call-summary'
import { openTestApi } from './testing/api-client'
import { type FuzzTestData, createFuzzTestData } from './testing/fuzz-test-data'
import {
  type GeneratedRequest,
  generateRequests,
  buildGeneratedRequest,
} from './testing/generated-request'

useTestDatabase()

/** Some calls end sessions or change permissions, so each fixture has new people and gets this many requests. */
const requestsPerFixture = isFullTestRun ? 2_000 : 700
const fixtures = isFullTestRun ? 10 : 1
const numRuns = fixtures * requestsPerFixture
const timeoutMs = isFullTestRun ? 3_600_000 : 120_000
const maxShown = 12

let api: Awaited<ReturnType<typeof openTestApi>>

beforeAll(async () => {
  api = await openTestApi()
})

test(
  `${numRuns} generated requests cause no server error, no response outside the contract and no leaked internals`,
  async () => {
    const statusCounts = new Map<number, number>()
    const reachedCalls = new Set<string>()
    const faults: string[] = []
    async function askAll(fixture: FuzzTestData): Promise<void> {
      for (const sample of fc.sample(generateRequests(fixture), { numRuns: requestsPerFixture })) {
        const request = buildGeneratedRequest(sample, fixture)
        if (request === null) continue
        const { status, fault } = await checkReply(sample, await api.fetch(request))
        statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
        if (status < 300) reachedCalls.add(sample.operation.contract.name)
        if (fault !== null) faults.push(describeFault(sample, status, fault))
      }
    }
    for (let i = 0; i < fixtures; i++) await askAll(await createFuzzTestData())
    const byStatus = [...statusCounts].sort(([a], [b]) => a - b)
    reportTestFigures('Generated requests', {
      requests: numRuns,
      'calls with a success response': reachedCalls.size,
      ...Object.fromEntries(byStatus.map(([status, count]) => [`answers ${status}`, count])),
    })
    expect([...new Set(faults)].slice(0, maxShown)).toEqual([])
    // Enough requests pass authorisation and validation.
    expect(statusCounts.get(200) ?? 0).toBeGreaterThan(numRuns / 20)
    expect(reachedCalls.size).toBeGreaterThan(40)
  },
  timeoutMs,
)

async function checkReply(
  { operation }: GeneratedRequest,
  reply: Response,
): Promise<{ status: number; fault: string | null }> {
  const { status } = reply
  const type = reply.headers.get('content-type') ?? ''
  const text = await reply.text().catch((error: unknown) => `broke off: ${String(error)}`)
  const findFault = () => {
    if (status >= 500) return `a fault: ${text}`
    if (text.startsWith('broke off')) return text
    if (status >= 400 && !(status === 416)) return judgeRefusal(operation, status, type, text)
    if (operation.contract.sends !== 'json') return null
    const body: unknown = JSON.parse(text)
    const parsed = operation.contract.reply.safeParse(body)
    if (!parsed.success) return `not its contract's reply: ${parsed.error.message}`
    // zod drops fields that the contract does not have.
    return isDeepStrictEqual(parsed.data, body) ? null : `a field that its contract lacks: ${text}`
  }
  return { status, fault: findFault() }
}

/** Stack traces, source file names, SQL or Prisma text. */
const internals = /\n\s+at |node_modules|\.tsx?\b|prisma|\bselect\b.*\bfrom\b|violates|constraint/i

function judgeRefusal(
  operation: GeneratedRequest['operation'],
  status: number,
  type: string,
  text: string,
): string | null {
  if (!type.startsWith('application/problem+json')) return `a rejection as ${type}: ${text}`
  const problem = JSON.parse(text) as Record<string, unknown>
  const { code, detail } = problem as { code: keyof typeof httpStatusByErrorCode; detail: string }
  if (httpStatusByErrorCode[code] !== status) return `${status} with the code ${code}`
  if (internals.test(detail)) return `internals: ${detail}`
  // A mutated path may match no call.
  if (code !== 'not_found' && !summariseApiCall(operation).problems.includes(code))
    return `a rejection that the document does not name: ${code}: ${detail}`
  return null
}

const describeFault = (
  { operation, role, input, body, headers }: GeneratedRequest,
  status: number,
  fault: string,
) =>
  `${operation.contract.name} by ${role}: ${status} ${fault.slice(0, 300)} ` +
  JSON.stringify({ input, body, headers }).slice(0, 500)
