import { generate } from 'otplib'
import { adjudicateSolution } from '@/lib/adjudication/server/commands'
import { compareAnnotations } from '@/lib/adjudication/server/queries'
import {
  claimAndLabelSolution,
  makeAdjudicationProject,
} from '@/lib/adjudication/testing/adjudication-project'
import { submitAnnotation } from '@/lib/annotations/server/commands'
import {
  finishInputByReason,
  makeProjectWithClaimedSolution,
  makeSaveInput,
} from '@/lib/annotations/testing/claimed-solution'
import { anonymousActor, type Person } from '@/lib/auth/actor'
import { createResetLink } from '@/lib/auth/server/accounts-commands'
import { startTotp } from '@/lib/auth/server/totp-commands'
import { makeLabelledProject } from '@/lib/exports/server/testing/labelled-project'
import { getDatabase } from '@/lib/platform/server/database'
import { createInvite } from '@/lib/projects/server/invite-commands'
import {
  makePerson,
  makeProblemLine,
  makeProject,
  testPassword,
  uploadImportLines,
} from '@/prisma/seed/factories'

/** A call to send: the person and the input. */
export interface CallerAndInput {
  by: Person | typeof anonymousActor
  /** By session, for calls that reject tokens. */
  usesSession?: true
  input: Readonly<Record<string, unknown>>
  file?: string
}

export interface StatementFaultCall {
  call: string
  /** `by key`: the call is repeated with its idempotency key. Otherwise: the response to a repeat without a key. */
  again: 'by key' | 'the same' | 'conflict' | 'invalid_input'
  /** Also tested by `npm test`: the main calls of annotators, and one of each other kind. */
  isInEveryRun?: true
  /** Creates data with which the call succeeds once. */
  make(): Promise<CallerAndInput>
}

const lines = [makeProblemLine('a', [0.9]), makeProblemLine('b', [0.8])]

async function makeWork() {
  const { project, person, lease, input } = await makeProjectWithClaimedSolution({}, lines)
  return { project, by: person, lease, input }
}

async function makeReopenCall() {
  const { by, input } = await makeWork()
  const state = { ...makeSaveInput([1, -1]), ...finishInputByReason.foundError }
  const { annotation } = await submitAnnotation.execute(by, { ...input, ...state })
  return { by, input: { project: input.project, annotation } }
}

async function makeDisagreement() {
  const {
    project,
    ann,
    ben,
    reviewer,
    solutionInput: call,
  } = await makeAdjudicationProject({ steps: 2, overlap: 4 })
  await claimAndLabelSolution(project, ann, [1, -1])
  await claimAndLabelSolution(project, ben, [1, 1])
  const { annotations } = await compareAnnotations.execute(reviewer, call)
  const versions = annotations.map(({ annotation, version }) => ({ annotation, version }))
  return { by: reviewer, call, versions }
}

async function makeReviewInput(fields: Readonly<Record<string, unknown>>): Promise<CallerAndInput> {
  const { by, call, versions } = await makeDisagreement()
  return { by, input: { project: call.project, ...versions[0]!, ...fields } }
}

async function makeImport() {
  const project = await makeProject()
  const { id } = await uploadImportLines(project, lines)
  return { by: project.admin, input: { project: project.slug, import: id } }
}

async function makeAdminCall(input: Readonly<Record<string, unknown>>): Promise<CallerAndInput> {
  const { slug, admin } = await makeProject()
  return { by: admin, input: { project: slug, ...input } }
}

async function makeInvite(): Promise<CallerAndInput> {
  const { slug, admin } = await makeProject()
  const input = createInvite.contract.input.parse({ project: slug, role: 'annotator' })
  const { link } = await createInvite.execute(admin, input)
  const account = {
    email: `guest-of-${slug}@example.org`,
    name: 'Ada',
    password: 'a good long one',
  }
  return { by: anonymousActor, input: { secret: link.split('#')[1], account } }
}

async function makeReset(): Promise<CallerAndInput> {
  const [admin, person] = [await makePerson({ isInstanceAdmin: true }), await makePerson()]
  const { link } = await createResetLink.execute(admin, { account: person.userId })
  const password = 'another password of mine'
  return { by: anonymousActor, input: { secret: link.split('#')[1], password } }
}

async function makeTotp(): Promise<CallerAndInput> {
  const by = await makePerson()
  const { secret } = await startTotp.execute(by, { password: testPassword })
  const [row] = await getDatabase().$queryRaw<{ now: number }[]>`
    select extract(epoch from clock_timestamp())::int as now`
  // A code of the next time step is accepted too, and stays valid for the whole test.
  return {
    by,
    usesSession: true,
    input: { code: await generate({ secret, epoch: row!.now + 30 }) },
  }
}

const claim = async () => {
  const { project, by } = await makeWork()
  return { by, input: { project: project.slug, prefetch: true } }
}

