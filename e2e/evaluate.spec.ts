import { submitAnnotation } from '@/lib/annotations/server/commands'
import { finishInputByReason, makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import { getDatabase } from '@/lib/platform/server/database'
import { claimNext } from '@/lib/queue/server/commands'
import { startRound, planRound } from '@/lib/rounds/server/commands'
import { getRound } from '@/lib/rounds/server/queries'
import { startScoreRun, trainScorer } from '@/lib/scoring/server/commands'
import { getScorerVersion, getScoreRun } from '@/lib/scoring/server/queries'
import type { TestProject } from '@/prisma/seed/factories'
import { signInWithoutForm } from './actions'
import { expect, testInFullRun } from './fixtures'

/** A problem with a correct and a wrong sample, which differ in the sum in their second step. */
function makeSumLine(number: number) {
  const sample = (name: string, sum: number, score: number) => ({
    id: `${number}/${name}`,
    steps: [`Take ${number}.`, `So ${number} + 7 = ${sum}.`, `It is ${sum}.`],
    answer: String(sum),
    score,
  })
  return {
    id: `p${number}`,
    problem: `What is $${number} + 7$?`,
    answer: String(number + 7),
    samples: [sample('right', number + 7, 0.6), sample('wrong', number + 8, 0.5 + number / 1000)],
  }
}

/** A round of the default policy: convincing wrong answers first, one in ten at random. */
async function startRoundWithScores(
  { admin, slug: project }: TestProject,
  source: string,
): Promise<string> {
  const input = planRound.contract.input.parse({
    project,
    policy: { size: 26, scores: { source } },
  })
  const { round } = await planRound.execute(admin, input)
  const key = { project, round }
  const readState = async () => (await getRound.execute(admin, key)).state
  await expect.poll(readState).toBe('planned')
  await startRound.execute(admin, key)
  await expect.poll(readState).toBe('active')
  return round
}

/** Labels the whole queue by whether the sum is correct, but misses the first `missed` errors. Returns how many it labelled. */
async function annotateQueue(project: TestProject, person: Person, missed = 0): Promise<number> {
  let remainingMisses = missed
  for (let labelledCount = 0; ; labelledCount++) {
    const input = claimNext.contract.input.parse({ project: project.slug })
    const claim = await claimNext.execute(person, input)
    if (claim.kind !== 'solution') return labelledCount
    const { verdict } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id, id: claim.solution },
      select: { verdict: true },
    })
    const isRatedCorrect = verdict === 'correct' || remainingMisses-- > 0
    const ratings: Rating[] = isRatedCorrect ? [1, 1, 1] : [1, -1]
    await submitAnnotation.execute(
      person,
      submitAnnotation.contract.input.parse({
        project: project.slug,
        lease: claim.lease.id,
        ...makeSaveInput(ratings),
        ...(isRatedCorrect ? finishInputByReason.solution : finishInputByReason.foundError),
      }),
    )
  }
}

async function trainAndScore({ admin, slug: project }: TestProject): Promise<string> {
  const { scorer, version } = await trainScorer.execute(
    admin,
    trainScorer.contract.input.parse({ project }),
  )
  const key = { project, scorer, version: version.version }
  const readVersion = async () => (await getScorerVersion.execute(admin, key)).state
  await expect.poll(readVersion).toBe('done')
  const { run } = await startScoreRun.execute(
    admin,
    startScoreRun.contract.input.parse({ project, scorer }),
  )
  const readRun = async () => (await getScoreRun.execute(admin, { project, run })).state
  await expect.poll(readRun).toBe('done')
  return run
}

