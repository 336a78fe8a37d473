import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from 'playwright/test'
import { createToken } from '@/lib/auth/server/commands'
import type { TestProject } from '@/prisma/seed/factories'
import { signInWithoutForm } from './actions'
import { expect, test, testInFullRun } from './fixtures'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/** Annotated solutions, one per problem. */
const makeLabelledLines = (firstNumber: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    prompt: `What is ${firstNumber + i} + 1?`,
    completions: [`It is one more than ${firstNumber + i}.`, `That is ${firstNumber + i + 2}.`],
    labels: [true, false],
  }))

async function download(page: Page, name: string): Promise<Buffer> {
  const downloadPromise = page.waitForEvent('download')
  await page.getByRole('link', { name, exact: true }).click()
  return readFileSync(await (await downloadPromise).path())
}

test('an admin creates two releases, verifies a file by its hash, and compares the releases', async ({
  page,
  testData,
}) => {
  const project = await testData.project()
  await testData.solutions(project, makeLabelledLines(0, 30))
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/data`)
  await page.getByRole('link', { name: 'Create release' }).click()
  await page.getByLabel('Name', { exact: true }).fill('First batch')
  await page.getByRole('checkbox', { name: /^Stepmark/ }).check()
  await page.getByLabel('Test share (%)').fill('20')
  await page.getByRole('button', { name: 'Create release' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: /Choose how|Stepmark lines/ }),
  ).toContainText('Choose how to export neutral ratings.')
  await page.getByRole('radio', { name: /Export as positive/ }).check()
  await page.getByRole('button', { name: 'Create release' }).click()
  await expect(page).toHaveURL(/\/data\/releases\/1$/)
  await expect(page.getByText(/^30 annotations: /)).toBeVisible()
  const trainRow = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: 'train', exact: true }) })
  await expect(trainRow).toHaveCount(1)

  const checksums = (await download(page, 'SHA256SUMS')).toString('utf8')
  const file = await download(page, 'trl-stepwise-train.jsonl')
  expect(checksums).toContain(`${sha256(file)}  trl-stepwise-train.jsonl`)
  for (const line of file.toString('utf8').trimEnd().split('\n'))
    expect(JSON.parse(line)).toMatchObject({ labels: [true, false] })
  await expect(page.getByRole('table', { name: 'Files' })).toContainText(sha256(file))

  await testData.solutions(project, makeLabelledLines(100, 3))
  await page.getByRole('link', { name: 'Create another' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Second batch')
  await page.getByRole('radio', { name: /Export as positive/ }).check()
  await page.getByLabel('Test share (%)').fill('20')
  await page.getByRole('button', { name: 'Create release' }).click()
  await expect(page.getByText(/^33 annotations: /)).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Compare with' })
    .getByRole('link', { name: /^1, First batch/ })
    .click()
  await expect(page.getByText('3 annotations new, 0 changed, 0 removed')).toBeVisible()
  const addedRows = page.getByRole('table', { name: 'New' }).getByRole('row')
  await expect(addedRows).toHaveCount(4)
  await expect(addedRows.nth(1)).toContainText(/What is 10\d \+ 1\?/)

  await page.getByRole('link', { name: 'Create another' }).click()
  await page.getByLabel('Name', { exact: true }).fill('What came since')
  await page.getByRole('radio', { name: /Export as positive/ }).check()
  await page.getByLabel('Contents').selectOption('1')
  await expect(page.getByRole('radio', { name: /^As in release 1/ })).toBeChecked()
  await expect(page.getByText(/^3 annotations.*\. 30 annotations excluded\./)).toBeVisible()
  await page.getByRole('button', { name: 'Create release' }).click()
  await expect(page.getByText(/^3 annotations(?::|, all)/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Excluded annotations' })).toContainText(
    'Unchanged since the earlier release30',
  )
  await page
    .getByRole('navigation', { name: 'Compare with' })
    .getByRole('link', { name: /^2, Second batch/ })
    .click()
  await expect(page.getByRole('table', { name: 'Changed options' })).toContainText(
    'Incrementalnot setNew or changed since release 1',
  )

  await page.goto(`/projects/${project.slug}/data`)
  const rows = page.getByRole('table', { name: 'Releases' }).getByRole('row')
  await expect(rows.nth(2)).toContainText('2, Second batch')
  await expect(rows.nth(3)).toContainText('1, First batch')
})

// Tested in every run by lib/exports/server/held-out.db.test.ts and components/exports/release-form-fields.test.ts.
testInFullRun(
  'a release excludes problems of a held-out list from its training split',
  async ({ page, testData }) => {
    const project = await testData.project()
    await testData.solutions(project, makeLabelledLines(0, 6))
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/data/releases/new`)
    await page.getByLabel('List of problems').setInputFiles({
      name: 'benchmark.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('{"problem": "What is  0 + 1?"}\n{"problem": "Another."}\n'),
    })
    await expect(page.getByLabel('List name')).toHaveValue('benchmark')
    await page.getByLabel('List name').fill('Benchmark 7')
    await page.getByRole('button', { name: 'Add list' }).click()
    await expect(
      page.getByText('Added and selected Benchmark 7: 2 problems, 1 in this project'),
    ).toBeVisible()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: /^Benchmark 7/ })).toBeChecked()
    await page.getByLabel('List of problems').setInputFiles({
      name: 'broken.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('{"problem": "What is 1?"}\n{"text": "No key."}\n{"x": 1}\n'),
    })
    await page.getByRole('button', { name: 'Add list' }).click()
    await expect(
      page.getByText(/^broken\.jsonl: 2 lines can’t be used\. The first is line 2: /),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: /^line \d/ })).toHaveText(/^line 3: /)
    await page.getByLabel('Name', { exact: true }).fill('Guarded')
    await page.getByLabel('Test share (%)').fill('0')
    await expect(page.getByText(/release create/)).toHaveCount(0)
    await page.getByRole('radio', { name: /End the row/ }).check()
    await page.getByRole('button', { name: 'Create release' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'broken.jsonl was not added.' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Remove file' }).click()
    await expect(page.getByText(/release create Guarded .*--held-out 'Benchmark 7'$/)).toBeVisible()
    await expect(
      page.getByText('5 annotations, all in train. 1 annotation excluded.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Create release' }).click()
    await expect(page.getByText('1 annotation held out.')).toBeVisible()
    expect((await download(page, 'trl-stepwise-train.jsonl')).toString('utf8')).not.toContain(
      'What is 0 + 1?',
    )
    await page.goto(`/projects/${project.slug}/data/releases/new`)
    await page.getByRole('button', { name: 'Remove list Benchmark 7' }).click()
    await expect(page.getByText('Removed Benchmark 7.')).toBeVisible()
    await expect(page.getByText('No lists yet.')).toBeVisible()
  },
)

