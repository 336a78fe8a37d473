import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createToken } from '@/lib/auth/server/commands'
import { makeProblemLine } from '@/prisma/seed/factories'
import { expect, test } from './fixtures'
import { signIn } from './verbs'

const good = makeProblemLine('sum', [0.9, 0.8])
const toFile = (lines: readonly string[]) => ({
  name: 'candidates.jsonl',
  mimeType: 'application/x-ndjson',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

test('an admin makes a project, imports a file with broken lines, mends it, imports it, and exports labels', async ({
  page,
  world,
}) => {
  const admin = await world.person({ isInstanceAdmin: true, name: 'Amara Osei' })
  await signIn(page, admin.email)
  await page
    .getByRole('link', { name: /new project/i })
    .first()
    .click()
  await page.getByLabel('Name', { exact: false }).first().fill('Sums and products')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/projects\/sums-and-products$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sums and products')

  await page.goto('/projects/sums-and-products/data')
  await page
    .locator('input[type=file]')
    .setInputFiles(
      toFile([JSON.stringify(good), '{"problem": "cut off', '{"problem": "no samples"}']),
    )
  const badLines = page.getByRole('table').filter({ hasText: 'What is wrong' })
  await expect(badLines.getByRole('row')).toHaveCount(3)
  await expect(badLines).toContainText('2')
  await expect(badLines).toContainText('The line ends inside a string.')

  await page
    .locator('input[type=file]')
    .setInputFiles(
      toFile([JSON.stringify(good), JSON.stringify(makeProblemLine('product', [0.7]))]),
    )
  await page.getByRole('button', { name: /^import/i }).click()
  await expect(page.getByRole('main')).toContainText(/3\s*solutions/i)

  await page.locator('input[type=file]').setInputFiles(toFile([JSON.stringify(good)]))
  await page.getByRole('button', { name: /^import/i }).click()
  await expect(page.getByRole('main')).toContainText(/2\s*here already/i)
})

test('what was imported as PRM800K is downloaded byte for byte', async ({ page, world }) => {
  const project = await world.project({ name: 'Byte for byte' })
  const line =
    '{"labeler": "8a6c5a3e-0000-4000-8000-000000000001", "timestamp": "2023-01-02T03:04:05.000600", "generation": 3, "is_quality_control_question": false, "is_initial_screening_question": false, "question": {"problem": "What is 1 \\u2212 2?", "ground_truth_solution": null, "ground_truth_answer": "-1", "pre_generated_steps": ["One less two.", "That is 1.\\n\\n# Answer\\n\\n1"], "pre_generated_answer": "1", "pre_generated_verifier_score": 1e-05}, "label": {"steps": [{"completions": [{"text": "One less two.", "rating": 0, "flagged": null}], "human_completion": null, "chosen_completion": 0}, {"completions": [{"text": "That is 1.\\n\\n# Answer\\n\\n1", "rating": -1, "flagged": null}, {"text": "That is -1.", "rating": 1, "flagged": true}], "human_completion": null, "chosen_completion": null}], "total_time": 41200, "finish_reason": "found_error"}}\n'
  await world.solutions(project, line)
  await signIn(page, project.admin.email)
  await page.goto(`/projects/${project.slug}/data`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /imported.*PRM800K/i }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(line)
})

// What passes Next's proxy is cut at 10 MB, and answered with 200: files must go around it.
test('a file of 12 MB sent to the API arrives whole', async ({ request, world }) => {
  const project = await world.project()
  const { secret } = await createToken.execute(project.admin, {
    name: 't',
    scope: 'write',
    days: 1,
  })
  const lines = Array.from({ length: 24 }, (_, i) => {
    const line = makeProblemLine(`large-${i}`, [0.5])
    return `${JSON.stringify({ ...line, problem: `${line.problem} ${'x'.repeat(500_000)}` })}\n`
  })
  const data = Buffer.from(lines.join(''))
  expect(data.length).toBeGreaterThan(12_000_000)
  const response = await request.post(`/api/v1/projects/${project.slug}/imports`, {
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/x-ndjson' },
    data,
  })
  expect(response.status()).toBe(200)
  expect(await response.json()).toMatchObject({
    bytes: data.length,
    lines: lines.length,
    sha256: createHash('sha256').update(data).digest('hex'),
    problems: lines.length,
    refused: 0,
  })
})
