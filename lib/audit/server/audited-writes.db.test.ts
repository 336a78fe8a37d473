import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { runRegradeJob } from '@/lib/answers/server/regrade-jobs'
import { type Actor, hostActor, formatActorName, type Person } from '@/lib/auth/actor'
import type { Command } from '@/lib/auth/server/operation'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { runReleaseJob } from '@/lib/exports/server/jobs'
import { operations } from '@/lib/http/server/operations'
import { generateSchemaInput } from '@/lib/http/server/testing/generated-input'
import { runImportJob } from '@/lib/imports/server/jobs'
import { getDatabase } from '@/lib/platform/server/database'
import { recordSecretFingerprint } from '@/lib/platform/server/secret-fingerprints'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getAnnotation } from '@/lib/reviews/server/queries'
import { runRoundJob } from '@/lib/rounds/server/jobs'
import {
  importLines,
  makeMember,
  makePerson,
  makeProblemLine,
  makeProject,
  type TestProject,
  testPassword,
} from '@/prisma/seed/factories'

useTestDatabase()

const commands = new Map(
  operations
    .filter((operation): operation is Command => operation.kind === 'command')
    .map((operation) => [operation.contract.name, operation]),
)
const testedCommands = new Set<string>()

type Reply = Record<string, unknown>

let project: TestProject
let annotator: Person
let solutions: string[]
let submittedAnnotation: { annotation: string; version: number }

/** Runs a call and checks that it adds exactly one entry with the right actor, action and project. */
async function expectEntryOf(
  name: string,
  body: Record<string, unknown> = {},
  { actor = project.admin, file = '' }: { actor?: Actor; file?: string } = {},
): Promise<Reply> {
  const command = commands.get(name)!
  const isInProject = command.scope === 'project'
  const input = command.contract.input.parse({
    ...body,
    ...(isInProject ? { project: project.slug } : {}),
  })
  const requestId = randomUUID()
  const options = { requestId, ...(file === '' ? {} : { file: streamText(file) }) }
  const reply = await command.execute(actor, input, options)
  expect(await listEntries(requestId)).toEqual([
    {
      actor: formatActorName(actor),
      action: command.action,
      projectId: isInProject ? project.id : findAffectedProject(name, reply as Reply),
    },
  ])
  testedCommands.add(name)
  return reply as Reply
}

/** The project of a call without one in its input: the one that it created or that someone joined. */
const findAffectedProject = (name: string, { id, projectId = null }: Reply) =>
  name === 'createProject' ? id : projectId

async function* streamText(text: string) {
  yield Buffer.from(text)
}

const listEntries = (requestId: string) =>
  getDatabase().auditEntry.findMany({
    where: { requestId },
    select: { actor: true, action: true, projectId: true },
  })

/** Checks that a job added exactly one entry, with the actor `system`. */
async function expectJobEntry(requestId: string, action: string) {
  const entries = await listEntries(requestId)
  expect(entries).toEqual([{ actor: 'system', action, projectId: project.id }])
}

const neverAborted = new AbortController().signal

beforeAll(async () => {
  // Links need the server's URL, and sealing needs its secret.
  process.env.NEXTAUTH_URL = 'http://stepmark.test'
  process.env.NEXTAUTH_SECRET = 'a secret for tests that is long enough to be one'
  project = await makeProject({ guideline: 'Read first.' })
  await importLines(project, [makeProblemLine('p', [0.1, 0.2, 0.3, 0.4, 0.5, 0.6])])
  annotator = await makeMember(project, 'annotator')
  solutions = (
    await getDatabase().solution.findMany({
      where: { projectId: project.id },
      select: { id: true },
      orderBy: { id: 'asc' },
    })
  ).map(({ id }) => id)
})

