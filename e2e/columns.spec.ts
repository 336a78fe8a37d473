import { chooseImportFile, signInWithoutForm } from './actions'
import { expect, testInFullRun } from './fixtures'

const csvText = [
  'Question,Gold,Output,Note',
  'What is 1+1?,2,"One and one.\n\nThat is two.",first',
  'What is 1+2?,3,Three.,second',
].join('\n')

// Tested in every run by lib/imports/server/columns.db.test.ts and components/imports/column-fields.test.ts.
testInFullRun(
  'an admin maps unknown CSV column names by keyboard, previews the file and imports it',
  async ({ page, testData }) => {
    const project = await testData.project()
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/data`)
    await chooseImportFile(page, Buffer.from(csvText), 'table.csv')
    const previewButton = page.getByRole('button', { name: 'Preview with these columns' })
    await expect(previewButton).toBeDisabled()
    await expect(page.getByText('Choose the column with the problem.')).toBeVisible()

    await page.getByLabel('Problem', { exact: true }).focus()
    await page.keyboard.type('Question')
    await expect(page.getByText('Choose the column with the solution.')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Output')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Gold')
    await previewButton.focus()
    await page.keyboard.press('Enter')

    const preview = page.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('That is two.')
    await expect(preview).toContainText('2 steps')
    const plot = page.getByRole('img', { name: '1 to 2 steps per solution, median 1' })
    await expect(plot).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByText('imported 2 solutions')).toBeVisible()
  },
)
