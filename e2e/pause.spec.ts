import { submitGoldAnswer } from '@/lib/gold/testing/gold-answers'
import { importGoldSolutions } from '@/lib/gold/testing/import-gold-solutions'
import { pauseDelayInAnnotations } from '@/lib/people/pause-rule'
import { getDatabase } from '@/lib/platform/server/database'
import { makeProblemLine } from '@/prisma/seed/factories'
import {
  signInWithoutForm,
  expectCurrentRow,
  expectSaved,
  pressKeys,
  openLabellingScreen,
} from './actions'
import { expect, testInFullRun } from './fixtures'

/** Sets the rate for pauses (null: off), and dates all gold answers to now. */
async function setPauseRate(projectId: string, pauseBelow: number | null): Promise<void> {
  await getDatabase().project.update({
    where: { id: projectId },
    data: { pauseBelow },
    select: { id: true },
  })
  await getDatabase().$executeRaw`
    update annotation set submitted_at = now() where project_id = ${projectId}::uuid and is_quality_control`
}

// Tested in every run by lib/people/server/apply-pause-rule.db.test.ts, lib/people/server/pause-review.db.test.ts and lib/client/annotation-controller.test.ts.
testInFullRun(
  'an annotator with too many wrong gold answers is paused until a reviewer ends the pause',
  async ({ page, openBrowser, testData }) => {
    const project = await testData.project()
    const { slug } = project
    await importGoldSolutions(project, 5)
    const goldItems = await getDatabase().goldItem.findMany({
      where: { projectId: project.id },
      select: { solutionId: true },
    })
    await testData.solutions(project, [
      makeProblemLine('a', [0.9, 0.8]),
      makeProblemLine('b', [0.7]),
    ])
    const ada = await testData.member(project, 'annotator', 'Ada Lind')
    const rui = await testData.member(project, 'reviewer', 'Rui Costa')

    // Five wrong gold answers. The rule is turned on below.
    await setPauseRate(project.id, null)
    for (const { solutionId } of goldItems)
      await submitGoldAnswer(project, ada, { solution: solutionId, ratings: [-1] })

    // Submit one solution and start the next.
    await signInWithoutForm(page, ada)
    await openLabellingScreen(page, slug)
    await pressKeys(page, '3', '3', '3', 'Enter')
    await expectCurrentRow(page, /^Step 1 of 3, not rated/)
    await pressKeys(page, '3')
    await expectCurrentRow(page, /^Step 2 of 3/)
    await expectSaved(page)

    // The server checks every two seconds, and a pause takes effect some annotations later. Date its plan back, so that
    // earlier annotations count.
    await setPauseRate(project.id, 0.6)
    const endDelay = () =>
      getDatabase().plannedPause.updateMany({
        where: { projectId: project.id },
        data: { plannedAt: new Date(0), afterAnnotations: pauseDelayInAnnotations.min },
      })
    await expect.poll(async () => (await endDelay()).count).toBe(1)
    const isPaused = async () =>
      (await getDatabase().pause.count({ where: { projectId: project.id, endedAt: null } })) === 1
    await expect.poll(isPaused).toBe(true)

    // Further ratings are rejected with a message, and the labelling screen leads to the annotator's own work.
    await pressKeys(page, '3')
    await expect(page.getByText(/paused/i).first()).toBeVisible()
    await page.goto(`/projects/${slug}/label`)
    await expect(page).toHaveURL(/\/mine$/)
    await expect(page.getByRole('heading', { name: 'You are paused' })).toBeVisible()

    // The pages that she can still open link only to each other.
    const ownAnnotation = await getDatabase().annotation.findFirstOrThrow({
      where: { projectId: project.id, state: 'submitted', isQualityControl: false },
      select: { id: true },
    })
    for (const path of ['/mine', `/mine/${ownAnnotation.id}`, '/guideline']) {
      await page.goto(`/projects/${slug}${path}`)
      await expect(page.getByRole('navigation', { name: 'Project' }).getByRole('link')).toHaveText([
        'Your\u00a0work',
        'Guideline',
      ])
    }

    // An admin, who reads names, chooses a time. Nothing is withdrawn without one.
    const adminPage = await openBrowser()
    await signInWithoutForm(adminPage, project.admin)
    await adminPage.goto(`/projects/${slug}/people`)
    await adminPage.getByRole('link', { name: 'Ada Lind' }).click()
    await adminPage.getByRole('radio', { name: 'Withdraw recent annotations' }).check()
    const startField = adminPage.getByLabel('Withdraw from (UTC)')
    await startField.fill('')
    await adminPage.getByLabel('Reason', { exact: true }).fill('We talked about it.')
    await adminPage.getByRole('button', { name: 'End pause and withdraw' }).click()
    await expect(startField).toBeFocused()
    await expect(startField).toHaveAccessibleDescription(/^Choose a day and a time\./)
    expect(await isPaused()).toBe(true)
    await adminPage.close()

    // A reviewer reads the reason, returns her work, and ends the pause.
    const reviewerPage = await openBrowser()
    await signInWithoutForm(reviewerPage, rui)
    await reviewerPage.goto(`/projects/${slug}/people`)
    await reviewerPage.getByRole('link', { name: 'Ada Lind' }).click()
    await expect(reviewerPage.getByRole('heading', { name: 'End pause' })).toBeVisible()
    await expect(reviewerPage.getByText(/0 of 5/).first()).toBeVisible()
    await reviewerPage.getByRole('radio', { name: 'Withdraw recent annotations' }).check()
    // The current week. Reviewers choose weeks, because names are hidden.
    await reviewerPage.getByLabel('Withdraw work since week (UTC)').selectOption({ index: 0 })
    await expect(reviewerPage.getByText(/^1 annotation will be withdrawn\./)).toBeVisible()
    await reviewerPage.getByRole('button', { name: 'End pause and withdraw' }).click()
    await expect(reviewerPage.getByText('Enter a reason.')).toBeVisible()
    await reviewerPage.getByLabel('Reason', { exact: true }).fill('We talked about it.')
    await reviewerPage.getByRole('button', { name: 'End pause and withdraw' }).click()
    await expect(reviewerPage.getByRole('heading', { name: 'Pause Ada Lind' })).toBeVisible()
    await reviewerPage.close()

    // Both ratings are there, including the rejected one.
    await page.goto(`/projects/${slug}/label`)
    await expectCurrentRow(page, /^Step 3 of 3/)
  },
)
