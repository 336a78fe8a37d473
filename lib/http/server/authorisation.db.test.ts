import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Actor,
  anonymousActor,
  awaitingCodeActor,
  hostActor,
  type Person,
} from '@/lib/auth/actor'
import { pagePolicy, actionPolicy, routeAccessDescriptions } from '@/lib/auth/policy'
import { AppError } from '@/lib/platform/errors'
import { getDatabase } from '@/lib/platform/server/database'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { type Operation, operations } from './operations'

useTestDatabase()

const principals = [
  'anonymous',
  'stranger',
  'admin-elsewhere',
  'annotator',
  'reviewer',
  'admin',
  'instance-admin',
  'annotator-by-read-token',
  'admin-by-read-token',
  'admin-by-write-token',
  'host',
  'paused-annotator',
  'paused-reviewer',
  'awaiting-code',
] as const
type Principal = (typeof principals)[number]

/** A person with a pending session may make no call, not even one open to everyone. */
const signedInPrincipals = principals.filter(
  (name) => name !== 'anonymous' && name !== 'host' && name !== 'awaiting-code',
)
const bySession = signedInPrincipals.filter((name) => !name.includes('token'))
const inProject = ['annotator', 'reviewer', 'admin', 'instance-admin'] as const
const tokensInProject = [
  'annotator-by-read-token',
  'admin-by-read-token',
  'admin-by-write-token',
] as const
const readers = [...inProject, ...tokensInProject]
const labelers = [...inProject, 'admin-by-write-token'] as const
const admins = ['admin', 'instance-admin'] as const
/** Without a valid link secret these calls find nothing, but need no sign-in. They reject tokens. */
const anyone = ['anonymous', 'host', ...bySession] as const

