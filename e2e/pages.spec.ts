import { getDatabase } from '@/lib/platform/server/database'
import { label } from '@/lib/review/testing/disputed-project'
import { askQuestion, setQuestionsAside } from '@/lib/review/server/questions-commands'
import { makeRuling } from '@/lib/review/server/rulings-commands'
import { makeTwiceLabelled } from '@/lib/review/testing/twice-labelled'
import { joinProject, makeProblemLine, type MadeProject } from '@/prisma/seed/factories'
import { expect, test } from './fixtures'
import { enter } from './verbs'

const addresses = [
  '/',
  '/account',
  '/account/keys',
  '/people',
  '/forgot',
  '/invite',
  '/reset',
  '/projects/new',
  '/projects/{project}',
  '/projects/{project}/label',
  '/projects/{project}/mine',
  '/projects/{project}/guideline',
  '/projects/{project}/guideline/edit',
  '/projects/{project}/review',
  '/projects/{project}/review?show=adjudicated',
  '/projects/{project}/review/{solution}',
  '/projects/{project}/review/labellings',
  '/projects/{project}/review/labellings/{labelling}',
  '/projects/{project}/splits',
  '/projects/{project}/questions',
  '/projects/{project}/questions?show=rulings',
  '/projects/{project}/questions?show=aside',
  '/projects/{project}/questions/new?solution={solution}&step=1',
  '/projects/{project}/rulings/1',
  '/projects/{project}/guideline/edit?rulings=drafts',
  '/projects/{project}/answers',
  '/projects/{project}/answers?show=settled',
  '/projects/{project}/answers?show=search',
  '/projects/{project}/answers?show=anew',
  '/projects/{project}/queue',
  '/projects/{project}/queue/items',
  '/projects/{project}/queue/new',
  '/projects/{project}/scorers',
  '/projects/{project}/evaluate',
  '/projects/{project}/agreement',
  '/projects/{project}/data',
  '/projects/{project}/data/imports/{import}',
  '/projects/{project}/data/releases/new',
  '/projects/{project}/data/releases/1',
  '/projects/{project}/people',
  '/projects/{project}/settings',
  '/no-such-page',
]
const hostile =
  '<img src=x onerror="globalThis.hacked = true"><script>globalThis.hacked = true</script>'
const formulas =
  '$\\href{javascript:globalThis.hacked=true}{x}$ $\\htmlStyle{position:fixed}{y}$ $\\frac{1}{2}$'

async function makeDisputed(project: MadeProject, words: string) {
  const notes = [{ step: 0, option: null, kind: 'comment' as const, text: words }]
  const [one, other] = [
    await joinProject(project, 'annotator'),
    await joinProject(project, 'annotator'),
  ]
  const labelling = await label(project, one, [-1], { said: { notes } })
  await label(project, other, [1, 1, 1])
  const { solutionId: solution } = await getDatabase().labelling.findFirstOrThrow({
    where: { id: labelling },
    select: { solutionId: true },
  })
  return { labelling, solution }
}

/** A ruling, an open question and one that was set aside, all with hostile words; of the solution that it returns. */
async function ruleOnSomething({ admin, id, slug: project }: MadeProject): Promise<string> {
  const { id: solution } = await getDatabase().solution.findFirstOrThrow({
    where: { projectId: id, externalId: 'p/0' },
    select: { id: true },
  })
  const step = { solution, revision: 1, step: 0, option: 0 }
  const asked = { project, ...step, words: `${hostile} ${formulas}` }
  const { question } = await askQuestion.execute(admin, asked)
  await setQuestionsAside.execute(admin, { project, asks: [{ question }], note: hostile })
  await askQuestion.execute(admin, asked)
  await makeRuling.execute(admin, {
    ...{ project, heading: hostile.slice(0, 120), words: `${hostile} ${formulas}`, asks: [] },
    example: { ...step, rating: 0, why: hostile },
  })
  return solution
}

test('every page keeps its Content-Security-Policy, runs no script from data, and fits 390 px', async ({
  page,
  world,
  baseURL,
}) => {
  // Every page there is, one after the other.
  test.slow()
  const project = await world.project({ name: `Hostile ${hostile}`, overlap: 2 })
  const line = makeProblemLine('p', [0.9])
  line.problem = `${hostile} ${formulas}`
  line.samples[0]!.steps[0] =
    `${hostile} ${formulas} ![picture](https://pictures.example/x.png)`.replace(
      '![picture]',
      '[picture]',
    )
  const { import: importId } = await world.solutions(project, [line], { fileName: hostile })
  const labelled = {
    ...{
      id: hostile,
      generator: hostile,
      problem: `${hostile} Labelled?`,
      steps: [hostile, formulas],
    },
    ...{ final_answer_correct: false, label: 1 },
  }
  await world.solutions(project, [labelled])
  await world.release(project, { name: hostile })
  // A sum that does not hold is shown as a hint, in the words of the step.
  const hinted = makeProblemLine('h', [0.9])
  hinted.samples[0]!.steps[0] = `${hostile} $1 + 1 = 3$ ${formulas}`
  await world.solutions(project, [hinted])
  await world.evaluation(project)
  // What two people say of one solution, and one of them in words of the data.
  const ids = await makeDisputed(project, `${hostile} ${formulas}`)
  await ruleOnSomething(project)
  const people = [
    await world.join(project, 'annotator', hostile),
    await world.join(project, 'annotator', `${hostile} too`),
  ] as const
  await makeTwiceLabelled(project, { count: 20, apart: 5 }, people)
  await world.agreement(project)
  await enter(page, project.admin)
  const foreign: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL) foreign.push(request.url())
  })
  for (const address of addresses) {
    const named = { ...ids, project: project.slug, import: importId }
    const path = address.replace(/\{(\w+)\}/g, (_, key: keyof typeof named) => named[key])
    await page.setViewportSize({ width: 390, height: 844 })
    const response = await page.goto(path)
    const policy = response!.headers()['content-security-policy']
    expect(policy, address).toMatch(/script-src 'self' 'nonce-/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    await expect(page.getByRole('main')).toBeVisible()
    // Tabs of several projects stand side by side.
    if (address.startsWith('/projects/{project}'))
      await expect(page, address).toHaveTitle(/^(?:[^·]+ · )?Hostile <img .+ · Stepmark$/)
    const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await readWidth(), `${address} at 390`).toBeLessThanOrEqual(390)
    // The same page on a screen: a window that is made larger.
    await page.setViewportSize({ width: 1440, height: 844 })
    expect(await readWidth(), `${address} at 1440`).toBeLessThanOrEqual(1440)
    expect(await page.evaluate(() => 'hacked' in globalThis), address).toBe(false)
  }
  expect(foreign).toEqual([])
})

test('each page has a nonce of its own', async ({ request }) => {
  const nonces = await Promise.all(
    [1, 2, 3].map(async () => (await request.get('/sign-in')).headers()['content-security-policy']),
  )
  expect(new Set(nonces).size).toBe(3)
})
