import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { stepmarkSchema } from '@/lib/formats/stepmark-schema'
import { anyPrm800kLine } from '@/lib/formats/testing/any-prm800k-line'
import { getDatabase } from '@/lib/platform/server/database'
import { useTestDatabase } from '@/lib/platform/testing/use-test-database'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { exportAnnotations } from './queries'
import { findOnlySolution, storeLabelledAnnotation } from './testing/store-annotation'

useTestDatabase()

async function exportLines(project: TestProject, more: { events?: boolean; labels?: 'own' } = {}) {
  const input = {
    project: project.slug,
    format: 'stepmark',
    labels: 'all',
    includeQualityControl: true,
    ...more,
  } as const
  const reply = await exportAnnotations.execute(project.admin, input)
  expect(reply.fileName).toBe(`${project.slug}.stepmark.jsonl`)
  return readReplyLines(reply)
}

const readLine = (line = '') => stepmarkSchema.parse(JSON.parse(line))

const sample = {
  id: 'alg-17/0',
  text: 'One and one.\n\nThat is \\boxed{3}.',
  is_correct: false,
  score: -0,
  step_scores: [0.9, 0.25],
  alternatives: { '1': ['That is 2.', { text: 'That is 4.', source: 'other-7b' }] },
  explanations: { '1': ['Off by one.', 'Not a sum.'], '0': ['Empty.'] },
  temperature: 0.7,
}
const line = {
  id: 'alg-17',
  problem: 'What is $1+1$?',
  answer: '2',
  solution: 'Count.',
  subject: 'Algebra',
  level: 2,
  generator: 'my-model-7b',
  samples: [sample],
  split: { name: 'train' },
}

async function startProject() {
  const project = await makeProject()
  const { userId } = await makeMember(project, 'annotator')
  await importLines(project, [line])
  const solutionId = await findOnlySolution(project)
  const id = await storeLabelledAnnotation(
    project,
    { solutionId, userId },
    {
      flow: 'solution',
      stepCount: 2,
      ratings: [1, -1],
      flagged: [null, true],
      chosen: [0, null],
      offered: [1, 3],
      finishReason: 'found_error',
      explanation: 'Off by one.',
      explanationOption: 0,
      progress: 'some',
      tags: ['calculation'],
    },
  )
  const key = { projectId: project.id, annotationId: id }
  await getDatabase().optionRating.createMany({
    data: [1, 2].map((option) => ({
      ...key,
      solutionId,
      step: 1,
      position: option,
      option,
      rating: option === 1 ? 1 : null,
      flagged: option === 2,
    })),
  })
  await getDatabase().stepNote.createMany({
    data: [
      { ...key, step: 1, option: 2, kind: 'comment', text: 'Really?' },
      { ...key, step: 1, kind: 'flag', text: '' },
      { ...key, step: 0, kind: 'bad_split', text: 'Two.', dismissedAt: '2026-03-03T00:00:00Z' },
    ],
  })
  const event = { ...key, inputMethod: 'key', guidelineVersion: 3 } as const
  await getDatabase().annotationEvent.createMany({
    data: [2, 1].map((sequence) => ({
      ...event,
      sequence,
      activeMs: 9_000 * sequence,
      kind: 'progress',
      detail: 'some',
      answerShown: true,
      receivedAt: '2026-03-02T09:00:12Z',
    })),
  })
  return { project, userId, solutionId, id }
}

