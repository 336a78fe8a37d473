import { describeStepScoreMismatch } from './describe-counts'
import { findAnnotationIrregularity } from './find-annotation-irregularity'
import { importLineLimits } from './import-line-limits'
import { formatLocation, type ReadError } from './read-result'
import type { StepmarkLine } from './stepmark-schema'

type Solution = StepmarkLine['solution']
type Annotation = StepmarkLine['annotation']
type AddError = (path: readonly PropertyKey[], reason: string) => void

/**
 * Checks that the parts of a line are consistent, so that it can be stored unchanged.
 *
 * @returns at most `importLineLimits.reasonsPerLine` errors
 */
export function findStepmarkLineErrors(line: StepmarkLine): ReadError[] {
  const errors: ReadError[] = []
  const addError: AddError = (path, reason) => {
    if (errors.length < importLineLimits.reasonsPerLine)
      errors.push({ location: formatLocation(path), reason })
  }
  const addSolutionError: AddError = (path, reason) => addError(['solution', ...path], reason)
  const addAnnotationError: AddError = (path, reason) => addError(['annotation', ...path], reason)
  checkSteps(line.solution, addSolutionError)
  checkLists(line.solution, addSolutionError)
  checkTimes(line, addError)
  checkOrigin(line.annotation, addAnnotationError)
  checkRatings(line, addAnnotationError)
  checkDetails(line, addAnnotationError)
  checkOnce(
    line.events ?? [],
    ({ sequence }) => [sequence],
    (i) => {
      addError(['events', i], 'Another event has this sequence number.')
    },
  )
  return errors
}

function checkSteps(solution: Solution, addError: AddError): void {
  const { text, steps, step_spans: spans, step_ids: ids } = solution
  if (steps.length === 0 && solution.flow === 'solution') addError(['steps'], 'The list is empty.')
  if (text === null) {
    if (spans.length > 0) addError(['step_spans'], 'Expected an empty list, because text is null.')
    if (solution.splitter !== null) addError(['splitter'], 'Expected null, because text is null.')
  } else if (spans.length !== steps.length)
    addError(['step_spans'], `There are ${steps.length} steps but ${spans.length} spans.`)
  else
    spans.forEach(([start, end], i) => {
      const fits = start >= 0 && end <= text.length && text.slice(start, end) === steps[i]
      if (!fits) addError(['step_spans', i], `The text does not have step ${i} at this span.`)
    })
  if (ids.length > 0 && ids.length !== steps.length)
    addError(['step_ids'], `There are ${steps.length} steps but ${ids.length} ids.`)
  checkOnce(
    ids,
    (id) => [id],
    (i) => addError(['step_ids', i], 'Another step has this id.'),
  )
}

function checkLists(solution: Solution, addError: AddError): void {
  const count = solution.steps.length
  const scores = solution.step_scores?.length ?? count
  if (scores !== count) addError(['step_scores'], describeStepScoreMismatch(count, scores))
  // Options are not checked like this: imported labels may have some after the last step.
  solution.explanations.forEach(({ step }, i) => {
    if (step >= count) addError(['explanations', i, 'step'], describeMissingStep(step, count))
  })
  if (solution.flow === 'solution')
    solution.options.forEach(({ option }, i) => {
      if (option === 0) addError(['options', i, 'option'], 'Option 0 is the step itself.')
    })
  checkOnce(
    solution.options,
    ({ step, option }) => [step, option],
    (i) => {
      addError(['options', i], 'The step has another option with this number.')
    },
  )
  checkOnce(
    solution.explanations,
    ({ step, position }) => [step, position],
    (i) => {
      addError(['explanations', i], 'The step has another explanation at this position.')
    },
  )
}

