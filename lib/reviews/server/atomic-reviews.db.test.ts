import { expect, test } from 'vitest'
import { adjudicateSolution, withdrawAdjudication } from '@/lib/adjudication/server/commands'
import { compareAnnotations } from '@/lib/adjudication/server/queries'
import {
  claimAndLabelSolution,
  makeAdjudicationProject,
} from '@/lib/adjudication/testing/adjudication-project'
import { getDatabase } from '@/lib/platform/server/database'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { runWithNthStatementRejected } from '@/lib/platform/testing/statement-faults'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { TestProject } from '@/prisma/seed/factories'
import { returnAnnotation } from './commands'

useTestDatabase()

async function makeDisagreement() {
  const fixture = await makeAdjudicationProject({ steps: 2, overlap: 4 })
  await claimAndLabelSolution(fixture.project, fixture.ann, [1, -1])
  await claimAndLabelSolution(fixture.project, fixture.ben, [1, 1])
  return {
    ...fixture,
    read: await compareAnnotations.execute(fixture.reviewer, fixture.solutionInput),
  }
}

type Fixture = Awaited<ReturnType<typeof makeDisagreement>>

function adjudicate(
  { solutionInput, reviewer, read }: Fixture,
  adjudication: string | null = null,
) {
  const annotations = read.annotations.map(({ annotation, version }) => ({
    annotation,
    version,
  }))
  const expected = { annotations, adjudication }
  const input = {
    ...solutionInput,
    revision: 1,
    ratings: [1, -1],
    gold: true,
    note: 'So.',
    expected,
  }
  return adjudicateSolution.execute(reviewer, adjudicateSolution.contract.input.parse(input))
}

/** Everything that reviewing changes in the database. */
async function readTraces({ id }: TestProject) {
  const [row] = await getDatabase().$queryRaw<Record<string, number | null>[]>`
    select (select count(*)::int from adjudication where project_id = ${id}::uuid) as adjudications,
      (select count(*)::int from adjudication where project_id = ${id}::uuid and withdrawn_at is null) as "currentAdjudications",
      (select count(*)::int from disagreement where project_id = ${id}::uuid) as disagreements,
      (select count(*)::int from gold_item where project_id = ${id}::uuid) as gold,
      (select sum(slots)::int from queue_item where project_id = ${id}::uuid) as slots,
      (select sum(done)::int from queue_item where project_id = ${id}::uuid) as done,
      (select count(*)::int from annotation where project_id = ${id}::uuid and state = 'draft') as drafts,
      (select count(*)::int from annotation_archive where project_id = ${id}::uuid) as archived,
      (select count(*)::int from annotation_review where project_id = ${id}::uuid) as reviews,
      (select count(*)::int from queue_rework where project_id = ${id}::uuid) as rework,
      (select count(*)::int from audit_entry where project_id = ${id}::uuid) as entries`
  return row!
}

const actions: Record<
  string,
  { begin?: (fixture: Fixture) => Promise<unknown>; run: (fixture: Fixture) => Promise<unknown> }
> = {
  adjudicate: { run: (fixture) => adjudicate(fixture) },
  'replace an adjudication': {
    begin: (fixture) => adjudicate(fixture),
    run: async (fixture) => {
      const { adjudication } = await compareAnnotations.execute(
        fixture.reviewer,
        fixture.solutionInput,
      )
      return adjudicate(fixture, adjudication!.adjudication)
    },
  },
  withdraw: {
    begin: (fixture) => adjudicate(fixture),
    run: async ({ project, reviewer, solutionInput }) => {
      const { adjudication } = await compareAnnotations.execute(reviewer, solutionInput)
      const key = { project: project.slug, adjudication: adjudication!.adjudication }
      return withdrawAdjudication.execute(reviewer, key)
    },
  },
  return: {
    run: ({ project, reviewer, read }) => {
      const { annotation, version } = read.annotations[0]!
      const solutionInput = { project: project.slug, annotation, version }
      return returnAnnotation.execute(reviewer, { ...solutionInput, note: 'Why?' })
    },
  },
}

// Replacing an adjudication runs the same statements as adjudicating.
const everyRun = ['adjudicate', 'withdraw', 'return']

test.each(Object.keys(actions).filter((name) => isFullTestRun || everyRun.includes(name)))(
  '%s changes everything or nothing, whichever SQL statement fails',
  async (name) => {
    const { begin, run: action } = actions[name]!
    const start = async () => {
      const fixture = await makeDisagreement()
      await begin?.(fixture)
      return { fixture, before: await readTraces(fixture.project) }
    }
    const completeRun = await start()
    await action(completeRun.fixture)
    const expectedChanges = compare(
      completeRun.before,
      await readTraces(completeRun.fixture.project),
    )
    expect(expectedChanges).toMatchObject({ entries: 1 })
    // A failure changes nothing, so the next attempt starts from the same state.
    const { fixture, before } = await start()
    let failed = 0
    for (let n = 1; ; n += 1) {
      let isDone = false
      await runWithNthStatementRejected(n, () =>
        action(fixture).then(
          () => (isDone = true),
          () => (failed += 1),
        ),
      )
      const changes = compare(before, await readTraces(fixture.project))
      expect(changes, `statement ${n}`).toEqual(isDone ? expectedChanges : compare(before, before))
      if (isDone) break
    }
    expect(failed).toBeGreaterThan(3)
  },
  120_000,
)

const compare = (from: Record<string, number | null>, to: Record<string, number | null>) =>
  Object.fromEntries(Object.entries(to).map(([key, n]) => [key, (n ?? 0) - (from[key] ?? 0)]))