describe('an export of an annotation made in Stepmark', () => {
  test('contains everything that is stored for it', async () => {
    const { project, userId, solutionId, id } = await startProject()
    const [text = '', ...others] = await exportLines(project)
    expect(others).toEqual([])
    const { problem, solution, annotation, events } = readLine(text)
    expect(problem).toMatchObject({
      external_id: 'alg-17',
      statement: line.problem,
      answer: '2',
      reference_solution: 'Count.',
      subject: 'Algebra',
      level: '2',
      metadata: { split: { name: 'train' } },
    })
    expect(solution).toEqual({
      id: solutionId,
      external_id: 'alg-17/0',
      flow: 'solution',
      text: sample.text,
      splitter: expect.stringMatching(/^blank-line\/\d+$/) as string,
      step_spans: [
        [0, 12],
        [14, 32],
      ],
      steps: ['One and one.', 'That is \\boxed{3}.'],
      step_ids: [],
      revision: 1,
      options: [
        { step: 1, option: 1, text: 'That is 2.', source: null },
        { step: 1, option: 2, text: 'That is 4.', source: 'other-7b' },
      ],
      explanations: [
        { step: 0, position: 0, text: 'Empty.' },
        { step: 1, position: 0, text: 'Off by one.' },
        { step: 1, position: 1, text: 'Not a sum.' },
      ],
      answer: '3',
      verdict: 'wrong',
      verdict_reason: 'The verdict was imported with the file.',
      verdict_source: 'file',
      grader_version: expect.any(String) as string,
      score: 0,
      step_scores: [0.9, 0.25],
      generator: 'my-model-7b',
      metadata: { temperature: 0.7 },
    })
    expect(annotation).toEqual({
      id,
      labeler: userId,
      origin: 'own',
      state: 'submitted',
      started_at: '2026-03-02T09:00:00.000000Z',
      submitted_at: '2026-03-02T09:01:10.250000Z',
      recorded_at: null,
      finish_reason: 'found_error',
      finish_note: null,
      step_count: 2,
      ratings: [1, -1],
      flagged: [null, true],
      chosen_positions: [0, null],
      option_counts: [1, 3],
      superseded_ratings: [],
      option_ratings: [
        { step: 1, position: 1, option: 1, rating: 1, flagged: false },
        { step: 1, position: 2, option: 2, rating: null, flagged: true },
      ],
      human_options: [],
      explanation: 'Off by one.',
      explanation_option: 0,
      progress: 'some',
      tags: ['calculation'],
      notes: [
        {
          step: 0,
          option: null,
          kind: 'bad_split',
          text: 'Two.',
          dismissed_at: '2026-03-03T00:00:00.000000Z',
        },
        { step: 1, option: null, kind: 'flag', text: '', dismissed_at: null },
        { step: 1, option: 2, kind: 'comment', text: 'Really?', dismissed_at: null },
      ],
      step_times_ms: [9_000, 31_000],
      total_time_ms: 42_000,
      revision: 1,
      guideline_version: 3,
      answer_shown: true,
      hidden_reference_share: null,
      generation: null,
      is_quality_control: false,
      is_screening: false,
      irregular: null,
    })
    expect(events).toBeNull()
  })

  test('contains its events in order, if requested', async () => {
    const { project } = await startProject()
    const [text] = await exportLines(project, { events: true })
    const { events } = readLine(text)
    expect(events?.map(({ sequence, active_ms: ms }) => [sequence, ms])).toEqual([
      [1, 9_000],
      [2, 18_000],
    ])
    expect(events?.[0]).toEqual({
      sequence: 1,
      received_at: '2026-03-02T09:00:12.000000Z',
      active_ms: 9_000,
      kind: 'progress',
      step: null,
      option: null,
      rating: null,
      detail: 'some',
      input_method: 'key',
      guideline_version: 3,
      answer_shown: true,
    })
  })

  test('has the same bytes when repeated, and contains no drafts', async () => {
    const { project, solutionId } = await startProject()
    const { userId } = await makeMember(project, 'annotator')
    const draft = {
      ...({ flow: 'solution', stepCount: 2, finishReason: null } as const),
      ratings: [1 as const],
      flagged: [null],
      chosen: [0],
      offered: [1],
    }
    await storeLabelledAnnotation(project, { solutionId, userId }, draft)
    const first = await exportLines(project, { events: true })
    expect(first).toHaveLength(1)
    expect(await exportLines(project, { events: true })).toEqual(first)
    const otherProject = await makeProject()
    expect(await exportLines(otherProject)).toEqual([])
  })

  test('numbers the option of a note from 0 in the step-choice flow, like the options themselves', async () => {
    const project = await makeProject()
    const { userId } = await makeMember(project, 'annotator')
    await importLines(project, [{ id: 'p', problem: 'P', options: [['a', 'b']] }])
    const id = await storeLabelledAnnotation(
      project,
      { solutionId: await findOnlySolution(project), userId },
      {
        flow: 'step_choice',
        stepCount: 1,
        finishReason: 'solution',
        ratings: [1],
        flagged: [false],
        chosen: [0],
        offered: [2],
      },
    )
    const key = { projectId: project.id, annotationId: id, step: 0, kind: 'comment' } as const
    await getDatabase().stepNote.createMany({
      data: [0, 1, 2].map((option) => ({ ...key, option, text: 'x' })),
    })
    const [text] = await exportLines(project)
    const { notes } = readLine(text).annotation
    expect(notes.map(({ option }) => option)).toEqual([null, 0, 1])
  })
})