// Tested in every run by lib/evaluation/server/evaluation.db.test.ts and lib/rounds/server/round-jobs.db.test.ts.
testInFullRun(
  'an admin trains the embedded scorer on annotations, ranks the next round with it, and sees its results by slice',
  async ({ page, testData }) => {
    const project = await testData.project({})
    await testData.solutions(
      project,
      Array.from({ length: 60 }, (_, number) => makeSumLine(number)),
    )
    const [annotator, reviewer] = [
      await testData.member(project, 'annotator'),
      await testData.member(project, 'reviewer'),
    ]
    await startRoundWithScores(project, 'imported')
    expect(await annotateQueue(project, annotator)).toBe(26)
    const run = await trainAndScore(project)
    const secondRound = await startRoundWithScores(project, run)
    const rankedRound = await getRound.execute(project.admin, {
      project: project.slug,
      round: secondRound,
    })
    expect(rankedRound.scores).toMatchObject({ run: 1 })
    expect(await annotateQueue(project, annotator, 1)).toBeGreaterThanOrEqual(26)

    await signInWithoutForm(page, reviewer)
    await page.goto(`/projects/${project.slug}/evaluate`)
    // The evaluation of the newest scores starts on its own.
    const chips = page.getByRole('group', { name: 'Options' })
    await expect(chips.getByRole('button', { name: 'Scores: Run 1 · Embedded v1' })).toBeVisible()
    const yieldTable = page.getByRole('table', {
      name: /errors than the random sample|per 100 steps/,
    })
    const row = yieldTable.getByRole('row', { name: /^Round 1 Convincing but wrong/ })
    await expect(row).toContainText(/50\.0 \[34\.9, 65\.1\]/)
    await expect(
      yieldTable.getByRole('row', { name: /^Round 2 Convincing but wrong/ }),
    ).toContainText(/4\d\.\d \[3\d\.\d, /)
    await expect(yieldTable.getByRole('row', { name: /^Round 1 Random sample/ })).toContainText(
      /\(needs 20\)/,
    )
    await expect(page.getByText(/\d+ problems, some trained on/)).toBeVisible()
    // Which problems are held out depends on their ids, so there may be too few ratings for an AUC.
    await expect(page.getByText(/^(Too few|\d+) held-out ratings/)).toBeVisible()
    await expect(page.getByRole('table', { name: 'Scorer versions' }).getByRole('row')).toHaveCount(
      2,
    )

    // Other options have a result and a URL of their own.
    await chips.getByRole('button', { name: 'Scores: Run 1 · Embedded v1' }).click()
    await page.getByRole('menuitem', { name: /^Imported/ }).click()
    await expect(page).toHaveURL(/\?scores=imported$/)
    await expect(page.getByRole('heading', { name: 'Other evaluations' })).toBeVisible()
    await expect(page.getByText(/^\d+ problems$/).first()).toBeVisible()
    await chips.getByRole('link', { name: 'Clear Scores' }).click()
    await expect(page).toHaveURL(/\/evaluate$/)

    // The wrong sum that an annotator missed is a hint that links to its solution.
    const hintTable = page.getByRole('table', { name: 'Arithmetic hints' }).first()
    await expect(hintTable).toContainText(/but the left side is \d+ · rated positive/)
    await hintTable.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/splits\//)
  },
)

// Tested in every run by lib/evaluation/server/evaluation-updates.db.test.ts and components/evaluation/describe-evaluation.test.ts.
testInFullRun(
  'the evaluate page lists what a small project lacks, and evaluates an import when it is reloaded',
  async ({ page, testData }) => {
    const project = await testData.project({})
    await signInWithoutForm(page, project.admin)
    await page.goto(`/projects/${project.slug}/evaluate`)
    await expect(page.getByText('Import solutions to evaluate their scores here.')).toBeVisible()
    await testData.solutions(project, [makeSumLine(1), makeSumLine(2)])
    await page.reload()
    await expect(page.getByText('n = 2 (needs 20)').first()).toBeVisible()
    await expect(page.getByText('No annotations submitted yet.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Other evaluations' })).toBeVisible()
    await page.getByRole('table', { name: 'Other evaluations' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/evaluation=/)
    await page.getByRole('link', { name: 'Show newest' }).click()
    await expect(page.getByText(/^Updated /)).toBeVisible()
  },
)
