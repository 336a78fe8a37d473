import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { Page } from 'playwright/test'
import {
  beginScoreImport,
  finishScoreImport,
  sendScores,
} from '@/lib/scoring/server/import-commands'
import { makeProblemLine, type TestProject } from '@/prisma/seed/factories'
import { signInWithoutForm } from './actions'
import { expect, test, testInFullRun } from './fixtures'
import { scorerKey } from './global-setup'

test.describe.configure({ mode: 'default' })

/** A fake model server that doubts the second step. */
interface FakeModel {
  url: string
  /** Number of requests that are still answered before requests hang. Null: no limit. */
  remainingAnswers: number | null
  /** For this solution it returns one score only. */
  failsOn: string | null
  /** Received Authorization headers. */
  keys: Set<string | undefined>
  server: Server
}

async function startModel(): Promise<FakeModel> {
  const port = Number(process.env.STEPMARK_E2E_MODEL_PORT)
  const url = `http://127.0.0.1:${port}/score`
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      model.keys.add(request.headers.authorization)
      if (model.remainingAnswers === 0) return
      if (model.remainingAnswers !== null) model.remainingAnswers -= 1
      const { steps } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { steps: string[] }
      const scores = steps.map((_, index) => (index === 1 ? 0.35 : 0.9))
      const isShort = model.failsOn !== null && steps[0]?.includes(model.failsOn)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ scores: isShort ? scores.slice(0, 1) : scores }))
    })
  })
  const model: FakeModel = { url, remainingAnswers: null, failsOn: null, keys: new Set(), server }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return model
}

let model: FakeModel
test.beforeEach(async () => {
  model = await startModel()
})
test.afterEach(async () => {
  model.server.closeAllConnections()
  await new Promise((resolve) => model.server.close(resolve))
})

async function fillConnectionForm(page: Page, name: string, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Connect model server' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('radio', { name: /Your own server/ }).check()
  await page.getByLabel('URL').fill(url)
  await page.getByLabel(/Key name/).fill('e2e')
  await page.getByLabel('Concurrent solutions').fill('1')
}