const withState = (ratings: readonly (1 | -1)[], more: object) => async () => {
  const { by, input } = await makeWork()
  return { by, input: { ...input, ...makeSaveInput(ratings), ...more } }
}

/** The calls in which every statement is made to fail, each the way that scripts and pages make it. */
export const statementFaultCalls: readonly StatementFaultCall[] = [
  { call: 'claimNext', again: 'the same', make: claim },
  { call: 'claimNext', again: 'by key', isInEveryRun: true, make: claim },
  { call: 'saveAnnotation', again: 'the same', isInEveryRun: true, make: withState([1, -1], {}) },
  { call: 'saveAnnotation', again: 'by key', make: withState([1, -1], {}) },
  {
    call: 'submitAnnotation',
    again: 'by key',
    isInEveryRun: true,
    make: withState([1, -1], finishInputByReason.foundError),
  },
  { call: 'skipSolution', again: 'by key', make: makeSkipCall },
  { call: 'releaseLease', again: 'the same', make: makeWork },
  { call: 'reopenAnnotation', again: 'by key', make: makeReopenCall },
  { call: 'adjudicateSolution', again: 'by key', isInEveryRun: true, make: makeAdjudication },
  { call: 'adjudicateSolution', again: 'by key', make: makeReadjudication },
  { call: 'withdrawAdjudication', again: 'by key', make: makeWithdrawal },
  { call: 'acceptAnnotation', again: 'by key', make: () => makeReviewInput({}) },
  { call: 'returnAnnotation', again: 'by key', make: () => makeReviewInput({ note: 'Why?' }) },
  { call: 'createImport', again: 'by key', make: () => makeAdminCall({ fileName: 'a.jsonl' }) },
  { call: 'uploadImportFile', again: 'the same', isInEveryRun: true, make: makeChunk },
  { call: 'startImport', again: 'by key', make: makeImport },
  { call: 'cancelImport', again: 'by key', make: makeImport },
  { call: 'createRelease', again: 'by key', isInEveryRun: true, make: makeReleaseCall },
  { call: 'publishGuideline', again: 'by key', make: makeGuideline },
  { call: 'addMember', again: 'the same', make: makeNewMember },
  { call: 'createProject', again: 'by key', make: makeProjectCall },
  { call: 'acceptInvite', again: 'conflict', isInEveryRun: true, make: makeInvite },
  { call: 'resetPassword', again: 'conflict', make: makeReset },
  { call: 'confirmTotp', again: 'invalid_input', make: makeTotp },
]

async function makeSkipCall(): Promise<CallerAndInput> {
  const { by, input } = await makeWork()
  return { by, input: { ...input, reason: 'A reason' } }
}

async function makeAdjudication() {
  const { by, call: solutionInput, versions } = await makeDisagreement()
  const adjudication = { revision: 1, ratings: [1, -1] as (1 | -1)[], gold: true, note: 'So.' }
  return {
    by,
    input: {
      ...solutionInput,
      ...adjudication,
      expected: { annotations: versions, adjudication: null },
    },
  }
}

async function makeStoredAdjudication() {
  const { by, input } = await makeAdjudication()
  await adjudicateSolution.execute(by, adjudicateSolution.contract.input.parse(input))
  const { project, solution } = input
  const { adjudication } = await compareAnnotations.execute(by, { project, solution })
  return { by, input, adjudication: adjudication!.adjudication }
}

async function makeReadjudication(): Promise<CallerAndInput> {
  const { by, input, adjudication } = await makeStoredAdjudication()
  const { annotations } = input.expected
  return { by, input: { ...input, ratings: [1, 1], expected: { annotations, adjudication } } }
}

async function makeWithdrawal(): Promise<CallerAndInput> {
  const { by, input, adjudication } = await makeStoredAdjudication()
  return { by, input: { project: input.project, adjudication } }
}

async function makeChunk(): Promise<CallerAndInput> {
  const project = await makeProject()
  const { id } = await uploadImportLines(project, '')
  const input = { project: project.slug, import: id, part: 'data', offset: 0 }
  return { by: project.admin, input, file: '{"problem": "p", "samples": []}\n' }
}

async function makeReleaseCall(): Promise<CallerAndInput> {
  const { project } = await makeLabelledProject(1)
  const input = { project: project.slug, name: 'A release', formats: ['stepmark'] }
  return { by: project.admin, input }
}

async function makeGuideline(): Promise<CallerAndInput> {
  const { slug, admin } = await makeProject({ guideline: 'Read first.' })
  const guideline = { text: 'Read anew.', summary: 'New', basedOn: 1 }
  return { by: admin, input: { project: slug, ...guideline } }
}

async function makeNewMember(): Promise<CallerAndInput> {
  const { email, name } = await makePerson()
  return makeAdminCall({ email, name, role: 'annotator' })
}

async function makeProjectCall(): Promise<CallerAndInput> {
  const by = await makePerson({ isInstanceAdmin: true })
  return { by, input: { name: `For ${by.userId}` } }
}
