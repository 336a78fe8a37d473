import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProject, type TestProject } from '@/prisma/seed/factories'

useTestDatabase()

let project: TestProject

beforeEach(async () => {
  project = await makeProject()
})

const line = (answer: string, score = 0.5, id = 'a') => ({
  problem: 'How many?',
  answer,
  samples: [{ id, text: 'One and one.', score }],
})
/** More solutions than a batch has. */
const manyLines = Array.from({ length: 600 }, (_, i) => ({
  problem: `Why ${i}?`,
  samples: ['Text.'],
}))

async function listReasons(lines: readonly object[]): Promise<string[]> {
  const reply = await importLines(project, lines, { onInvalidLines: 'skip' })
  return reply.lineErrors.map(({ location, reason }) => `${location}: ${reason}`)
}

test('reports lines that contradict the project', async () => {
  await importLines(project, [line('2')])
  expect(await listReasons([line('3'), line('2', 0.75), ...manyLines.slice(0, 1)])).toEqual([
    'answer: The same problem already exists in the project with another answer: "2" before, "3" now.',
    'samples[0]: The solution "a" already exists in the project with different content: score 0.5 before, 0.75 now. To add scores to existing solutions, use "stepmark score import".',
  ])
})

test('reports lines that contradict each other, even across batches', async () => {
  const texts = { ...line('2'), samples: [{ id: 'a', text: 'Other.', score: 0.5 }] }
  expect(await listReasons([line('2'), line('3'), ...manyLines, line('4'), texts])).toEqual([
    'answer: The same problem already occurs in line 1 with another answer: "2" before, "3" now.',
    'answer: The same problem already occurs in this file with another answer: "2" before, "4" now.',
    'samples[0]: The solution "a" already occurs in this file with different content: text "One and one." before, "Other." now.',
  ])
})

test('reports a problem from an earlier import as existing in the project, even if the file adds to it', async () => {
  await importLines(project, [line('2')])
  const laterLine = line('2', 0.5, 'b')
  expect(await listReasons([laterLine, ...manyLines, line('4', 0.5, 'c')])).toEqual([
    'answer: The same problem already exists in the project with another answer: "2" before, "4" now.',
  ])
})
