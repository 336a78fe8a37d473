import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeProblemLine,
  type MadeProject,
  makeProject,
} from '@/prisma/seed/factories'
import type { Round } from './round-calls'
import { runCommand } from './testing/run-command'
import { useJobs } from './testing/use-jobs'
import { useServer } from './testing/use-server'

useTestDatabase()
const server = useServer()
useJobs()
let project: MadeProject
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
  test('there is none yet, and nothing to open or close', async () => {
    expect(await round('list')).toMatchObject({ status: 0, stdout: '' })
    for (const [act, words] of [
      ['open', 'No round is planned. Nothing was changed;'],
      ['close', 'No round is open. Nothing was changed.'],
      ['show', 'There is no round yet.'],
    ] as const) {
      const { status, stderr, stdout } = await round(act)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain(words)
    }
  })

  test('plan says what, why and what not; open opens it; list and show tell of it; close ends it', async () => {
    const planned = await round('plan', '--exploration', '0')
    expect(planned.stderr).toContain(`"stepmark round open --project ${project.slug}" opens it.`)
    expect(planned.stdout).toContain('The plan: planned\n')
    expect(planned.stdout).toContain('queues 4 of 8 solutions, for 4 annotations')
    expect(planned.stdout).toContain('leaves out: 4 beyond the number of their problem')
    expect(planned.stdout).toMatch(
      /1 {2}convincing-wrong {2}for 1 {2}score 0.90, answer 3 for 2, most convincing of 2 wrong/,
    )
    const opened = await round('open')
    expect(opened.stdout).toContain('Round 1: open\n')
    expect((await round('list')).stdout).toMatch(
      /^1 {2}open {2}4 solutions {2}convincing-wrong {2}\d/,
    )
    expect((await round('show', '1')).stdout).toBe(opened.stdout)
    expect((await round('show', '9')).stderr).toContain('There is no round 9.')
    expect(await round('close')).toMatchObject({ status: 0, stderr: 'Round 1 is closed.\n' })
  })

  test('a slice that gets nothing, and a size that is not reached, are said', async () => {
    const argv = '--policy convincing-wrong:0.5 --policy uncertain:0.5 --size 30 --exploration 0'
    const { stdout } = await round('plan', ...argv.split(' '))
    expect(stdout).toContain('of these: 4 convincing-wrong, 0 uncertain\n')
    expect(stdout).toContain(
      '  uncertain gets nothing: no open solution has scores of its steps, which say how sure a scorer is\n',
    )
    expect(stdout).toContain('  30 solutions were asked for, and the slices find 4 with')
  })

  test('plan takes every option, and opens with --open', async () => {
    const argv =
      '--policy convincing-wrong:0.7 --policy paper-80-20:0.3 --size 5 --exploration 0.2 --no-per-problem ' +
      '--scores none --aggregation minimum --neutral negative --people 2 --shared-share 0.5 --shared-people 3 --seed 9'
    const made = readJson(await round('plan', ...argv.split(' '), '--open', '--json'))
    expect(made).toMatchObject({
      ...{ state: 'open', number: 2 },
      policy: {
        scores: { source: 'none', aggregation: 'minimum', neutral: 'negative' },
        slices: [
          { policy: 'convincing-wrong', share: 0.7 },
          { policy: 'paper-80-20', share: 0.3 },
        ],
        ...{ size: 5, exploration: 0.2, perProblem: null, seed: 9 },
        overlap: { people: 2, share: 0.5, sharedPeople: 3 },
      },
      outcome: { queued: 5 },
    })
    const drawn = readJson(await round('plan', '--policy', 'random', '--size', '3', '--json'))
    expect(drawn).toMatchObject({ policy: { exploration: 1 }, outcome: { queued: 3 } })
  })

  test.each([
    [['--policy', 'best'], 2, '"best" is none of convincing-wrong'],
    [['--policy', 'uncertain:0'], 2, 'A share is more than 0.'],
    [['--policy', 'uncertain', '--policy', 'uncertain'], 2, 'given twice'],
    [['--policy', 'random', '--policy', 'uncertain'], 2, 'is said by --exploration'],
    [['--policy', 'random', '--exploration', '0.5'], 2, 'leave --exploration out'],
    [['--people', '10'], 2, 'from 1 to 9'],
    [['--scores', 'best'], 2, 'Give a whole number'],
    [['--scores', '7'], 1, 'There is no score run 7 in this project.'],
  ] as const)('plan %j is refused with %i', async (argv, status, words) => {
    const refused = await round('plan', ...argv)
    expect(refused).toMatchObject({ status, stdout: '' })
    expect(refused.stderr).toContain(words)
  })
})
