import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  type TestProject,
  makeProject,
} from '@/prisma/seed/factories'
import type { Round } from './round-requests'
import { runCommand } from './testing/run-command'
import { useApiServer } from './testing/use-api-server'
import { useJobWorker } from './testing/use-job-worker'

useTestDatabase()
const server = useApiServer()
useJobWorker()
let project: TestProject
beforeAll(async () => {
  project = await makeProject({}, server.admin())
  await importLines(
    project,
    Array.from({ length: 4 }, (_, i) => makeProblemLine(`p${i}`, [0.9 - i / 10, 0.2])),
  )
})

const round = (...argv: string[]) => runCommand(['round', ...argv, '--project', project.slug])
const readJson = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Round

describe('round', () => {
  test('before the first round, `list` prints nothing and `start`, `close` and `show` fail', async () => {
    expect(await round('list')).toMatchObject({ status: 0, stdout: '' })
    for (const [action, message] of [
      ['start', 'No round is planned. Nothing was changed.'],
      ['close', 'No round is active. Nothing was changed.'],
      ['show', 'No rounds yet.'],
    ] as const) {
      const { status, stderr, stdout } = await round(action)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain(message)
    }
  })

  test('`plan` previews a round, `start` and `close` change its state, and `list` and `show` describe it', async () => {
    const plannedResult = await round('plan', '--exploration', '0')
    expect(plannedResult.stderr).toContain(
      `To start it: stepmark round start --project ${project.slug}`,
    )
    expect(plannedResult.stdout).toContain('New round: planned\n')
    expect(plannedResult.stdout).toContain('selects 4 of 8 solutions, 4 annotations')
    expect(plannedResult.stdout).toContain('not selected: 4 over the limit per problem')
    expect(plannedResult.stdout).toMatch(
      /1 {2}convincing-wrong {2}1 annotator {2}highest-scored of 2 eligible wrong answers to its problem/,
    )
    const startedResult = await round('start')
    expect(startedResult.stdout).toContain('Round 1: active\n')
    expect(startedResult.stdout).toMatch(
      /at the start: 0 started solutions kept, \d+ waiting replaced/,
    )
    expect((await round('list')).stdout).toMatch(
      /^1 {2}active {2}4 solutions {2}convincing-wrong {2}\d/,
    )
    expect((await round('show', '1')).stdout).toBe(startedResult.stdout)
    expect((await round('show', '9')).stderr).toContain('Round 9 not found.')
    expect(await round('close')).toMatchObject({ status: 0, stderr: 'Round 1 closed.\n' })
  })

  test('`plan` warns of an empty slice and of fewer solutions than requested', async () => {
    const argv = '--policy convincing-wrong:0.5 --policy uncertain:0.5 --size 30 --exploration 0'
    const { stdout } = await round('plan', ...argv.split(' '))
    expect(stdout).toContain('slices: 4 convincing-wrong, 0 uncertain\n')
    expect(stdout).toContain('  uncertain is empty: no eligible solution has step scores\n')
    expect(stdout).toContain('  Selects 4 of the requested 30 solutions')
  })

  test('`plan` does not offer to start a round that selects no solutions', async () => {
    const { stdout, stderr } = await round('plan', '--policy', 'uncertain', '--exploration', '0')
    expect(stdout).toContain('  selects none of 8 solutions\n')
    expect(stderr).toContain('The planned round selects no solutions, so it can’t be started.')
    expect(stderr).not.toContain('round start')
  })

  test('`plan` sends its options, and starts the round with --start', async () => {
    const argv =
      '--policy convincing-wrong:0.7 --policy paper-80-20:0.3 --size 5 --exploration 0.2 --no-per-problem ' +
      '--scores none --aggregation minimum --neutral negative --annotators 2 --extra-overlap 0.5 --extra-annotators 3 --seed 9'
    const startedRound = readJson(await round('plan', ...argv.split(' '), '--start', '--json'))
    expect(startedRound).toMatchObject({
      state: 'active',
      number: 2,
      policy: {
        scores: { source: 'none', aggregation: 'minimum', neutral: 'negative' },
        slices: [
          { policy: 'convincing-wrong', share: 0.7 },
          { policy: 'paper-80-20', share: 0.3 },
        ],
        size: 5,
        exploration: 0.2,
        perProblem: null,
        seed: 9,
        overlap: { annotators: 2, share: 0.5, extraAnnotators: 3 },
      },
      outcome: { queued: 5 },
    })
    const random = readJson(await round('plan', '--policy', 'random', '--size', '3', '--json'))
    expect(random).toMatchObject({ policy: { exploration: 1 }, outcome: { queued: 3 } })
  })

  test.each([
    [['--policy', 'best'], 2, 'Unknown policy "best". Choose one of convincing-wrong'],
    [['--policy', 'uncertain:0'], 2, 'The share must be greater than 0.'],
    [['--policy', 'uncertain', '--policy', 'uncertain'], 2, 'given twice'],
    [['--policy', 'random', '--policy', 'uncertain'], 2, 'Set the random share with --exploration'],
    [['--policy', 'random', '--exploration', '0.5'], 2, 'Remove --exploration.'],
    [['--annotators', '11'], 2, 'from 1 to 10'],
    [['--extra-annotators', '1'], 1, '--extra-annotators: Use a whole number from 2 to 10.'],
    [
      ['--annotators', '2', '--extra-overlap', '0.5', '--extra-annotators', '2'],
      1,
      '--extra-annotators: Enter more than 2: each solution already has 2 annotators.',
    ],
    [['--scores', 'best'], 2, 'Use a whole number'],
    [['--scores', '7'], 1, 'Score run 7 not found in this project.'],
  ] as const)('`plan` rejects %j with status %i', async (argv, status, message) => {
    const result = await round('plan', ...argv)
    expect(result).toMatchObject({ status, stdout: '' })
    expect(result.stderr).toContain(message)
  })
})
