import { tellCountsApart } from './count-things'
import { findIrregularity } from './irregular'
import { formatLimits } from './limits'
import { formatPlace, type PlacedReason } from './place'
import type { StepmarkLine } from './stepmark-schema'

type Solution = StepmarkLine['solution']
type Annotation = StepmarkLine['annotation']
type Refuse = (path: readonly PropertyKey[], reason: string) => void

/**
 * What the parts of a line must be to each other, so that everything in it can be stored as it is: at most
 * `formatLimits.reasonsPerLine` reasons, none where all fit.
 */
export function checkStepmarkLine(line: StepmarkLine): PlacedReason[] {
  const found: PlacedReason[] = []
  const refuse: Refuse = (path, reason) => {
    if (found.length < formatLimits.reasonsPerLine) found.push({ place: formatPlace(path), reason })
  }
  const inSolution: Refuse = (path, reason) => refuse(['solution', ...path], reason)
  const inAnnotation: Refuse = (path, reason) => refuse(['annotation', ...path], reason)
  checkSteps(line.solution, inSolution)
  checkLists(line.solution, inSolution)
  checkTimes(line, refuse)
  checkOrigin(line.annotation, inAnnotation)
  checkRatings(line, inAnnotation)
  checkSaid(line, inAnnotation)
  checkOnce(
    line.events ?? [],
    ({ sequence }) => [sequence],
    (i) => {
      refuse(['events', i], 'There is an event with this sequence already.')
    },
  )
  return found
}

function checkSteps(solution: Solution, refuse: Refuse): void {
  const { text, steps, step_spans: spans, step_ids: ids } = solution
  if (steps.length === 0 && solution.flow === 'solution') refuse(['steps'], 'The list is empty.')
  if (text === null) {
    if (spans.length > 0) refuse(['step_spans'], 'Without a text there are no places in it.')
    if (solution.splitter !== null) refuse(['splitter'], 'Without a text nothing was split.')
  } else if (spans.length !== steps.length)
    refuse(['step_spans'], `There are ${steps.length} steps, but places of ${spans.length}.`)
  else
    spans.forEach(([start, end], i) => {
      const fits = start >= 0 && end <= text.length && text.slice(start, end) === steps[i]
      if (!fits) refuse(['step_spans', i], `The text does not have step ${i} at this place.`)
    })
  if (ids.length > 0 && ids.length !== steps.length)
    refuse(['step_ids'], `There are ${steps.length} steps, but names of ${ids.length}.`)
  checkOnce(
    ids,
    (id) => [id],
    (i) => refuse(['step_ids', i], 'Another step has this name.'),
  )
}

function checkLists(solution: Solution, refuse: Refuse): void {
  const count = solution.steps.length
  const scores = solution.step_scores?.length ?? count
  if (scores !== count) refuse(['step_scores'], tellCountsApart(count, scores))
  // Options may stand behind the last step: labels that came with data can go beyond it.
  solution.explanations.forEach(({ step }, i) => {
    if (step >= count) refuse(['explanations', i, 'step'], describeMissingStep(step, count))
  })
  if (solution.flow === 'solution')
    solution.options.forEach(({ option }, i) => {
      if (option === 0) refuse(['options', i, 'option'], 'Option 0 is the step itself.')
    })
  checkOnce(
    solution.options,
    ({ step, option }) => [step, option],
    (i) => {
      refuse(['options', i], 'The step has an option of this number already.')
    },
  )
  checkOnce(
    solution.explanations,
    ({ step, position }) => [step, position],
    (i) => {
      refuse(['explanations', i], 'The step has an explanation at this position already.')
    },
  )
}

function checkTimes({ annotation, events }: StepmarkLine, refuse: Refuse): void {
  const check = (time: string | null, ...path: PropertyKey[]) => {
    if (time !== null && !isTime(time)) refuse(path, 'There is no such time.')
  }
  check(annotation.started_at, 'annotation', 'started_at')
  check(annotation.submitted_at, 'annotation', 'submitted_at')
  annotation.notes.forEach((note, i) => {
    check(note.dismissed_at, 'annotation', 'notes', i, 'dismissed_at')
  })
  events?.forEach((event, i) => {
    check(event.received_at, 'events', i, 'received_at')
  })
}

