import fc from 'fast-check'
import {
  reopenAnnotation,
  saveAnnotation,
  submitAnnotation,
} from '@/lib/annotations/server/commands'
import { getWork } from '@/lib/annotations/server/queries'
import type { AnnotationContentInput } from '@/lib/annotations/state-fields'
import { makeSaveInput } from '@/lib/annotations/testing/claimed-solution'
import type { Person } from '@/lib/auth/actor'
import { exportAnnotations } from '@/lib/exports/server/queries'
import type { FinishReason, Flow, Rating } from '@/lib/formats/record'
import { anyPrm800kLine } from '@/lib/formats/testing/any-prm800k-line'
import { getDatabase } from '@/lib/platform/server/database'
import { claimNext } from '@/lib/queue/server/commands'
import { repairSteps } from '@/lib/splits/server/commands'
import { importLines, joinProject, makeProject, type TestProject } from '@/prisma/seed/factories'

/* Projects with random work done through the real operations. */

const settings = {
  asksProgress: true,
  errorTags: [
    { tag: 'sum', label: 'Arithmetic' },
    { tag: 'logic', label: 'Logic' },
  ],
}

const stem = (id: string) => ({ problem: `How many of ${id}? ½`, answer: '2' })

const sampleOf = (id: string) => ({
  is_correct: false,
  score: -0,
  temperature: { top: 0.7, n: [1, null] },
  alternatives: { '1': ['One way.', { text: 'Another way.', source: 'other-7b' }] },
  explanations: { '1': ['The sum is wrong.', `It repeats ${id}.`], '0': ['Empty.'] },
})
const steps = ['One and two.', 'Three. Four.', 'Five.', 'So \\boxed{3}.']

/** Every way in which a solution can be imported: with and without ids, as text and as steps. */
export function makeRatingLines(id: string): object[] {
  const text = steps.join('\n\n')
  return [
    {
      ...stem(id),
      id,
      solution: 'Count.',
      subject: 'Algebra',
      level: 2,
      origin: { by: 'x' },
      generator: 'my-7b',
      samples: [
        { ...sampleOf(id), id: `${id}/0`, text, step_scores: [0.9, 0.5, 0.25, 1] },
        { id: `${id}/1`, text, answer: '3' },
      ],
    },
    {
      ...stem(`${id} without an id`),
      samples: [{ ...sampleOf(id), steps }, text, { text: `${text}\n`, answer: null }],
    },
  ]
}

export function makeStepChoiceLines(id: string): object[] {
  return [
    {
      ...stem(id),
      options: [
        ['Count on from one.', 'Guess.', 'Look it up.'],
        ['One more than one is two.', { text: 'So\n\n# Answer\n\n2', source: 'my-7b' }],
        ['Done.', 'It is \\boxed{2}.'],
      ],
    },
  ]
}

/** JSON.stringify writes -0 as 0. */
export const formatJsonLines = (lines: readonly object[]) =>
  lines.map((line) => JSON.stringify(line).replaceAll('"score":0', '"score":-0.0')).join('\n')

/** What one annotator does with one solution. */
export const anyAnnotatorAction = fc.record({
  ratings: fc.array(fc.constantFrom<Rating[]>(1, 0, 1, -1), { minLength: 6, maxLength: 6 }),
  givesUp: fc.boolean(),
  notes: fc.boolean(),
  explanation: fc.constantFrom('own words', 'candidate', 'nothing'),
  progress: fc.constantFrom('none', 'some', 'most'),
  tags: fc.subarray(['sum', 'logic']),
  times: fc.array(fc.nat({ max: 90_000 }), { maxLength: 3 }),
  thenReopens: fc.boolean(),
})
type Act = typeof anyAnnotatorAction extends fc.Arbitrary<infer T> ? T : never

export const anyProjectPlan = fc.record({
  asksExplanation: fc.boolean(),
  flow: fc.constantFrom<Flow[]>('solution', 'solution', 'step_choice'),
  acts: fc.array(anyAnnotatorAction, { minLength: 4, maxLength: 9 }),
  repairs: fc.subarray(['split', 'merge'] as const),
  lines: fc.array(anyPrm800kLine, { maxLength: 5 }),
  bare: fc.array(anyPrm800kLine, { maxLength: 3 }),
})
export type ProjectPlan = typeof anyProjectPlan extends fc.Arbitrary<infer T> ? T : never