/** Written by hand instead of derived from the policy table, so that one checks the other. */
const mayCall: Record<string, readonly Principal[]> = {
  getAccount: signedInPrincipals,
  updateAccount: signedInPrincipals.filter((name) => !name.includes('read-token')),
  changePassword: bySession,
  listSessions: signedInPrincipals,
  endSession: signedInPrincipals.filter((name) => !name.includes('read-token')),
  endOtherSessions: signedInPrincipals.filter((name) => !name.includes('read-token')),
  getTotp: signedInPrincipals,
  startTotp: bySession,
  confirmTotp: bySession,
  renewRecoveryCodes: bySession,
  endTotp: bySession,
  endTotpFor: ['host'],
  createResetLinkForUser: ['host'],
  resealSecrets: ['host'],
  getPreferences: signedInPrincipals,
  savePreferences: signedInPrincipals.filter((name) => !name.includes('read-token')),
  createAdmin: ['host'],
  createToken: bySession,
  createTokenForUser: ['host'],
  listTokens: signedInPrincipals,
  revokeToken: signedInPrincipals.filter((name) => !name.includes('read-token')),
  listAccounts: ['instance-admin'],
  findAccount: ['instance-admin'],
  disableAccount: ['instance-admin'],
  enableAccount: ['instance-admin'],
  changeInstanceAdmin: ['instance-admin'],
  createResetLink: ['instance-admin'],
  createAccountInvite: ['instance-admin'],
  listAccountInvites: ['instance-admin'],
  revokeAccountInvite: ['instance-admin'],
  requestReset: anyone,
  readReset: anyone,
  resetPassword: anyone,
  readInvite: anyone,
  acceptInvite: anyone,
  createProject: ['instance-admin'],
  listProjects: signedInPrincipals,
  getProject: readers,
  updateProject: [...admins, 'admin-by-write-token'],
  getOwnProgress: readers,
  getProgress: readers,
  listMembers: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  addMember: [...admins, 'admin-by-write-token'],
  changeRole: [...admins, 'admin-by-write-token'],
  removeMember: [...admins, 'admin-by-write-token'],
  createInvite: [...admins, 'admin-by-write-token'],
  listInvites: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  revokeInvite: [...admins, 'admin-by-write-token'],
  getQualitySettings: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  updateQualitySettings: [...admins, 'admin-by-write-token'],
  getOwnScreening: readers,
  startScreening: labelers,
  listScreenings: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  decideScreening: [...admins, 'admin-by-write-token'],
  listPeople: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getPerson: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  pauseAnnotator: ['reviewer', ...admins, 'admin-by-write-token'],
  previewPauseEnd: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  endPause: ['reviewer', ...admins, 'admin-by-write-token'],
  listTimeSpent: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getOwnPerformance: readers,
  explainOwnGoldAnswers: labelers,
  claimNext: labelers,
  renewLease: labelers,
  releaseLease: labelers,
  skipSolution: labelers,
  listQueue: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  excludeSolution: [...admins, 'admin-by-write-token'],
  restoreSolution: [...admins, 'admin-by-write-token'],
  listExclusions: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  planRound: [...admins, 'admin-by-write-token'],
  startRound: [...admins, 'admin-by-write-token'],
  closeRound: [...admins, 'admin-by-write-token'],
  cancelRound: [...admins, 'admin-by-write-token'],
  getRound: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listRounds: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getRoundYield: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getGuideline: readers,
  getGuidelineState: readers,
  listGuidelineVersions: readers,
  acknowledgeGuideline: labelers,
  publishGuideline: ['reviewer', ...admins, 'admin-by-write-token'],
  previewGuideline: ['reviewer', ...admins, 'admin-by-write-token'],
  previewText: readers,
  getWork: readers,
  getWorkSteps: readers,
  saveAnnotation: labelers,
  submitAnnotation: labelers,
  reopenAnnotation: labelers,
  listPracticeSolutions: readers,
  revealPracticeOptions: readers,
  gradePracticeAnswer: readers,
  finishPractice: labelers,
  getOwnWork: readers,
  listOwnAnnotations: readers,
  getOwnAnnotation: readers,
  getDashboard: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getReviewCounts: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listDisagreements: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getErrorOptions: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  compareAnnotations: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listAdjudications: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  adjudicateSolution: ['reviewer', ...admins, 'admin-by-write-token'],
  withdrawAdjudication: ['reviewer', ...admins, 'admin-by-write-token'],
  listGold: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getGold: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  markSolutionAsGold: [...admins, 'admin-by-write-token'],
  unmarkSolutionAsGold: [...admins, 'admin-by-write-token'],
  listGoldCandidates: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  acceptConsensusAsGold: [...admins, 'admin-by-write-token'],
  listAnnotations: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getAnnotation: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  returnAnnotation: ['reviewer', ...admins, 'admin-by-write-token'],
  acceptAnnotation: ['reviewer', ...admins, 'admin-by-write-token'],
  listSplitReports: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getSolutionSplit: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  previewRepair: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  repairSteps: ['reviewer', ...admins, 'admin-by-write-token'],
  dismissSplitReport: ['reviewer', ...admins, 'admin-by-write-token'],
  listQuestions: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getQuestionStep: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listDismissedQuestions: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  askQuestion: ['reviewer', ...admins, 'admin-by-write-token'],
  dismissQuestions: ['reviewer', ...admins, 'admin-by-write-token'],
  reopenQuestions: ['reviewer', ...admins, 'admin-by-write-token'],
  listDecisions: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getDecision: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  createDecision: ['reviewer', ...admins, 'admin-by-write-token'],
  updateDecision: ['reviewer', ...admins, 'admin-by-write-token'],
  answerQuestions: ['reviewer', ...admins, 'admin-by-write-token'],
  discardDecision: ['reviewer', ...admins, 'admin-by-write-token'],
  publishDecisions: ['reviewer', ...admins, 'admin-by-write-token'],
  previewAffectedAnnotations: [
    'reviewer',
    ...admins,
    'admin-by-read-token',
    'admin-by-write-token',
  ],
  returnAffectedAnnotations: ['reviewer', ...admins, 'admin-by-write-token'],
  countUndecidedAnswers: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listAnswerPairs: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  decideAnswerPair: ['reviewer', ...admins, 'admin-by-write-token'],
  withdrawAnswerDecision: ['reviewer', ...admins, 'admin-by-write-token'],
  listPairSolutions: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listUnansweredSolutions: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  overrideVerdict: ['reviewer', ...admins, 'admin-by-write-token'],
  enterFinalAnswer: ['reviewer', ...admins, 'admin-by-write-token'],
  restoreVerdict: ['reviewer', ...admins, 'admin-by-write-token'],
  listScorers: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  createScorer: [...admins, 'admin-by-write-token'],
  tryScorer: [...admins, 'admin-by-write-token'],
  retireScorer: [...admins, 'admin-by-write-token'],
  trainScorer: [...admins, 'admin-by-write-token'],
  cancelTraining: [...admins, 'admin-by-write-token'],
  getScorerVersion: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  startScoreRun: [...admins, 'admin-by-write-token'],
  cancelScoreRun: [...admins, 'admin-by-write-token'],
  resumeScoreRun: [...admins, 'admin-by-write-token'],
  getScoreRun: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listScoreRuns: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  beginScoreImport: [...admins, 'admin-by-write-token'],
  sendScores: [...admins, 'admin-by-write-token'],
  finishScoreImport: [...admins, 'admin-by-write-token'],
  exportScores: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  exportUnscoredSolutions: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  startRegradePreview: [...admins, 'admin-by-write-token'],
  applyRegrade: [...admins, 'admin-by-write-token'],
  cancelRegrade: [...admins, 'admin-by-write-token'],
  getRegrade: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listRegrades: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  createImport: [...admins, 'admin-by-write-token'],
  uploadImportFile: [...admins, 'admin-by-write-token'],
  startImport: [...admins, 'admin-by-write-token'],
  cancelImport: [...admins, 'admin-by-write-token'],
  getImport: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listImports: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  readImportReport: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  exportAnnotations: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  createRelease: [...admins, 'admin-by-write-token'],
  listReleases: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listReleaseFilterValues: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  getRelease: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  cancelRelease: [...admins, 'admin-by-write-token'],
  downloadReleaseFile: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  diffReleases: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  previewRelease: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  addHeldOutList: [...admins, 'admin-by-write-token'],
  listHeldOutLists: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  removeHeldOutList: [...admins, 'admin-by-write-token'],
  startAgreement: ['reviewer', ...admins, 'admin-by-write-token'],
  cancelAgreement: ['reviewer', ...admins, 'admin-by-write-token'],
  getAgreement: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listAgreements: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  readAgreementReport: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  startEvaluation: ['reviewer', ...admins, 'admin-by-write-token'],
  cancelEvaluation: ['reviewer', ...admins, 'admin-by-write-token'],
  getEvaluation: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listEvaluations: ['reviewer', ...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listAudit: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  exportAudit: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listInstanceAudit: ['instance-admin'],
  exportInstanceAudit: ['instance-admin'],
  exportAuditChainHeads: ['instance-admin'],
  listWebhooks: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  listDeliveries: [...admins, 'admin-by-read-token', 'admin-by-write-token'],
  createWebhook: [...admins, 'admin-by-write-token'],
  updateWebhook: [...admins, 'admin-by-write-token'],
  replaceWebhookSecret: [...admins, 'admin-by-write-token'],
  removeWebhook: [...admins, 'admin-by-write-token'],
  testWebhook: [...admins, 'admin-by-write-token'],
  redeliverMessage: [...admins, 'admin-by-write-token'],
}

/** Calls that stay available to a paused person, by role. Also written by hand. */
const callsWhilePaused: readonly string[] = [
  'getProject',
  'claimNext',
  'getGuideline',
  'getGuidelineState',
  'listGuidelineVersions',
  'getOwnWork',
  'listOwnAnnotations',
  'getOwnAnnotation',
  'getOwnPerformance',
]

/** Input of each call, besides the project. */
const inputs: Record<string, () => Record<string, unknown>> = {
  updateAccount: () => ({ name: 'A name' }),
  changePassword: () => ({ current: 'a wrong password', password: randomUUID() }),
  startTotp: () => ({ password: 'a wrong password' }),
  confirmTotp: () => ({ code: '000000' }),
  renewRecoveryCodes: () => ({ password: 'a wrong password', code: '000000' }),
  endTotp: () => ({ password: 'a wrong password', code: '000000' }),
  endTotpFor: () => ({ user: 'nobody@example.org' }),
  createResetLinkForUser: () => ({ user: 'nobody@example.org' }),
  resealSecrets: () => ({ kind: 'totp' }),
  endSession: () => ({ session: randomUUID() }),
  savePreferences: () => ({ keys: { undo: 'y' } }),
  getOwnAnnotation: () => ({ annotation: randomUUID() }),
  getPerson: () => ({ user: randomUUID() }),
  pauseAnnotator: () => ({ user: randomUUID(), message: 'Why?' }),
  previewPauseEnd: () => ({ pause: randomUUID(), since: pastTime }),
  endPause: () => ({ pause: randomUUID(), decision: 'Go on.' }),
  getErrorOptions: () => ({ solution: randomUUID(), step: 0, revision: 1 }),
  compareAnnotations: () => ({ solution: randomUUID() }),
  adjudicateSolution: () => ({
    solution: randomUUID(),
    revision: 1,
    ratings: [1],
    expected: { annotations: [], adjudication: null },
  }),
  withdrawAdjudication: () => ({ adjudication: randomUUID() }),
  getGold: () => ({ solution: randomUUID() }),
  markSolutionAsGold: () => ({ solution: randomUUID(), revision: 1, firstErrors: [0] }),
  unmarkSolutionAsGold: () => ({ solution: randomUUID() }),
  acceptConsensusAsGold: () => ({
    solutions: [{ solution: randomUUID(), error: null, people: 2 }],
  }),
  getAnnotation: () => ({ annotation: randomUUID() }),
  returnAnnotation: () => ({ annotation: randomUUID(), version: 1, note: 'Why?' }),
  acceptAnnotation: () => ({ annotation: randomUUID(), version: 1 }),
  getSolutionSplit: () => ({ solution: randomUUID() }),
  previewRepair: () => ({ solution: randomUUID(), revision: 1, change: mergeChange }),
  repairSteps: () => ({ solution: randomUUID(), revision: 1, change: mergeChange }),
  dismissSplitReport: () => ({
    solution: randomUUID(),
    revision: 1,
    step: 0,
    annotations: [randomUUID()],
  }),
  getQuestionStep: () => ({ solution: randomUUID(), step: 0 }),
  askQuestion: () => ({ solution: randomUUID(), revision: 1, step: 0, text: 'Why?' }),
  dismissQuestions: () => ({ questions: [{ question: randomUUID() }] }),
  reopenQuestions: () => ({ questions: [randomUUID()] }),
  getDecision: () => ({ decision: noDecision }),
  createDecision: () => ({ heading: 'Units', text: 'They count.', example: null }),
  updateDecision: () => ({
    decision: noDecision,
    heading: 'Units',
    text: 'They count.',
    example: null,
  }),
  answerQuestions: () => ({ decision: noDecision, questions: [{ question: randomUUID() }] }),
  discardDecision: () => ({ decision: noDecision }),
  publishDecisions: () => ({
    decisions: [noDecision],
    text: '# Decision 1000000',
    summary: 'New',
    basedOn: 1,
  }),
  previewAffectedAnnotations: () => ({ decision: noDecision }),
  returnAffectedAnnotations: () => ({ decision: noDecision }),
  decideAnswerPair: () => ({ pair: noPair, verdict: 'correct' }),
  withdrawAnswerDecision: () => ({ pair: noPair }),
  listPairSolutions: () => ({ pair: noPair }),
  overrideVerdict: () => ({ solution: randomUUID(), verdict: 'correct', note: 'A note' }),
  enterFinalAnswer: () => ({ solution: randomUUID(), answer: '12' }),
  restoreVerdict: () => ({ solution: randomUUID() }),
  createScorer: () => ({ name: `Server ${randomUUID()}`, settings: serverSettings }),
  tryScorer: () => ({ settings: serverSettings }),
  retireScorer: () => ({ scorer: randomUUID() }),
  cancelTraining: () => ({ scorer: randomUUID(), version: 1 }),
  getScorerVersion: () => ({ scorer: randomUUID(), version: 1 }),
  startScoreRun: () => ({ scorer: randomUUID() }),
  cancelScoreRun: () => ({ run: randomUUID() }),
  resumeScoreRun: () => ({ run: randomUUID() }),
  getScoreRun: () => ({ run: randomUUID() }),
  beginScoreImport: () => ({ name: 'prm-7b' }),
  sendScores: () => ({ run: randomUUID(), lines: [{ line: 1, sample: {} }] }),
  finishScoreImport: () => ({ run: randomUUID() }),
  exportScores: () => ({ run: randomUUID() }),
  applyRegrade: () => ({ regrade: randomUUID() }),
  cancelRegrade: () => ({ regrade: randomUUID() }),
  getRegrade: () => ({ regrade: randomUUID() }),
  cancelAgreement: () => ({ agreement: randomUUID() }),
  getAgreement: () => ({ agreement: randomUUID() }),
  readAgreementReport: () => ({ agreement: randomUUID() }),
  cancelEvaluation: () => ({ evaluation: randomUUID() }),
  getEvaluation: () => ({ evaluation: randomUUID() }),
  createAdmin: () => ({ email: `${randomUUID()}@example.org`, name: 'A', password: randomUUID() }),
  findAccount: () => ({ email: 'nobody@example.org' }),
  createToken: () => ({ name: 'script', scope: 'read' }),
  createTokenForUser: () => ({ user: 'nobody@example.org', name: 'script', scope: 'read' }),
  revokeToken: () => ({ token: randomUUID() }),
  createProject: () => ({ name: `Project ${randomUUID()}` }),
  addMember: () => ({ email: `${randomUUID()}@example.org`, name: 'A', role: 'annotator' }),
  disableAccount: () => ({ account: randomUUID() }),
  enableAccount: () => ({ account: randomUUID() }),
  changeInstanceAdmin: () => ({ account: randomUUID(), isInstanceAdmin: true }),
  createResetLink: () => ({ account: randomUUID() }),
  revokeAccountInvite: () => ({ invite: randomUUID() }),
  requestReset: () => ({ email: `${randomUUID()}@example.org` }),
  readReset: () => ({ secret: noSecret }),
  resetPassword: () => ({ secret: noSecret, password: randomUUID() }),
  readInvite: () => ({ secret: noSecret }),
  acceptInvite: () => ({ secret: noSecret }),
  changeRole: () => ({ user: randomUUID(), role: 'annotator' }),
  removeMember: () => ({ user: randomUUID() }),
  createInvite: () => ({ role: 'annotator' }),
  revokeInvite: () => ({ invite: randomUUID() }),
  decideScreening: () => ({ user: randomUUID(), kind: 'admitted', note: 'A reason' }),
  renewLease: () => ({ lease: randomUUID() }),
  releaseLease: () => ({ lease: randomUUID() }),
  skipSolution: () => ({ lease: randomUUID(), reason: 'A reason' }),
  excludeSolution: () => ({ solution: randomUUID(), reason: 'A reason' }),
  restoreSolution: () => ({ solution: randomUUID() }),
  startRound: () => ({ round: randomUUID() }),
  closeRound: () => ({ round: randomUUID() }),
  cancelRound: () => ({ round: randomUUID() }),
  getRound: () => ({ round: randomUUID() }),
  getRoundYield: () => ({ round: randomUUID() }),
  acknowledgeGuideline: () => ({ version: 1 }),
  publishGuideline: () => ({ text: randomUUID(), summary: 'New', basedOn: 1 }),
  previewGuideline: () => ({ text: 'A text' }),
  previewText: () => ({ text: 'A text' }),
  getWork: () => ({ lease: randomUUID() }),
  getWorkSteps: () => ({ lease: randomUUID(), around: 0 }),
  revealPracticeOptions: () => ({ solution: 0, ratings: [-1] }),
  gradePracticeAnswer: () => ({ solution: 0, reason: 'solution', ratings: [1] }),
  saveAnnotation: () => ({ lease: randomUUID(), ...emptyState }),
  submitAnnotation: () => ({ lease: randomUUID(), ...emptyState, finishReason: 'solution' }),
  reopenAnnotation: () => ({ annotation: randomUUID() }),
  uploadImportFile: () => ({ import: randomUUID(), part: 'data' }),
  startImport: () => ({ import: randomUUID() }),
  cancelImport: () => ({ import: randomUUID() }),
  getImport: () => ({ import: randomUUID() }),
  readImportReport: () => ({ import: randomUUID() }),
  exportAnnotations: () => ({ format: 'prm800k' }),
  createRelease: () => ({ name: 'A release', formats: ['stepmark'] }),
  getRelease: () => ({ release: noRelease }),
  cancelRelease: () => ({ release: noRelease }),
  downloadReleaseFile: () => ({ release: noRelease, file: 'manifest.json' }),
  diffReleases: () => ({ release: noRelease, from: noRelease }),
  addHeldOutList: () => ({ name: 'A list' }),
  removeHeldOutList: () => ({ list: randomUUID() }),
  createWebhook: () => ({ url: 'https://hooks.example.org/', events: ['release.ready'] }),
  updateWebhook: () => ({ webhook: randomUUID(), isOn: false }),
  replaceWebhookSecret: () => ({ webhook: randomUUID() }),
  removeWebhook: () => ({ webhook: randomUUID() }),
  testWebhook: () => ({ webhook: randomUUID() }),
  listDeliveries: () => ({ webhook: randomUUID() }),
  redeliverMessage: () => ({ webhook: randomUUID(), delivery: randomUUID() }),
}
const noRelease = 1_000_000
const noSecret = 'a'.repeat(43)
const pastTime = '2026-01-01T00:00:00.000Z'
const noDecision = 1_000_000
/** A scorer server whose URL is rejected before any request is sent. */
const serverSettings = { connector: 'custom-http', url: 'https://127.0.0.1:1/' }
const noPair = '0'.repeat(64)
const mergeChange = { kind: 'merge', step: 0, through: 1 }
const emptyState = {
  sequence: 1,
  writer: '01900000-0000-7000-8000-000000000001',
  basedOn: 0,
  ratings: [],
  activeMs: 0,
  events: [],
}

let project: TestProject
let actors: Record<Principal, Actor>

const viaToken = (person: Person, scope: 'read' | 'write'): Person => ({
  ...person,
  via: { kind: 'token', tokenId: randomUUID(), scope },
})

beforeAll(async () => {
  process.env.NEXTAUTH_URL = 'http://localhost:3000'
  project = await makeProject()
  const otherProject = await makeProject()
  const [pausedAnnotator, pausedReviewer] = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'reviewer'),
  ]
  for (const { userId } of [pausedAnnotator, pausedReviewer])
    await getDatabase().pause.create({
      data: { projectId: project.id, id: randomUUID(), userId, message: 'A reviewer looks at it.' },
    })
  const [annotator, reviewer, admin] = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'reviewer'),
    await makeMember(project, 'admin'),
  ]
  actors = {
    anonymous: anonymousActor,
    'awaiting-code': awaitingCodeActor,
    host: hostActor,
    annotator,
    reviewer,
    admin,
    stranger: await makeMember(otherProject, 'annotator'),
    'admin-elsewhere': await makeMember(otherProject, 'admin'),
    'instance-admin': project.admin,
    'annotator-by-read-token': viaToken(annotator, 'read'),
    'admin-by-read-token': viaToken(admin, 'read'),
    'admin-by-write-token': viaToken(admin, 'write'),
    'paused-annotator': pausedAnnotator,
    'paused-reviewer': pausedReviewer,
  }
})

