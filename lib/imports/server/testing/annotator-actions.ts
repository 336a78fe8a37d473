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
import type { FinishReason, Rating } from '@/lib/formats/record'
import { claimNext } from '@/lib/queue/server/commands'
import type { TestProject } from '@/prisma/seed/factories'

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
export type AnnotatorAction = typeof anyAnnotatorAction extends fc.Arbitrary<infer T> ? T : never

/** Claims the next solution, if there is one, and annotates it. */
export async function annotateNextSolution(
  project: TestProject,
  person: Person,
  action: AnnotatorAction,
): Promise<void> {
  const claim = await claimNext.execute(person, { project: project.slug, prefetch: false })
  if (claim.kind !== 'solution') return
  const leaseKey = { project: project.slug, lease: claim.lease.id }
  const work = await readWorkWithOptions(person, leaseKey, action)
  const sequence = (work.draft?.sequence ?? 0) + 1
  const { content, finishReason }: Labels =
    work.flow === 'solution' ? rateSteps(work, action) : chooseOptions(work, action)
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
  if (!action.thenReopens) return
  const { lease } = await reopenAnnotation.execute(person, { project: project.slug, annotation })
  const reopenedBody = { ...body, lease, sequence: sequence + 2, basedOn: sequence + 1 }
  await submitAnnotation.execute(person, { ...reopenedBody, finishReason, finishNote: note })
}

/** Marks the first error in a save, so that its options can be rated. */
async function readWorkWithOptions(
  person: Person,
  leaseKey: { project: string; lease: string },
  action: AnnotatorAction,
): Promise<Work> {
  const work = await getWork.execute(person, leaseKey)
  const ratings = listRatingsUntilError(work, action)
  if (work.flow !== 'solution' || ratings.at(-1) !== -1) return work
  const savedSequence = work.draft?.sequence ?? 0
  await saveAnnotation.execute(person, {
    ...leaseKey,
    ...makeSaveInput(ratings, savedSequence + 1),
    events: [],
    basedOn: savedSequence,
    revision: work.revision,
  })
  return getWork.execute(person, leaseKey)
}

function listRatingsUntilError(work: Work, action: AnnotatorAction): Rating[] {
  const allRatings = work.steps.map((_, i) => action.ratings[i] ?? 1)
  const firstError = allRatings.indexOf(-1)
  return firstError < 0 ? allRatings : allRatings.slice(0, firstError + 1)
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

function rateSteps(work: Work, action: AnnotatorAction): Labels {
  const allRatings = work.steps.map((_, i) => action.ratings[i] ?? 1)
  const firstError = allRatings.indexOf(-1)
  const ratings = listRatingsUntilError(work, action)
  const isCut = action.givesUp && ratings.length > 1
  const savedRatings = isCut ? ratings.slice(0, -1) : ratings
  const position = savedRatings.length - 1
  const hasError = savedRatings.at(-1) === -1
  const options = work.options[position] ?? []
  const candidates = work.explanations[position] ?? []
  const explanation =
    action.explanation === 'nothing' && !work.asksExplanation
      ? null
      : action.explanation === 'candidate' && candidates.length > 0
        ? { option: 0 }
        : { option: null, text: 'It is wrong.' }
  const content: Labels['content'] = {
    ratings: savedRatings,
    ...(firstError >= 0 && !isCut && { supersededRatings: allRatings.slice(firstError + 1) }),
    stepTimesMs: action.times.slice(0, work.steps.length),
    ...(action.notes && {
      notes: [
        ...pathNotes,
        { step: position, option: null, kind: 'bad_split', text: 'Two steps in one.' },
      ],
    }),
    ...(hasError && {
      explanation,
      progress: action.progress,
      tags: action.tags,
      ...(options.length > 0 && {
        options: { [position]: options.map((_, i) => action.ratings[i]!) },
      }),
    }),
  }
  const finishReason = isCut ? 'give_up' : hasError ? 'found_error' : 'solution'
  return { content, finishReason }
}

/** In flow `step_choice`: chooses an option at the first step and continues to the answer, or gives up. */
function chooseOptions(work: Work, action: AnnotatorAction): Labels {
  if (work.options['0']?.[2]?.source !== 'Look it up.')
    return { content: { ratings: [] }, finishReason: 'give_up' }
  const human = action.explanation === 'own words'
  const optionRatings = work.options['0'].map((_, i) =>
    human ? 0 : i === 2 ? 1 : (action.ratings[i] ?? 0),
  )
  const isCut = action.givesUp
  const content: Labels['content'] = {
    ratings: isCut ? [1] : [1, 1],
    options: isCut ? { 0: optionRatings } : { 0: optionRatings, 1: [0, 1] },
    choices: human ? { 0: 'human' } : { 0: 2 },
    ...(human && { humanOptions: { 0: ' Use fingers. ' } }),
    stepTimesMs: action.times,
    ...(action.notes && {
      notes: [
        ...pathNotes,
        { step: 0, option: 0, kind: 'comment', text: 'Why not?' },
        { step: 0, option: 1, kind: 'flag', text: 'Is it?' },
      ],
    }),
  }
  return { content, finishReason: isCut ? 'give_up' : 'solution' }
}