/** A project with all of that. */
export async function makeProjectFromPlan(fixture: ProjectPlan): Promise<TestProject> {
  const { flow, acts: actions, repairs, lines, bare, asksExplanation } = fixture
  const project = await makeProject({ flow, overlap: 2, ...settings, asksExplanation })
  const own = flow === 'solution' ? makeRatingLines('p') : makeStepChoiceLines('p')
  await importLines(project, formatJsonLines(own))
  // The same lines can occur in both, with labels and without.
  if (lines.length > 0) await importLines(project, `${lines.join('\n')}\n`)
  if (bare.length > 0)
    await importLines(project, `${[...bare, ...lines].join('\n')}\n`, { labels: 'drop' })
  const people = [await joinProject(project, 'annotator'), await joinProject(project, 'annotator')]
  const before = actions.length / 2
  for (const [i, one] of actions.entries()) {
    if (i === Math.floor(before)) await repairAll(project, repairs)
    await label(project, people[i % 2]!, one)
  }
  return project
}

async function label(project: TestProject, person: Person, one: Act): Promise<void> {
  const reply = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (reply.kind !== 'solution') return
  const leaseKey = { project: project.slug, lease: reply.lease.id }
  const work = await readWorkWithOptions(person, leaseKey, one)
  const sequence = (work.draft?.sequence ?? 0) + 1
  const { content, finishReason }: Labels =
    work.flow === 'solution' ? rateSteps(work, one) : chooseOptions(work, one)
  const state = {
    ...makeSaveInput(content.ratings, sequence, content),
    basedOn: work.draft?.sequence ?? 0,
    revision: work.revision,
    ...(content.ratings.length === 0 && { events: [] }),
  }
  await saveAnnotation.execute(person, { ...leaseKey, ...state })
  const body = {
    ...leaseKey,
    ...state,
    sequence: sequence + 1,
    basedOn: sequence,
    events: [],
  }
  const note = finishReason === 'give_up' ? ' Too long. ' : null
  const { annotation } = await submitAnnotation.execute(person, {
    ...body,
    finishReason,
    finishNote: note,
  })
  if (!one.thenReopens) return
  const { lease } = await reopenAnnotation.execute(person, { project: project.slug, annotation })
  const secondLease = { ...body, lease, sequence: sequence + 2, basedOn: sequence + 1 }
  await submitAnnotation.execute(person, { ...secondLease, finishReason, finishNote: note })
}

/** Marks the first error in a save, so that its options can be rated. */
async function readWorkWithOptions(
  person: Person,
  leaseKey: { project: string; lease: string },
  one: Act,
): Promise<Work> {
  const work = await getWork.execute(person, leaseKey)
  const ratings = listRatingsUntilError(work, one)
  if (work.flow !== 'solution' || ratings.at(-1) !== -1) return work
  const saved = work.draft?.sequence ?? 0
  await saveAnnotation.execute(person, {
    ...leaseKey,
    ...makeSaveInput(ratings, saved + 1),
    events: [],
    basedOn: saved,
    revision: work.revision,
  })
  return getWork.execute(person, leaseKey)
}

function listRatingsUntilError(work: Work, one: Act): Rating[] {
  const all = work.steps.map((_, i) => one.ratings[i] ?? 1)
  const wrong = all.indexOf(-1)
  return wrong < 0 ? all : all.slice(0, wrong + 1)
}

interface Labels {
  content: Partial<AnnotationContentInput> & { ratings: Rating[] }
  finishReason: FinishReason
}

type Work = Awaited<ReturnType<typeof getWork.execute>>

const pathNotes: AnnotationContentInput['notes'] = [
  { step: 0, option: null, kind: 'flag', text: '' },
  { step: 0, option: null, kind: 'comment', text: 'Really? “½”' },
]

