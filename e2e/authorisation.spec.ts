import type { APIRequestContext, APIResponse } from 'playwright/test'
import { type Grant, actionPolicy } from '@/lib/auth/policy'
import { createToken } from '@/lib/auth/server/commands'
import { httpOperations } from '@/lib/http/server/api'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { expect, test } from './fixtures'

/* Unit tests check the policy of every command and query. These tests check the API of the production server, and
   system/without-proxy.test.ts checks its pages. */

const anonymousHeaders: Record<string, string>[] = [
  {},
  { authorization: 'Bearer smk_nothing' },
  { cookie: 'stepmark.session=x.y.z' },
]

// In every run, system/without-proxy.test.ts sends each operation one of these sets of headers, in turn.
test('every API operation rejects anonymous requests', async ({ request }) => {
  for (const [turn, { contract, action }] of httpOperations.entries()) {
    // Operations behind a link need its secret instead.
    const grants: readonly Grant[] = actionPolicy[action].grants
    if (grants.includes('anyone')) continue
    const path = fillPath(contract.path, 'demo')
    for (const [i, headers] of anonymousHeaders.entries()) {
      if (!isFullTestRun && turn % 9 !== 4 * i) continue
      const response = await send(request, contract.method, path, headers)
      expect(response.status(), `${contract.name} ${JSON.stringify(headers)}`).toBe(401)
    }
  }
})

test('a user gets the same 404 for a project they are not a member of as for a missing project', async ({
  request,
  testData,
}) => {
  const [ownProject, foreignProject] = [await testData.project(), await testData.project()]
  const person = await testData.member(ownProject, 'admin')
  const token = await createToken.execute(person, { name: 't', scope: 'write', days: 1 })
  const headers = { authorization: `Bearer ${token.secret}` }
  const operations = httpOperations.filter((operation) => operation.scope === 'project')
  // In every run, lib/http/server/authorisation.db.test.ts calls all of them.
  for (const [turn, { contract, scope }] of operations.entries()) {
    if (!isFullTestRun && turn % 4 !== 0) continue
    const [foreignResponse, missingResponse] = [
      await send(
        request,
        contract.method,
        fillPath(contract.path, foreignProject.slug),
        headers,
        contract.name,
      ),
      await send(
        request,
        contract.method,
        fillPath(contract.path, 'no-such-project'),
        headers,
        contract.name,
      ),
    ]
    expect(foreignResponse.status(), `${scope} ${contract.name}`).toBe(404)
    expect(await readBody(foreignResponse)).toEqual(await readBody(missingResponse))
  }
})

const unknownId = '01900000-0000-7000-8000-000000000000'

function fillPath(path: string, project: string): string {
  return path
    .replace('{project}', project)
    .replace('/practice/{solution}', '/practice/0')
    .replace('{part}', 'data')
    .replace('{release}', '1')
    .replace('{decision}', '1')
    .replace('{step}', '0')
    .replace('{version}', '1')
    .replace('{pair}', '0'.repeat(64))
    .replace(/\{\w+\}/g, unknownId)
}

const annotationState = {
  sequence: 1,
  writer: '01900000-0000-7000-8000-000000000001',
  basedOn: 0,
  ratings: [],
  activeMs: 0,
  events: [],
}
const decision = { heading: 'Units', text: 'They count.', example: null }
/** Valid input for each operation, so that a rejection comes from the policy. */
const bodies: Record<string, unknown> = {
  createWebhook: { url: 'https://hooks.example.org/', events: ['release.ready'] },
  addMember: { email: 'a@example.org', name: 'A', role: 'annotator' },
  changeRole: { role: 'annotator' },
  createInvite: { role: 'annotator' },
  changeInstanceAdmin: { isInstanceAdmin: true },
  decideScreening: { kind: 'admitted', note: 'A reason' },
  pauseAnnotator: { message: 'Why?' },
  endPause: { decision: 'Go on.' },
  skipSolution: { reason: 'A reason' },
  markSolutionAsGold: { revision: 1, firstErrors: [0] },
  acceptConsensusAsGold: { solutions: [{ solution: unknownId, error: null, people: 2 }] },
  excludeSolution: { reason: 'A reason' },
  saveAnnotation: annotationState,
  submitAnnotation: { ...annotationState, finishReason: 'solution' },
  revealPracticeOptions: { solution: 0, ratings: [-1] },
  gradePracticeAnswer: { solution: 0, reason: 'solution', ratings: [1] },
  acknowledgeGuideline: { version: 1 },
  publishGuideline: { text: 'A text', summary: 'New', basedOn: 1 },
  previewGuideline: { text: 'A text' },
  previewText: { text: 'A text' },
  askQuestion: { solution: unknownId, revision: 1, step: 0, text: 'Why?' },
  dismissQuestions: { questions: [{ question: unknownId }] },
  reopenQuestions: { questions: [unknownId] },
  createDecision: decision,
  updateDecision: decision,
  answerQuestions: { questions: [{ question: unknownId }] },
  publishDecisions: { decisions: [1], text: '# Decision 1', summary: 'New', basedOn: 1 },
  adjudicateSolution: {
    revision: 1,
    ratings: [1],
    expected: { annotations: [], adjudication: null },
  },
  acceptAnnotation: { version: 1 },
  returnAnnotation: { version: 1, note: 'Why?' },
  previewRepair: { revision: 1, change: { kind: 'merge', step: 0, through: 1 } },
  repairSteps: { revision: 1, change: { kind: 'merge', step: 0, through: 1 } },
  dismissSplitReport: { revision: 1, step: 0, annotations: [unknownId] },
  decideAnswerPair: { pair: '0'.repeat(64), verdict: 'correct' },
  withdrawAnswerDecision: { pair: '0'.repeat(64) },
  overrideVerdict: { verdict: 'correct', note: 'A note' },
  enterFinalAnswer: { answer: '12' },
  createScorer: {
    name: 'A',
    settings: { connector: 'custom-http', url: 'https://models.example' },
  },
  tryScorer: { settings: { connector: 'custom-http', url: 'https://models.example' } },
  startScoreRun: { scorer: unknownId },
  beginScoreImport: { name: 'A' },
  sendScores: { lines: [{ line: 1, sample: {} }] },
  createRelease: { name: 'A release', formats: ['stepmark'] },
  previewRelease: {},
}
const queryStrings: Record<string, string> = {
  exportAnnotations: '?format=prm800k',
  diffReleases: '?from=1',
  getWorkSteps: '?around=0',
  getErrorOptions: '?step=0&revision=1',
  previewPauseEnd: '?since=2026-01-01T00:00:00.000Z',
  addHeldOutList: '?name=A',
}

async function send(
  request: APIRequestContext,
  method: string,
  path: string,
  headers: Record<string, string>,
  name = '',
): Promise<APIResponse> {
  const isFile = name === 'uploadImportFile' || name === 'addHeldOutList'
  return request.fetch(`/api/v1${path}${queryStrings[name] ?? ''}`, {
    method,
    headers: {
      ...headers,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
    },
    ...(method === 'get' ? {} : { data: isFile ? '{}' : JSON.stringify(bodies[name] ?? {}) }),
  })
}

async function readBody(response: APIResponse): Promise<Record<string, unknown>> {
  const { requestId, ...body } = (await response.json()) as Record<string, unknown>
  expect(requestId).toEqual(expect.any(String))
  return body
}
