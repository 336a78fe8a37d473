import { appendFileSync } from 'node:fs'

/** The whole sizes, behind `npm run test:full`. */
export const isFull = Boolean(process.env.STEPMARK_FULL)

/**
 * Says what a suite did, on the terminal and in the report of `npm test` (whose file STEPMARK_TEST_FIGURES names): "32
 * annotators, 60 s" says how hard it tried, which a green tick does not.
 */
export function reportFigures(
  suite: string,
  figures: Readonly<Record<string, number | string>>,
): void {
  const rows = Object.entries(figures).map(
    ([what, value]) => `| ${what} | ${String(value).replaceAll('|', '\\|')} |`,
  )
  const text = [`## ${suite}`, '', '| what | figure |', '| --- | --- |', ...rows, '', ''].join('\n')
  const { STEPMARK_TEST_FIGURES: file } = process.env
  if (file) appendFileSync(file, text)
  console.log(text)
}
