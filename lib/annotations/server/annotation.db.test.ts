import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  claimLease,
  expireLease,
  finishInputByReason,
  makeSaveInput,
  readAnnotations,
  makeProjectWithClaimedSolution,
  pageWriterIdForTests,
  makeProjectWithRevealedOptions,
} from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { exportAnnotations } from '@/lib/exports/server/queries'
import { importGoldSolutions } from '@/lib/gold/testing/import-gold-solutions'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { getOwnProgress, getProgress } from '@/lib/progress/server/queries'
import { claimNext } from '@/lib/queue/server/commands'
import { importLines, makeMember, makeProject } from '@/prisma/seed/factories'
import { saveAnnotation, submitAnnotation } from './commands'
import { getWork } from './queries'

useTestDatabase()

describe('saving an annotation', () => {
  test('stores a draft that another tab can load', async () => {
    const { person, input } = await makeProjectWithRevealedOptions()
    await saveAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([1, -1], 2, { options: { 1: [1, null] } }),
    })
    const work = await getWork.execute(person, input)
    expect(work.draft).toEqual({
      sequence: 2,
      writer: pageWriterIdForTests,
      ratings: [1, -1],
      supersededRatings: [],
      options: { 1: [1, null] },
      choices: {},
      humanOptions: {},
      notes: [],
      explanation: null,
      progress: null,
      tags: [],
      supersededErrors: {},
      stepTimesMs: [],
      activeMs: 1500,
      lastEvent: 2,
    })
    expect(work.steps.map((step) => step.source)).toEqual([
      'Step 1 of p/0.',
      'Step 2 of p/0.',
      'Step 3 of p/0.',
    ])
    expect(work.options['1']!.map((option) => option.source)).toEqual(['One way', 'Another way'])
  })

  test('rejects a save with a lower sequence than the stored one', async () => {
    const { project, person, input } = await makeProjectWithClaimedSolution()
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, 1], 5) })
    await expect(
      saveAnnotation.execute(person, { ...input, ...makeSaveInput([0], 4) }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await readAnnotations(project)).toMatchObject([{ ratings: [1, 1] }])
  })

  test('rejects saves from a page that has not loaded another page’s newer save', async () => {
    const { project, person, input } = await makeProjectWithClaimedSolution()
    const otherPage = { writer: randomUUID() }
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1]) })
    await saveAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([0], 2),
      ...otherPage,
      basedOn: 1,
    })
    for (const sequence of [2, 3, 9])
      await expect(
        saveAnnotation.execute(person, {
          ...input,
          ...makeSaveInput([1, 1], sequence),
          basedOn: 1,
        }),
      ).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      submitAnnotation.execute(person, {
        ...input,
        ...makeSaveInput([1, 1, 1], 10),
        basedOn: 1,
        finishReason: 'solution',
        finishNote: null,
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await readAnnotations(project)).toMatchObject([{ ratings: [0], state: 'draft' }])
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([0, 1], 11), basedOn: 2 })
    expect(await readAnnotations(project)).toMatchObject([{ ratings: [0, 1] }])
  })

  test('rejects a save for another revision of the solution’s steps', async () => {
    const { project, person, input } = await makeProjectWithClaimedSolution()
    const conflict = { code: 'conflict', message: expect.stringMatching(/repaired/) }
    await expect(
      saveAnnotation.execute(person, { ...input, ...makeSaveInput([1]), revision: 2 }),
    ).rejects.toMatchObject(conflict)
    expect(await readAnnotations(project)).toEqual([])
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1]) })
    await getDatabase().$executeRaw`
      update solution set revision = 2 where project_id = ${project.id}::uuid`
    const state = { ...input, ...makeSaveInput([1, 1, 1], 2), basedOn: 1 }
    for (const revision of [1, 3]) {
      await expect(saveAnnotation.execute(person, { ...state, revision })).rejects.toMatchObject(
        conflict,
      )
      await expect(
        submitAnnotation.execute(person, { ...state, ...finishInputByReason.solution, revision }),
      ).rejects.toMatchObject(conflict)
    }
    expect(await readAnnotations(project)).toMatchObject([{ ratings: [1], state: 'draft' }])
    await saveAnnotation.execute(person, { ...state, revision: 2 })
    expect(await readAnnotations(project)).toMatchObject([{ ratings: [1, 1, 1] }])
  })

  test('accepts the highest possible sequence, 2,147,483,647', async () => {
    const { project, person, input } = await makeProjectWithClaimedSolution()
    const state = makeSaveInput([1], 2_147_483_647)
    await saveAnnotation.execute(person, { ...input, ...state })
    expect(await readAnnotations(project)).toMatchObject([{ ratings: [1], events: 1 }])
  })

  test('and reading its solution are rejected with another member’s lease; so is reading with an expired lease', async () => {
    const { project, person, lease, input } = await makeProjectWithClaimedSolution()
    const otherAnnotator = await makeMember(project, 'annotator')
    await expect(getWork.execute(otherAnnotator, input)).rejects.toMatchObject({
      code: 'lease_lost',
    })
    await expect(
      saveAnnotation.execute(otherAnnotator, { ...input, ...makeSaveInput([1]) }),
    ).rejects.toMatchObject({ code: 'lease_lost' })
    await expireLease(lease)
    await expect(getWork.execute(person, input)).rejects.toMatchObject({ code: 'lease_lost' })
  })

  test('is rejected if the lease expires before the save', async () => {
    const { project, person, lease, input } = await makeProjectWithClaimedSolution()
    await saveAnnotation.execute(person, { ...input, ...makeSaveInput([1]) })
    await expireLease(lease)
    await expect(
      saveAnnotation.execute(person, { ...input, ...makeSaveInput([1, 1], 2) }),
    ).rejects.toMatchObject({ code: 'lease_lost' })
    expect(await readAnnotations(project)).toMatchObject([{ ratings: [1], events: 1 }])
  })

  test('rejects ratings after the first error', async () => {
    const { person, input } = await makeProjectWithClaimedSolution()
    await expect(
      saveAnnotation.execute(person, { ...input, ...makeSaveInput([-1, 1]) }),
    ).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('submitting an annotation', () => {
  test('marks the slot in the queue as done and adds the annotation to the export', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions()
    const reply = await submitAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([1, -1], 3, { options: { 1: [1, 0] } }),
      ...finishInputByReason.foundError,
    })
    expect(reply.doneToday).toBe(1)
    expect(
      await claimNext.execute(project.admin, { project: project.slug, prefetch: false }),
    ).toMatchObject({ kind: 'none_left', reason: 'all_done' })
    const exportReply = await exportAnnotations.execute(project.admin, {
      project: project.slug,
      format: 'prm800k',
      labels: 'own',
    })
    const [line] = await readReplyLines(exportReply)
    expect(JSON.parse(line!)).toMatchObject({
      labeler: person.userId,
      generation: null,
      question: {
        ground_truth_answer: '2',
        pre_generated_answer: '3',
        pre_generated_verifier_score: 0.9,
      },
      label: {
        finish_reason: 'found_error',
        total_time: 1500,
        steps: [
          {
            completions: [{ text: 'Step 1 of p/0.', rating: 1, flagged: null }],
            human_completion: null,
            chosen_completion: 0,
          },
          {
            completions: [
              { text: 'Step 2 of p/0.', rating: -1, flagged: null },
              { text: 'One way', rating: 1, flagged: false },
              { text: 'Another way', rating: 0, flagged: false },
            ],
            human_completion: null,
            chosen_completion: null,
          },
        ],
      },
    })
  })

  test('is rejected without an active lease and writes nothing', async () => {
    const { project, person, lease, input } = await makeProjectWithClaimedSolution()
    const submission = { ...input, ...makeSaveInput([1, 1, 1]), ...finishInputByReason.solution }
    await expireLease(lease)
    await expect(submitAnnotation.execute(person, submission)).rejects.toMatchObject({
      code: 'lease_lost',
    })
    await expect(
      submitAnnotation.execute(person, { ...submission, lease: randomUUID() }),
    ).rejects.toMatchObject({ code: 'lease_lost' })
    expect(await readAnnotations(project)).toEqual([])
  })

  test('with a repeated idempotency key returns the same reply, and is rejected if the body differs', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions()
    const state = makeSaveInput([1, -1], 1, { options: { 1: [0, 0] } })
    const submission = { ...input, ...state, ...finishInputByReason.foundError }
    const options = { idempotencyKey: randomUUID() }
    const replies = await Promise.all(
      [1, 2, 3].map(() => submitAnnotation.execute(person, submission, options)),
    )
    expect(replies[1]).toEqual(replies[0])
    expect(replies[2]).toEqual(replies[0])
    expect(await submitAnnotation.execute(person, submission, options)).toEqual(replies[0])
    await expect(
      submitAnnotation.execute(person, { ...submission, activeMs: 9 }, options),
    ).rejects.toMatchObject({ code: 'idempotency_mismatch' })
    expect(await readAnnotations(project)).toMatchObject([{ state: 'submitted', events: 1 }])
  })

  test.each([
    ['found_error', [1, 1], [], null],
    ['found_error', [1, -1], [1, null], null],
    ['solution', [1, 1], [], null],
    ['solution', [1, 1, -1], [], null],
    ['give_up', [1], [], '  '],
  ] as const)(
    'is rejected with finish reason %s, ratings %j, option ratings %j and finish note %j',
    async (finishReason, ratings, options, finishNote) => {
      const { project, person, input } = await makeProjectWithClaimedSolution()
      await expect(
        submitAnnotation.execute(person, {
          ...input,
          ...makeSaveInput(ratings, 1, options.length > 0 ? { options: { 1: [...options] } } : {}),
          finishReason,
          finishNote,
        }),
      ).rejects.toMatchObject({ code: 'invalid_input' })
      expect(await readAnnotations(project)).toEqual([])
    },
  )

  test('keeps a save through a new lease from overwriting it', async () => {
    const { project, person, input } = await makeProjectWithRevealedOptions()
    await submitAnnotation.execute(person, {
      ...input,
      ...makeSaveInput([1, -1], 1, { options: { 1: [0, 0] } }),
      ...finishInputByReason.foundError,
    })
    const [newLease] = await getDatabase().$queryRaw<{ id: string }[]>`
      insert into lease (project_id, id, solution_id, user_id, expires_at)
      select project_id, gen_random_uuid(), solution_id, user_id, now() + interval '1 hour'
      from annotation where project_id = ${project.id}::uuid returning id`
    await expect(
      saveAnnotation.execute(person, {
        project: project.slug,
        lease: newLease!.id,
        ...makeSaveInput([1, 1], 2),
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await readAnnotations(project)).toMatchObject([{ state: 'submitted', ratings: [1, -1] }])
  })

  test('with overlap 2 lets a second annotator claim the solution, but not the first one again', async () => {
    const { project, person, input } = await makeProjectWithClaimedSolution({ overlap: 2 })
    const second = await makeMember(project, 'annotator')
    const submission = { ...makeSaveInput([1, 1, 1]), ...finishInputByReason.solution }
    await submitAnnotation.execute(person, { ...input, ...submission })
    // One slot is left, but not for the annotator who has already labelled it.
    expect(
      await claimNext.execute(person, { project: project.slug, prefetch: false }),
    ).toMatchObject({
      reason: 'none_for_you',
    })
    const secondLease = await claimLease(project, second)
    await submitAnnotation.execute(second, {
      project: project.slug,
      lease: secondLease,
      ...submission,
    })
    expect(
      await claimNext.execute(person, { project: project.slug, prefetch: false }),
    ).toMatchObject({
      kind: 'none_left',
    })
    const third = await makeMember(project, 'annotator')
    expect(
      await claimNext.execute(third, { project: project.slug, prefetch: false }),
    ).toMatchObject({
      reason: 'all_done',
    })
  })
})

