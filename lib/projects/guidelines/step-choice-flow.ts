import type { GuidelineParts } from './guideline-parts'

/** The parts for building a solution by choosing options. */
export function describeChoiceWork(): string {
  return `
You build a solution step by step. At each step there are several options: you say of each whether it is sound, and choose
the one that goes on. A model learns from all your ratings, also from those of the options that you did not choose.

## The work in short

1. Read the problem.
2. Rate every option at the step, each by itself: negative, neutral or positive.
3. Choose one that is positive. It becomes the next step of the solution.
4. If none is positive, write the step yourself.
5. Go on until the answer is reached, or there are no further options. Then submit.

Any rating and any choice can be changed until you submit, and for ten minutes you can take the last solution back. Each
act has its key printed on it.
`
}

export function describeChoosing(parts: GuidelineParts): string {
  return `
## Rating options

Rate each option as if it were the only one, and not against the others: all may be positive, or none. Two that say the
same in other words get the same rating. A negative option does no harm to the solution, for it is not chosen: rate it as
what it is.

## Choosing

Any positive option may be chosen. Take the one that you would best like to go on from: the clearest, not the longest. An
option that states the final answer may be chosen only if the answer is right and follows from the steps before it.

## Writing a step yourself

A step that you write must be one that you would rate positive. It says one new thing and no more, repeats nothing, and
writes formulas in dollar signs, as in \`$x^2$\`. Good forms are a next small result, a plan for what follows, or a
correction of an earlier step. It gets no rating of its own; it counts as positive because you wrote it.

${parts.writtenExample}
`
}

export function showChoiceExample(parts: GuidelineParts): string {
  return `
## A worked example

${parts.choiceExample}
`
}
