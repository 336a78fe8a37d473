import { appendFileSync } from 'node:fs'

/** Full sizes, for `npm run test:full`. */
export const isFullTestRun = Boolean(process.env.STEPMARK_FULL)

/** Runs of a property. `npm test` checks the same cases every time (seed-properties.ts), so it checks fewer. */
export const scaleRuns = (runs: number): number => (isFullTestRun ? runs : Math.ceil(runs / 4))

/** Characters of a text that must be read in linear time: quadratic time would exceed the time limit of a test. */
export const longTextLength = isFullTestRun ? 1_000_000 : 400_000

/**
 * Reports what a suite did, in the terminal and in the report of `npm test` (file STEPMARK_TEST_FIGURES): "32
 * annotators, 60 s" shows how thorough it was, which a passing test does not.
 */
export function reportTestFigures(
  suite: string,
  figures: Readonly<Record<string, number | string>>,
): void {
  const rows = Object.entries(figures).map(
    ([label, value]) => `| ${label} | ${String(value).replaceAll('|', '\\|')} |`,
  )
  const text = [`## ${suite}`, '', '| what | figure |', '| --- | --- |', ...rows, '', ''].join('\n')
  const { STEPMARK_TEST_FIGURES: file } = process.env
  if (file) appendFileSync(file, text)
  console.log(text)
}
