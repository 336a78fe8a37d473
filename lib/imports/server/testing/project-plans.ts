import fc from 'fast-check'
import { readReplyLines } from '@/lib/auth/testing/read-reply-lines'
import { exportAnnotations } from '@/lib/exports/server/queries'
import type { Flow } from '@/lib/formats/record'
import { anyPrm800kLine } from '@/lib/formats/testing/any-prm800k-line'
import { getDatabase } from '@/lib/platform/server/database'
import { repairSteps } from '@/lib/splits/server/commands'
import { importLines, makeMember, makeProject, type TestProject } from '@/prisma/seed/factories'
import { annotateNextSolution, anyAnnotatorAction } from './annotator-actions'

/* Projects with random work done through the real operations. */

const settings = {
  asksProgress: true,
  errorTags: [
    { tag: 'sum', label: 'Arithmetic' },
    { tag: 'logic', label: 'Logic' },
  ],
}

const makeProblemFields = (id: string) => ({ problem: `How many of ${id}? ½`, answer: '2' })

const sampleOf = (id: string) => ({
  is_correct: false,
  score: -0,
  temperature: { top: 0.7, n: [1, null] },
  alternatives: { '1': ['One way.', { text: 'Another way.', source: 'other-7b' }] },
  explanations: { '1': ['The sum is wrong.', `It repeats ${id}.`], '0': ['Empty.'] },
})
const steps = ['One and two.', 'Three. Four.', 'Five.', 'So \\boxed{3}.']

/** Every way in which a solution can be imported: with and without ids, as text and as steps. */
export function makeSolutionFlowLines(id: string): object[] {
  const text = steps.join('\n\n')
  return [
    {
      ...makeProblemFields(id),
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
      ...makeProblemFields(`${id} without an id`),
      samples: [{ ...sampleOf(id), steps }, text, { text: `${text}\n`, answer: null }],
    },
  ]
}

export function makeStepChoiceLines(id: string): object[] {
  return [
    {
      ...makeProblemFields(id),
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

export const anyProjectPlan = fc.record({
  asksExplanation: fc.boolean(),
  flow: fc.constantFrom<Flow[]>('solution', 'solution', 'step_choice'),
  actions: fc.array(anyAnnotatorAction, { minLength: 4, maxLength: 9 }),
  repairs: fc.subarray(['split', 'merge'] as const),
  lines: fc.array(anyPrm800kLine, { maxLength: 5 }),
  unlabelledLines: fc.array(anyPrm800kLine, { maxLength: 3 }),
})
export type ProjectPlan = typeof anyProjectPlan extends fc.Arbitrary<infer T> ? T : never

/** A project in which the plan was carried out. */
export async function makeProjectFromPlan(plan: ProjectPlan): Promise<TestProject> {
  const { flow, actions, repairs, lines, unlabelledLines, asksExplanation } = plan
  const project = await makeProject({ flow, overlap: 2, ...settings, asksExplanation })
  const ownLines = flow === 'solution' ? makeSolutionFlowLines('p') : makeStepChoiceLines('p')
  await importLines(project, formatJsonLines(ownLines))
  // The labelled lines are imported a second time without their labels.
  if (lines.length > 0) await importLines(project, `${lines.join('\n')}\n`)
  if (unlabelledLines.length > 0)
    await importLines(project, `${[...unlabelledLines, ...lines].join('\n')}\n`, { labels: 'drop' })
  const annotators = [
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ]
  const halfOfActions = actions.length / 2
  for (const [i, action] of actions.entries()) {
    if (i === Math.floor(halfOfActions)) await repairAll(project, repairs)
    await annotateNextSolution(project, annotators[i % 2]!, action)
  }
  return project
}

async function repairAll(project: TestProject, repairs: readonly ('split' | 'merge')[]) {
  const reviewer = await makeMember(project, 'reviewer')
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
  const lines = await readReplyLines(await exportAnnotations.execute(project.admin, input))
  return lines.map((line) => `${line}\n`).join('')
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
