import { beforeAll, describe, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import type { Rating } from '@/lib/formats/record'
import { createRandomGenerator } from '@/lib/platform/random'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import type { TestProject } from '@/prisma/seed/factories'
import { exportAnnotations } from './queries'
import {
  storeTestAdjudication,
  withdrawAdjudication,
  storeImportedTestAnnotation,
  storeImportedTestAnnotations,
  type ImportedTestAnnotation,
} from './testing/imported-test-annotations'
import { labelSolution, makeProjectWithSolutions } from './testing/labelled-project'
import {
  type ReleaseTestOptions,
  makeTestRelease,
  requestRelease,
  readReleaseIndex,
  readReleaseManifest,
  readReleaseBytes,
  readReleaseLines,
} from './testing/test-releases'

useTestDatabase()

const cases = [
  ...(['agreed', 'tied', 'single', 'skipped', 'irregular', 'recut', 'twice'] as const),
  ...(['adjudicated', 'withdrawn', 'adjudicatedBefore', 'adjudicatedSkipped', 'adopted'] as const),
]
type Case = (typeof cases)[number]

let project: TestProject
const solutions = {} as Record<Case, string>

const storeVote = (
  solution: Case,
  labeler: string,
  ratings: ImportedTestAnnotation['ratings'],
  more: Partial<ImportedTestAnnotation> = {},
) => storeImportedTestAnnotation(project, solutions[solution], { labeler, ratings, ...more })

beforeAll(async () => {
  const created = await makeProjectWithSolutions(cases.length)
  project = created.project
  const all = [...created.solutions.values()].flat()
  // Names the solutions in order of their external ids.
  for (const [i, name] of cases.entries()) solutions[name] = all[i]!
  await storeVote('agreed', 'ann', [1, -1])
  await storeVote('agreed', 'ben', [0, -1], { at: '2026-03-02T10:00:00', alternatives: [1, -1] })
  await storeVote('agreed', 'cat', [0, 1, 1], { at: '2026-03-02T11:00:00' })
  await storeVote('tied', 'ann', [1, -1])
  await storeVote('tied', 'ben', [1, 0, 1])
  await storeVote('single', 'ann', [-1])
  await storeVote('skipped', 'ann', [1], { finishReason: 'give_up' })
  await storeVote('skipped', 'ben', [1, 1, -1])
  await storeVote('irregular', 'ann', [-1, 1], {
    finishReason: 'solution',
    irregular: 'It goes on.',
  })
  await storeVote('irregular', 'ben', [1, -1])
  await storeVote('recut', 'ann', [-1])
  await storeVote('recut', 'ben', [1, 0, 1], { revision: 2 })
  await setRevision('recut', 2)
  await storeVote('twice', 'ann', [-1])
  await storeVote('twice', 'ann', [1, 1, 1], { at: '2026-03-02T09:00:00.000001' })
  await storeVote('twice', 'ben', [1, 0, 1])
  await storeVote('twice', 'cat', [1, -1], { at: '2026-03-03T00:00:00' })
  await storeVote('adjudicated', 'ann', [1, -1])
  await storeVote('adjudicated', 'ben', [1, 1, 1])
  await storeTestAdjudication(project, solutions.adjudicated, [0, 1, -1])
  await storeVote('withdrawn', 'ann', [1, -1])
  await storeVote('withdrawn', 'ben', [1, -1])
  await withdrawAdjudication(
    project,
    await storeTestAdjudication(project, solutions.withdrawn, [-1]),
  )
  await storeVote('adjudicatedBefore', 'ann', [1, 1, 1], { revision: 2 })
  await storeTestAdjudication(project, solutions.adjudicatedBefore, [-1])
  await setRevision('adjudicatedBefore', 2)
  await storeVote('adjudicatedSkipped', 'ann', [1], { finishReason: 'give_up' })
  await storeTestAdjudication(project, solutions.adjudicatedSkipped, [1, 0, 1])
  await storeVote('adopted', 'ben', [1, 1, -1], { at: '2026-03-03T00:00:00', alternatives: [-1] })
  const ann = await storeVote('adopted', 'ann', [1, 0, -1], { alternatives: [1] })
  await storeTestAdjudication(project, solutions.adopted, [1, 0, -1], { adopted: ann })
})

const setRevision = (name: Case, revision: number) => getDatabase().$executeRaw`
  update solution set revision = ${revision} where id = ${solutions[name]}::uuid`

interface ConsensusLine {
  solution: string
  policy: string
  first_error: number | null
  people: string[]
  first_errors: (number | null)[]
  annotations: string[]
  posterior: number | null
  details_of: string | null
  adjudication: string | null
}

const base = { formats: ['prm800k'], consensus: 'majority' } satisfies Partial<ReleaseTestOptions>

const readConsensus = async (number: number) =>
  (await readReleaseLines(project, number, 'consensus.jsonl')).map(
    (line) => JSON.parse(line) as ConsensusLine,
  )

/** By case: the first error (`none` for no error), what decided, and whose votes counted. */
async function decide(options: Partial<ReleaseTestOptions>) {
  const release = await makeTestRelease(project, { ...base, ...options })
  const lines = await readConsensus(release.number)
  const decisions = Object.fromEntries(
    cases.flatMap((name) => {
      const line = lines.find(({ solution }) => solution === solutions[name])
      return line
        ? [[name, `${line.first_error ?? 'none'} ${line.policy} ${line.people.join()}`]]
        : []
    }),
  )
  return { release, decisions, lines }
}

const majorityDecisions = {
  agreed: '1 majority ann,ben,cat',
  single: '0 majority ann',
  skipped: '2 majority ben',
  irregular: '1 majority ben',
  recut: 'none majority ben',
  twice: 'none majority ann,ben,cat',
  withdrawn: '1 majority ann,ben',
  adjudicatedBefore: 'none majority ann',
}
const adjudicatedDecisions = {
  adjudicated: '2 adjudicated ann,ben',
  adjudicatedSkipped: 'none adjudicated ',
  adopted: '2 adjudicated ben,ann',
}

describe('a release by consensus', () => {
  test('majority: exports the most frequent first error and counts ties and invalid annotations', async () => {
    const { release, decisions } = await decide({})
    expect(decisions).toEqual({ ...majorityDecisions, adopted: '2 majority ben,ann' })
    expect(release.counts).toMatchObject({
      train: { annotations: 15, solutions: 9, problems: 9 },
      excluded: {
        unfinished: 2,
        irregular: 1,
        outdatedSteps: 1,
        duplicateAnnotator: 1,
        tied: 4,
        notAdjudicated: 0,
        notLatest: 0,
      },
    })
    // A tied solution waits for an adjudication.
    const disagreements = await getDatabase().disagreement.findMany({
      where: { projectId: project.id },
      select: { solutionId: true },
    })
    expect(disagreements.map(({ solutionId }) => solutionId)).toContain(solutions.tied)
  })

  test('adjudicated: exports the reviewer’s labels of the current steps, else the fallback', async () => {
    const { release, decisions, lines } = await decide({ consensus: 'adjudicated' })
    expect(release.options.fallback).toBe('majority')
    expect(decisions).toEqual({ ...majorityDecisions, ...adjudicatedDecisions })
    expect(release.counts).toMatchObject({
      train: { annotations: 17, solutions: 11 },
      excluded: {
        unfinished: 2,
        irregular: 1,
        outdatedSteps: 1,
        duplicateAnnotator: 1,
        tied: 2,
        notAdjudicated: 0,
      },
    })
    const adopted = lines.find(({ solution }) => solution === solutions.adopted)!
    expect(adopted.details_of).toBe(adopted.annotations[adopted.people.indexOf('ann')])
    const manifest = await readReleaseManifest(project, release.number)
    expect(manifest).toMatchObject({
      options: { consensus: 'adjudicated' },
      consensus: { policy: 'adjudicated', version: 1, fallback: 'majority', annotators: null },
      labelers: [
        ...[{ labeler: 'ann', annotations: 7 }],
        ...[
          { labeler: 'ben', annotations: 8 },
          { labeler: 'cat', annotations: 2 },
        ],
      ],
    })
    expect(manifest.consensus!.rows).toEqual({ adjudicated: 3, majority: 8 })
    const card = (await readReleaseBytes(project, release.number, 'README.md')).toString()
    expect(card).toContain('For other solutions, the first error is the most frequent one')
    expect(card).toContain(
      'Solutions with tied votes are excluded until adjudicated (2 annotations)',
    )
  })

  test('adjudicated: uses the fallback exclude, latest or dawid-skene for solutions without adjudication', async () => {
    const withoutAdjudication = await decide({ consensus: 'adjudicated', fallback: 'exclude' })
    expect(withoutAdjudication.decisions).toEqual(adjudicatedDecisions)
    expect(withoutAdjudication.release.counts!.excluded).toMatchObject({
      notAdjudicated: 15,
      tied: 0,
      duplicateAnnotator: 1,
    })
    const latest = await decide({ consensus: 'adjudicated', fallback: 'latest' })
    expect(latest.decisions).toMatchObject({
      ...adjudicatedDecisions,
      tied: 'none latest ben',
      twice: '1 latest cat',
      agreed: 'none latest cat',
    })
    expect(latest.release.counts!.excluded).toMatchObject({
      notLatest: 6,
      duplicateAnnotator: 1,
      tied: 0,
    })
    const weightedDecisions = await decide({ consensus: 'adjudicated', fallback: 'dawid-skene' })
    expect(weightedDecisions.decisions).toMatchObject({
      ...adjudicatedDecisions,
      agreed: '1 dawid-skene ann,ben,cat',
    })
  })

  test('dawid-skene: reports the accuracy of each annotator and the probability of each row', async () => {
    const { release, lines } = await decide({ consensus: 'dawid-skene' })
    const { consensus } = await readReleaseManifest(project, release.number)
    expect(consensus).toMatchObject({ policy: 'dawid-skene', version: 2, fallback: null })
    expect(
      consensus!.annotators!.map(({ labeler, annotations }) => [labeler, annotations]),
    ).toEqual([
      ...[
        ['ann', 8],
        ['ben', 9],
        ['cat', 2],
      ],
    ])
    for (const { posterior } of lines) {
      expect(posterior).toBeGreaterThan(0)
      expect(posterior).toBeLessThanOrEqual(1)
    }
  })

  test('takes ratings from the consensus and other details from the newest annotation that agrees', async () => {
    const { release } = await decide({})
    const rows = await readReleaseLines(project, release.number, 'prm800k-train.jsonl')
    const index = await readReleaseIndex(project, release.number)
    expect(index.map(({ annotation }) => annotation)).toEqual(
      index.map(({ annotation }) => annotation).toSorted(),
    )
    const row = index.findIndex(({ annotation }) => annotation === solutions.agreed)
    expect(index[row]).toMatchObject({ labeler: 'majority', annotations_of_solution: 3 })
    expect(JSON.parse(rows[row]!)).toMatchObject({
      labeler: 'majority',
      timestamp: '2026-03-02T10:00:00',
      label: {
        steps: [
          { completions: [{ text: 'Take 0.', rating: 0 }], chosen_completion: 0 },
          {
            completions: [
              ...[{ text: 'Add 1.', rating: -1 }],
              ...[
                { text: 'Or 1.', rating: 1 },
                { text: 'Or 2.', rating: -1 },
              ],
            ],
            chosen_completion: null,
          },
        ],
        finish_reason: 'found_error',
      },
    })
  })

  test('has data files with the same bytes for the same state and options, and the same rows as an export', async () => {
    for (const consensus of ['majority', 'dawid-skene', 'adjudicated'] as const) {
      const firstRelease = await makeTestRelease(project, { ...base, consensus })
      const secondRelease = await makeTestRelease(project, { ...base, consensus })
      const sums = [firstRelease, secondRelease].map(({ files }) =>
        files
          .filter(({ name }) => name.endsWith('.jsonl'))
          .map(({ name, sha256 }) => [name, sha256]),
      )
      expect(sums[0]).toHaveLength(3)
      expect(sums[1]).toEqual(sums[0])
      const reply = await exportAnnotations.execute(project.admin, {
        ...({ project: project.slug, format: 'prm800k', labels: 'all', consensus } as const),
      })
      expect(await readReplyLines(reply)).toEqual(
        await readReleaseLines(project, firstRelease.number, 'prm800k-train.jsonl'),
      )
    }
  })

  test('counts only the votes that match the filters', async () => {
    const { decisions } = await decide({ filters: { labelers: ['ann', 'cat'] } })
    expect(decisions).toMatchObject({ tied: '1 majority ann', withdrawn: '1 majority ann' })
    expect(decisions).not.toHaveProperty('agreed')
  })

  test('explains why options can’t be combined', async () => {
    const refusals: [Partial<ReleaseTestOptions>, RegExp][] = [
      [{ formats: ['stepmark'] }, /has one annotation per line/],
      [{ fallback: 'latest' }, /use it with consensus adjudicated/],
      [{ filters: { includeUnfinished: true } }, /have no vote/],
      [{ filters: { includeIrregular: true } }, /have no vote/],
    ]
    for (const [options, message] of refusals)
      await expect(requestRelease(project, { ...base, ...options })).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringMatching(message) as string,
      })
    await expect(
      exportAnnotations.execute(project.admin, {
        ...({
          project: project.slug,
          format: 'stepmark',
          labels: 'all',
          consensus: 'majority',
        } as const),
      }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

test(
  'dawid-skene follows one accurate annotator against several inaccurate ones',
  { timeout: 60_000 },
  async () => {
    const accuracies = { good: 0.95, fair: 0.8, bad1: 0.35, bad2: 0.35, bad3: 0.35 }
    const draw = createRandomGenerator(11)
    const pick = (count: number) => Math.floor(draw() * count)
    const { project: simulatedProject, solutions: created } = await makeProjectWithSolutions(60, 4)
    const trueErrors = new Map<string, number>()
    const labels: { solutionId: string; labeler: string; ratings: Rating[] }[] = []
    for (const solutionId of [...created.values()].flat()) {
      const referenceError = pick(4) - 1
      trueErrors.set(solutionId, referenceError)
      for (const [labeler, accuracy] of Object.entries(accuracies)) {
        const randomError = pick(3) - 1
        const position =
          draw() < accuracy
            ? referenceError
            : randomError >= referenceError
              ? randomError + 1
              : randomError
        const ratings: Rating[] =
          position < 0 ? [1, 1, 1] : [...Array<Rating>(position).fill(1), -1]
        labels.push({ solutionId, labeler, ratings })
      }
    }
    await storeImportedTestAnnotations(simulatedProject, labels)
    const countCorrect = async (consensus: 'majority' | 'dawid-skene') => {
      const { number } = await makeTestRelease(simulatedProject, { ...base, consensus })
      const lines = await readReleaseLines(simulatedProject, number, 'consensus.jsonl')
      const rows = lines.map((line) => JSON.parse(line) as ConsensusLine)
      const { consensus: use } = await readReleaseManifest(simulatedProject, number)
      const count = rows.filter(
        (row) => (row.first_error ?? -1) === trueErrors.get(row.solution),
      ).length
      return { count, rows: rows.length, annotators: use!.annotators }
    }
    const [majority, dawidSkene] = [
      await countCorrect('majority'),
      await countCorrect('dawid-skene'),
    ]
    expect(dawidSkene.count).toBeGreaterThan(0.93 * dawidSkene.rows)
    // The others are ties: another sample of problems could decide them differently.
    expect(dawidSkene.rows).toBeGreaterThan(0.75 * trueErrors.size)
    expect(dawidSkene.count).toBeGreaterThan(1.1 * majority.count)
    for (const { labeler, accuracy } of dawidSkene.annotators!)
      expect(Math.abs(accuracy - accuracies[labeler as keyof typeof accuracies])).toBeLessThan(0.12)
  },
)

describe('an incremental release by consensus', () => {
  let localProject: TestProject
  let ids: string[]
  const makeIncrementalRelease = async (
    number: number,
    consensus: ReleaseTestOptions['consensus'] = 'adjudicated',
  ) => {
    const next = await makeTestRelease(localProject, { ...base, consensus, since: number })
    const rows = next.state === 'done' ? await readReleaseIndex(localProject, next.number) : []
    return {
      number: next.state === 'done' ? next.number : number,
      solutions: rows.map(({ annotation }) => annotation),
    }
  }

  test('includes a solution again after a new vote, an adjudication or its withdrawal', async () => {
    const created = await makeProjectWithSolutions(3)
    localProject = created.project
    ids = [...created.solutions.values()].flat()
    for (const id of ids)
      await storeImportedTestAnnotation(localProject, id, { labeler: 'ann', ratings: [1, 1, 1] })
    let { number } = await makeTestRelease(localProject, { ...base, consensus: 'adjudicated' })
    expect((await makeIncrementalRelease(number)).solutions).toEqual([])
    await storeImportedTestAnnotation(localProject, ids[0]!, { labeler: 'ben', ratings: [1, 1, 1] })
    let next = await makeIncrementalRelease(number)
    expect(next.solutions).toEqual([ids[0]])
    number = next.number
    const adjudication = await storeTestAdjudication(localProject, ids[1]!, [-1])
    expect((await makeIncrementalRelease(number, 'majority')).solutions).toEqual([])
    next = await makeIncrementalRelease(number)
    expect(next.solutions).toEqual([ids[1]])
    number = next.number
    await withdrawAdjudication(localProject, adjudication)
    next = await makeIncrementalRelease(number)
    expect(next.solutions).toEqual([ids[1]])
    expect((await makeIncrementalRelease(next.number)).solutions).toEqual([])
  })

  test('includes a solution again if a vote no longer counts, and excludes step choices', async () => {
    const created = await makeProjectWithSolutions(2)
    localProject = created.project
    ids = [...created.solutions.values()].flat()
    const first = await labelSolution(localProject, ids[0]!)
    for (const id of ids)
      await storeImportedTestAnnotation(localProject, id, { labeler: 'ann', ratings: [1, -1] })
    await labelSolution(localProject, ids[1]!).then(
      (id) => getDatabase().$executeRaw`
      update annotation set flow = 'step_choice' where id = ${id}::uuid`,
    )
    const fullRelease = await makeTestRelease(localProject, base)
    expect(fullRelease.counts).toMatchObject({
      train: { solutions: 1 },
      excluded: { tied: 2, stepChoice: 1 },
    })
    await getDatabase().$executeRaw`
      update annotation set finish_reason = 'give_up', finish_note = 'Too long.' where id = ${first}::uuid`
    expect((await makeIncrementalRelease(fullRelease.number, 'majority')).solutions).toEqual([
      ids[0],
    ])
  })
})