/** The form is checked already; this is for 30 February, hour 25 and the year 0. */
function isTime(text: string): boolean {
  const time = new Date(text)
  if (text.startsWith('0000') || Number.isNaN(time.getTime())) return false
  return time.toISOString().slice(0, 19) === text.slice(0, 19)
}

function checkOrigin(annotation: Annotation, refuse: Refuse): void {
  if (annotation.recorded_at === '') refuse(['recorded_at'], 'The text is empty.')
  if (annotation.origin === 'imported') {
    if (annotation.started_at !== null)
      refuse(['started_at'], 'Of labels that came with data, the beginning is not known: null.')
    return
  }
  for (const field of ['started_at', 'submitted_at'] as const)
    if (annotation[field] === null) refuse([field], 'An annotation made in Stepmark has this time.')
  if (annotation.irregular !== null)
    refuse(['irregular'], 'Only labels that came with data can break the rules of labelling.')
}

function checkRatings({ solution, annotation }: StepmarkLine, refuse: Refuse): void {
  const { ratings, aside, step_count: stepCount } = annotation
  const count = ratings.length
  for (const field of ['flagged', 'chosen', 'offered'] as const)
    if (annotation[field].length !== count)
      refuse([field], `There are ${count} ratings, but ${annotation[field].length} of these.`)
  if (solution.flow === 'solution') {
    if (stepCount !== solution.steps.length)
      refuse(['step_count'], `The solution has ${solution.steps.length} steps.`)
    if (aside.length > 0 && count + aside.length > stepCount)
      refuse(['aside'], `There are ${count + aside.length} ratings in all for ${stepCount} steps.`)
  }
  if (annotation.revision > solution.revision)
    refuse(['revision'], `The solution has ${solution.revision} revisions.`)
  if (annotation.irregular !== null) return
  const { finish_reason: finishReason } = annotation
  const irregular = findIrregularity(solution.flow, stepCount, { finishReason, ratings })
  if (irregular !== null) refuse(['ratings'], `${irregular} The line does not call it irregular.`)
}

function checkSaid({ solution, annotation }: StepmarkLine, refuse: Refuse): void {
  const options = new Set(solution.options.map(({ step, option }) => `${step}/${option}`))
  const reached = Math.max(solution.steps.length, annotation.ratings.length)
  const noOption = (step: number, option: number) =>
    `The solution has no option ${option} at step ${step}.`
  annotation.option_ratings.forEach(({ step, option }, i) => {
    if (!options.has(`${step}/${option}`))
      refuse(['option_ratings', i, 'option'], noOption(step, option))
  })
  annotation.human_options.forEach(({ step }, i) => {
    if (step >= reached) refuse(['human_options', i, 'step'], describeMissingStep(step, reached))
  })
  annotation.notes.forEach(({ step, option, kind, text }, i) => {
    if (step >= reached) refuse(['notes', i, 'step'], describeMissingStep(step, reached))
    else if (option !== null && !options.has(`${step}/${option}`))
      refuse(['notes', i, 'option'], noOption(step, option))
    if (kind !== 'flag' && text.trim() === '') refuse(['notes', i, 'text'], 'The text is empty.')
  })
  checkOnce(
    annotation.option_ratings,
    ({ step, position }) => [step, position],
    (i) => {
      refuse(['option_ratings', i], 'There is a rating at this position already.')
    },
  )
  checkOnce(
    annotation.human_options,
    ({ step }) => [step],
    (i) => {
      refuse(['human_options', i], 'There is a human option at this step already.')
    },
  )
  checkOnce(
    annotation.notes,
    ({ step, option, kind }) => [step, option, kind],
    (i) => {
      refuse(['notes', i], 'There is a note of this kind at this place already.')
    },
  )
  if (annotation.explanation_option !== null && annotation.explanation === null)
    refuse(['explanation'], 'A candidate was chosen, but its words are missing.')
}

const describeMissingStep = (step: number, count: number) =>
  count === 0 ? 'There are no steps.' : `There is no step ${step}: steps are 0 to ${count - 1}.`

/** Calls back for each entry whose key stood there before. */
function checkOnce<T>(
  list: readonly T[],
  readKey: (entry: T) => readonly unknown[],
  onRepeated: (index: number) => void,
): void {
  const seen = new Set<string>()
  list.forEach((entry, i) => {
    const key = readKey(entry).join('/')
    if (seen.has(key)) onRepeated(i)
    seen.add(key)
  })
}
