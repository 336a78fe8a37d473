import {
  makeDoublyAnnotatedSolutions,
  startRoundWithAllSolutions,
  storeAnnotation,
} from '@/lib/agreement/testing/doubly-annotated'
import type { Person } from '@/lib/auth/actor'
import { makeMember, makeProblemLine } from '@/prisma/seed/factories'
import { signInWithoutForm, pressKeys } from './actions'
import { downloadFile, downloadPlot } from './download-plot'
import { expect, test, testInFullRun } from './fixtures'

test('the agreement page shows measures with confidence intervals, and filter chips restrict them', async ({
  page,
  testData,
}) => {
  const project = await testData.project({})
  const people = await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 5 })
  await startRoundWithAllSolutions(project, 'random')
  // These solutions, on which both annotators agree, are not compared, because the random sample is large enough.
  await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 0, name: 'q' }, people)
  const reviewer = await testData.member(project, 'reviewer')
  await signInWithoutForm(page, reviewer)
  await page.goto(`/projects/${project.slug}`)
  const projectNav = page.getByRole('navigation', { name: 'Project' })
  await projectNav.getByRole('link', { name: 'Review' }).click()
  const reviewNav = page.getByRole('navigation', { name: 'Review' })
  await reviewNav.getByRole('link', { name: 'Agreement', exact: true }).click()

  // The computation starts on its own.
  const headline = page.getByRole('link', { name: /show disagreements$/ })
  await expect(headline.first()).toHaveText(/^75\.0%\[\d\d\.\d, \d\d\.\d\]/)
  await expect(page.getByText(/^Updated \d+ /)).toBeVisible()
  await expect(page.getByText('20 doubly annotated solutions · 20 problems')).toBeVisible()
  await expect(page.getByText(/^Random sample, unbiased/)).toBeVisible()
  const matrix = page.getByRole('table', { name: 'Confusion between ratings' })
  // Ten steps are too few for a percentage.
  const negative = matrix.getByRole('row', { name: /^negative 7/ })
  await expect(negative).toHaveText(/negative730$/)
  await expect(matrix.getByRole('row', { name: /^positive \d/ })).toHaveText(/\d%\d/)
  await expect(negative.getByRole('link', { name: '3', exact: true })).toHaveAttribute(
    'href',
    `/projects/${project.slug}/review?kind=negative`,
  )
  await expect(page.getByRole('table', { name: 'Agreement by pair' })).toContainText('75n 20')
  await expect(page.getByRole('table', { name: /^Same first error by week/ })).toContainText(
    '75.0% [',
  )
  await expect(headline.first()).toHaveAttribute('href', `/projects/${project.slug}/review`)

  // Chips work with the keyboard, and the URL keeps the filters.
  const chips = page.getByRole('group', { name: 'Filters' })
  await chips.getByRole('button', { name: 'Solutions: random sample' }).focus()
  await pressKeys(page, 'Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Random sample' })).toBeFocused()
  await pressKeys(page, 'ArrowDown', 'Enter')
  await expect(page).toHaveURL(/\?sample=all$/)
  await expect(headline.first()).toHaveText(/^87\.5%/)
  await expect(page.getByText('40 doubly annotated solutions')).toBeVisible()

  // A range of dates without annotations.
  await chips.getByRole('button', { name: 'Dates: any' }).focus()
  await pressKeys(page, 'Enter')
  const bothDatesHint = page.getByText('A solution counts if it has at least two of them.')
  await expect(bothDatesHint).toBeVisible()
  await page.getByLabel('First day').fill('2026-03-05')
  await page.getByLabel('Last day').fill('2026-03-04')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('The last day is before the first day.')).toBeVisible()
  await page.getByLabel('First day').fill('')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/sample=all&until=2026-03-05$/)
  await expect(chips.getByRole('button', { name: 'Dates: until 4 Mar 2026' })).toBeVisible()
  await expect(page.getByText('No solution with these filters has two annotations')).toBeVisible()
  await chips.getByRole('link', { name: 'Clear Dates' }).click()
  await expect(page).toHaveURL(/\?sample=all$/)
  await expect(headline.first()).toHaveText(/^87\.5%/)
  await chips.getByRole('link', { name: 'Clear Solutions' }).click()
  await expect(headline.first()).toHaveText(/^75\.0%/)

  // On a phone the chips wrap, and the page does not scroll sideways.
  await page.setViewportSize({ width: 390, height: 844 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})

