import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import {
  importLines,
  makeMember,
  makeProblemLine,
  makeProject,
  type TestProject,
} from '@/prisma/seed/factories'
import { archiveAnnotation } from './archive.sql'

useTestDatabase()

let project: TestProject
const annotationId = randomUUID()

beforeAll(async () => {
  project = await makeProject()
  const line = makeProblemLine('p', [0.5])
  Object.assign(line.samples[0]!, { alternatives: { '1': ['One way'] } })
  await importLines(project, [line])
  const { userId } = await makeMember(project, 'annotator')
  const db = getDatabase()
  const { id: solutionId } = await db.solution.findFirstOrThrow({
    where: { projectId: project.id },
    select: { id: true },
  })
  await db.$executeRaw`
    insert into annotation (project_id, id, solution_id, user_id, labeler, state, flow, step_count, ratings, flagged,
      chosen, offered, finish_reason, explanation, tags, superseded_ratings, submitted_at)
    values (${project.id}::uuid, ${annotationId}::uuid, ${solutionId}::uuid, ${userId}::uuid, 'ada', 'submitted',
      'solution', 3, '{1,-1}', '{null,null}', '{0,null}', '{1,2}', 'found_error', 'Wrong sum', '{sum}', '{null}', now())`
  const key = { projectId: project.id, annotationId }
  await db.optionRating.create({
    data: { ...key, solutionId, step: 1, position: 1, option: 1, rating: 1 },
  })
  await db.stepNote.createMany({
    data: [
      { ...key, step: 1, kind: 'bad_split', text: 'Two steps' },
      { ...key, step: 0, kind: 'flag', text: '' },
    ],
  })
  await db.humanOption.create({ data: { ...key, step: 1, text: 'My own', flagged: false } })
})

const archive = (key = { projectId: project.id, annotationId }) =>
  getDatabase().$transaction((db) => archiveAnnotation(db, { ...key, reason: 'repaired' }))

describe('an archived annotation', () => {
  test('is a copy of the annotation with its options and notes, numbered from 1', async () => {
    expect(await archive()).toBe(1)
    const { record, reason } = await getDatabase().annotationArchive.findFirstOrThrow({
      where: { projectId: project.id, number: 1 },
      select: { record: true, reason: true },
    })
    expect(reason).toBe('repaired')
    expect(record).toMatchObject({
      id: annotationId,
      state: 'submitted',
      ratings: [1, -1],
      superseded_ratings: [null],
      finish_reason: 'found_error',
      explanation: 'Wrong sum',
      tags: ['sum'],
      revision: 1,
      option_ratings: [{ step: 1, position: 1, option: 1, rating: 1, flagged: null }],
      human_options: [{ step: 1, text: 'My own', flagged: false, corrected_rating: null }],
      notes: [
        { step: 0, kind: 'flag', text: '' },
        { step: 1, kind: 'bad_split', text: 'Two steps' },
      ],
    })
    expect(record).not.toHaveProperty('project_id')
  })

  test('gets a number of its own even if three copies are archived concurrently', async () => {
    const numbers = await Promise.all([archive(), archive(), archive()])
    expect(numbers.map(Number).sort((a, b) => a - b)).toEqual([2, 3, 4])
  })

  test('is created only in the annotation’s own project', async () => {
    const otherProject = await makeProject()
    expect(await archive({ projectId: otherProject.id, annotationId })).toBeNull()
  })

  test('can’t be changed in the database', async () => {
    await expect(
      getDatabase()
        .$executeRaw`update annotation_archive set number = 9 where project_id = ${project.id}::uuid`,
    ).rejects.toThrow(/never changed/)
  })
})
