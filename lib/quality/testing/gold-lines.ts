import { importLines, type MadeProject } from '@/prisma/seed/factories'

/** Solutions of three steps whose first errors are known: the second step's in every other one, none in the rest. */
export async function addGold(project: MadeProject, count: number, name = 'gold'): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) => ({
    prompt: `What is ${name} ${i}?`,
    completions: [`First of ${name} ${i}.`, `Second of ${name} ${i}.`, `Third of ${name} ${i}.`],
    labels: i % 2 === 0 ? [true, false, false] : [true, true, true],
  }))
  await importLines(project, lines, { labels: 'gold' })
}