test('annotators see their own progress, and reviewers that of the whole project', async () => {
  const { project, person, input } = await makeProjectWithRevealedOptions({ overlap: 2 })
  const [colleague, reviewer] = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'reviewer'),
  ]
  await submitAnnotation.execute(person, {
    ...input,
    ...makeSaveInput([1, -1], 1, { options: { 1: [1, 1] } }),
    finishReason: 'found_error',
    finishNote: null,
  })
  const readProgress = (who: Person) => getProgress.execute(who, { project: project.slug })
  expect(await readProgress(colleague)).toMatchObject({
    outcomes: 'own',
    foundError: 0,
    noError: 0,
    waiting: null,
    openSlots: null,
    leased: null,
  })
  expect(await readProgress(person)).toMatchObject({ outcomes: 'own', foundError: 1 })
  expect(await readProgress(reviewer)).toMatchObject({
    outcomes: 'all',
    foundError: 1,
    waiting: 1,
    openSlots: 1,
  })
  // Gold is not work: gold and annotations of gold count only in an annotator's own outcomes.
  const { solutions, problems } = await readProgress(reviewer)
  await importGoldSolutions(project, 2)
  await getDatabase().annotation.updateMany({
    where: { projectId: project.id },
    data: { isQualityControl: true },
  })
  expect(await readProgress(person)).toMatchObject({
    foundError: 1,
    solutions,
    problems,
    doneToday: 1,
  })
  const readOwn = (who: Person) => getOwnProgress.execute(who, { project: project.slug })
  expect([await readOwn(person), await readOwn(colleague)]).toEqual([
    { doneToday: 1 },
    { doneToday: 0 },
  ])
  expect(await readProgress(reviewer)).toMatchObject({ foundError: 0, solutions, problems })
})

