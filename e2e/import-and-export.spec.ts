import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { createToken } from '@/lib/auth/server/commands'
import { makeProblemLine } from '@/prisma/seed/factories'
import { chooseImportFile, signInWithoutForm } from './actions'
import { expect, test, testInFullRun } from './fixtures'

const validLine = makeProblemLine('sum', [0.9, 0.8])
const fixedLines = [makeProblemLine('product', [0.7]), makeProblemLine('root', [0.6])]

test('an import lists three invalid lines with reasons, and importing the corrected file creates no duplicates', async ({
  page,
  testData,
}) => {
  const admin = await testData.person({ isInstanceAdmin: true, name: 'Amara Osei' })
  await signInWithoutForm(page, admin)
  await page.goto('/')
  await page
    .getByRole('link', { name: /new project/i })
    .first()
    .click()
  await page.getByLabel('Name', { exact: false }).first().fill('Sums and products')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/sums-and-products$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sums and products')

  await page.goto('/projects/sums-and-products/data')
  const lineWithoutSamples = { problem: 'No samples at all.', samples: [] }
  await chooseImportFile(page, [
    validLine,
    '{"problem": "cut off',
    '{"problem": 7, "samples": ["x"]}',
    lineWithoutSamples,
  ])
  await expect(page).toHaveURL(/\/data\/imports\/[0-9a-f-]{36}$/)
  const invalidLines = page.getByRole('table').filter({ hasText: 'Location' })
  await expect(invalidLines.getByRole('row')).toHaveCount(4)
  await expect(invalidLines.getByRole('row').nth(1)).toContainText('2')
  await expect(invalidLines.getByRole('row').nth(1)).toContainText('The line ends inside a string.')
  await expect(invalidLines.getByRole('row').nth(2)).toContainText('problem')
  await expect(invalidLines.getByRole('row').nth(3)).toContainText('samples')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download report' }).click()
  const report = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\n')
  expect(report.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([2, 3, 4])

  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(page.getByText('Fix 3 lines or skip them.')).toBeVisible()
  await page.getByRole('radio', { name: /Skip 3 lines/ }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('imported 2 solutions')).toBeVisible()
  await expect(page.getByText('3 lines with errors skipped.')).toBeVisible()

  await page.getByRole('link', { name: 'Import another file' }).click()
  await chooseImportFile(page, [validLine, ...fixedLines])
  await expect(page.getByRole('list', { name: 'Counts' })).toContainText('2 duplicates')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('imported 2 solutions')).toBeVisible()

  await page.getByRole('link', { name: 'Import another file' }).click()
  await chooseImportFile(page, [validLine, ...fixedLines])
  await expect(page.getByText('Everything in this file was already imported.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await page.goto('/projects/sums-and-products/data')
  await expect(page.getByText('4 solutions for 3 problems, without gold.')).toBeVisible()
})

// Tested in every run by lib/exports/server/round-trip.db.test.ts.
testInFullRun('an imported PRM800K file is exported byte for byte', async ({ page, testData }) => {
  const project = await testData.project({ name: 'Byte for byte' })
  const line =
    '{"labeler": "8a6c5a3e-0000-4000-8000-000000000001", "timestamp": "2023-01-02T03:04:05.000600", "generation": 3, "is_quality_control_question": false, "is_initial_screening_question": false, "question": {"problem": "What is 1 \\u2212 2?", "ground_truth_solution": null, "ground_truth_answer": "-1", "pre_generated_steps": ["One less two.", "That is 1.\\n\\n# Answer\\n\\n1"], "pre_generated_answer": "1", "pre_generated_verifier_score": 1e-05}, "label": {"steps": [{"completions": [{"text": "One less two.", "rating": 0, "flagged": null}], "human_completion": null, "chosen_completion": 0}, {"completions": [{"text": "That is 1.\\n\\n# Answer\\n\\n1", "rating": -1, "flagged": null}, {"text": "That is -1.", "rating": 1, "flagged": true}], "human_completion": null, "chosen_completion": null}], "total_time": 41200, "finish_reason": "found_error"}}\n'
  await testData.solutions(project, line)
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/data`)
  // Formats with only two labels need a choice for neutral.
  const trl = page.getByRole('link', { name: /all annotations as TRL stepwise/ })
  await expect(trl).toHaveCount(0)
  await page.getByRole('radio', { name: /Export as negative/ }).check()
  await expect(trl).toHaveAttribute('href', /neutral=negative/)
  await page.getByRole('radio', { name: /^Imported/ }).check()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /imported annotations as PRM800K/ }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(line)
})

test('the import preview shows the labels in a file and how texts are split into steps, and labels are imported, ignored or used as gold, as chosen', async ({
  page,
  testData,
}) => {
  const project = await testData.project()
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/data`)
  await chooseImportFile(page, [
    { problem: 'Add 2 and 3.', answer: '5', samples: ['Two.\nThree.\n\nTogether 5.'] },
  ])
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('2 steps, split at blank lines')
  await page.getByLabel('Step splitting').selectOption('line')
  await expect(preview).toContainText('3 steps, split at each line')
  await page.getByLabel('Format').selectOption('csv')
  await expect(page.getByText('The file can’t be read in this format.')).toBeVisible()

  await page.goto(`/projects/${project.slug}/data`)
  await chooseImportFile(page, [
    { prompt: 'What is 1 + 1?', completions: ['One and one.', 'It is 3.'], labels: [true, false] },
  ])
  await expect(page.getByText('read as TRL stepwise, 1 solution in 1 line.')).toBeVisible()
  await expect(preview.getByRole('img', { name: 'positive' })).toHaveCount(1)
  await expect(preview.getByRole('img', { name: 'negative' })).toHaveCount(1)
  await expect(preview).toContainText('steps from the file')
  const counts = page.getByRole('list', { name: 'Counts' })
  await expect(counts).toContainText('0 queued')
  await page.getByRole('radio', { name: /Don’t import labels/ }).check()
  await expect(counts).toContainText('1 queued')
  await page.getByRole('radio', { name: /Make gold/ }).check()
  await expect(counts).toContainText('1 gold')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('imported 1 solution, 1 as gold.')).toBeVisible()
})

