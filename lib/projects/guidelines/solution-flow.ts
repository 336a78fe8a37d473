import type { TemplateGuidelineTexts, GuidelineSettings } from './template-guideline-texts'

/** The introduction for flow `solution`: rate a solution up to its first error. */
export function writeSolutionFlowIntroduction({
  asksExplanation,
  asksProgress,
}: GuidelineSettings): string {
  const tasks = [
    'rate its other versions (options), if any',
    ...(asksExplanation ? ['explain the error'] : []),
    ...(asksProgress ? ['say how much progress the solution had made'] : []),
  ]
  return `
You read a solution step by step and rate each step. A model is trained on your ratings, and learns most from where a
solution first goes wrong. Many solutions are convincing but reach a wrong answer, so expect steps that read well
but are false.

## Summary

1. Read the problem.
2. Rate the steps in order: negative, neutral or positive. Consider only the step itself and the steps before it.
3. Stop at the first negative step. The steps after it stay unrated.
4. At that step, ${joinTasks(tasks)}.
5. If no step is negative, rate all of them.
6. Submit.

You can change any rating until you submit, and you can reopen your last submission for ten minutes. If you notice at step 7
that step 3 was wrong, go back and rate step 3 negative. That is the most valuable label you can give.
`
}

export function writeFirstErrorSections(
  parts: TemplateGuidelineTexts,
  settings: GuidelineSettings,
): string {
  const { asksExplanation, asksProgress, errorTags } = settings
  return `
## Finding the first error

- **Rate a step by what was known when it was written.** A guess that is presented as a guess is not an error. The step
  that treats the guess as a fact is.
- **The error is where the mistake is made**, not where it causes trouble later.
- **A step that corrects itself** is rated by its final statement. If a later step corrects the mistake, the earlier step
  is still negative.
- **A correct answer can follow from a wrong step**, by luck or through a second error. The wrong step is still negative.
- **Judge the content, not the style.** Clumsy wording, unusual notation and typos are not errors if the meaning is clear
  and correct.
- **Unrated means “not judged”.** It never means wrong.

${parts.firstError}

## At the first error

### Other options

Some steps come with other options. Rate each option on its own, as if it replaced the wrong step. Don’t compare them: all of
them can be positive, or none. An option that repeats the mistake in other words is negative.

${asksExplanation ? describeExplanation(parts) : ''}

${errorTags.length > 0 ? listErrorTypes(errorTags) : ''}

${asksProgress ? describeProgress(parts) : ''}
`
}

export function writeSolutionFlowExample(
  parts: TemplateGuidelineTexts,
  settings: GuidelineSettings,
): string {
  const { asksExplanation, asksProgress, errorTags } = settings
  const { exampleTag } = parts
  const errorType = errorTags.find(({ tag }) => tag === exampleTag.tag)
  return `
## Worked example

${parts.example}

${asksExplanation ? parts.exampleExplanation : ''}

${errorType ? `**Error type:** “${errorType.label}”, because ${exampleTag.reason}.` : ''}

${asksProgress ? parts.exampleProgress : ''}
`
}

function describeExplanation({ explanation }: TemplateGuidelineTexts): string {
  return `
### Explanation of the error

Choose one of the explanations if it names the mistake and is entirely true. Otherwise write your own in one or two
sentences: what the step claims, and why that is wrong. Write for someone who believes the step.

${explanation}
`
}

function listErrorTypes(errorTags: GuidelineSettings['errorTags']): string {
  return `
### Error types

Select the types of error that apply, if any.

${errorTags.map(({ label }) => `- ${label}`).join('\n')}
`
}

function describeProgress({ progress }: TemplateGuidelineTexts): string {
  return `
### Progress

How much of the way to the answer was done correctly before the error?

- **None**: nothing useful, or only a restatement of the problem.
- **Some**: a correct start, but the main part is still to do.
- **Most**: only routine work is left.

Judge the approach of this solution, not the one that you would have taken.

${progress}
`
}

function joinTasks(tasks: readonly string[]): string {
  const last = tasks.at(-1)!
  return tasks.length === 1 ? last : `${tasks.slice(0, -1).join(', ')} and ${last}`
}
