import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** The whole sizes, behind `npm run test:full`. */
export const isFull = Boolean(process.env.STEPMARK_FULL)

/** Of this run: `npm test` empties it first, and has it in its report at the end. */
export const figuresFile = join(repositoryRoot, 'test-results', 'figures.md')

/**
 * Says what a suite did, on the terminal and in the report of the run: "32 annotators, 60 s" says how hard it tried, which
 * a green tick does not.
 */
export function reportFigures(
  suite: string,
  figures: Readonly<Record<string, number | string>>,
): void {
  const rows = Object.entries(figures).map(
    ([what, value]) => `| ${what} | ${String(value).replaceAll('|', '\\|')} |`,
  )
  const text = [`## ${suite}`, '', '| what | figure |', '| --- | --- |', ...rows, '', ''].join('\n')
  mkdirSync(dirname(figuresFile), { recursive: true })
  appendFileSync(figuresFile, text)
  console.log(text)
}
