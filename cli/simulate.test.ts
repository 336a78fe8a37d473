import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { SimulatedPolicySummary } from '@/lib/rounds/summarise-simulated-runs'
import { makeLabelledLines } from './testing/labelled-lines'
import { runCommand } from './testing/run-command'
import { useTemporaryFolder } from './testing/temporary-folder'

const folder = useTemporaryFolder()

interface Report {
  solutions: number
  problems: number
  wrong: number
  withError: number
  batch: number
  seeds: number
  policies: SimulatedPolicySummary[]
}

const write = (lines: readonly unknown[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Half of the solutions are correct, half have an error at the second of two steps. */
const lines = Array.from({ length: 40 }, (_, i) => ({
  input: `${i} + 1 =`,
  steps: [`We add 1 to ${i}.`, `So it is ${i + 1 + (i % 2)}.`],
  answer: String(i + 1 + (i % 2)),
  target: String(i + 1),
  mistake_index: i % 2 === 1 ? 1 : null,
}))
const quickOptions = ['--seeds', '2', '--batch', '9', '--policies', 'random,convincing-wrong']
const shortOptions = ['--budget', '9']

describe('simulate', { timeout: 30_000 }, () => {
  test('reports how many errors each policy would have found in the labelled solutions', async () => {
    const { status, stdout, stderr } = await runCommand(['simulate', ...quickOptions, '--json'], {
      input: write(lines),
    })
    expect(status).toBe(0)
    expect(stderr).toContain('40 labelled solutions of 40 problems, 20 with a wrong answer, 20 wi')
    const report = JSON.parse(stdout) as Report
    expect(report).toMatchObject({ solutions: 40, wrong: 20, withError: 20, batch: 9, seeds: 2 })
    const [random, convincing] = report.policies
    expect(random?.policy).toBe('random')
    // Each seed leaves 28 problems to select from, with a varying number of wrong solutions.
    expect(random?.checkpoints.map(({ labelled }) => labelled)).toEqual([9, 18, 27])
    for (const { labelled, errors, errorsPerHundred } of convincing?.checkpoints ?? []) {
      expect(errors.mean).toBe(labelled)
      expect(errorsPerHundred.mean).toBe(50)
    }
    expect(convincing?.checkpoints[0]?.difference?.errorsPerHundred.mean).toBeGreaterThan(0)
  })

  test('prints a table with the errors that each policy finds per 100 steps', async () => {
    const { stdout } = await runCommand(['simulate', ...quickOptions, ...shortOptions], {
      input: write(lines),
    })
    const rows = stdout.split('\n')
    expect(rows[0]).toMatch(/^policy +solutions +steps read +errors +errors\/100 steps +vs ran/)
    expect(rows[1]).toMatch(/^random +9 +18 +\d+ +\d+\.\d \[-?\d+\.\d, -?\d+\.\d\] +- /)
  })

  test('reads gzipped PRM800K lines, and gives the same result in every run', async () => {
    const packed = folder.path('labels.jsonl.gz')
    writeFileSync(packed, gzipSync(write(makeLabelledLines(0, 20))))
    const argv = ['simulate', packed, ...quickOptions, ...shortOptions, '--json']
    const { status, stdout } = await runCommand(argv)
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ solutions: 20, withError: 10 })
    expect((await runCommand(argv)).stdout).toBe(stdout)
  })

  test('counts a repeated solution once', async () => {
    const { stdout } = await runCommand(['simulate', ...quickOptions, ...shortOptions, '--json'], {
      input: write([...lines, ...lines]),
    })
    expect(JSON.parse(stdout)).toMatchObject({ solutions: 40 })
  })

  test('reports invalid lines and too few solutions', async () => {
    const input = `${write(lines.slice(0, 2))}{"input": "1", "steps": "x", "mistake_index": 0}\n`
    const { status, stderr } = await runCommand(['simulate', ...quickOptions], { input })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^-:3: steps: /)
    expect(stderr).toContain('Too few labelled solutions for one batch')
  })

  test('explains a file without labels and a file without a valid line', async () => {
    const samples = [{ steps: ['So 3.'], answer: '3' }]
    const unlabelled = { id: 'p', problem: '1 + 1 =', answer: '2', samples }
    const unlabelledRun = await runCommand(['simulate', ...quickOptions], {
      input: write([unlabelled]),
    })
    expect(unlabelledRun).toMatchObject({ status: 1, stdout: '' })
    expect(unlabelledRun.stderr).toContain('The file has no labels')
    expect(unlabelledRun.stderr).not.toContain('--batch')
    const broken = await runCommand(['simulate', ...quickOptions, '--json'], {
      input: '{"input": \n',
    })
    expect(broken.status).toBe(1)
    expect(broken.stderr).toContain('All lines are invalid.')
    expect(JSON.parse(broken.stdout)).toMatchObject({ solutions: 0, policies: [] })
  })

  test('warns if the number of seeds is small', async () => {
    const run = (seeds: string) =>
      runCommand(
        ['simulate', '--policies', 'random', '--batch', '9', '--budget', '9', '--seeds', seeds],
        {
          input: write(lines),
        },
      )
    expect((await run('4')).stderr).toContain('4 seeds: too few to compare policies')
    expect((await run('5')).stderr).not.toContain('too few')
  })
})