test('a plot is downloaded as SVG and PNG, in the colours of the theme and without the page’s styles, and a matrix as CSV', async ({
  page,
  testData,
}) => {
  const project = await testData.project({})
  await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 5 })
  await signInWithoutForm(page, project.admin)
  await page.goto(`/projects/${project.slug}/agreement`)
  await expect(page.getByText(/^Updated \d+ /)).toBeVisible()
  const widths: number[] = []
  for (const { colorScheme, paper, dots, windowWidth } of [
    { colorScheme: 'light', paper: '#f8f8f7', dots: '#2450b2', windowWidth: 1280 },
    // The plot scrolls, and its axis stays.
    { colorScheme: 'dark', paper: '#111216', dots: '#94b0ff', windowWidth: 240 },
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: windowWidth, height: 844 })
    const plot = await downloadPlot(page, 'Agreement by week')
    const [width = 0, height = 0] = plot.size
    expect(plot).toMatchObject({
      fileNames: ['svg', 'png'].map((format) => `${project.slug}-agreement-by-week.${format}`),
      rootName: 'svg',
      viewBox: `0 0 ${width} ${height}`,
      title: await page.getByRole('heading', { name: /agreement by week/i }).textContent(),
      paper,
      dependencies: [],
      pngSize: [width * 2, height * 2],
    })
    widths.push(width)
    expect(height).toBeGreaterThan(250)
    expect(plot.colours).toContain(dots)
    expect(plot.texts).toEqual(expect.arrayContaining(['100%', expect.stringMatching(/n 20$/)]))
  }
  expect(widths[0]).toBeGreaterThan(300)
  expect(widths[1]).toBe(widths[0])
  // A matrix has only its numbers.
  const { fileName, bytes } = await downloadFile(page, 'Download Agreement by pair as CSV')
  expect(fileName).toBe(`${project.slug}-agreement-by-pair.csv`)
  const [header, ...pairs] = bytes.toString().trimEnd().split('\n')
  expect(header).toMatch(/^"Annotator","Other annotator","Solutions","Same first error",/)
  expect(pairs).toEqual([expect.stringMatching(/^"[^"]+","[^"]+",20,0\.75,0\.\d+,0\.\d+$/)])
})

// Tested in every run by components/agreement/filters.test.ts and lib/agreement/server/agreement-updates.db.test.ts.
testInFullRun(
  'the agreement page filters by several annotators, and counts new annotations when it is reloaded',
  async ({ page, testData }) => {
    const project = await testData.project({ hidesAnnotatorNames: false })
    const [mei, jonas] = await makeDoublyAnnotatedSolutions(project, { count: 20, differing: 0 })
    const thirdAnnotator = await makeMember(project, 'annotator', { name: 'Priya Nair' })
    for (const i of [0, 1]) await storeAnnotation(project, `p${i}/0`, thirdAnnotator, [1, 1, 1])
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/agreement`)
    const headline = page.getByRole('link', { name: /show disagreements$/ })
    await expect(headline.first()).toHaveText(/^9\d\.\d%/)

    // With names visible, a pair links to its own disagreements.
    const pairs = page.getByRole('table', { name: 'Agreement by pair' })
    await expect(page.getByRole('table', { name: 'Top disagreements' })).toContainText('Mei Lin')
    const cell = pairs.getByRole('link', { name: '100 n 20' })
    await expect(cell).toHaveAttribute('href', pairHref(project.slug, mei, jonas))
    await cell.click()
    await expect(page.getByText('No matching disagreements.')).toBeVisible()
    await page.goBack()
    await expect(headline.first()).toBeVisible()

    await page.getByRole('button', { name: 'Annotators: all' }).click()
    for (const name of ['Mei Lin', 'Priya Nair'])
      await page.getByRole('menuitemcheckbox', { name }).click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/person=.*&person=/)
    await expect(
      page.getByRole('button', { name: /Annotators: (Mei Lin, Priya Nair|Priya Nair, Mei Lin)/ }),
    ).toBeVisible()
    await expect(page.getByText('n = 2 (needs 20)').first()).toBeVisible()
    await expect(headline).toHaveCount(0)

    const submittedAt = new Date(Date.now() + 1_000).toISOString()
    for (const i of [2, 3, 4])
      await storeAnnotation(project, `p${i}/0`, thirdAnnotator, [1, 1, 1], { submittedAt })
    await page.reload()
    await expect(page.getByText('n = 5 (needs 20)').first()).toBeVisible()
    expect(mei.name).toBe('Mei Lin')
  },
)

// Tested in every run by components/agreement/describe-agreement.test.ts and lib/agreement/server/agreement-updates.db.test.ts.
testInFullRun(
  'the agreement page shows what to do in an empty project, and offers CSV once there are results',
  async ({ page, testData }) => {
    const project = await testData.project({})
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/agreement`)
    await expect(
      page.getByRole('heading', { name: 'Get two annotations per solution' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'CSV' })).toHaveCount(0)
    // The page computes again if annotations were submitted after the first result.
    await expect(page.getByText(/^Updated /)).toBeVisible()
    await testData.solutions(project, [makeProblemLine('p0', [0.5])])
    const submittedAt = new Date(Date.now() + 1_000).toISOString()
    for (const name of ['Mei Lin', 'Jonas Brandt']) {
      const annotator = await testData.member(project, 'annotator', name)
      await storeAnnotation(project, 'p0/0', annotator, [1, 1, 1], { submittedAt })
    }
    await page.reload()
    const csv = page.getByRole('link', { name: 'CSV' })
    await expect(csv).toBeVisible()
    const download = page.waitForEvent('download')
    await csv.click()
    expect((await download).suggestedFilename()).toMatch(/-agreement-[0-9a-f]{8}\.csv$/)
  },
)

/** The URL orders the pair by account id. */
function pairHref(slug: string, ...people: readonly Pick<Person, 'userId'>[]): string {
  const [firstId, secondId] = people.map(({ userId }) => userId).toSorted()
  return `/projects/${slug}/review?person=${firstId}&otherPerson=${secondId}`
}
