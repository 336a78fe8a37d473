import { expect, type TestDataFactory } from '@/e2e/fixtures'
import { makeDoublyAnnotatedSolutions } from '@/lib/agreement/testing/doubly-annotated'
import type { Person, Role } from '@/lib/auth/actor'
import { createTestSession } from '@/lib/auth/testing/create-test-session'
import { importGoldSolutions } from '@/lib/gold/testing/import-gold-solutions'
import { importLines, makePerson, makeProject, type TestProject } from '@/prisma/seed/factories'
import { addReviewNotes, createQuestionsAndDecisions } from './add-review-notes'
import { annotateSolutions, annotateStepByStep } from './annotate-solutions'
import { executeCommand, type CommandReply } from './execute-command'
import {
  longHostileText,
  makeHostileImportLine,
  makeHostileName,
  makeHostileNote,
  makeShortHostileText,
} from './hostile-texts'
import { joinNextPayloads } from './payloads'

/** The parameters of addresses in `pagePolicy`, and people of each role. */
export interface HostileTestData {
  project: TestProject
  parameters: Readonly<Record<string, string>>
  people: Readonly<Record<Role, Person>>
}

async function makePeople(project: TestProject) {
  const join = async (role: Role) => {
    const person = await makePerson({ name: makeHostileName() })
    const { slug } = project
    await executeCommand(project.admin, 'addMember', {
      project: slug,
      email: person.email,
      name: makeHostileName(),
      role,
    })
    return {
      ...person,
      name: (await executeCommand(person, 'updateAccount', { name: makeHostileName() }))
        .name as string,
    }
  }
  return {
    annotator: await join('annotator'),
    reviewer: await join('reviewer'),
    admin: await join('admin'),
    secondAnnotator: await join('annotator'),
    paused: await join('annotator'),
  }
}

async function makeProjectWithHostileTexts(): Promise<TestProject> {
  const { admin } = await makeProject()
  const errorTags = [{ tag: 'sum', label: makeShortHostileText() }]
  const settings = { guideline: longHostileText, errorTags, overlap: 2, hidesAnnotatorNames: false }
  const projectInput = { ...settings, asksExplanation: true, asksProgress: false }
  const { id, slug } = await executeCommand(admin, 'createProject', {
    name: makeHostileName(),
    ...projectInput,
  })
  const changes = {
    name: makeHostileName(),
    errorTags: [{ tag: 'sum', label: makeShortHostileText() }],
  }
  await executeCommand(admin, 'updateProject', { project: slug, ...changes })
  const newVersion = { text: `${longHostileText} `, summary: joinNextPayloads(450), basedOn: 1 }
  await executeCommand(admin, 'publishGuideline', { project: slug, ...newVersion })
  return { id: String(id), slug: String(slug), admin }
}

