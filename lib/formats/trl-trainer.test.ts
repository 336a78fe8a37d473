import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFullTestRun } from '@/lib/platform/testing/report-figures'
import { anyPrm800kLine } from './testing/any-prm800k-line'
import { convertLines } from './testing/convert-lines'

/** The newest version with a PRMTrainer. */
const trlVersion = '1.13.0'
const script = join(import.meta.dirname, 'testing', 'tokenize-trl-rows.py')

test.runIf(isFullTestRun)(
  `PRMTrainer of TRL ${trlVersion} gives each step of trl-stepwise rows its label`,
  { timeout: 180_000 },
  ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'trl-'))
    try {
      if (!downloadTrl(folder)) skip('PyPI can’t be reached.')
      const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))!
      const lines = fc.sample(anyPrm800kLine, { seed: 1, numRuns: 200 })
      const rows = convertLines('prm800k', 'trl-stepwise', lines, 'positive')
      const file = join(folder, 'rows.jsonl')
      writeFileSync(file, rows.map((row) => `${row}\n`).join(''))
      const output = execFileSync('python3', [script, join(folder, wheel), file])
      expect(Number(output)).toBe(rows.length)
      expect(rows.length).toBeGreaterThan(50)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

/** Returns false if the package index can't be reached. */
function downloadTrl(folder: string): boolean {
  const source = ['-m', 'pip', 'download', '-q', '--no-deps', `trl==${trlVersion}`]
  const { status, stderr } = spawnSync('python3', [...source, '-d', folder], { encoding: 'utf8' })
  if (status === 0) return true
  // What pip prints if it can't reach the index.
  if (stderr.includes('(from versions: none)')) return false
  throw new Error(stderr)
}