/** The outcome for an actor: `done`, or the error code. */
async function call(operation: Operation, actor: Actor, slug = project.slug): Promise<string> {
  const { contract, scope } = operation
  const input = contract.input.parse({
    ...inputs[contract.name]?.(),
    ...(scope === 'project' ? { project: slug } : {}),
  })
  try {
    await operation.execute(actor, input)
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const authorisationErrors = ['unauthenticated', 'forbidden', 'paused', 'not_found']
/** Errors raised after authorisation, because the example lease, token, account or file does not exist. */
const errorsAfterAuthorisation: Record<string, string> = {
  revokeToken: 'not_found',
  endSession: 'not_found',
  endTotpFor: 'not_found',
  createResetLinkForUser: 'not_found',
  resealSecrets: 'conflict',
  createTokenForUser: 'not_found',
  getOwnAnnotation: 'not_found',
  disableAccount: 'not_found',
  enableAccount: 'not_found',
  changeInstanceAdmin: 'not_found',
  createResetLink: 'not_found',
  revokeAccountInvite: 'not_found',
  readReset: 'not_found',
  resetPassword: 'not_found',
  readInvite: 'not_found',
  acceptInvite: 'not_found',
  changeRole: 'not_found',
  removeMember: 'not_found',
  revokeInvite: 'not_found',
  getPerson: 'not_found',
  pauseAnnotator: 'not_found',
  previewPauseEnd: 'not_found',
  endPause: 'not_found',
  reopenAnnotation: 'not_found',
  decideScreening: 'not_found',
  startImport: 'not_found',
  cancelImport: 'not_found',
  getImport: 'not_found',
  getRelease: 'not_found',
  cancelRelease: 'not_found',
  downloadReleaseFile: 'not_found',
  diffReleases: 'not_found',
  removeHeldOutList: 'not_found',
  cancelAgreement: 'not_found',
  getAgreement: 'not_found',
  cancelEvaluation: 'not_found',
  getEvaluation: 'not_found',
  getGold: 'not_found',
  markSolutionAsGold: 'not_found',
  unmarkSolutionAsGold: 'not_found',
  getSolutionSplit: 'not_found',
  previewRepair: 'not_found',
  repairSteps: 'not_found',
  dismissSplitReport: 'not_found',
  getQuestionStep: 'not_found',
  askQuestion: 'not_found',
  reopenQuestions: 'not_found',
  getDecision: 'not_found',
  updateDecision: 'not_found',
  answerQuestions: 'not_found',
  discardDecision: 'not_found',
  previewAffectedAnnotations: 'not_found',
  returnAffectedAnnotations: 'not_found',
  decideAnswerPair: 'not_found',
  withdrawAnswerDecision: 'not_found',
  listPairSolutions: 'not_found',
  overrideVerdict: 'not_found',
  enterFinalAnswer: 'not_found',
  restoreVerdict: 'not_found',
  retireScorer: 'not_found',
  cancelTraining: 'not_found',
  getScorerVersion: 'not_found',
  startScoreRun: 'not_found',
  cancelScoreRun: 'not_found',
  resumeScoreRun: 'not_found',
  sendScores: 'not_found',
  finishScoreImport: 'not_found',
  getScoreRun: 'not_found',
  applyRegrade: 'not_found',
  cancelRegrade: 'not_found',
  getRegrade: 'not_found',
  excludeSolution: 'not_found',
  restoreSolution: 'not_found',
  startRound: 'not_found',
  closeRound: 'not_found',
  cancelRound: 'not_found',
  getRound: 'not_found',
  getRoundYield: 'not_found',
  getErrorOptions: 'not_found',
  compareAnnotations: 'not_found',
  adjudicateSolution: 'not_found',
  withdrawAdjudication: 'not_found',
  getAnnotation: 'not_found',
  returnAnnotation: 'not_found',
  acceptAnnotation: 'not_found',
  updateWebhook: 'not_found',
  replaceWebhookSecret: 'not_found',
  removeWebhook: 'not_found',
  testWebhook: 'not_found',
  listDeliveries: 'not_found',
  redeliverMessage: 'not_found',
}

describe.each(operations.map((operation) => [operation.contract.name, operation] as const))(
  '%s',
  (name, operation) => {
    test.each(principals)(
      'called by %s: is allowed or rejected as in the table of expectations',
      async (principal) => {
        const outcome = await call(operation, actors[principal])
        const isPaused = principal.startsWith('paused') && operation.scope === 'project'
        const effectivePrincipal = isPaused
          ? (principal.replace('paused-', '') as Principal)
          : principal
        const isAllowed = mayCall[name]!.includes(effectivePrincipal)
        if (isAllowed && isPaused && !callsWhilePaused.includes(name))
          return expect(outcome).toBe('paused')
        if (isAllowed) {
          if (outcome !== errorsAfterAuthorisation[name])
            expect(authorisationErrors).not.toContain(outcome)
          return
        }
        const isStranger =
          principal === 'stranger' || principal === 'admin-elsewhere' || principal === 'host'
        if (principal === 'anonymous' || principal === 'awaiting-code')
          expect(outcome).toBe('unauthenticated')
        else if (operation.scope === 'project' && isStranger) expect(outcome).toBe('not_found')
        else expect(outcome).toBe('forbidden')
      },
    )
  },
)

/** Also written by hand: which calls stay open to whom, of all that an instance admin may make. */
const callsWhileRestricted = {
  'an admin who must replace a first password': [
    ...['getAccount', 'changePassword', 'listSessions', 'endSession', 'endOtherSessions'],
    ...['requestReset', 'readReset', 'resetPassword'],
  ],
  'an admin who must set up sign-in codes': [
    ...['getAccount', 'updateAccount', 'changePassword'],
    ...['listSessions', 'endSession', 'endOtherSessions', 'listTokens', 'revokeToken'],
    ...['getTotp', 'startTotp', 'confirmTotp', 'renewRecoveryCodes', 'endTotp'],
    ...['requestReset', 'readReset', 'resetPassword', 'readInvite', 'acceptInvite'],
  ],
}
const restrictions = {
  'an admin who must replace a first password': { hasFirstPassword: true },
  'an admin who must set up sign-in codes': { lacksTotp: true },
}

describe.each([
  'an admin who must replace a first password',
  'an admin who must set up sign-in codes',
] as const)('%s', (restriction) => {
  test.each(operations.map((operation) => [operation.contract.name, operation] as const))(
    'can call %s only if the call is open to such accounts',
    async (name, operation) => {
      const outcome = await call(operation, { ...project.admin, ...restrictions[restriction] })
      const isAuthorised =
        outcome === errorsAfterAuthorisation[name] || !authorisationErrors.includes(outcome)
      expect(isAuthorised ? 'through' : outcome).toBe(
        callsWhileRestricted[restriction].includes(name) ? 'through' : 'forbidden',
      )
    },
  )
})

test('an unknown project and a project without membership give the same response', async () => {
  const operation = operations.find(({ contract }) => contract.name === 'getProject')!
  const read = (slug: string) =>
    operation.execute(actors.stranger, { project: slug }).catch((error: unknown) => error)
  const [foreignError, missingError] = [await read(project.slug), await read('no-such-project')]
  expect(foreignError).toEqual(missingError)
})

describe('the permission tables are complete', () => {
  test('every command and query of every domain is listed, with a policy row and an expectation', async () => {
    const listedOperations = new Set(operations)
    for (const path of listFiles('lib').filter((file) =>
      /server\/(commands|queries)\.ts$/.test(file),
    )) {
      const module = (await import(`@/${path.replace(/\.ts$/, '')}`)) as Record<string, unknown>
      for (const [name, operation] of Object.entries(module)) {
        expect(listedOperations, `${path}: ${name}`).toContain(operation)
        expect((operation as Operation).contract.name).toBe(name)
      }
    }
    for (const { action, contract } of operations) {
      expect(actionPolicy).toHaveProperty([action])
      expect(mayCall).toHaveProperty([contract.name])
    }
    expect(Object.keys(mayCall).length).toBe(operations.length)
  })

  test('every contract has exactly one command or query', async () => {
    const usedContracts = operations.map(({ contract }) => contract)
    expect(new Set(usedContracts).size).toBe(usedContracts.length)
    for (const path of listFiles('lib').filter((file) => file.endsWith('contract.ts'))) {
      if (path === 'lib/platform/contract.ts') continue
      const module = (await import(`@/${path.replace(/\.ts$/, '')}`)) as Record<string, unknown>
      for (const [name, value] of Object.entries(module))
        if (name.endsWith('Contract')) expect(usedContracts, `${path}: ${name}`).toContain(value)
    }
  })

  test('every action of the policy is used', () => {
    expect(new Set(operations.map(({ action }) => action))).toEqual(
      new Set(Object.keys(actionPolicy)),
    )
  })

  test('every page and route has a row', () => {
    const files = listFiles('app')
    const pages = files.filter((file) => /(^|\/)page\.tsx$/.test(file)).map(toAddress)
    const routes = files.filter((file) => /(^|\/)route\.tsx?$/.test(file)).map(toAddress)
    expect(pages.sort()).toEqual(Object.keys(pagePolicy).sort())
    expect(routes.sort()).toEqual(Object.keys(routeAccessDescriptions).sort())
  })
})

function listFiles(folder: string): string[] {
  return readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !file.includes('generated'))
    .map((file) => `${folder}/${file}`)
}

/** `app/projects/[project]/page.tsx` is the page at `/projects/[project]`. */
function toAddress(file: string): string {
  return `/${file.replace(/^app\//, '').replace(/\/?(page|route)\.tsx?$/, '')}`
}