function rateSteps(work: Work, one: Act): Labels {
  const all = work.steps.map((_, i) => one.ratings[i] ?? 1)
  const wrong = all.indexOf(-1)
  const ratings = listRatingsUntilError(work, one)
  const isCut = one.givesUp && ratings.length > 1
  const savedRatings = isCut ? ratings.slice(0, -1) : ratings
  const position = savedRatings.length - 1
  const hasError = savedRatings.at(-1) === -1
  const options = work.options[position] ?? []
  const candidates = work.explanations[position] ?? []
  const explanation =
    one.explanation === 'nothing' && !work.asksExplanation
      ? null
      : one.explanation === 'candidate' && candidates.length > 0
        ? { option: 0 }
        : { option: null, text: 'It is wrong.' }
  const content: Labels['content'] = {
    ratings: savedRatings,
    ...(wrong >= 0 && !isCut && { supersededRatings: all.slice(wrong + 1) }),
    stepTimesMs: one.times.slice(0, work.steps.length),
    ...(one.notes && {
      notes: [
        ...pathNotes,
        { step: position, option: null, kind: 'bad_split', text: 'Two in one.' },
      ],
    }),
    ...(hasError && {
      explanation,
      progress: one.progress,
      tags: one.tags,
      ...(options.length > 0 && {
        options: { [position]: options.map((_, i) => one.ratings[i]!) },
      }),
    }),
  }
  const finishReason = isCut ? 'give_up' : hasError ? 'found_error' : 'solution'
  return { content, finishReason }
}

/**
 * The options of the first step with a path through the rest: to the answer, or given up before.
 */
function chooseOptions(work: Work, one: Act): Labels {
  if (work.options['0']?.[2]?.source !== 'Look it up.')
    return { content: { ratings: [] }, finishReason: 'give_up' }
  const human = one.explanation === 'own words'
  const ratedRatings = work.options['0'].map((_, i) =>
    human ? 0 : i === 2 ? 1 : (one.ratings[i] ?? 0),
  )
  const isCut = one.givesUp
  const content: Labels['content'] = {
    ratings: isCut ? [1] : [1, 1],
    options: isCut ? { 0: ratedRatings } : { 0: ratedRatings, 1: [0, 1] },
    choices: human ? { 0: 'human' } : { 0: 2 },
    ...(human && { humanOptions: { 0: ' Use fingers. ' } }),
    stepTimesMs: one.times,
    ...(one.notes && {
      notes: [
        ...pathNotes,
        { step: 0, option: 0, kind: 'comment', text: 'Why not?' },
        { step: 0, option: 1, kind: 'flag', text: 'Is it?' },
      ],
    }),
  }
  return { content, finishReason: isCut ? 'give_up' : 'solution' }
}

async function repairAll(project: TestProject, repairs: readonly ('split' | 'merge')[]) {
  const reviewer = await joinProject(project, 'reviewer')
  const solutions = await getDatabase().$queryRaw<{ id: string }[]>`
    select id from solution where project_id = ${project.id}::uuid and flow = 'solution' and steps[2] = 'Three. Four.'
    order by external_id, id`
  for (const [i, { id }] of solutions.entries()) {
    let revision = 1
    for (const kind of i % 2 === 0 ? repairs : []) {
      const change = kind === 'split' ? { kind, step: 1, at: [7] } : { kind, step: 2, through: 3 }
      await repairSteps.execute(reviewer, { project: project.slug, solution: id, revision, change })
      revision += 1
    }
  }
}

export async function exportInStepmarkFormat(
  project: TestProject,
  { events = true, labels = 'all' }: { events?: boolean; labels?: 'all' | 'own' | 'imported' } = {},
): Promise<string> {
  const input = {
    project: project.slug,
    format: 'stepmark',
    labels,
    events,
    includeQualityControl: true,
  } as const
  const { lines } = await exportAnnotations.execute(project.admin, input)
  const texts = await Array.fromAsync(lines)
  return texts.map((line) => `${line}\n`).join('')
}

/** Number of rows of each kind in a project. */
export async function countRowsByKind(project: TestProject): Promise<Record<string, number>> {
  const db = getDatabase()
  const where = { projectId: project.id }
  const counts = {
    problems: db.problem.count({ where }),
    solutions: db.solution.count({ where }),
    options: db.stepOption.count({ where }),
    explanations: db.stepExplanation.count({ where }),
    annotations: db.annotation.count({ where }),
    optionRatings: db.optionRating.count({ where }),
    notes: db.stepNote.count({ where }),
    events: db.annotationEvent.count({ where }),
    queued: db.queueItem.count({ where }),
    gold: db.goldItem.count({ where }),
  }
  const entries = Object.entries(counts).map(async ([name, count]) => [name, await count] as const)
  return Object.fromEntries(await Promise.all(entries))
}
