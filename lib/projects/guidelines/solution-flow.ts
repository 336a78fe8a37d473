import type { GuidelineOf, GuidelineParts } from './guideline-parts'

/** The parts for reading a solution up to its first error. */
export function describeSolutionWork({ asksExplanation, asksProgress }: GuidelineOf): string {
  const acts = [
    'rate the other options that are shown for this step',
    ...(asksExplanation ? ['say what the mistake is'] : []),
    ...(asksProgress ? ['say how far the solution had come'] : []),
  ]
  return `
You read a solution step by step, and say of each step whether it is sound. A model learns from what you say, and most of
all from the place where a solution first goes wrong. Solutions that look convincing and end in a wrong answer come first:
expect steps that read well and are false all the same.

## The work in short

1. Read the problem.
2. Rate the steps in their order, each by what stands in it and before it: negative, neutral or positive.
3. Stop at the first negative step. What comes after it stays unrated.
4. At that step, ${joinActs(acts)}.
5. Where no step is negative, rate all of them. Then submit.

Any rating can be changed until you submit, and for ten minutes you can take the last solution back. If you see at step 7
that step 3 was wrong, go back and say so: that is no failure, it is the label that counts most. Each act has its key
printed on it.
`
}

export function describeFirstError(parts: GuidelineParts, settings: GuidelineOf): string {
  const { asksExplanation, asksProgress, errorTags } = settings
  return `
## Where the first error is

- A step is rated by what could be known when it was made. A guess that says that it is a guess is no error. The step
  that builds on it as if it were certain is.
- An error counts where it is made, and not where it does its harm.
- If a step finds and mends its own slip, rate what it comes to in the end. If a later step mends it, the earlier one is
  still negative.
- A right answer can come from a wrong step, through a second error or by luck. The wrong step is negative all the same.
- Look at the substance. Clumsy words, unusual notation and small slips of the pen are no errors as long as the meaning
  is clear and true.
- Unrated means “not judged”. It never means wrong.

${parts.firstError}

## At the first error

### The other options

Where there are other options for the step, they stand below it. Rate each by itself, as if it stood in the place of the
wrong step, and not against the others: all may be positive, or none. An option that makes the same mistake in other words
is negative.

${asksExplanation ? describeExplanation(parts) : ''}

${errorTags.length > 0 ? listErrorTags(errorTags) : ''}

${asksProgress ? describeProgress(parts) : ''}
`
}

export function showExample(parts: GuidelineParts, settings: GuidelineOf): string {
  const { asksExplanation, asksProgress, errorTags } = settings
  const { exampleTag } = parts
  const kind = errorTags.find(({ tag }) => tag === exampleTag.tag)
  return `
## A worked example

${parts.example}

${asksExplanation ? parts.exampleExplanation : ''}

${kind ? `The kind of error: “${kind.label}”; ${exampleTag.label}.` : ''}

${asksProgress ? parts.exampleProgress : ''}
`
}

function describeExplanation({ explanation }: GuidelineParts): string {
  return `
### Explanation of the error

If one of the explanations shown names the mistake, and all it says is true, choose it. Otherwise write your own, in a
sentence or two: what the step says, and why that is wrong. Write for someone who believes the step.

${explanation}
`
}

function listErrorTags(errorTags: GuidelineOf['errorTags']): string {
  return `
### Error tags

Mark what fits. Mostly that is one kind; where two fit, mark both.

${errorTags.map(({ label }) => `- ${label}`).join('\n')}
`
}

function describeProgress({ progress }: GuidelineParts): string {
  return `
### How far it had come

How much of the way to the answer lies behind the solution, before the error? **None**: nothing that helps, or only the
problem said again. **Some**: a sound beginning, and the main part is still to do. **Most**: what is left is routine. Judge
the way of this solution, and not the one that you would have gone.

${progress}
`
}

function joinActs(acts: readonly string[]): string {
  const last = acts.at(-1)!
  return acts.length === 1 ? last : `${acts.slice(0, -1).join(', ')} and ${last}`
}
