import { expect, test } from 'vitest'
import type { Person } from '@/lib/auth/actor'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { adjudicate } from '@/lib/review/testing/adjudicate'
import {
  joinReader,
  label,
  makeAskedProject,
  publishRuling,
} from '@/lib/review/testing/asked-project'
import type { MadeProject } from '@/prisma/seed/factories'
import { previewAffected } from './affected-commands'
import { getSplit, listSplitReports, previewRepair } from './queries'
import { askQuestion, setQuestionsAside } from './questions-commands'
import { getAskedStep, listQuestions, listSetAside } from './questions-queries'
import { getRuling } from './rulings-queries'

useTestDatabase()

interface World {
  project: MadeProject
  reviewer: Person
  solution: string
}

/** Two people who part at the second step: both asked about it, and one reported how it was cut. */
async function makeParted() {
  const { project, reviewer } = await makeAskedProject(['p'], { hidesLabelers: true })
  const [ada, ben] = [await joinReader(project, 'Ada Lind'), await joinReader(project, 'Ben Ito')]
  const asked = await label(project, ada, [
    [0, 'Why?', 'comment'],
    [1, 'Units?'],
    [2, 'Cut badly', 'bad_split'],
  ])
  await label(project, ben, [[1, 'Is it?']], [1, -1])
  const { solution, annotation } = asked
  const aside = { annotation, step: 0, option: 0, kind: 'comment' as const, words: 'Why?' }
  await setQuestionsAside.execute(reviewer, { project: project.slug, asks: [aside], note: 'No.' })
  await publishRuling(project, reviewer, {
    ...{ solution, step: 1 },
    asks: [{ annotation, step: 1, option: 0, kind: 'flag', words: 'Units?' }],
  })
  return { project, reviewer, solution, ada, ben }
}

/** All that says who labelled something, but for the comparison and the list of annotations. */
async function readReplies({ project, reviewer, solution }: World) {
  const place = { project: project.slug, solution }
  const one = { project: project.slug, ruling: 1 }
  const change = { kind: 'merge' as const, step: 0, through: 1 }
  const page = { project: project.slug, page: 1, limit: 20 }
  const filter = previewAffected.contract.input.parse({ ...one, example: true })
  return {
    questions: await listQuestions.execute(reviewer, { ...page, order: 'newest' }),
    step: await getAskedStep.execute(reviewer, { ...place, step: 1 }),
    aside: await listSetAside.execute(reviewer, page),
    ruling: await getRuling.execute(reviewer, one),
    affected: await previewAffected.execute(reviewer, filter),
    reports: await listSplitReports.execute(reviewer, { project: project.slug, limit: 20 }),
    split: await getSplit.execute(reviewer, place),
    repair: await previewRepair.execute(reviewer, { ...place, revision: 1, change }),
  }
}

test('who parts has no name in any list of questions, rulings and splits until it is ruled on', async () => {
  const world = await makeParted()
  const { ada, ben } = world
  for (const [name, reply] of Object.entries(await readReplies(world))) {
    expect([name, JSON.stringify(reply)]).not.toEqual([name, expect.stringMatching(/Ada|Ben/)])
    for (const { userId } of [ada, ben]) expect(JSON.stringify(reply)).not.toContain(userId)
  }
  await adjudicate(world.project, world.reviewer, world.solution, [1, -1])
  const { affected, ...ruled } = await readReplies(world)
  for (const [name, reply] of Object.entries(ruled))
    expect([name, JSON.stringify(reply)]).toEqual([name, expect.stringMatching(/Ada|Ben/)])
  // What is adjudicated stays: nobody is listed.
  expect(affected.listed).toEqual([])
})

test('a project that shows names shows them there too', async () => {
  const world = await makeParted()
  await getDatabase().project.update({
    where: { id: world.project.id },
    data: { hidesLabelers: false },
  })
  for (const [name, reply] of Object.entries(await readReplies(world)))
    expect([name, JSON.stringify(reply)]).toEqual([name, expect.stringMatching(/Ada|Ben/)])
})

test('a reviewer who asks is no annotator, and has a name', async () => {
  const world = await makeParted()
  const { project, reviewer, solution } = world
  const input = { project: project.slug, solution, revision: 1, step: 2, words: 'One step or two?' }
  await askQuestion.execute(reviewer, askQuestion.contract.input.parse(input))
  const { questions } = await readReplies(world)
  const named = questions.steps.flatMap(({ asks }) =>
    asks.map(({ kind, person }) => [kind, person]),
  )
  expect(Object.fromEntries(named)).toEqual({ flag: null, reviewer: 'Rui' })
})