// Tested in every run by lib/imports/server/malformed.db.test.ts.
testInFullRun('an archive file is rejected with a message', async ({ page, testData }) => {
  const project = await testData.project()
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/data`)
  await chooseImportFile(page, Buffer.from('PK\u0003\u0004 and so on\n'), 'candidates.zip')
  await expect(page.getByRole('heading', { name: 'File can’t be read' })).toBeVisible()
  await expect(page.getByText('whole file', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Fix \d/)).toHaveCount(0)
})

// Tested in every run by lib/imports/server/import-flow.db.test.ts.
testInFullRun('a gzip file is imported', async ({ page, testData }) => {
  const project = await testData.project()
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/data`)
  await chooseImportFile(page, gzipSync(`${JSON.stringify(validLine)}\n`), 'candidates.jsonl.gz')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('imported 2 solutions')).toBeVisible()
})

// Tested in every run by lib/imports/server/import-flow.db.test.ts.
testInFullRun(
  'the import of a batch output asks for its request file and takes the problems from it',
  async ({ page, testData }) => {
    const project = await testData.project()
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/data`)
    const message = { role: 'assistant', content: 'Two and three.\n\nThat is $5$.' }
    const body = { model: 'm', choices: [{ index: 0, message, finish_reason: 'stop' }] }
    await chooseImportFile(page, [
      {
        id: 'b1',
        custom_id: 'r1',
        response: { status_code: 200, request_id: 'q', body },
        error: null,
      },
    ])
    const requestFileRegion = page.getByRole('region', { name: 'Request file' })
    await expect(requestFileRegion).toBeVisible()
    await requestFileRegion.getByLabel('Request file').setInputFiles({
      name: 'requests.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from('{"custom_id": "r1", "problem": "What is 2 + 3?", "answer": "5"}\n'),
    })
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText('What is 2 + 3?')
    await expect(requestFileRegion).toHaveCount(0)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('imported 1 solution')).toBeVisible()
  },
)

const makeLines = (count: number, extraText = '') =>
  Buffer.from(
    Array.from({ length: count }, (_, i) => {
      const line = makeProblemLine(`many-${i}`, [0.5])
      return `${JSON.stringify({ ...line, problem: line.problem + extraText })}\n`
    }).join(''),
  )
/** Enough lines that the import can be cancelled while it runs. */
const manyLines = makeLines(12_000)
/** Time to check or import thousands of lines on a slow and busy machine. */
const importTimeoutMs = 120_000

/** Uploads a file and waits for its preview. */
async function uploadFile(
  page: Page,
  slug: string,
  content: Parameters<typeof chooseImportFile>[1],
): Promise<void> {
  await page.goto(`/projects/${slug}/data`)
  await chooseImportFile(page, content)
  await expect(page.getByRole('button', { name: 'Import', exact: true })).not.toHaveAttribute(
    'aria-disabled',
    'true',
    { timeout: importTimeoutMs },
  )
}

// Tested in every run by lib/imports/server/import-flow.db.test.ts.
testInFullRun('a cancelled import stores nothing', async ({ page, testData }) => {
  const project = await testData.project()
  await signInWithoutForm(page, project.admin)
  await uploadFile(page, project.slug, manyLines)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('importing.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('cancelled. Nothing was imported.')).toBeVisible({
    timeout: importTimeoutMs,
  })
  await page.goto(`/projects/${project.slug}/data`)
  await expect(page.getByText('Imports and releases appear here.')).toBeVisible()
  const cancelledCell = page.getByRole('cell', { name: 'Cancelled', exact: true })
  await expect(cancelledCell).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 1 more that was not imported' }).click()
  await expect(cancelledCell).toBeVisible()
})

// Tested in every run by lib/imports/server/import-flow.db.test.ts.
testInFullRun(
  'an import continues after its page is closed, and the page shows its progress when opened again',
  async ({ page, testData }) => {
    const project = await testData.project()
    await signInWithoutForm(page, project.admin)
    await uploadFile(page, project.slug, makeLines(6_000))
    await page.reload()
    await expect(page.getByText('Ready to import.')).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('importing.')).toBeVisible()
    const address = page.url()
    await page.goto(`/projects/${project.slug}/data`)
    const row = page.getByRole('row').filter({ hasText: 'candidates.jsonl' })
    await expect(row).toContainText(/Importing \([\d,]+ lines?\)|Imported/)
    await page.goto(address)
    await expect(page.getByText('imported 6,000 solutions')).toBeVisible({
      timeout: importTimeoutMs,
    })
    await page.goto(`/projects/${project.slug}/data`)
    await expect(row).toContainText('Imported')
  },
)

test('starting an import cancels the pending status request, so its outdated reply is not shown', async ({
  page,
  testData,
}) => {
  const project = await testData.project()
  await signInWithoutForm(page, project.admin)
  await uploadFile(page, project.slug, [makeProblemLine('a', [0.9])])
  const statusAddress = /\/api\/v1\/.*\/imports\/[^/]+$/
  // The reply never arrives. Its state "checked" would replace that of the running import.
  await page.route(statusAddress, () => {})
  const statusRequest = page.waitForRequest(statusAddress)
  await page.reload()
  const pendingRequest = await statusRequest
  const requestFailure = page.waitForEvent('requestfailed', (request) => request === pendingRequest)
  await page.route('**/start', async (route) => {
    await requestFailure
    await page.unroute(statusAddress)
    await route.continue()
  })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await requestFailure
  await expect(page.getByText('imported 1 solution')).toBeVisible()
})

test('an upload interrupted by a reload can be resumed', async ({ page, testData }, testInfo) => {
  const path = testInfo.outputPath('candidates.jsonl')
  // Several chunks, and few lines to check.
  writeFileSync(path, makeLines(8, ` ${'x'.repeat(500_000)}`))
  const project = await testData.project()
  await signInWithoutForm(page, project.admin)
  const sentOffsets: number[] = []
  let isUploadPaused = true
  await page.route('**/files/data?*', async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    // The first chunks arrive. Then the connection hangs until the reload.
    if (isUploadPaused && sentOffsets.length === 2) return
    sentOffsets.push(offset)
    await route.continue()
  })
  // Wait for these, because a chunk that is in flight at the reload would be sent again.
  let responseCount = 0
  page.on('response', (response) => {
    if (response.url().includes('/files/data?')) responseCount += 1
  })
  await page.goto(`/projects/${project.slug}/data`)
  await chooseImportFile(page, path)
  await expect.poll(() => responseCount).toBe(2)
  await expect(page.getByText(/of 1?\d\.?\d? MB/)).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  isUploadPaused = false
  await expect(page.getByText(/uploaded\. The upload was interrupted/)).toBeVisible()
  await chooseImportFile(page, path)
  await expect(page.getByText('Ready to import.')).toBeVisible()
  // No chunk was sent twice.
  expect(new Set(sentOffsets).size).toBe(sentOffsets.length)
})

// The Next.js proxy truncates bodies at 10 MB without an error, so uploads must bypass it.
test('the server accepts an upload chunk of 12 MB', async ({ request, testData }) => {
  const project = await testData.project()
  const { secret } = await createToken.execute(project.admin, {
    name: 't',
    scope: 'write',
    days: 1,
  })
  const headers = { authorization: `Bearer ${secret}` }
  const lines = 24
  const data = makeLines(lines, ` ${'x'.repeat(500_000)}`)
  expect(data.length).toBeGreaterThan(12_000_000)
  const importsPath = `/api/v1/projects/${project.slug}/imports`
  const createdImport = (await (await request.post(importsPath, { headers, data: {} })).json()) as {
    import: string
  }
  const address = `${importsPath}/${createdImport.import}`
  const uploadResponse = await request.put(`${address}/files/data`, {
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    data,
  })
  expect(uploadResponse.status()).toBe(200)
  expect(await uploadResponse.json()).toEqual({ receivedBytes: data.length })
  await request.post(`${address}/start`, { headers, data: {} })
  await expect
    .poll(async () => (await request.get(address, { headers })).json())
    .toMatchObject({
      state: 'done',
      receivedBytes: data.length,
      lines,
      sha256: createHash('sha256').update(data).digest('hex'),
      problems: lines,
      invalidLines: 0,
    })
})
