import type { Page } from 'playwright/test'
import { pressKeys } from './actions'
import { expectAccessible } from './expect-accessible'
import { expect, test } from './fixtures'

const phone = { width: 390, height: 844 }

const findExample = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The first column of a table, without its header. */
const readNames = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table, exact: true })
    .locator('tbody tr td:first-child > a')
    .allTextContents()

test('a header sorts its table by pointer and keyboard, and rows without a value stay last', async ({
  page,
}) => {
  await page.goto('/kit')
  const example = findExample(page, 'Sortable')
  const findHeader = (name: string) => example.getByRole('columnheader', { name })
  const initialOrder = ['Ben Okafor', 'Ada Lindqvist', 'Rui Tanaka', 'Émile Durand']
  expect(await readNames(page, 'Sortable')).toEqual(initialOrder)
  await expect(findHeader('Person')).not.toHaveAttribute('aria-sort')

  await findHeader('Annotations').getByRole('button').click()
  await expect(findHeader('Annotations')).toHaveAttribute('aria-sort', 'descending')
  const orderByCount = ['Ada Lindqvist', 'Émile Durand', 'Ben Okafor', 'Rui Tanaka']
  expect(await readNames(page, 'Sortable')).toEqual(orderByCount)
  await pressKeys(page, 'Enter')
  await expect(findHeader('Annotations')).toHaveAttribute('aria-sort', 'ascending')
  expect((await readNames(page, 'Sortable')).at(-1)).toBe('Rui Tanaka')

  await pressKeys(page, 'Shift+Tab', 'Shift+Tab', ' ')
  await expect(findHeader('Person')).toHaveAttribute('aria-sort', 'ascending')
  await expect(findHeader('Annotations')).not.toHaveAttribute('aria-sort')
  expect(await readNames(page, 'Sortable')).toEqual([
    'Ada Lindqvist',
    'Ben Okafor',
    'Émile Durand',
    'Rui Tanaka',
  ])
  await expect(
    findExample(page, 'Page of a list').getByRole('columnheader').getByRole('button'),
  ).toHaveCount(0)
})