test('progress does not count annotations of a solution that became gold later', async () => {
  const { project, person, input } = await makeProjectWithRevealedOptions()
  await submitAnnotation.execute(person, {
    ...input,
    ...makeSaveInput([1, -1], 1, { options: { 1: [1, 1] } }),
    finishReason: 'found_error',
    finishNote: null,
  })
  const readProgress = () => getProgress.execute(project.admin, { project: project.slug })
  const before = await readProgress()
  expect(before).toMatchObject({ foundError: 1 })
  const { solutionId } = await getDatabase().annotation.findFirstOrThrow({
    where: { projectId: project.id },
    select: { solutionId: true },
  })
  await getDatabase().goldItem.create({
    data: { projectId: project.id, solutionId, firstErrors: [1] },
  })
  expect(await readProgress()).toMatchObject({ foundError: 0, solutions: before.solutions - 1 })
})

test('the replies of claimNext and getWork contain no score, verdict, reference solution or label of others', async () => {
  const project = await makeProject({ overlap: 2, showsAnswer: false })
  const canary = 'CANARY'
  await importLines(project, [
    {
      id: `${canary}-id`,
      problem: 'What is $1 + 1$?',
      answer: `${canary}-answer`,
      solution: `${canary}-reference`,
      subject: `${canary}-subject`,
      generator: `${canary}-generator`,
      samples: [
        {
          id: `${canary}-sample`,
          steps: ['Two.'],
          answer: `${canary}-given`,
          score: 0.123456789,
          explanations: { '0': [`${canary}-explanation`] },
          note: `${canary}-metadata`,
        },
      ],
    },
  ])
  const [first, second] = [
    await makeMember(project, 'annotator', { name: `${canary} Person` }),
    await makeMember(project, 'annotator'),
  ]
  await submitAnnotation.execute(first, {
    project: project.slug,
    lease: await claimLease(project, first),
    ...makeSaveInput([1]),
    finishReason: 'give_up',
    finishNote: `${canary}-note`,
  })
  const claimed = await claimNext.execute(second, { project: project.slug, prefetch: false })
  const lease = claimed.kind === 'solution' ? claimed.lease.id : ''
  const work = await getWork.execute(second, { project: project.slug, lease })
  const repliesText = JSON.stringify([claimed, work])
  expect(repliesText).toContain('Two.')
  expect(repliesText).not.toMatch(/CANARY|0\.1234|wrong|verdict|score/)
})
