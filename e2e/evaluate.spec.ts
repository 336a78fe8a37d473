import type { Person } from '@/lib/auth/actor'
import type { Rating } from '@/lib/formats/record'
import { submitAnnotation } from '@/lib/annotations/server/commands'
import { finish, makeState } from '@/lib/annotations/testing/claimed-work'
import { getDatabase } from '@/lib/platform/server/database'
import { claimNext } from '@/lib/queue/server/commands'
import { openRound, planRound } from '@/lib/rounds/server/commands'
import { getRound } from '@/lib/rounds/server/queries'
import { startScoreRun, trainScorer } from '@/lib/scoring/server/commands'
import { getScorerVersion, getScoreRun } from '@/lib/scoring/server/queries'
import type { MadeProject } from '@/prisma/seed/factories'
import { expect, test } from './fixtures'
import { enter } from './verbs'

/** A problem with a right sample and a wrong one, which a sum in its second step tells apart. */
function makeSums(number: number) {
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
async function openRoundOf({ admin, slug: project }: MadeProject, source: string): Promise<string> {
  const input = planRound.contract.input.parse({
    project,
    policy: { size: 26, scores: { source } },
  })
  const { round } = await planRound.execute(admin, input)
  const place = { project, round }
  const readState = async () => (await getRound.execute(admin, place)).state
  await expect.poll(readState).toBe('planned')
  await openRound.execute(admin, place)
  await expect.poll(readState).toBe('open')
  return round
}

/** Labels what there is, by whether its sum is right; gives how many. Of the first wrong ones some are passed. */
async function labelAll(project: MadeProject, person: Person, passes = 0): Promise<number> {
  let left = passes
  for (let labelled = 0; ; labelled++) {
    const input = claimNext.contract.input.parse({ project: project.slug })
    const claimed = await claimNext.execute(person, input)
    if (claimed.kind !== 'solution') return labelled
    const { verdict } = await getDatabase().solution.findFirstOrThrow({
      where: { projectId: project.id, id: claimed.solution },
      select: { verdict: true },
    })
    const isRight = verdict === 'correct' || left-- > 0
    const ratings: Rating[] = isRight ? [1, 1, 1] : [1, -1]
    await submitAnnotation.execute(
      person,
      submitAnnotation.contract.input.parse({
        ...{ project: project.slug, lease: claimed.lease.id },
        ...makeState(ratings),
        ...(isRight ? finish.solution : finish.foundError),
      }),
    )
  }
}

async function trainAndScore({ admin, slug: project }: MadeProject): Promise<string> {
  const { scorer, version } = await trainScorer.execute(
    admin,
    trainScorer.contract.input.parse({ project }),
  )
  const place = { project, scorer, version: version.version }
  const readVersion = async () => (await getScorerVersion.execute(admin, place)).state
  await expect.poll(readVersion).toBe('done')
  const { run } = await startScoreRun.execute(
    admin,
    startScoreRun.contract.input.parse({ project, scorer }),
  )
  const readRun = async () => (await getScoreRun.execute(admin, { project, run })).state
  await expect.poll(readRun).toBe('done')
  return run
}

test('labels train the embedded scorer, the next round is ranked with it, and the page shows errors by slice', async ({
  page,
  world,
}) => {
  const project = await world.project({})
  await world.solutions(
    project,
    Array.from({ length: 60 }, (_, number) => makeSums(number)),
  )
  const [annotator, reviewer] = [
    await world.join(project, 'annotator'),
    await world.join(project, 'reviewer'),
  ]
  await openRoundOf(project, 'imported')
  expect(await labelAll(project, annotator)).toBe(26)
  const run = await trainAndScore(project)
  const second = await openRoundOf(project, run)
  const ranked = await getRound.execute(project.admin, { project: project.slug, round: second })
  expect(ranked.scores).toMatchObject({ run: 1 })
  expect(await labelAll(project, annotator, 1)).toBeGreaterThanOrEqual(26)

  await enter(page, reviewer)
  await page.goto(`/projects/${project.slug}/evaluate`)
  await expect(page.getByText('Choose the scores to look at')).toBeVisible()
  await page.getByLabel('Scores').selectOption({ label: 'run 1, embedded 1: 120 solutions' })
  await page.getByRole('button', { name: 'Compute' }).click()
  const yields = page.getByRole('table', { name: /per 100 steps|than chance/ })
  const found = yields.getByRole('row', { name: /^round 1 Convincing wrong/ })
  await expect(found).toContainText(/50\.0 \[50\.0, 50\.0\]/)
  await expect(yields.getByRole('row', { name: /^round 2 Convincing wrong/ })).toContainText(
    /4\d\.\d \[4\d\.\d, /,
  )
  await expect(yields.getByRole('row', { name: /^round 1 At random/ })).toContainText(
    /of 20 annotations/,
  )
  await expect(page).toHaveURL(/evaluation=/)
  const abstract = page.getByText(/Of up to 2 samples of a problem, the score picks/)
  // Which problems are held out depends on their ids, so sometimes there are enough ratings for a number.
  await expect(abstract).toContainText('it learnt from labels on some of these problems')
  await expect(abstract).toContainText(
    /(cannot be said: it|over \d+ held-out ratings \(it) learnt from up to \d+ of the \d+ ratings/,
  )
  await expect(
    page.getByRole('table', { name: 'Scorer version against version' }).getByRole('row'),
  ).toHaveCount(2)

  // The wrong sum that was passed is hinted at, with a way to its solution.
  const hints = page.getByRole('table', { name: /contradict themselves/ }).first()
  await expect(hints).toContainText(/but the left side comes to \d+; rated positive/)
  await hints.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/splits\//)
})

test('with too little it says what is missing, and a second one can be cancelled or waited for', async ({
  page,
  world,
}) => {
  const project = await world.project({})
  await world.solutions(project, [makeSums(1), makeSums(2)])
  await enter(page, project.admin)
  await page.goto(`/projects/${project.slug}/evaluate`)
  await page.getByRole('button', { name: 'Compute' }).click()
  await expect(page.getByText('There is too little for a number')).toBeVisible()
  await expect(page.getByText('there are 2 such problems')).toBeVisible()
  await expect(page.getByText('No annotations submitted yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Compute again' }).click()
  await expect(page.getByRole('heading', { name: 'Other evaluations' })).toBeVisible()
})
