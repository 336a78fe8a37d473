import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { startAgreement } from '@/lib/agreement/server/commands'
import { startRegradePreview } from '@/lib/answers/server/regrade-commands'
import { startEvaluation } from '@/lib/evaluation/server/commands'
import { createRelease } from '@/lib/exports/server/commands'
import { operations } from '@/lib/http/server/operations'
import { cancelImport } from '@/lib/imports/server/commands'
import { startImportOfLines } from '@/lib/imports/server/testing/started-import'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { requestRoundPlan } from '@/lib/rounds/testing/run-round'
import { startScoreRun } from '@/lib/scoring/server/commands'
import { beginScoreImport } from '@/lib/scoring/server/import-commands'
import {
  findOrCreateEmbeddedScorer,
  insertScorerVersion,
} from '@/lib/scoring/server/scorer-rows.sql'
import { makeProblemLine, type TestProject, makeProject } from '@/prisma/seed/factories'

useTestDatabase()

let project: TestProject
/** The read of each kind of job, with its input. */
const reads: Record<string, Record<string, unknown>> = {}

const parse = <I>(
  { contract }: { contract: { input: { parse(input: unknown): I } } },
  fields = {},
) => contract.input.parse({ project: project.slug, ...fields })

async function startTraining() {
  const { id, admin } = project
  const scorer = await findOrCreateEmbeddedScorer(getDatabase(), id, {
    id: randomUUID(),
    name: 'Embedded',
    userId: admin.userId,
  })
  const key = { projectId: id, scorerId: scorer }
  const options = { seed: 1, userId: admin.userId, attempt: 1 }
  await insertScorerVersion(getDatabase(), key, options)
  await getDatabase().$executeRaw`
    update scorer_version set state = 'done', weights = '', metrics = '{}' where project_id = ${id}::uuid`
  await insertScorerVersion(getDatabase(), key, options)
  return scorer
}

beforeAll(async () => {
  project = await makeProject()
  const { admin } = project
  const { importKeys } = await startImportOfLines(project, [makeProblemLine('a', [0.5])])
  reads.getImport = { import: importKeys.import }
  const { number } = await createRelease.execute(
    admin,
    parse(createRelease, { name: 'A release', formats: ['stepmark'] }),
  )
  reads.getRelease = { release: number }
  const { regrade } = await startRegradePreview.execute(admin, { project: project.slug })
  reads.getRegrade = { regrade }
  const { round } = await requestRoundPlan(project)
  reads.getRound = { round }
  const scorer = await startTraining()
  reads.getScorerVersion = { scorer, version: 2 }
  const { run } = await startScoreRun.execute(admin, parse(startScoreRun, { scorer, version: 1 }))
  reads.getScoreRun = { run }
  const { evaluation } = await startEvaluation.execute(admin, parse(startEvaluation))
  reads.getEvaluation = { evaluation }
  const { agreement } = await startAgreement.execute(admin, parse(startAgreement))
  reads.getAgreement = { agreement }
})

async function readWaiting(name: string): Promise<unknown> {
  const operation = operations.find(({ contract }) => contract.name === name)
  if (operation?.kind !== 'query') throw new Error(`There is no query ${name}`)
  const input = operation.contract.input.parse({ project: project.slug, ...reads[name] })
  const reply = (await operation.execute(project.admin, input)) as { waitingFor: unknown }
  return reply.waitingFor
}

async function readAll(): Promise<Record<string, unknown>> {
  const waiting: Record<string, unknown> = {}
  for (const name of Object.keys(reads)) waiting[name] = await readWaiting(name)
  return waiting
}

const forAll = (value: unknown) =>
  Object.fromEntries(Object.keys(reads).map((name) => [name, value]))

test('jobs that people wait for are shown as waiting for a worker until one runs', async () => {
  expect(Object.keys(reads)).toHaveLength(8)
  expect(await readAll()).toEqual(forAll('worker'))
  await getDatabase().$executeRaw`insert into worker (id) values (${randomUUID()}::uuid)`
  expect(await readAll()).toEqual(forAll(null))
  await getDatabase().$executeRaw`update worker set seen_at = now() - interval '31 seconds'`
  expect(await readAll()).toEqual(forAll('worker'))
})

test('lists of jobs also show which unfinished jobs wait for a worker', async () => {
  const { importKeys } = await startImportOfLines(project, [makeProblemLine('b', [0.5])])
  await cancelImport.execute(project.admin, importKeys)
  const list = operations.find(({ contract }) => contract.name === 'listImports')
  if (list?.kind !== 'query') throw new Error('There is no list of imports')
  const reply = (await list.execute(project.admin, parse(list))) as {
    imports: { state: string; waitingFor: unknown }[]
  }
  expect(reply.imports.map(({ state, waitingFor }) => [state, waitingFor])).toEqual([
    ['cancelled', null],
    ['running', 'worker'],
  ])
})

test('a score run that is being uploaded is not shown as waiting for a worker', async () => {
  const run = await beginScoreImport.execute(
    project.admin,
    parse(beginScoreImport, { name: 'prm' }),
  )
  expect(run).toMatchObject({ state: 'running', waitingFor: null })
})
