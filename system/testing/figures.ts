import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** The whole sizes, behind `npm run test:full`. */
export const isFull = Boolean(process.env.STEPMARK_FULL)

const folder = join(repositoryRoot, 'test-results')

/**
 * Says what a suite did, on the terminal and in test-results/system.md: "32 annotators, 60 s" says how hard it tried, which
 * a green tick does not.
 */
export function reportFigures(
  suite: string,
  figures: Readonly<Record<string, number | string>>,
): void {
  const rows = Object.entries(figures).map(([what, value]) => `| ${what} | ${value} |`)
  const text = [`## ${suite}`, '', '| what | figure |', '| --- | --- |', ...rows, '', ''].join('\n')
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, 'system.md'), text)
  console.log(text)
}
