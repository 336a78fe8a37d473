import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeProject, type MadeProject } from '@/prisma/seed/factories'

useTestDatabase()

let project: MadeProject

beforeEach(async () => {
  project = await makeProject()
})

const line = (answer: string, score = 0.5, id = 'a') => ({
  ...{ problem: 'How many?', answer },
  samples: [{ id, text: 'One and one.', score }],
})
/** More solutions than a batch has. */
const many = Array.from({ length: 600 }, (_, i) => ({ problem: `Why ${i}?`, samples: ['Text.'] }))

async function listReasons(lines: readonly object[]): Promise<string[]> {
  const reply = await importLines(project, lines, { take: 'valid-lines' })
  return reply.problemsByLine.map(({ place, reason }) => `${place}: ${reason}`)
}

test('what contradicts the project says so, and what is there', async () => {
  await importLines(project, [line('2')])
  expect(await listReasons([line('3'), line('2', 0.75), ...many.slice(0, 1)])).toEqual([
    'answer: The same problem stands in the project with other content: answer "2" there, "3" here.',
    'samples[0]: The solution "a" stands in the project with other content: score 0.5 there, 0.75 here. "stepmark score import" takes scores of solutions that are there.',
  ])
})

test('what contradicts its own file says so, in the same batch and in a later one', async () => {
  const texts = { ...line('2'), samples: [{ id: 'a', text: 'Other.', score: 0.5 }] }
  expect(await listReasons([line('2'), line('3'), ...many, line('4'), texts])).toEqual([
    'answer: The same problem stands in line 1 with other content: answer "2" there, "3" here.',
    'answer: The same problem stands further up in this file with other content: answer "2" there, "4" here.',
    'samples[0]: The solution "a" stands further up in this file with other content: text "One and one." there, "Other." here.',
  ])
})

test('a problem that was here before this file stands in the project, also where the file adds to it', async () => {
  await importLines(project, [line('2')])
  const more = line('2', 0.5, 'b')
  expect(await listReasons([more, ...many, line('4', 0.5, 'c')])).toEqual([
    'answer: The same problem stands in the project with other content: answer "2" there, "4" here.',
  ])
})