describe('imported labels', () => {
  test('are all exported in order, over many pages, in every line shape', async () => {
    const project = await makeProject()
    const lines = [...new Set(fc.sample(anyPrm800kLine, 700))]
    await importLines(project, `${lines.join('\n')}\n`)
    const exported = (await exportLines(project, { events: true })).map(readLine)
    expect(exported).toHaveLength(lines.length)
    exported.forEach(({ problem, solution, annotation, events }, i) => {
      const line = JSON.parse(lines[i]!)
      expect(problem.statement).toBe(line.question.problem)
      expect(annotation).toMatchObject({
        origin: 'imported',
        labeler: line.labeler,
        started_at: null,
        submitted_at: null,
        recorded_at: line.timestamp,
        finish_reason: line.label.finish_reason,
        generation: line.generation,
        chosen_positions: line.label.steps.map(
          (step: Record<string, unknown>) => step.chosen_completion,
        ),
      })
      expect(solution.score).toBe(line.question.pre_generated_verifier_score ?? null)
      expect(events).toEqual([])
    })
    expect(exported.some(({ annotation }) => annotation.irregular !== null)).toBe(true)
    expect(await exportLines(project, { labels: 'own' })).toEqual([])
  })
})

/** Columns of each table that a line omits, and why. */
const excludedColumns: Record<string, readonly string[]> = {
  // Ids within the tables, and what follows from other columns.
  problem: ['identity'],
  // Who overrode a verdict and when, and what removing the override restores, belong to this installation.
  solution: [
    ...['problem_id', 'identity', 'content_hash', 'record_hash', 'import_id', 'verdict_user_id'],
    ...['overridden_at', 'override_note', 'file_verdict'],
  ],
  step_option: ['solution_id'],
  step_explanation: ['solution_id'],
  // `labeler` is the account. `writer` and `sequence` belong to saving, and only drafts have
  // `superseded_details`. `changed_xid` is internal to PostgreSQL. `counted_time_ms` is the time
  // already counted in `work_day`. `median_step_ms` is a generated column, and
  // `has_flag_notes` follows from the notes.
  annotation: [
    ...['solution_id', 'user_id', 'import_id', 'identity', 'flow', 'writer', 'sequence'],
    ...['superseded_details', 'changed_xid', 'counted_time_ms', 'median_step_ms'],
    'has_flag_notes',
  ],
  option_rating: ['annotation_id', 'solution_id'],
  human_option: ['annotation_id'],
  step_note: ['annotation_id'],
  annotation_event: ['annotation_id'],
}

test('every database column has a key in the stepmark line or a listed reason to be omitted', async () => {
  const { problem, solution, annotation, events } = stepmarkSchema.shape
  const { options, explanations } = solution.shape
  const shapes = {
    problem,
    solution,
    step_option: options.element,
    step_explanation: explanations.element,
    annotation,
    option_rating: annotation.shape.option_ratings.element,
    human_option: annotation.shape.human_options.element,
    step_note: annotation.shape.notes.element,
    annotation_event: events.unwrap().element,
  }
  const columns = await getDatabase().$queryRaw<{ table: string; name: string }[]>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = any(${Object.keys(shapes)}) and column_name <> 'project_id'`
  expect(columns.length).toBeGreaterThan(80)
  // Columns whose names differ from the fields of a line.
  const fieldNames: Record<string, string> = {
    chosen: 'chosen_positions',
    offered: 'option_counts',
  }
  for (const [table, { shape }] of Object.entries(shapes)) {
    const columnNames = columns.filter((column) => column.table === table).map(({ name }) => name)
    const exportedColumns = columnNames.filter((name) => !excludedColumns[table]!.includes(name))
    const nestedColumns = ['options', 'explanations', 'option_ratings', 'human_options', 'notes']
    const keys = Object.keys(shape).filter((key) => !nestedColumns.includes(key))
    expect({ table, keys: keys.sort() }).toEqual({
      table,
      keys: exportedColumns.map((name) => fieldNames[name] ?? name).sort(),
    })
  }
})
