import { expect, test } from 'vitest'
import { readSharedDataLines } from '@/lib/formats/testing/shared-data'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { claimNextItem, completeLease, makeAnnotators } from '@/lib/queue/testing/queue-fixtures'
import { planAndStartRound } from '@/lib/rounds/testing/run-round'
import { importLines, makeProject } from '@/prisma/seed/factories'

useTestDatabase()

interface Scored {
  problem: string
  score: number
  verdict: string
}

test(
  'a round of real solutions serves one wrong answer per problem, highest score first',
  { timeout: 120_000 },
  async (context) => {
    const name = 'candidates/math500-qwen2.5-1.5b-with-prm-scores.jsonl'
    const lines = readSharedDataLines(context, name)
    const project = await makeProject()
    await importLines(project, lines.map((line) => `${line}\n`).join(''))
    const { outcome } = await planAndStartRound(project)
    const solutions = await getDatabase().$queryRaw<(Scored & { id: string })[]>`
      select id, problem_id as problem, score, verdict::text from solution where project_id = ${project.id}::uuid`
    const byId = new Map(solutions.map((solution) => [solution.id, solution]))
    const [person] = await makeAnnotators(project, 1)
    const servedItems: Scored[] = []
    for (;;) {
      const reply = await claimNextItem(project, person!)
      if (reply.kind !== 'solution') break
      servedItems.push(byId.get(reply.solution)!)
      await completeLease(project, person!, reply)
    }
    const wrongSolutions = solutions.filter(
      ({ verdict, score }) => verdict === 'wrong' && score !== null,
    )
    const best = new Map<string, number>()
    for (const { problem, score } of wrongSolutions)
      best.set(problem, Math.max(score, best.get(problem) ?? -Infinity))
    expect(best.size).toBeGreaterThan(5)
    expect(servedItems.map(({ score }) => score)).toEqual([...best.values()].sort((a, b) => b - a))
    expect(new Set(servedItems.map(({ problem }) => problem)).size).toBe(servedItems.length)
    expect(servedItems.every(({ verdict }) => verdict === 'wrong')).toBe(true)
    expect(outcome!.queued).toBe(servedItems.length)
  },
)
