import { importLines, type TestProject } from '@/prisma/seed/factories'

/** Imports gold solutions of 3 steps. In every other solution, the second step is the first error; the rest have none. */
export async function importGoldSolutions(
  project: TestProject,
  count: number,
  name = 'gold',
): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) => ({
    prompt: `What is ${name} ${i}?`,
    completions: [`First of ${name} ${i}.`, `Second of ${name} ${i}.`, `Third of ${name} ${i}.`],
    labels: i % 2 === 0 ? [true, false, false] : [true, true, true],
  }))
  await importLines(project, lines, { labels: 'gold' })
}
