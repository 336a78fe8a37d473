import type { Page } from 'playwright/test'
import { importGoldSolutions } from '@/lib/gold/testing/import-gold-solutions'
import { getDatabase } from '@/lib/platform/server/database'
import { makeProblemLine } from '@/prisma/seed/factories'
import { signInWithoutForm, expectCurrentRow, pressKeys } from './actions'
import { expect, test } from './fixtures'

/** The page polls this often after a failed screening. */
const pollMs = 20_000

/** Answers the gold on screen, exactly or wrongly. Every second gold solution has its error at step 2. */
async function answerGold(page: Page, number: number, outcome: 'exact' | 'wrong'): Promise<void> {
  await expect(page.getByText(`Screening ${number} of 4`).filter({ visible: true })).toBeVisible()
  await expectCurrentRow(page, /^Step 1 of 3, not rated/)
  const text = await page.getByRole('main').innerText()
  const hasError = Number(/First of gold (\d+)/.exec(text)![1]) % 2 === 0
  if (outcome === 'wrong') await pressKeys(page, '1')
  else if (hasError) await pressKeys(page, '3', '1')
  else await pressKeys(page, '3', '3', '3')
  await pressKeys(page, 'Enter')
}

test('an annotator passes a screening, and an admin admits one who failed', async ({
  page,
  openBrowser,
  testData,
}) => {
  const project = await testData.project()
  const { slug } = project
  await importGoldSolutions(project, 5)
  await testData.solutions(project, [makeProblemLine('a', [0.9, 0.8]), makeProblemLine('b', [0.7])])

  // An admin turns it on. The form rejects more solutions than there is gold.
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${slug}/settings`)
  await page.getByLabel('Screen new annotators').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText(/A screening of 30 solutions needs 30 gold solutions, and there are 5/),
  ).toBeVisible()
  await page.getByLabel('Solutions per screening').fill('4')
  // No gold after the screening.
  await page.getByLabel('Gold share (%)').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  // A new annotator passes with just enough exact answers.
  const adaPage = await openBrowser()
  await signInWithoutForm(adaPage, await testData.member(project, 'annotator', 'Ada Lind'))
  await adaPage.goto(`/projects/${slug}/label`)
  await expect(adaPage.getByRole('heading', { name: 'Screening', exact: true })).toBeVisible()
  await expect(adaPage.getByText('You pass with 3 exact answers')).toBeVisible()
  await pressKeys(adaPage, 'Enter')
  await expectCurrentRow(adaPage, /^Step 1 of 3/)
  // Skipping is not possible.
  await expect(adaPage.getByRole('button', { name: 'Skip' })).toBeHidden()
  await pressKeys(adaPage, 's')
  for (const [index, outcome] of (['exact', 'wrong', 'exact', 'exact'] as const).entries()) {
    await answerGold(adaPage, index + 1, outcome)
    await expect(adaPage.getByText('Reopen')).toBeHidden()
  }
  await expect(adaPage.getByRole('heading', { name: 'You passed' })).toBeVisible()
  await expect(adaPage.getByText('3 of 4 answers were exact. You needed 3.')).toBeVisible()
  await pressKeys(adaPage, 'Enter')
  await expectCurrentRow(adaPage, /^Step 1 of 3, not rated/)
  await expect(adaPage.getByText(/Step 1 of [ab]\//)).toBeVisible()

  // A second annotator fails.
  const person = await testData.member(project, 'annotator', 'Ben Roth')
  const benPage = await openBrowser()
  await signInWithoutForm(benPage, person)
  await benPage.goto(`/projects/${slug}/label`)
  await benPage.getByRole('button', { name: 'Start screening' }).click()
  for (const [index, outcome] of (['exact', 'wrong', 'exact', 'wrong'] as const).entries())
    await answerGold(benPage, index + 1, outcome)
  await expect(benPage.getByRole('heading', { name: 'You did not pass' })).toBeVisible()
  await benPage.clock.install()
  await benPage.goto(`/projects/${slug}/label`)
  await expect(benPage.getByText('2 of 4 answers were exact. You needed 3.')).toBeVisible()

  // The admin sees both, and admits the one who failed.
  await page.goto(`/projects/${slug}/people`)
  const rows = page.getByRole('table', { name: 'Screening' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Ada Lind' })).toContainText(
    /Admitted.*3 of 4 exact \(needs 3\)/,
  )
  await expect(rows.filter({ hasText: 'Ben Roth' })).toContainText(/Failed.*2 of 4 exact/)
  await page.getByRole('button', { name: 'Decide about Ben Roth' }).click()
  const form = page.getByRole('form', { name: 'Decision on Ben Roth' })
  await form.getByLabel('Reason').fill('He wrote the guideline.')
  await form.getByRole('button', { name: 'Give another attempt' }).click()
  await expect(form.getByText(/Another attempt needs 4 gold solutions/)).toBeVisible()
  await form.getByLabel('Admit').check()
  await form.getByRole('button', { name: 'Admit' }).click()
  await expect(form.getByText('Ben Roth is admitted.')).toBeVisible()
  await expect(rows.filter({ hasText: 'Ben Roth' })).toContainText('He wrote the guideline.')
  await expect(page.getByRole('button', { name: 'Decide about Ben Roth' })).toBeHidden()

  // His page continues at the next poll, and the audit log names the admin.
  await benPage.clock.fastForward(pollMs)
  await expect(benPage.getByText(/Step 1 of [ab]\//)).toBeVisible()
  const entries = await getDatabase().auditEntry.findMany({
    where: { projectId: project.id, action: 'screening.decide' },
    select: { actor: true, target: true, detail: true },
  })
  expect(entries).toEqual([
    {
      actor: `user:${project.admin.userId}`,
      target: `user:${person.userId}`,
      detail: '{"kind":"admitted"}',
    },
  ])
})