test('a script with an API token creates and compares releases, and reads a byte range of a file', async ({
  request,
  testData,
}) => {
  const project = await testData.project()
  await testData.solutions(project, makeLabelledLines(0, 12))
  const token = await createToken.execute(project.admin, { name: 't', scope: 'write', days: 1 })
  const headers = { authorization: `Bearer ${token.secret}` }
  const firstRelease = await makeRelease(request, project, headers)
  await testData.solutions(project, makeLabelledLines(50, 1))
  const secondRelease = await makeRelease(request, project, headers)
  expect(secondRelease.number).toBe(firstRelease.number + 1)

  const filesPath = `/api/v1/projects/${project.slug}/releases/${secondRelease.number}/files`
  const stepmarkFile = secondRelease.files.find(({ name }) => name === 'stepmark-train.jsonl')!
  const completeResponse = await request.get(`${filesPath}/stepmark-train.jsonl`, { headers })
  expect(completeResponse.headers().etag).toContain(stepmarkFile.sha256)
  const bytes = await completeResponse.body()
  expect(sha256(bytes)).toBe(stepmarkFile.sha256)
  const rangeResponse = await request.get(`${filesPath}/stepmark-train.jsonl`, {
    headers: { ...headers, range: 'bytes=10-29' },
  })
  expect(rangeResponse.status()).toBe(206)
  expect((await rangeResponse.body()).equals(bytes.subarray(10, 30))).toBe(true)

  const diffResponse = await request.get(
    `/api/v1/projects/${project.slug}/releases/${secondRelease.number}/difference?from=${firstRelease.number}`,
    { headers },
  )
  expect(await diffResponse.json()).toMatchObject({
    added: 1,
    removed: 0,
    changed: 0,
    unchanged: 12,
  })
})

