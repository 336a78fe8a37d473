import { readFile } from 'node:fs/promises'
import { createInvite } from '@/lib/projects/server/invite-commands'
import { makeProblemLine } from '@/prisma/seed/factories'
import { signInWithoutForm } from './actions'
import { expect, testInFullRun } from './fixtures'

// Tested in every run by lib/auth/server/audit.db.test.ts.
testInFullRun(
  'an admin filters the audit log and exports the filtered entries',
  async ({ page, testData, baseURL }) => {
    const project = await testData.project()
    await testData.solutions(project, [makeProblemLine('a', [0.5])])
    process.env.NEXTAUTH_URL = baseURL // the base of the invite link
    const input = createInvite.contract.input.parse({ project: project.slug, role: 'annotator' })
    await createInvite.execute(project.admin, input)
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}`)
    const projectNav = page.getByRole('navigation', { name: 'Project' })
    await projectNav.getByRole('link', { name: 'Settings' }).click()
    const settingsNav = page.getByRole('navigation', { name: 'Settings' })
    await settingsNav.getByRole('link', { name: 'Audit' }).click()
    await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
    const rows = page.getByRole('table', { name: 'Entries' }).getByRole('row')
    await expect(rows.filter({ hasText: 'invite' })).toHaveCount(1)
    const rowCount = await rows.count()
    expect(rowCount).toBeGreaterThan(2)

    // Filter by action, and open an entry with its details.
    await page.getByRole('combobox', { name: 'What' }).selectOption('Imports, exports and releases')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/group=data/)
    await expect(rows.filter({ hasText: 'invite' })).toHaveCount(0)
    const entry = rows.nth(1)
    await entry.locator('summary').press('Enter')
    await expect(entry.getByText(/^[0-9a-f]{64}$/).last()).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'JSONL' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    const entries = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { action: string; hash: string })
    expect(entries).toHaveLength((await rows.count()) - 1)
    expect(entries.length).toBeLessThan(rowCount - 1)

    // An empty result offers a link back.
    await page.getByLabel('Target').fill('solution:none')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('No entries match.')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(rows).toHaveCount(rowCount)
    await expect(page.getByRole('combobox', { name: 'What' })).toHaveValue('')

    // A reversed range is an error at its field. The last day is ignored.
    await page.getByLabel('From (UTC)').fill('2026-01-02')
    await page.getByLabel('To (UTC)').fill('2026-01-01')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByLabel('To (UTC)')).toHaveAccessibleDescription(
      'The last day is before the first day, so it is ignored.',
    )
    await expect(page.getByLabel('To (UTC)')).toHaveValue('2026-01-01')
    await expect(rows).toHaveCount(rowCount)

    // Only admins may read it.
    const reviewer = await testData.member(project, 'reviewer')
    await page.context().clearCookies()
    await signInWithoutForm(page, reviewer)
    await page.goto('/')
    await expect(page.getByRole('button', { name: /^.+, account of/ })).toBeVisible()
    await page.goto(`/projects/${project.slug}/audit`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  },
)
