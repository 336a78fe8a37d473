import type { Person, Role } from '@/lib/auth/actor'
import { mintSession } from '@/lib/auth/testing/mint-session'
import { addGold } from '@/lib/quality/testing/gold-lines'
import { makeDoublyAnnotated } from '@/lib/review/testing/doubly-annotated'
import { importLines, makePerson, makeProject, type MadeProject } from '@/prisma/seed/factories'
import { expect, type TestDataFactory } from '@/e2e/fixtures'
import { addReviewNotes, createDecisions } from './add-review-notes'
import { annotateSolutions, annotateStepByStep } from './annotate-solutions'
import { executeCommand, type Reply } from './call'
import { longText, makeLine, makeName, makeNoteText, makeShortText } from './lines'
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
  const newVersion = { text: `${longText} `, summary: nextPayloads(450), basedOn: 1 }
  await executeCommand(admin, 'publishGuideline', { project: slug, ...newVersion })
  return { id: String(id), slug: String(slug), admin }
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
  const records = await createOtherRecords(project, people)
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
    ...{ release: records.release, decision: '1', person: people.annotator.userId },
  }
  expect(Object.values(parameters)).not.toContain(undefined)
  const { annotator, reviewer, admin } = people
  return {
    project,
    parameters: parameters as Record<string, string>,
    people: { annotator, reviewer, admin },
  }
}
