import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import {
  compareDatabaseDigests,
  DatabaseDigester,
  type DatabaseDigest,
} from '@/lib/platform/testing/database-digest'
import { isFullTestRun, reportTestFigures } from '@/lib/platform/testing/report-figures'
import {
  type StatementFault,
  statementFaults,
  injectStatementFault,
} from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  testApiOrigin,
  findOperation,
  makeTokenHeaders,
  openTestApi,
  makeSessionHeaders,
  buildCallRequest,
} from './testing/api-client'
import { type StatementFaultCall, statementFaultCalls } from './testing/statement-fault-calls'

// Hides the log: every fault is logged, and there are hundreds.
vi.hoisted(() => (process.env.STEPMARK_LOG_LEVEL = 'fatal'))

useTestDatabase()

const timeoutMs = isFullTestRun ? 600_000 : 120_000
/**
 * A full run tests every statement with each disturbance. Otherwise each statement is rejected, and only the commit's
 * response is lost.
 */
const disturbanceKinds = isFullTestRun
  ? statementFaults.filter((fault) => fault !== 'refused')
  : (['response_lost'] as const)

let api: Awaited<ReturnType<typeof openTestApi>>
let digester: DatabaseDigester
const testFigures = { calls: 0, disturbed: 0, refused: 0, withEffect: 0 }

beforeAll(async () => {
  api = await openTestApi()
  digester = await new DatabaseDigester().open()
})
afterAll(async () => {
  await digester.close()
  reportTestFigures('The n-th statement of a call fails', testFigures)
})

interface Answer {
  status: number
  body: Record<string, unknown>
}

interface Fixture {
  before: DatabaseDigest
  send(): Promise<Answer>
}

/** New data and its call. Every attempt sends the same input with the same key. */
async function prepare({ call, again, make }: StatementFaultCall): Promise<Fixture> {
  const { by, usesSession, input, file } = await make()
  const operation = findOperation(call)
  const headers = {
    ...(by.kind === 'person'
      ? await (usesSession ? makeSessionHeaders(by) : makeTokenHeaders(by, 'write'))
      : {}),
    origin: testApiOrigin,
    ...(again === 'by key' ? { 'idempotency-key': randomUUID() } : {}),
  }
  const send = async () => {
    const reply = await api.fetch(buildCallRequest(operation, input, headers, file))
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }
  // The first request of a session or token records its last use.
  await api.fetch(buildCallRequest(findOperation('getAccount'), {}, headers))
  return { before: await digester.readDigest(), send }
}

async function readChangedTables({ before }: Fixture): Promise<Record<string, number>> {
  const changedTables = compareDatabaseDigests(before, await digester.readDigest())
  // The first entry also creates the audit chain.
  if (auditChainTable in changedTables) changedTables[auditChainTable] = 0
  return changedTables
}

const auditChainTable = 'public.audit_chain'
/** Without a key, a repeated call is logged once more. */
const logTables = [auditChainTable, 'public.audit_entry', 'public.gold_change']
const dropLog = (changedTables: Record<string, number>) =>
  Object.fromEntries(Object.entries(changedTables).filter(([name]) => !logTables.includes(name)))

function expectFault({ status, body }: Answer): void {
  expect([500, 503]).toContain(status)
  expect(body.code).toBe(status === 503 ? 'unavailable' : 'internal')
  expect(JSON.stringify(body)).not.toMatch(/made to fail|select |insert |prisma|\.ts/i)
  testFigures.refused += 1
}

/** Repeats the call after it succeeded: expects one effect and a response that says so. */
async function expectOnce(
  fixture: Fixture,
  { again }: StatementFaultCall,
  fullEffect: Record<string, number>,
  first: Answer | null,
): Promise<void> {
  const answer = await fixture.send()
  const changedTables = await readChangedTables(fixture)
  if (again === 'by key') {
    expect(answer.status).toBe(200)
    if (first !== null) expect(answer.body).toEqual(first.body)
    expect(changedTables).toEqual(fullEffect)
    return
  }
  if (again === 'the same') expect(answer.status).toBe(200)
  else expect(answer.body.code).toBe(again)
  expect(dropLog(changedTables)).toEqual(dropLog(fullEffect))
}

const isCommit = (statement: string) => /^\s*commit\b/i.test(statement)

/** Fails each statement in turn and expects no change. Then lets the call succeed. */
async function findFullEffect(failingCall: StatementFaultCall): Promise<CallEffect> {
  const fixture = await prepare(failingCall)
  for (let n = 1; ; n += 1) {
    const { statements, answer, changed } = await sendWithFault(fixture, n, 'refused')
    if (answer.status === 200) {
      expect(statements.length, 'the last was reached').toBeLessThan(n)
      expect(changed['public.audit_entry']).toBe(1)
      await expectOnce(fixture, failingCall, changed, answer)
      return { fullEffect: changed, statements }
    }
    expectFault(answer)
    expect(changed, `refused at ${n}: ${statements[n - 1]}`).toEqual({})
  }
}

interface CallEffect {
  fullEffect: Record<string, number>
  statements: string[]
}

async function sendWithFault(fixture: Fixture, n: number, fault: StatementFault) {
  // Every attempt counts for rate limits.
  await getDatabase().rateLimit.deleteMany()
  const answers: Answer[] = []
  const statements = await injectStatementFault(n, fault, async () => {
    answers.push(await fixture.send())
  })
  if (statements.length >= n) testFigures.disturbed += 1
  return { statements, answer: answers[0]!, changed: await readChangedTables(fixture) }
}

async function failEachStatement(
  failingCall: StatementFaultCall,
  fault: StatementFault,
  { fullEffect, statements }: CallEffect,
) {
  let fixture = await prepare(failingCall)
  for (let n = 1; n <= statements.length; n += 1) {
    const isLast = n === statements.length || isCommit(statements[n - 1]!)
    if (!isFullTestRun && !isLast) continue
    const { answer, changed, statements: sentStatements } = await sendWithFault(fixture, n, fault)
    const hint = `${fault} at ${n}: ${statements[n - 1]!.slice(0, 80)}`
    expect(sentStatements[n - 1]).toBe(statements[n - 1])
    if (isLast && fault === 'response_lost') expect(changed, hint).toEqual(fullEffect)
    // A success response means the full effect. Any other response means the full effect or none.
    if (answer.status !== 200) expectFault(answer)
    if (answer.status === 200 || Object.keys(changed).length > 0) {
      expect(changed, hint).toEqual(fullEffect)
      if (answer.status !== 200) expect(fault, hint).toBe('response_lost')
      testFigures.withEffect += 1
      await expectOnce(fixture, failingCall, fullEffect, answer.status === 200 ? answer : null)
      if (n < statements.length) fixture = await prepare(failingCall)
    }
  }
}

async function expectAllOrNothing(failingCall: StatementFaultCall): Promise<void> {
  const effect = await findFullEffect(failingCall)
  testFigures.calls += 1
  for (const fault of disturbanceKinds) await failEachStatement(failingCall, fault, effect)
}

/** The other calls are tested in the full run. All share the transaction and the idempotency that these test. */
const callsToTest = statementFaultCalls.filter(({ isInEveryRun }) => isFullTestRun || isInEveryRun)

test.each(
  callsToTest.map((failingCall) => [failingCall.call, failingCall.again, failingCall] as const),
)(
  '%s, repeated %s: a failing statement leaves the full effect or none, and the response agrees',
  async (_call, _again, failingCall) => expectAllOrNothing(failingCall),
  timeoutMs,
)