function checkTimes({ annotation, events }: StepmarkLine, addError: AddError): void {
  const check = (time: string | null, ...path: PropertyKey[]) => {
    if (time !== null && !isTime(time)) addError(path, 'This date or time does not exist.')
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

/** The schema checks the form. This rejects 30 February, hour 25 and year 0. */
function isTime(text: string): boolean {
  const time = new Date(text)
  if (text.startsWith('0000') || Number.isNaN(time.getTime())) return false
  return time.toISOString().slice(0, 19) === text.slice(0, 19)
}

function checkOrigin(annotation: Annotation, addError: AddError): void {
  if (annotation.recorded_at === '') addError(['recorded_at'], 'The text is empty.')
  if (annotation.origin === 'imported') {
    if (annotation.started_at !== null)
      addError(['started_at'], 'Expected null for an imported annotation.')
    return
  }
  for (const field of ['started_at', 'submitted_at'] as const)
    if (annotation[field] === null) addError([field], 'Expected a time, because origin is own.')
  if (annotation.irregular !== null)
    addError(['irregular'], 'Expected null, because origin is own.')
}

function checkRatings({ solution, annotation }: StepmarkLine, addError: AddError): void {
  const { ratings, superseded_ratings, step_count: stepCount } = annotation
  const count = ratings.length
  for (const field of ['flagged', 'chosen_positions', 'option_counts'] as const)
    if (annotation[field].length !== count)
      addError([field], `There are ${count} ratings but ${annotation[field].length} entries here.`)
  if (solution.flow === 'solution') {
    if (stepCount !== solution.steps.length)
      addError(['step_count'], `The solution has ${solution.steps.length} steps.`)
    if (superseded_ratings.length > 0 && count + superseded_ratings.length > stepCount)
      addError(
        ['superseded_ratings'],
        `There are ${count + superseded_ratings.length} ratings for ${stepCount} steps.`,
      )
  }
  if (annotation.revision > solution.revision)
    addError(['revision'], `The solution has ${solution.revision} revisions.`)
  if (annotation.irregular !== null) return
  const { finish_reason: finishReason } = annotation
  const irregular = findAnnotationIrregularity(solution.flow, stepCount, { finishReason, ratings })
  if (irregular !== null)
    addError(['ratings'], `${irregular} Set irregular to this reason to import it.`)
}

function checkDetails({ solution, annotation }: StepmarkLine, addError: AddError): void {
  const options = new Set(solution.options.map(({ step, option }) => `${step}/${option}`))
  const reachedSteps = Math.max(solution.steps.length, annotation.ratings.length)
  const describeMissingOption = (step: number, option: number) =>
    `The solution has no option ${option} at step ${step}.`
  annotation.option_ratings.forEach(({ step, option }, i) => {
    if (!options.has(`${step}/${option}`))
      addError(['option_ratings', i, 'option'], describeMissingOption(step, option))
  })
  annotation.human_options.forEach(({ step }, i) => {
    if (step >= reachedSteps)
      addError(['human_options', i, 'step'], describeMissingStep(step, reachedSteps))
  })
  annotation.notes.forEach(({ step, option, kind, text }, i) => {
    if (step >= reachedSteps)
      addError(['notes', i, 'step'], describeMissingStep(step, reachedSteps))
    else if (option !== null && !options.has(`${step}/${option}`))
      addError(['notes', i, 'option'], describeMissingOption(step, option))
    if (kind !== 'flag' && text.trim() === '') addError(['notes', i, 'text'], 'The text is empty.')
  })
  checkOnce(
    annotation.option_ratings,
    ({ step, position }) => [step, position],
    (i) => {
      addError(['option_ratings', i], 'Another rating has this position.')
    },
  )
  checkOnce(
    annotation.human_options,
    ({ step }) => [step],
    (i) => {
      addError(['human_options', i], 'Another human option has this step.')
    },
  )
  checkOnce(
    annotation.notes,
    ({ step, option, kind }) => [step, option, kind],
    (i) => {
      addError(['notes', i], 'Another note of this kind has this step and option.')
    },
  )
  if (annotation.explanation_option !== null && annotation.explanation === null)
    addError(['explanation'], 'Expected the text of the chosen candidate.')
}

const describeMissingStep = (step: number, count: number) =>
  count === 0 ? 'There are no steps.' : `There is no step ${step}: steps are 0 to ${count - 1}.`

/** Calls back for each entry whose key occurred before. */
function checkOnce<T>(
  list: readonly T[],
  readKey: (entry: T) => readonly unknown[],
  onRepeated: (index: number) => void,
): void {
  const keys = new Set<string>()
  list.forEach((entry, i) => {
    const key = readKey(entry).join('/')
    if (keys.has(key)) onRepeated(i)
    keys.add(key)
  })
}