test('row keys move the focus, and Enter opens the row that has it', async ({ page }) => {
  await page.goto('/kit')
  const example = findExample(page, 'Row keys')
  const findLink = (name: string) => example.getByRole('link', { name })
  await pressKeys(page, 'j')
  await expect(findLink('Ada Lindqvist')).toBeFocused()
  await pressKeys(page, 'j')
  await expect(findLink('Rui Tanaka')).toBeFocused()
  await expect(example.getByRole('row', { name: /Rui Tanaka/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await pressKeys(page, 'k')
  await expect(findLink('Ada Lindqvist')).toBeFocused()
  await pressKeys(page, 'Enter')
  await expect(page).toHaveURL(/person=ada$/)
})

test('row keys leave the focus in a field of another part of the page', async ({ page }) => {
  await page.goto('/kit')
  const checkbox = page.getByRole('checkbox', { name: 'Public' })
  await checkbox.focus()
  await pressKeys(page, 'j')
  await expect(findExample(page, 'Row keys').getByRole('row', { name: /Ada/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(checkbox).toBeFocused()
})

test('row keys move the focus from a button of another part of the page', async ({ page }) => {
  await page.goto('/kit')
  const example = findExample(page, 'Row keys')
  await page.getByRole('button', { name: 'Fail to load' }).focus()
  await pressKeys(page, 'j')
  await expect(example.getByRole('link', { name: 'Ada Lindqvist' })).toBeFocused()
})

test('tables show that they are empty, loading or failed, and a button loads them again', async ({
  page,
}) => {
  await page.goto('/kit')
  await expect(findExample(page, 'Empty')).toContainText('Annotators appear here')
  await expect(page.getByRole('table', { name: 'Empty' })).toHaveCount(0)
  const example = findExample(page, 'Loading and error')
  const table = example.getByRole('table', { name: 'Status' })
  await expect(example.getByText('Loading…')).toHaveCount(2)
  await expect(table).toHaveAttribute('aria-busy', 'true')
  await example.getByRole('button', { name: 'Fail to load' }).click()
  await expect(example.getByRole('alert')).toHaveText([/Could not load/, /Could not load/])
  await expect(table).not.toHaveAttribute('aria-busy')
  await expect(table.getByRole('row')).toHaveCount(5)
  await example.getByRole('button', { name: 'Try again' }).first().click()
  await expect(example.getByText('Loading…')).toHaveCount(2)
})

test('the header of a long table stays below the page header', async ({ page }) => {
  await page.goto('/kit')
  const table = page.getByRole('table', { name: 'Sticky header' })
  await table.getByText('Step 30 of the solution').scrollIntoViewIfNeeded()
  const header = table.getByRole('columnheader', { name: 'Text' })
  await expect(header).toBeInViewport()
  const [pageHeader, tableHeader] = [
    await page.getByRole('banner').boundingBox(),
    await header.boundingBox(),
  ]
  expect(Math.abs(tableHeader!.y - pageHeader!.height)).toBeLessThanOrEqual(1)
})

test('on a phone, rows are cards with the header of each cell, and can still be sorted', async ({
  page,
}) => {
  await page.setViewportSize(phone)
  await page.goto('/kit')
  const table = page.getByRole('table', { name: 'Cards' })
  const countCell = table.getByRole('cell', { name: '1,204' })
  const label = await countCell.evaluate((cell) => getComputedStyle(cell, '::before').content)
  expect(label).toBe('"Annotations"')
  const [nameBox, countBox] = [
    await table.getByRole('link', { name: 'Ada Lindqvist' }).boundingBox(),
    await countCell.boundingBox(),
  ]
  expect(countBox!.y).toBeGreaterThan(nameBox!.y + nameBox!.height)
  await table.getByRole('button', { name: 'Person' }).click()
  expect(await readNames(page, 'Cards')).toEqual([
    'Ada Lindqvist',
    'Ben Okafor',
    'Émile Durand',
    'Rui Tanaka',
  ])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})

test('a form shows its errors and its result, and a confirmation needs two presses', async ({
  page,
}) => {
  await page.goto('/kit')
  const form = page.getByRole('form', { name: 'Example' })
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill(' ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill(' Geometry ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Saved.')).toBeVisible()
  await expect(name).toHaveValue('Geometry')

  await page.getByRole('button', { name: 'Exclude' }).click()
  const reason = page.getByRole('form', { name: 'Exclude' }).getByRole('textbox')
  await expect(reason).toBeFocused()
  await pressKeys(page, 'Escape')
  await expect(page.getByRole('button', { name: 'Exclude' })).toBeFocused()

  const confirmation = findExample(page, 'Confirmation')
  await confirmation.getByRole('button', { name: 'Delete list' }).click()
  await confirmation.getByRole('button', { name: 'Delete the list now' }).click()
  await expect(confirmation.getByRole('status')).toHaveText('Deleted.')
})

test('a form asks before it is left, but only while its values differ from the saved ones', async ({
  page,
}) => {
  const dialogMessages: string[] = []
  page.on('dialog', (dialog) => {
    dialogMessages.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto('/kit')
  const form = page.getByRole('form', { name: 'Example' })
  const leave = () => page.getByRole('banner').getByRole('link', { name: 'Stepmark' }).click()
  await form.getByRole('checkbox', { name: 'Public' }).click()
  await leave()
  expect(dialogMessages).toHaveLength(1)
  // A check saves nothing.
  await form.getByRole('button', { name: 'Check' }).click()
  await expect(form.getByText('Checked.')).toBeVisible()
  await leave()
  expect(dialogMessages).toHaveLength(2)
  // The key opens the row that `j` has made current.
  await page.getByRole('heading', { level: 1 }).click()
  await pressKeys(page, 'j', 'Enter')
  expect(dialogMessages).toHaveLength(3)
  await page.getByRole('button', { name: 'Exclude' }).click()
  await form.getByRole('checkbox', { name: 'Public' }).click()
  await leave()
  await expect(page).not.toHaveURL(/kit/)
  expect(dialogMessages).toHaveLength(3)
})

test('all components are accessible, on a desktop and on a phone', async ({ page }) => {
  for (const viewport of [{ width: 1280, height: 800 }, phone]) {
    await page.setViewportSize(viewport)
    await page.goto('/kit')
    await findExample(page, 'Sortable').getByRole('button', { name: 'Role' }).click()
    await expectAccessible(page, `${viewport.width} px`)
  }
})