/** Creates scorers, imported scores, a webhook, tokens, a release, a held-out list, an agreement run and an empty import. */
async function createOtherRecords(
  { slug: project, admin }: TestProject,
  people: Record<string, Person>,
) {
  await executeCommand(admin, 'createToken', { name: makeHostileName(75), scope: 'read', days: 1 })
  await executeCommand(people.annotator!, 'createToken', {
    name: makeHostileName(75),
    scope: 'read',
    days: 1,
  })
  const url = 'https://192.0.78.9/'
  const poolingSettings = {
    connector: 'vllm-pooling',
    url,
    stepTag: makeShortHostileText(38),
    system: joinNextPayloads(3_900),
  }
  const chatSettings = {
    connector: 'openai-chat',
    url,
    positiveToken: '<b>x</b>',
    negativeToken: makeShortHostileText(20),
  }
  for (const settings of [
    poolingSettings,
    { ...chatSettings, positiveToken: makeShortHostileText(20) },
  ])
    await executeCommand(admin, 'createScorer', {
      project,
      name: makeHostileName(75),
      settings: { ...settings, model: makeShortHostileText(280) },
    })
  const { run } = await executeCommand(admin, 'beginScoreImport', {
    project,
    name: makeHostileName(190),
    scorer: makeHostileName(75),
  })
  await executeCommand(admin, 'finishScoreImport', { project, run })
  const address = `${url}?a=<img/src=x/onerror=alert(1)>`
  await executeCommand(admin, 'createWebhook', { project, url: address, events: ['release.ready'] })
  const heldOutLine = JSON.stringify({ problem: makeShortHostileText() })
  await executeCommand(admin, 'addHeldOutList', { project, name: makeHostileName(95) }, heldOutLine)
  const { import: importId } = await executeCommand(admin, 'createImport', {
    project,
    fileName: makeShortHostileText(290),
  })
  const filters = { slices: [makeShortHostileText(95)], subjects: [makeShortHostileText(190)] }
  const { release, number } = await executeCommand(admin, 'createRelease', {
    project,
    name: makeHostileName(190),
    formats: ['stepmark'],
    split: { testShare: 0.1, seed: makeShortHostileText(95) },
    filters: { ...filters, labelers: [makeShortHostileText(190)] },
  })
  await executeCommand(admin, 'startAgreement', {
    project,
    filters: { ...filters, people: [makeShortHostileText(190)] },
  })
  return { import: String(importId), release: String(number), releaseId: String(release) }
}

/** Must be last: from then on, annotators without submitted work must be screened first. An admin admits a new member with a note. */
async function turnOnScreening(project: TestProject): Promise<void> {
  await importGoldSolutions(project, 4)
  const { slug, admin } = project
  const screening = { screens: true, screeningItems: 4, screeningShare: 0.75 }
  await executeCommand(admin, 'updateQualitySettings', { project: slug, ...screening })
  const { userId: user, email } = await makePerson({ name: makeHostileName() })
  await executeCommand(admin, 'addMember', {
    project: slug,
    email,
    name: makeHostileName(),
    role: 'annotator',
  })
  await executeCommand(admin, 'decideScreening', {
    project: slug,
    user,
    kind: 'admitted',
    note: makeHostileNote(),
  })
}

export async function makeHostileTestData(testData: TestDataFactory): Promise<HostileTestData> {
  // Encrypts webhook secrets with the server's key.
  process.env.NEXTAUTH_SECRET = process.env.STEPMARK_E2E_SECRET
  const project = await makeProjectWithHostileTexts()
  const people = await makePeople(project)
  const lines = [
    makeHostileImportLine('a', [0.9, 0.8, 0.7]),
    makeHostileImportLine('b', [0.6, 0.5, 0.4]),
    makeHostileImportLine('c', [0.3]),
  ]
  const { import: importId } = await importLines(project, lines, {
    fileName: makeShortHostileText(290),
  })
  const annotations = await annotateSolutions(project, people)
  await annotateStepByStep(people.annotator)
  const { solution, gold } = await addReviewNotes(project, people, annotations)
  await createQuestionsAndDecisions(project.slug, project.admin, solution)
  const records = await createOtherRecords(project, people)
  await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 5 }, [
    people.annotator,
    people.secondAnnotator,
  ])
  const name = makeShortHostileText(190)
  await Promise.all([
    testData.release(project, { name }),
    testData.evaluation(project),
    testData.agreement(project),
  ])
  await turnOnScreening(project)
  for (const { userId } of Object.values(people))
    await createTestSession(userId, joinNextPayloads(250))
  const parameters: CommandReply = {
    project: project.slug,
    solution,
    gold,
    annotation: annotations[0],
    import: importId,
    release: records.release,
    decision: '1',
    person: people.annotator.userId,
  }
  expect(Object.values(parameters)).not.toContain(undefined)
  const { annotator, reviewer, admin } = people
  return {
    project,
    parameters: parameters as Record<string, string>,
    people: { annotator, reviewer, admin },
  }
}