interface ReleaseReply {
  number: number
  files: { name: string; sha256: string }[]
}

async function makeRelease(
  request: APIRequestContext,
  project: TestProject,
  headers: Record<string, string>,
): Promise<ReleaseReply> {
  const releases = `/api/v1/projects/${project.slug}/releases`
  const response = await request.post(releases, {
    headers,
    data: { name: 'By a script', formats: ['stepmark'] },
  })
  expect(response.status()).toBe(200)
  const { number } = (await response.json()) as ReleaseReply
  const readRelease = async () =>
    (await (await request.get(`${releases}/${number}`, { headers })).json()) as ReleaseReply & {
      state: string
    }
  await expect.poll(async () => (await readRelease()).state).toBe('done')
  return readRelease()
}

/** A PRM800K line with an annotation of a solution of two steps. */
const makeAnnotatedLine = (labeler: string, problem: string, ratings: number[]) => {
  const steps = [`Look at ${problem}`, 'So it is.']
  return {
    labeler,
    timestamp: '2026-03-02T09:00:00',
    generation: null,
    is_quality_control_question: false,
    is_initial_screening_question: false,
    question: {
      problem,
      ground_truth_solution: null,
      ground_truth_answer: null,
      pre_generated_steps: steps,
      pre_generated_answer: null,
      pre_generated_verifier_score: null,
    },
    label: {
      steps: ratings.map((rating, i) => ({
        completions: [{ text: steps[i]!, rating, flagged: null }],
        human_completion: null,
        chosen_completion: rating === -1 ? null : 0,
      })),
      total_time: 1,
      finish_reason: ratings.includes(-1) ? 'found_error' : 'solution',
    },
  }
}

// Tested in every run by lib/exports/server/consensus-release.db.test.ts.
testInFullRun(
  'a release combines several annotations of a solution into one row, and states the consensus rule',
  async ({ page, testData }) => {
    const project = await testData.project()
    await testData.solutions(project, [
      ...[makeAnnotatedLine('ann', 'One?', [1, -1]), makeAnnotatedLine('ben', 'One?', [1, -1])],
      ...[makeAnnotatedLine('cat', 'One?', [1, 1]), makeAnnotatedLine('ann', 'Two?', [-1])],
      makeAnnotatedLine('ben', 'Two?', [1, 1]),
    ])
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/data/releases/new`)
    await page.getByLabel('Name', { exact: true }).fill('What most say')
    await page.getByRole('radio', { name: /Export as positive/ }).check()
    await page.getByRole('checkbox', { name: /^Stepmark/ }).check()
    await page.getByLabel('Test share (%)').fill('0')
    await page.getByRole('radio', { name: /^Majority/ }).check()
    await page.getByRole('button', { name: 'Create release' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: /Choose how|Stepmark lines/ }),
    ).toContainText('Stepmark lines describe one annotation.')
    await page.getByRole('checkbox', { name: /^Stepmark/ }).uncheck()
    await page.getByRole('radio', { name: /^Adjudicated/ }).check()
    await page.getByRole('radio', { name: 'Exclude', exact: true }).check()
    await expect(page.getByText(/No annotations match\. 5 annotations excluded/)).toBeVisible()
    await page
      .getByRole('group', { name: 'Without an adjudication' })
      .getByRole('radio', { name: 'Majority' })
      .check()
    await expect(
      page.getByText(/^1 solution, combined from 3 annotations.*\. 2 annotations excluded\./),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Create release' }).click()
    await expect(
      page.getByText('1 solution, combined from 3 annotations, all in train. As of'),
    ).toBeVisible()
    await expect(page.getByText('Adjudicated, else Majority')).toBeVisible()
    const lines = (await download(page, 'consensus.jsonl')).toString('utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ policy: 'majority', first_error: 1, first_errors: [1, 1, null] }),
    ])
  },
)
