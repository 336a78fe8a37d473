import type { Person, Role } from '@/lib/auth/actor'
import { mintSession } from '@/lib/auth/testing/mint-session'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-work'
import { getDatabase } from '@/lib/platform/server/database'
import { getAnnotation } from '@/lib/review/server/annotation-review-queries'
import { listAnswerPairs } from '@/lib/review/server/answers-queries'
import { getDecision } from '@/lib/review/server/decisions-queries'
import { insertDecisions } from '@/lib/review/format-decisions'
import { addGold } from '@/lib/quality/testing/gold-lines'
import { makeDoublyAnnotated } from '@/lib/review/testing/doubly-annotated'
import { importLines, makePerson, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { expect, type TestDataFactory } from '@/e2e/fixtures'
import { executeCommand, type Reply } from './call'
import { longText, makeLine, makeName, makeNoteText, makeShortText, removeImages } from './lines'
import { nextPayloads } from './payloads'

/** The parameters of addresses in `pagePolicy`, and people of each role. */
export interface HostileWorld {
  project: MadeProject
  parameters: Readonly<Record<string, string>>
  people: Readonly<Record<Role, Person>>
}

async function makePeople(project: MadeProject) {
  const join = async (role: Role) => {
    const person = await makePerson({ name: makeName() })
    const { slug } = project
    await executeCommand(project.admin, 'addMember', {
      project: slug,
      email: person.email,
      name: makeName(),
      role,
    })
    return {
      ...person,
      name: (await executeCommand(person, 'updateAccount', { name: makeName() })).name as string,
    }
  }
  return {
    annotator: await join('annotator'),
    reviewer: await join('reviewer'),
    admin: await join('admin'),
    other: await join('annotator'),
    paused: await join('annotator'),
  }
}

async function makeSettings(): Promise<MadeProject> {
  const { admin } = await makeProject()
  const errorTags = [{ tag: 'sum', label: makeShortText() }]
  const settings = { guideline: longText, errorTags, overlap: 2, hidesLabelers: false }
  const flags = { ...settings, asksExplanation: true, asksProgress: false }
  const { id, slug } = await executeCommand(admin, 'createProject', { name: makeName(), ...flags })
  const changes = {
    name: makeName(),
    errorTags: [{ tag: 'sum', label: makeShortText() }],
  }
  await executeCommand(admin, 'updateProject', { project: slug, ...changes })
  const newer = { text: `${longText} `, summary: nextPayloads(450), basedOn: 1 }
  await executeCommand(admin, 'publishGuideline', { project: slug, ...newer })
  return { id: String(id), slug: String(slug), admin }
}

const claim = async (person: Person, project: string) =>
  (await executeCommand(person, 'claimNext', { project, prefetch: false })) as {
    lease: { id: string }
    solution: string
  }

const makeContent = (hasError: boolean) => ({
  notes: [
    { step: 0, option: null, kind: 'comment' as const, text: nextPayloads(1_900) },
    { step: 0, option: null, kind: 'flag' as const, text: makeNoteText() },
    { step: 0, option: null, kind: 'bad_split' as const, text: makeNoteText() },
  ],
  ...(hasError ? { explanation: { option: null, text: makeNoteText() }, tags: ['sum'] } : {}),
})

/** Two annotators submit and skip. One annotation is returned, the other accepted. */
async function annotateSolutions(
  { slug: project, admin }: MadeProject,
  people: Record<string, Person>,
) {
  const [ann, ben] = [people.annotator!, people.other!]
  for (const person of [ann, ben, people.paused!])
    await executeCommand(person, 'acknowledgeGuideline', { project, version: 2 })
  const annotations: string[] = []
  for (const [person, ratings] of [
    [ann, [1, -1]],
    [ben, [-1]],
    [ann, [1]],
  ] as const) {
    const { lease } = await claim(person, project)
    const params = { project, lease: lease.id }
    const hasError = ratings.at(-1) === -1
    await executeCommand(person, 'saveAnnotation', {
      ...params,
      ...makeSaveInput(ratings, 1, makeContent(hasError)),
    })
    const state = { ...makeSaveInput(ratings, 2, makeContent(hasError)), basedOn: 1 }
    const last = hasError
      ? { finishReason: 'found_error', finishNote: null }
      : { finishReason: 'give_up', finishNote: makeNoteText() }
    const body = { ...params, ...state, ...last }
    annotations.push(String((await executeCommand(person, 'submitAnnotation', body)).annotation))
  }
  const review = async (name: string, annotation: string) => {
    const { submittedAt } = await getAnnotation.execute(admin, { project, annotation })
    await executeCommand(admin, name, { project, annotation, submittedAt, note: makeNoteText() })
  }
  await review('acceptAnnotation', annotations[1]!)
  await review('returnAnnotation', annotations[2]!)
  const skipped = await claim(ben, project)
  await executeCommand(ben, 'skipSolution', {
    project,
    lease: skipped.lease.id,
    reason: makeNoteText(),
  })
  return annotations
}

/** Annotates step by step, with a written step. */
async function annotateStepByStep(person: Person): Promise<void> {
  const choiceProject = await makeProject({ flow: 'step_choice', name: makeName() })
  const { slug: project, admin } = choiceProject
  const makeText = () => ({ text: removeImages(makeNoteText()) })
  const options = [[makeText(), makeText()], [makeText()]]
  await importLines(choiceProject, [{ id: 'c', problem: removeImages(makeNoteText()), options }])
  await executeCommand(admin, 'addMember', {
    project,
    email: person.email,
    name: 'A',
    role: 'annotator',
  })
  const { lease } = await claim(person, project)
  const content = {
    options: { 0: [0, -1] },
    choices: { 0: 'human' },
    humanOptions: { 0: makeNoteText() },
  }
  const state = makeSaveInput([1], 1, content as never)
  const params = { project, lease: lease.id }
  await executeCommand(person, 'saveAnnotation', { ...params, ...state })
  const end = { finishReason: 'give_up', finishNote: makeNoteText() }
  await executeCommand(person, 'submitAnnotation', {
    ...params,
    ...state,
    sequence: 2,
    basedOn: 1,
    ...end,
  })
}

/** Notes of admins and reviewers on solutions, people and answers. */
async function addReviewNotes(
  { id, slug: project, admin }: MadeProject,
  people: Record<string, Person>,
  annotations: readonly string[],
) {
  const { solutionId: solution } = await getDatabase().annotation.findFirstOrThrow({
    where: { id: annotations[0]! },
    select: { solutionId: true },
  })
  const rest = await getDatabase().solution.findMany({
    where: { projectId: id, externalId: { startsWith: 'b' } },
    select: { id: true },
    orderBy: { externalId: 'asc' },
  })
  const [first, second, third] = rest.map((row) => row.id)
  const params = { project, solution }
  const submitted = await getDatabase().annotation.findMany({
    where: { projectId: id, solutionId: solution, state: 'submitted' },
    select: { id: true },
  })
  const versions = await Promise.all(
    submitted.map(async ({ id: annotation }) => ({
      annotation,
      submittedAt: (await getAnnotation.execute(admin, { project, annotation })).submittedAt,
    })),
  )
  const adjudication = { revision: 1, ratings: [1, -1], gold: false, note: makeNoteText() }
  await executeCommand(admin, 'adjudicateSolution', {
    ...{ ...params, ...adjudication, expected: { annotations: versions, adjudication: null } },
  })
  const gold = { solution: first, revision: 1, firstErrors: [0], explanation: makeNoteText() }
  await executeCommand(admin, 'markGold', { project, ...gold })
  await executeCommand(admin, 'excludeSolution', {
    project,
    solution: second,
    reason: makeNoteText(),
  })
  await executeCommand(admin, 'overruleVerdict', {
    ...{ project, solution: third, verdict: 'unsure', note: makeNoteText() },
  })
  const input = { project, show: 'unsure' }
  const { pairs } = await listAnswerPairs.execute(
    admin,
    listAnswerPairs.contract.input.parse(input),
  )
  const pair = pairs[0]?.pair
  if (pair)
    await executeCommand(admin, 'decideAnswers', {
      project,
      pair,
      verdict: 'wrong',
      note: makeNoteText(),
    })
  const user = people.paused!.userId
  const pause = async () =>
    executeCommand(admin, 'pausePerson', { project, user, message: makeNoteText() })
  const { pause: ended } = await pause()
  await executeCommand(admin, 'endPause', { project, pause: ended, decision: makeNoteText() })
  await pause()
  return { solution, gold: first!, bad: third! }
}

/** Three questions, one of them dismissed, a published decision and a draft. */
async function createDecisions(project: string, by: Person, solution: string): Promise<void> {
  const step = { solution, revision: 1, step: 0, option: 0 }
  const ask = () =>
    executeCommand(by, 'askQuestion', { project, ...step, text: nextPayloads(1_900) })
  const { question } = await ask()
  await executeCommand(by, 'dismissQuestions', {
    project,
    questions: [{ question }],
    note: makeNoteText(),
  })
  const { question: open } = await ask()
  await ask()
  const draft = () => ({ heading: makeShortText(), text: longText })
  const example = () => ({ ...step, rating: 0, reason: makeNoteText() })
  const decisionInput = { project, ...draft(), questions: [{ question: open }], example: example() }
  const { decision } = await executeCommand(by, 'createDecision', decisionInput)
  await executeCommand(by, 'updateDecision', { project, decision, ...draft(), example: example() })
  const writtenDecision = await getDecision.execute(by, { project, decision: Number(decision) })
  const text = `${insertDecisions('# Rules', [writtenDecision])}\n\n${longText.slice(0, 9_000)}`
  const published = { decisions: [decision], text, summary: nextPayloads(450), basedOn: 2 }
  await executeCommand(by, 'publishDecisions', { project, ...published })
  await executeCommand(by, 'createDecision', { project, ...draft(), example: null, questions: [] })
}

/** Scorers, webhooks, tokens, releases, lists and an empty import. */
async function createOtherRecords(
  { slug: project, admin }: MadeProject,
  people: Record<string, Person>,
) {
  await executeCommand(admin, 'createToken', { name: makeName(75), scope: 'read', days: 1 })
  await executeCommand(people.annotator!, 'createToken', {
    name: makeName(75),
    scope: 'read',
    days: 1,
  })
  const url = 'https://192.0.78.9/'
  const server = {
    connector: 'vllm-pooling',
    url,
    stepTag: makeShortText(38),
    system: nextPayloads(3_900),
  }
  const chat = {
    connector: 'openai-chat',
    url,
    positiveToken: '<b>x</b>',
    negativeToken: makeShortText(20),
  }
  for (const settings of [server, { ...chat, positiveToken: makeShortText(20) }])
    await executeCommand(admin, 'createScorer', {
      ...{ project, name: makeName(75), settings: { ...settings, model: makeShortText(280) } },
    })
  const { run } = await executeCommand(admin, 'beginScoreImport', {
    ...{ project, name: makeName(190), scorer: makeName(75) },
  })
  await executeCommand(admin, 'finishScoreImport', { project, run })
  const address = `${url}?a=<img/src=x/onerror=alert(1)>`
  await executeCommand(admin, 'createWebhook', { project, url: address, events: ['release.ready'] })
  const list = JSON.stringify({ problem: makeShortText() })
  await executeCommand(admin, 'addHeldOutList', { project, name: makeName(95) }, list)
  const { import: opened } = await executeCommand(admin, 'createImport', {
    project,
    fileName: makeShortText(290),
  })
  const filters = { slices: [makeShortText(95)], subjects: [makeShortText(190)] }
  const { release, number } = await executeCommand(admin, 'createRelease', {
    ...{
      project,
      name: makeName(190),
      formats: ['stepmark'],
      split: { testShare: 0.1, seed: makeShortText(95) },
    },
    filters: { ...filters, labelers: [makeShortText(190)] },
  })
  await executeCommand(admin, 'startAgreement', {
    ...{ project, filters: { ...filters, people: [makeShortText(190)] } },
  })
  return { import: String(opened), release: String(number), releaseId: String(release) }
}

/** Turns on screening late. An admin admits a new member with a note. */
async function turnOnScreening(project: MadeProject): Promise<void> {
  await addGold(project, 4)
  const { slug, admin } = project
  const screening = { screens: true, screeningItems: 4, screeningShare: 0.75 }
  await executeCommand(admin, 'updateQualitySettings', { project: slug, ...screening })
  const { userId: user, email } = await makePerson({ name: makeName() })
  await executeCommand(admin, 'addMember', {
    project: slug,
    email,
    name: makeName(),
    role: 'annotator',
  })
  await executeCommand(admin, 'decideScreening', {
    project: slug,
    user,
    kind: 'admitted',
    note: makeNoteText(),
  })
}

export async function makeHostileWorld(world: TestDataFactory): Promise<HostileWorld> {
  // Encrypts webhook secrets with the server's key.
  process.env.NEXTAUTH_SECRET = process.env.STEPMARK_E2E_SECRET
  const project = await makeSettings()
  const people = await makePeople(project)
  const lines = [
    makeLine('a', [0.9, 0.8, 0.7]),
    makeLine('b', [0.6, 0.5, 0.4]),
    makeLine('c', [0.3]),
  ]
  const { import: imported } = await importLines(project, lines, { fileName: makeShortText(290) })
  const annotations = await annotateSolutions(project, people)
  await annotateStepByStep(people.annotator)
  const { solution, gold } = await addReviewNotes(project, people, annotations)
  await createDecisions(project.slug, project.admin, solution)
  const things = await createOtherRecords(project, people)
  await makeDoublyAnnotated(project, { count: 20, differing: 5 }, [people.annotator, people.other])
  const name = makeShortText(190)
  await Promise.all([
    world.release(project, { name }),
    world.evaluation(project),
    world.agreement(project),
  ])
  await turnOnScreening(project)
  for (const { userId } of Object.values(people)) await mintSession(userId, nextPayloads(250))
  const parameters: Reply = {
    ...{ project: project.slug, solution, gold, annotation: annotations[0], import: imported },
    ...{ release: things.release, decision: '1', person: people.annotator.userId },
  }
  expect(Object.values(parameters)).not.toContain(undefined)
  const { annotator, reviewer, admin } = people
  return {
    project,
    parameters: parameters as Record<string, string>,
    people: { annotator, reviewer, admin },
  }
}