test('an admin connects and tests a model server, and starts, cancels and resumes a score run', async ({
  page,
  testData,
}) => {
  const project = await testData.project()
  const lines = ['a', 'b', 'c', 'd'].map((id) => makeProblemLine(id, [0.9, 0.8, 0.7]))
  await testData.solutions(project, lines)
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/scorers`)
  await expect(page.getByText('All 12 solutions have an imported score.')).toBeVisible()
  await expect(page.getByText('The queue uses imported scores.')).toBeVisible()

  await fillConnectionForm(page, 'Ours', 'http://169.254.169.254/latest')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const form = page.getByRole('form', { name: 'Connect model server' })
  await expect(form.getByText(/^The address/)).toBeVisible()
  await page.getByLabel('URL').fill(model.url)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const testedSteps = page
    .getByRole('list', { name: 'Steps with their scores' })
    .getByRole('listitem')
  await expect(testedSteps).toHaveCount(3)
  await expect(testedSteps.nth(1)).toContainText('0.35')
  expect([...model.keys]).toEqual([`Bearer ${scorerKey}`])
  await expect(page.getByText('Connect a reward model, a chat model')).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const serverTable = page.getByRole('table', { name: 'Model servers' })
  await expect(serverTable).toContainText('E2E, set')

  // Four requests are answered, and the next one hangs.
  model.remainingAnswers = 4
  model.failsOn = 'b/1'
  await page.getByRole('button', { name: 'Start run' }).click()
  const progress = page.getByRole('region', { name: 'Progress of run 1' })
  await expect(progress).toContainText('4 of 12 solutions scored')
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('4 of 12 solutions scored.')).toBeVisible()
  await expect(page.getByText('Cancelled. Scores so far are kept.')).toBeVisible()

  model.remainingAnswers = null
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('11 of 12 solutions scored, 1 failed.')).toBeVisible()
  const failures = page.getByRole('table', { name: 'Failures' })
  await expect(failures).toContainText('1 scores for 3 steps')
  model.failsOn = null
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('12 of 12 solutions scored.')).toBeVisible()
  await expect(failures).toHaveCount(0)

  await page.getByRole('button', { name: 'Start run' }).click()
  await expect(
    page.getByText('12 of 12 solutions scored, all reused from an earlier run'),
  ).toBeVisible()
  await expect(page.getByText('Score run 2 (Ours) scored 12.')).toBeVisible()

  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download scores (JSONL)' }).click()
  const scoreLines = readFileSync(await (await downloadPromise).path(), 'utf8')
    .trimEnd()
    .split('\n')
  expect(scoreLines).toHaveLength(12)
  expect(JSON.parse(scoreLines[0]!)).toMatchObject({
    step_scores: [0.9, 0.35, 0.9],
    is_correct: false,
  })

  await page.getByRole('button', { name: 'Retire Ours' }).click()
  await page.getByRole('button', { name: 'Confirm: retire Ours' }).click()
  await expect(serverTable).toContainText('retired')
  await expect(page.getByText('Train the embedded scorer or connect a model server')).toBeVisible()
  expect(await page.content()).not.toContain(scorerKey)

  await page.getByRole('link', { name: 'Plan round with these scores' }).click()
  await expect(page).toHaveURL(/\/queue\/new\?scores=[0-9a-f-]{36}$/)
  await expect(findSelectedScores(page)).toContainText('Run 2')
})

/** The selected option. The list has every run. */
const findSelectedScores = (page: Page) => page.getByLabel('Score source').locator('option:checked')

/** Every second calculation is wrong. */
const makeLabelledLines = (firstNumber: number, count: number) =>
  Array.from({ length: count }, (_, i) => {
    const a = firstNumber + i
    const isWrong = i % 2 === 0
    return {
      prompt: `Work out ${a} * 3.`,
      completions: [`We take ${a} three times.`, `${a} * 3 = ${a * 3 + (isWrong ? 1 : 0)}.`],
      labels: [true, !isWrong],
    }
  })

// Tested in every run by lib/scoring/server/training.db.test.ts and components/scoring/describe-scorer-metrics.test.ts.
testInFullRun(
  'an admin trains the embedded scorer, sees its limits and scores solutions with it',
  async ({ page, testData }) => {
    const project = await testData.project()
    await testData.solutions(project, [makeProblemLine('a', [0.9, 0.8])])
    await signInWithoutForm(page, project.admin)
    const address = `/projects/${project.slug}/scorers`
    await page.goto(address)
    await expect(page.getByRole('note')).toContainText('No labels yet')
    await expect(page.getByRole('button', { name: /Label solutions first/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await expect(
      page.getByText('Train the embedded scorer or connect a model server'),
    ).toBeVisible()

    await testData.solutions(project, makeLabelledLines(10, 30))
    await page.reload()
    await expect(page.getByRole('note')).toContainText('30 labelled solutions.')
    await page.getByRole('button', { name: 'Train', exact: true }).click()
    const versions = page.getByRole('table', { name: 'Embedded scorer versions' })
    const newestRow = versions.getByRole('row').nth(1)
    await expect(newestRow).toContainText('Version 1, few labels')

    // A random fifth is held out, and AUC needs 20 negative ratings in it.
    await testData.solutions(project, makeLabelledLines(100, 370))
    await page.reload()
    await expect(page.getByRole('note')).toHaveCount(0)
    await page.getByRole('button', { name: 'Train new version' }).click()
    await expect(newestRow).toContainText(/Version 2\s*400 solutions/)
    await expect(newestRow).toContainText(/position 0\.\d\d\s*chance 0\.50/)
    await expect(page.getByRole('heading', { name: 'Version 2' })).toBeVisible()
    await expect(page.getByText('a comparison with step position is not reliable')).toBeVisible()
    await expect(page.getByText('To use version 2, start a score run with it')).toBeVisible()
    const plot = page.getByRole('region', { name: 'Plot' })
    expect(await plot.locator('circle').count()).toBeGreaterThan(0)
    await expect(page.getByRole('table', { name: /^Calibration/ })).toContainText('%')
    await versions.getByRole('link', { name: 'Version 1' }).click()
    await expect(page).toHaveURL(/version=1/)
    await expect(page.getByRole('heading', { name: 'Version 1' })).toBeVisible()

    await page.getByRole('radio', { name: /^Unlabelled solutions/ }).check()
    await page.getByRole('button', { name: 'Start run' }).click()
    await expect(page.getByText('2 of 2 unlabelled solutions scored.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Run 1 · Embedded v2' })).toBeVisible()

    const reviewer = await testData.member(project, 'reviewer')
    await page.context().clearCookies()
    await signInWithoutForm(page, reviewer)
    await page.goto(address)
    await expect(versions).toBeVisible()
    await expect(page.getByRole('table', { name: 'Score runs' })).toContainText('Run 1')
    for (const name of [/^Train/, /^Connect/, /^Start/, /^Resume/, /^Cancel/])
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Plan round/ })).toHaveCount(0)
  },
)

// Tested in every run by lib/scoring/server/score-import.db.test.ts and components/scoring/describe-score-run.test.ts.
testInFullRun(
  'imported scores are listed as a score run, and an unfinished import can be cancelled',
  async ({ page, testData }) => {
    const project = await testData.project()
    await testData.solutions(project, [makeProblemLine('a', [0.9, 0.8])])
    const send = await beginScores(project, 'prm-7b step 2000')
    await send('a/0', [0.9, 0.2, 0.8])
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/scorers`)
    await expect(
      page.getByRole('heading', { name: 'Run 1 · Imported · prm-7b step 2000' }),
    ).toBeVisible()
    const status = page.getByRole('status').filter({ hasText: 'Not finished' })
    await expect(status).toContainText('1 solution scored from a file so far')
    await expect(page.getByText(/score import FILE --resume 1/)).toBeVisible()
    await send('a/1', [0.9, 0.4, 0.8])
    await expect(status).toContainText('2 solutions scored')
    await page.getByRole('button', { name: 'Cancel run' }).click()
    await expect(page.getByText('Cancelled: 2 solutions')).toBeVisible()
    await expect(page.getByRole('row', { name: /Run 1 · Imported/ })).toContainText('cancelled')
    await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Plan round with these scores' })).toHaveCount(0)

    const sendOrFinish = await beginScores(project, 'prm-7b step 3000')
    await sendOrFinish('a/0', [0.7, 0.2, 0.6])
    await sendOrFinish(null)
    await page.reload()
    await expect(page.getByText('1 solution scored from a file, 3 lines rejected')).toBeVisible()
    await page.getByRole('link', { name: 'Plan round with these scores' }).click()
    await expect(findSelectedScores(page)).toContainText('Run 2 · Imported · prm-7b step 3000')
  },
)

/** Returns a function that sends a line of scores, or finishes the run with three rejected lines. */
async function beginScores({ admin, slug }: TestProject, name: string) {
  const input = beginScoreImport.contract.input.parse({ project: slug, name })
  const run = { project: slug, run: (await beginScoreImport.execute(admin, input)).run }
  let line = 0
  return async (solution: string | null, scores: number[] = []) => {
    if (solution === null) return finishScoreImport.execute(admin, { ...run, rejected: 3 })
    line += 1
    const sample = { external_id: solution, step_scores: scores }
    const { stored } = await sendScores.execute(admin, { ...run, lines: [{ line, sample }] })
    return expect(stored).toBe(1)
  }
}
