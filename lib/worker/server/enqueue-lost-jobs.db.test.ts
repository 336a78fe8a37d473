import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { startAgreement } from '@/lib/agreement/server/commands'
import { startRegradePreview } from '@/lib/answers/server/regrade-commands'
import { startEvaluation } from '@/lib/evaluation/server/commands'
import { makeLabelledProject } from '@/lib/exports/server/testing/labelled-project'
import { makeTestRelease, requestRelease } from '@/lib/exports/server/testing/test-releases'
import { cancelImport } from '@/lib/imports/server/commands'
import {
  runJobOfStartedImport,
  startImportOfLines,
} from '@/lib/imports/server/testing/started-import'
import { enqueueJob } from '@/lib/jobs/server/enqueue'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { createInvite, revokeInvite } from '@/lib/projects/server/invite-commands'
import { requestRoundPlan } from '@/lib/rounds/testing/run-round'
import { startScoreRun } from '@/lib/scoring/server/commands'
import {
  findOrCreateEmbeddedScorer,
  insertScorerVersion,
} from '@/lib/scoring/server/scorer-rows.sql'
import { makeProblemLine, makeProject, type TestProject } from '@/prisma/seed/factories'
import { enqueueLostJobs } from './enqueue-lost-jobs'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject({}, project?.admin)
})

const find = () => enqueueLostJobs({}, new AbortController().signal)
const lines = [makeProblemLine('a', [0.5])]

/** The queued and running jobs of this project. */
const listJobs = ({ id } = project) =>
  getDatabase().$queryRaw<{ name: string; payload: unknown }[]>`
    select name, data->'payload' as payload from pgboss.job
    where data->'payload'->>'projectId' = ${id} and state in ('created', 'retry', 'active') order by name`

const loseJobs = ({ id } = project) =>
  getDatabase().$executeRaw`delete from pgboss.job where data->'payload'->>'projectId' = ${id}`

/** A run of a scorer that has learnt, and the training of its next version. */
async function beginScoring(): Promise<void> {
  const { id, slug, admin } = project
  const scorer = await findOrCreateEmbeddedScorer(getDatabase(), id, {
    id: randomUUID(),
    name: 'Embedded',
    userId: admin.userId,
  })
  const key = { projectId: id, scorerId: scorer }
  for (const state of ['done', 'running'] as const) {
    const version = await insertScorerVersion(getDatabase(), key, {
      seed: 1,
      userId: admin.userId,
      attempt: 1,
    })
    if (state === 'done')
      await getDatabase().$executeRaw`
        update scorer_version set state = 'done', weights = '', metrics = '{}' where project_id = ${id}::uuid`
    else
      await getDatabase().$transaction((db) =>
        enqueueJob(db, 'train', { ...key, version: version ?? 0, attempt: 1 }),
      )
  }
  const input = startScoreRun.contract.input.parse({ project: slug, scorer, version: 1 })
  await startScoreRun.execute(admin, input)
}

test('a lost job is enqueued again once, with the same payload', async () => {
  await startImportOfLines(project, lines)
  await requestRelease(project)
  await startRegradePreview.execute(project.admin, { project: project.slug })
  await requestRoundPlan(project)
  await beginScoring()
  const before = await listJobs()
  expect(before.map(({ name }) => name)).toEqual([
    ...['import', 'regrade', 'release', 'round', 'score', 'train'],
  ])
  await find()
  expect(await listJobs()).toEqual(before)
  expect(await loseJobs()).toBe(6)
  await find()
  await find()
  expect(await listJobs()).toEqual(before)
})

test('the lost job of an evaluation is enqueued again', async () => {
  const input = startEvaluation.contract.input.parse({ project: project.slug })
  const { evaluation } = await startEvaluation.execute(project.admin, input)
  const before = await listJobs()
  expect(before).toMatchObject([{ name: 'evaluate', payload: { evaluationId: evaluation } }])
  await loseJobs()
  await find()
  expect(await listJobs()).toEqual(before)
})

test('the lost job of an agreement computation is enqueued again', async () => {
  const input = startAgreement.contract.input.parse({ project: project.slug })
  const { agreement } = await startAgreement.execute(project.admin, input)
  const before = await listJobs()
  expect(before).toMatchObject([{ name: 'agreement', payload: { agreementId: agreement } }])
  await loseJobs()
  await find()
  expect(await listJobs()).toEqual(before)
})

test('the lost mail job of an invite is enqueued again once, if mail is set up', async () => {
  const listMails = () =>
    getDatabase().$queryRaw<{ payload: unknown }[]>`
      select data->'payload' as payload from pgboss.job where name = 'mail' and state = 'created'`
  process.env.NEXTAUTH_URL = 'https://labels.example.org'
  process.env.STEPMARK_MAIL_FROM = 'labels@example.org'
  process.env.STEPMARK_SMTP_URL = 'smtp://127.0.0.1:1'
  try {
    const invite = (email: string) =>
      createInvite.execute(project.admin, {
        project: project.slug,
        role: 'annotator',
        email,
        days: 7,
      })
    const openInvite = await invite('ada@example.org')
    const revokedInvite = await invite('bea@example.org')
    await revokeInvite.execute(project.admin, { project: project.slug, invite: revokedInvite.id })
    await find()
    expect(await listMails()).toHaveLength(2)
    process.env.NEXTAUTH_URL = 'https://moved.example.org'
    await find()
    expect(await listMails()).toHaveLength(2)
    process.env.NEXTAUTH_URL = 'https://labels.example.org'
    await getDatabase().$executeRaw`delete from pgboss.job where name = 'mail'`
    await find()
    await find()
    const payload = { kind: 'invite', invite: openInvite.id, origin: 'https://labels.example.org' }
    expect(await listMails()).toEqual([{ payload }])
    await getDatabase().$executeRaw`delete from pgboss.job where name = 'mail'`
    delete process.env.STEPMARK_SMTP_URL
    await find()
    expect(await listMails()).toEqual([])
  } finally {
    delete process.env.STEPMARK_SMTP_URL
    delete process.env.STEPMARK_MAIL_FROM
    await getDatabase().$executeRaw`delete from pgboss.job where name = 'mail'`
  }
})

test('a running import gets no second job, but a new attempt of it gets one', async () => {
  const { payload } = await startImportOfLines(project, lines)
  const db = getDatabase()
  await db.$executeRaw`
    update pgboss.job set state = 'active' where data->'payload'->>'importId' = ${payload.importId}`
  await find()
  expect(await listJobs()).toHaveLength(1)
  await db.$executeRaw`
    update import_batch set attempt = attempt + 1 where project_id = ${project.id}::uuid`
  await find()
  expect(await listJobs()).toHaveLength(2)
})

test('finished or cancelled imports and releases get no new job', async () => {
  const finishedImport = await startImportOfLines(project, lines)
  await runJobOfStartedImport(finishedImport)
  const cancelled = await startImportOfLines(project, lines)
  await cancelImport.execute(project.admin, cancelled.importKeys)
  const { project: labelled } = await makeLabelledProject(1)
  await makeTestRelease(labelled)
  await loseJobs()
  await loseJobs(labelled)
  const states = await getDatabase().$queryRaw`
    select state::text from release where project_id = ${labelled.id}::uuid
    union all select state::text from import_batch where project_id = ${project.id}::uuid order by 1`
  expect(states).toEqual(['cancelled', 'done', 'done'].map((state) => ({ state })))
  await find()
  expect([...(await listJobs()), ...(await listJobs(labelled))]).toEqual([])
})
