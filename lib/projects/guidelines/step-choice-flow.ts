import type { TemplateGuidelineTexts } from './template-guideline-texts'

/** The introduction for flow `step_choice`: build a solution from options. */
export function writeChoiceFlowIntroduction(): string {
  return `
You build a solution step by step. Each step has several options. You rate each option and choose the one to continue with.
A model is trained on all your ratings, including those of the options that you don’t choose.

## Summary

1. Read the problem.
2. Rate each option of the step on its own: negative, neutral or positive.
3. Choose a positive option. It becomes the next step of the solution.
4. If no option is positive, write the step yourself.
5. Continue until the answer is reached or there are no more options.
6. Submit.

You can change any rating and any choice until you submit, and you can reopen your last submission for ten minutes.
`
}

export function writeOptionRatingSections(parts: TemplateGuidelineTexts): string {
  return `
## Rating options

Rate each option as if it were the only one. Don’t compare them: all of them can be positive, or none. Options that say the
same thing in different words get the same rating. A negative option does not harm the solution, because it is not chosen,
so rate it honestly.

## Choosing an option

You can choose any positive option. Prefer the one that is easiest to continue from: the clearest, not the longest. Choose
an option that states the final answer only if the answer is correct and follows from the steps before it.

## Writing a step yourself

Write a step that you would rate positive. It adds exactly one new thought and repeats nothing. Put formulas in dollar
signs, as in \`$x^2$\`. Good steps are a small result, a plan for what follows, or a correction of an earlier step. You
don’t rate your own step. It counts as positive.

${parts.writtenExample}
`
}

export function writeChoiceExample(parts: TemplateGuidelineTexts): string {
  return `
## Worked example

${parts.choiceExample}
`
}