describe('exactly one entry is added to the audit log by', () => {
  test('each write to accounts, tokens and preferences', async () => {
    const account = { name: 'A', password: randomUUID() }
    await expectEntryOf('createAdmin', { ...account, email: 'a@example.org' }, { actor: hostActor })
    const token = { name: 'script', scope: 'read' }
    await expectEntryOf(
      'createTokenForUser',
      { ...token, user: 'a@example.org' },
      { actor: hostActor },
    )
    const { id } = await expectEntryOf('createToken', token)
    await expectEntryOf('revokeToken', { token: id })
    await expectEntryOf('savePreferences', { keys: { undo: 'y' } })
    await expectEntryOf('createResetLinkForUser', { user: 'a@example.org' }, { actor: hostActor })
    await recordSecretFingerprint()
    await expectEntryOf('resealSecrets', { kind: 'totp' }, { actor: hostActor })
  })

  test('each write to projects, members and settings', async () => {
    await expectEntryOf('createProject', { name: 'Another' })
    await expectEntryOf('updateProject', { name: 'Renamed' })
    await expectEntryOf('updateQualitySettings', { reviewShare: 0.1 })
    await expectEntryOf('addMember', { email: 'b@example.org', name: 'B', role: 'annotator' })
    await expectEntryOf('publishGuideline', { text: 'Read anew.', summary: 'New', basedOn: 1 })
  })

  test('each write to invites and other people’s accounts', async () => {
    const [person, reviewer] = [await makePerson(), await makeMember(project, 'reviewer')]
    const { id } = await expectEntryOf('createInvite', { role: 'annotator' })
    await expectEntryOf('revokeInvite', { invite: id })
    const { link } = await expectEntryOf('createInvite', { role: 'annotator' })
    await expectEntryOf('acceptInvite', { secret: String(link).split('#')[1] }, { actor: person })
    const asInstanceAdmin = { actor: await makePerson({ isInstanceAdmin: true }) }
    const { id: invite } = await expectEntryOf('createAccountInvite', {}, asInstanceAdmin)
    await expectEntryOf('revokeAccountInvite', { invite }, asInstanceAdmin)
    await expectEntryOf('changeRole', { user: reviewer.userId, role: 'annotator' })
    await expectEntryOf('removeMember', { user: reviewer.userId })
    const account = person.userId
    await expectEntryOf('changeInstanceAdmin', { account, isInstanceAdmin: true }, asInstanceAdmin)
    await expectEntryOf('createResetLink', { account }, asInstanceAdmin)
    await expectEntryOf('disableAccount', { account }, asInstanceAdmin)
    await expectEntryOf('enableAccount', { account }, asInstanceAdmin)
  })

  test('each write to your own account', async () => {
    const callOptions = { actor: await makePerson() }
    await expectEntryOf('updateAccount', { name: 'Another name' }, callOptions)
    await expectEntryOf('endOtherSessions', {}, callOptions)
    await createTestSession(callOptions.actor.userId, null)
    const { id: session } = await getDatabase().session.findFirstOrThrow({
      where: { userId: callOptions.actor.userId, revokedAt: null },
    })
    await expectEntryOf('endSession', { session }, callOptions)
    await expectEntryOf('startTotp', { password: testPassword }, callOptions)
    const passwords = { current: testPassword, password: 'four words no one guesses' }
    await expectEntryOf('changePassword', passwords, callOptions)
  })

  test('each write to webhooks', async () => {
    const body = { url: 'https://192.0.78.9/', events: ['release.ready'] }
    const { webhook } = await expectEntryOf('createWebhook', body)
    await expectEntryOf('updateWebhook', { webhook, isOn: false })
    await expectEntryOf('replaceWebhookSecret', { webhook })
    await expectEntryOf('updateWebhook', { webhook, isOn: true })
    const { delivery } = await expectEntryOf('testWebhook', { webhook })
    await expectEntryOf('redeliverMessage', { webhook, delivery })
    await expectEntryOf('removeWebhook', { webhook })
  })

  test('each write of an annotator while labelling', async () => {
    const callOptions = { actor: annotator }
    await expectEntryOf('acknowledgeGuideline', { version: 2 }, callOptions)
    await expectEntryOf('finishPractice', {}, callOptions)
    const lease = async () =>
      ((await expectEntryOf('claimNext', { prefetch: false }, callOptions)).lease as { id: string })
        .id
    await expectEntryOf('releaseLease', { lease: await lease() }, callOptions)
    await expectEntryOf('skipSolution', { lease: await lease(), reason: 'A reason' }, callOptions)
    const id = await lease()
    await expectEntryOf('renewLease', { lease: id }, callOptions)
    const state = {
      lease: id,
      basedOn: 0,
      sequence: 1,
      activeMs: 5,
      ratings: [-1],
      events: [],
      writer: '01900000-0000-7000-8000-000000000001',
    }
    await expectEntryOf('saveAnnotation', state, callOptions)
    const end = { ...state, basedOn: 1, sequence: 2, finishReason: 'found_error' }
    const { annotation } = await expectEntryOf('submitAnnotation', end, callOptions)
    await expectEntryOf('reopenAnnotation', { annotation }, callOptions)
    const secondLease = { ...end, lease: await lease(), basedOn: 2, sequence: 3 }
    await expectEntryOf('submitAnnotation', secondLease, callOptions)
    // The call rejects a person who has not seen the latest submission.
    const readVersion = async () =>
      (
        await getAnnotation.execute(project.admin, {
          project: project.slug,
          annotation: String(annotation),
        })
      ).version
    await expectEntryOf('acceptAnnotation', { annotation, version: await readVersion() })
    submittedAnnotation = {
      annotation: String(annotation),
      version: await readVersion(),
    }
    await expectEntryOf('explainOwnGoldAnswers', {}, callOptions)
  })

  test('each write of an admin about solutions and people', async () => {
    const [solution] = solutions
    await expectEntryOf('excludeSolution', { solution, reason: 'A reason' })
    await expectEntryOf('restoreSolution', { solution })
    await expectEntryOf('markSolutionAsGold', { solution, revision: 1, firstErrors: [0] })
    await expectEntryOf('unmarkSolutionAsGold', { solution })
    await expectEntryOf('acceptConsensusAsGold', {
      solutions: [{ solution, error: null, people: 2 }],
    })
    await expectEntryOf('overrideVerdict', { solution, verdict: 'correct', note: 'A note' })
    await expectEntryOf('restoreVerdict', { solution })
    const { pause } = await expectEntryOf('pauseAnnotator', {
      user: annotator.userId,
      message: 'Why?',
    })
    await expectEntryOf('endPause', { pause, decision: 'Go on.' })
  })

  test('each write to questions and decisions', async () => {
    const questionInput = { solution: solutions.at(-1), revision: 1, step: 0, text: 'Why?' }
    const { question } = await expectEntryOf('askQuestion', questionInput)
    await expectEntryOf('dismissQuestions', { questions: [{ question }] })
    await expectEntryOf('reopenQuestions', { questions: [question] })
    const draft = { heading: 'Units', text: 'They count.', example: null }
    const { decision } = await expectEntryOf('createDecision', draft)
    await expectEntryOf('updateDecision', { ...draft, decision, text: 'They do.' })
    await expectEntryOf('answerQuestions', { decision, questions: [{ question }] })
    const { decision: discardedDecision } = await expectEntryOf('createDecision', draft)
    await expectEntryOf('discardDecision', { decision: discardedDecision })
  })

  test('each write to imports, releases and held-out lists, and each of their jobs', async () => {
    const { import: id } = await expectEntryOf('createImport', { fileName: 'a.jsonl' })
    const line = JSON.stringify(makeProblemLine('q', [0.5]))
    await expectEntryOf('uploadImportFile', { import: id, part: 'data', offset: 0 }, { file: line })
    await expectEntryOf('startImport', { import: id })
    await runImportJob({ projectId: project.id, importId: String(id), attempt: 1 }, neverAborted)
    await expectJobEntry(String(id), 'import.run')
    const { import: cancelledImport } = await expectEntryOf('createImport', { fileName: 'b.jsonl' })
    await expectEntryOf('cancelImport', { import: cancelledImport })

    const options = { name: 'First', formats: ['stepmark'] }
    const { release, number } = await expectEntryOf('createRelease', options)
    const jobKey = { projectId: project.id, releaseId: String(release), attempt: 1 }
    expect(number).toBe(1)
    await runReleaseJob(jobKey, neverAborted)
    await expectJobEntry(String(release), 'release.create')
    const { number: next } = await expectEntryOf('createRelease', { ...options, name: 'Second' })
    await expectEntryOf('cancelRelease', { release: next })
    const statement = JSON.stringify({ problem: 'What is 1 + 1?' })
    const { list } = await expectEntryOf('addHeldOutList', { name: 'A list' }, { file: statement })
    await expectEntryOf('removeHeldOutList', { list })
  })

  test('each write to scores, rounds, regrades, evaluations and agreement, and the jobs of rounds and regrades', async () => {
    const { run } = await expectEntryOf('beginScoreImport', { name: 'prm-7b' })
    await expectEntryOf('sendScores', { run, lines: [{ line: 1, sample: {} }] })
    await expectEntryOf('finishScoreImport', { run })
    const settings = { connector: 'custom-http', url: 'https://scores.example.org/' }
    const { scorer } = await expectEntryOf('createScorer', { name: 'Server', settings })
    await expectEntryOf('retireScorer', { scorer })

    const plan = {}
    const { round } = await expectEntryOf('planRound', plan)
    const jobKey = { projectId: project.id, roundId: String(round) }
    await runRoundJob({ ...jobKey, attempt: 1 }, neverAborted)
    await expectEntryOf('startRound', { round })
    await runRoundJob({ ...jobKey, attempt: 2 }, neverAborted)
    await expectJobEntry(String(round), 'round.run')
    await expectEntryOf('closeRound', { round })
    const { round: cancelledRound } = await expectEntryOf('planRound', plan)
    await expectEntryOf('cancelRound', { round: cancelledRound })

    const { regrade } = await expectEntryOf('startRegradePreview', { mode: 'exact' })
    const regradeKey = { projectId: project.id, regradeId: String(regrade) }
    await runRegradeJob({ ...regradeKey, attempt: 1 }, neverAborted)
    await expectEntryOf('applyRegrade', { regrade })
    await runRegradeJob({ ...regradeKey, attempt: 2 }, neverAborted)
    await expectJobEntry(String(regrade), 'regrade.run')
    const { regrade: last } = await expectEntryOf('startRegradePreview', {})
    await expectEntryOf('cancelRegrade', { regrade: last })

    const { agreement } = await expectEntryOf('startAgreement', {})
    await expectEntryOf('cancelAgreement', { agreement })
    const { evaluation } = await expectEntryOf('startEvaluation', {})
    await expectEntryOf('cancelEvaluation', { evaluation })
  })

  test('each annotation that is returned', async () => {
    await expectEntryOf('returnAnnotation', { ...submittedAnnotation, note: 'Why?' })
  })
})

