import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  scoreWrongStepsLow,
  ErrorResponse,
  useTestModelServer,
} from '@/lib/scoring/server/testing/test-model-server'
import {
  importLines,
  type TestProject,
  makeProblemLine,
  makeProject,
} from '@/prisma/seed/factories'
import { makeLabelledLines } from './testing/labelled-lines'
import { runCommand } from './testing/run-command'
import { useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
const model = useTestModelServer()
useJobWorker()

let project: TestProject
beforeEach(async () => {
  project = await makeProject({}, server.admin())
  model.requests = []
  model.respond = scoreWrongStepsLow
})

const run = (line: string) => runCommand([...line.split(' '), '--project', project.slug])
const add = (name: string, more = '') =>
  run(`scorer add ${name} --connector custom-http --address ${model.url}${more}`)

test('`scorer add` connects a model server, `score run` scores with it and `score export` writes the scores', async () => {
  await importLines(project, [makeProblemLine('a', [0.1, 0.2, 0.3])])
  expect(await add('Ours')).toMatchObject({ status: 0, stdout: 'Ours\n' })
  expect((await run('scorer list')).stdout).toBe(
    `Ours  server  custom by custom-http at ${model.url}\n`,
  )
  const scoredResult = await run('score run Ours')
  expect(scoredResult).toMatchObject({ status: 0, stdout: '1\n' })
  expect(scoredResult.stderr).toBe(
    'Run 1 of Ours (custom by custom-http 1): done. 3 of 3 solutions scored.\n',
  )
  expect((await run('score list')).stdout).toMatch(
    /^1 {2}Ours \(custom by .*\) {2}done {2}3 of 3 {2}0 f/,
  )
  const { stdout } = await run('score export 1')
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { prm_score: number })
  expect(lines.map(({ prm_score: score }) => score)).toEqual(
    [0, 1, 2].map(() => expect.closeTo(0.729)),
  )
  const selectedResult = await runCommand(['select', '-', '--policy', 'random', '--n', '2'], {
    input: stdout,
  })
  expect(selectedResult).toMatchObject({ status: 0 })
  expect(selectedResult.stdout.trim().split('\n')).toHaveLength(2)
  const secondResult = await run('score run Ours --json')
  expect(JSON.parse(secondResult.stdout)).toMatchObject({ number: 2, reusedRows: 3 })
  expect(model.requests).toHaveLength(3)
})

test('`score show` groups failed solutions by reason, and `score resume` retries them', async () => {
  await importLines(project, [makeProblemLine('a', [0.1, 0.2])])
  await add('Ours')
  model.respond = () => ({ scores: [] })
  await run('score run Ours')
  const summary = await run('score show 1')
  expect(summary.stdout).toMatch(
    /done\. 0 of 2 solutions scored, 2 failed\.\n {2}2 solutions, as .*: The s/,
  )
  model.respond = scoreWrongStepsLow
  expect((await run('score resume 1')).stderr).toMatch(/2 of 2 solutions scored\.\n$/)
  model.respond = () => new ErrorResponse(401, 'who are you?')
  await importLines(project, [makeProblemLine('b', [0.1])])
  const failed = await run('score run Ours')
  expect(failed).toMatchObject({ status: 1, stdout: '' })
  expect(failed.stderr).toMatch(/Run 2 did not finish\. The server answered 401: who are you/)
  expect((await run('score show 2')).status).toBe(1)
  expect(await run('score cancel 2')).toMatchObject({ status: 0, stdout: '' })
})

test('`scorer train` trains the embedded scorer and warns about too little training data', async () => {
  await importLines(project, makeLabelledLines(0, 30), { format: 'prm800k' })
  const trained = await run('scorer train --seed 4')
  expect(trained).toMatchObject({ status: 0, stdout: '1\n' })
  expect(trained.stderr).toMatch(
    /^version 1: done, 30 solutions, \d+ steps; little training data\n/,
  )
  expect((await run('score run Embedded')).stderr).toContain('Run 1 of Embedded v1: done. 30 of 30')
  const unknownVersionRun = await run('score run Embedded --scorer-version 7')
  expect(unknownVersionRun).toMatchObject({ status: 1, stdout: '' })
})

test('`score` and `scorer` commands explain an unknown scorer or run, and unsuitable options', async () => {
  expect((await run('score run Unknown')).stderr).toContain('No scorer "Unknown" in this project')
  expect((await run('score show 9')).stderr).toContain('This project has no score run 9.')
  expect((await run('scorer train')).stderr).toContain('no labels to train on')
  const internalAddressRun = await run(
    'scorer add A --connector custom-http --address http://169.254.169.254/',
  )
  expect(internalAddressRun).toMatchObject({ status: 1 })
  expect(internalAddressRun.stderr).toContain('is in a private network')
  const invalidAddressRun = await run('scorer add A --connector custom-http --address not-an-url')
  expect(invalidAddressRun).toMatchObject({ status: 2 })
  expect(invalidAddressRun.stderr).toContain('--address is not a URL: not-an-url.')
  const slow = await add('C', ' --timeout 100000')
  expect(slow).toMatchObject({ status: 1 })
  expect(slow.stderr).toContain('--timeout: ')
  expect(slow.stderr).not.toContain('settings')
  const mixed = await add('B', ' --step-tag x')
  expect(mixed).toMatchObject({ status: 2 })
  expect(mixed.stderr).toContain('--step-tag works only with --connector vllm-pooling')
  const misplaced = await add('B', ' --request-format text')
  expect(misplaced.stderr).toContain('--request-format works only with --connector vllm-pooling')
})