/**
 * Calls that need more set-up than this file has. They add their entry like all others, in `executeCommand`. None of
 * them runs in one statement (`runInOneStatement`), which would have to add the entry itself.
 */
const untestedWrites: readonly string[] = [
  ...['adjudicateSolution', 'withdrawAdjudication', 'repairSteps', 'dismissSplitReport'],
  ...[
    'publishDecisions',
    'returnAffectedAnnotations',
    'decideAnswerPair',
    'withdrawAnswerDecision',
    'enterFinalAnswer',
  ],
  ...['startScreening', 'decideScreening'],
  ...[
    'requestReset',
    'resetPassword',
    'confirmTotp',
    'renewRecoveryCodes',
    'endTotp',
    'endTotpFor',
  ],
  ...['trainScorer', 'cancelTraining', 'startScoreRun', 'cancelScoreRun', 'resumeScoreRun'],
]

test('these tests execute every write command, except those listed', () => {
  const untestedCommands = [...commands.keys()].filter((name) => !testedCommands.has(name))
  expect(untestedCommands.sort()).toEqual([...untestedWrites].sort())
})

test('a call repeated with the same idempotency key adds no second audit entry', async () => {
  const command = commands.get('updateProject')!
  const input = command.contract.input.parse({ project: project.slug, name: 'Once' })
  const requestId = randomUUID()
  for (let i = 0; i < 2; i++)
    await command.execute(project.admin, input, { requestId, idempotencyKey: 'once' })
  expect(await listEntries(requestId)).toHaveLength(1)
})

test('write commands that are rejected for a person who is not a member add no audit entry', async () => {
  const nonMember = await makePerson()
  const existingRecords = { slugs: [project.slug], ids: [...solutions.slice(0, 2), randomUUID()] }
  const [unexpectedEntries, rejectedNames]: [unknown[], Set<string>] = [[], new Set()]
  for (const [name, command] of commands) {
    const { input } = command.contract
    for (const body of fc.sample(generateSchemaInput(input, existingRecords), {
      numRuns: 100,
      seed: 1,
    })) {
      const parsed = input.safeParse(body)
      if (!parsed.success) continue
      const requestId = randomUUID()
      const options = { requestId, file: streamText('{}') }
      const code = await command.execute(nonMember, parsed.data, options).then(
        () => null,
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      )
      if (code === null) continue
      rejectedNames.add(name)
      unexpectedEntries.push(
        ...(await listEntries(requestId)).map(({ action }) => [name, code, action]),
      )
      break
    }
  }
  expect(unexpectedEntries).toEqual([])
  expect([...commands.keys()].filter((name) => !rejectedNames.has(name))).toEqual([])
})
