import type { ProjectTemplate } from '@/lib/projects/settings'
import { codeGuidelineTexts } from './code'
import { joinWrappedLines } from './join-wrapped-lines'
import { mathematicsGuidelineTexts } from './mathematics'
import { proseGuidelineTexts } from './prose'
import { scienceGuidelineTexts } from './science'
import {
  writeFirstErrorSections,
  writeSolutionFlowIntroduction,
  writeSolutionFlowExample,
} from './solution-flow'
import {
  writeOptionRatingSections,
  writeChoiceFlowIntroduction,
  writeChoiceExample,
} from './step-choice-flow'
import type { TemplateGuidelineTexts, GuidelineSettings } from './template-guideline-texts'

const partsByTemplate = {
  mathematics: mathematicsGuidelineTexts,
  code: codeGuidelineTexts,
  science: scienceGuidelineTexts,
  prose: proseGuidelineTexts,
} as const satisfies Record<ProjectTemplate, TemplateGuidelineTexts>

/**
 * Writes the guideline of a new project: the template's text for its flow, without sections about
 * questions that the project does not ask.
 */
export function writeGuideline(settings: GuidelineSettings): string {
  const parts = partsByTemplate[settings.template]
  const isChoice = settings.flow === 'step_choice'
  const text = [
    isChoice ? writeChoiceFlowIntroduction() : writeSolutionFlowIntroduction(settings),
    describeRatings(parts),
    isChoice ? writeOptionRatingSections(parts) : writeFirstErrorSections(parts, settings),
    describeFinalAnswer(parts, settings.showsAnswer),
    describeDoubt(),
    describeOtherEndings(parts, isChoice),
    isChoice ? writeChoiceExample(parts) : writeSolutionFlowExample(parts, settings),
    answerQuestions(parts, isChoice),
  ].join('\n\n')
  return `${joinWrappedLines(text).replace(/\n{3,}/g, '\n\n')}\n`
}

const describeRatings = ({ checkable, ratingExamples }: TemplateGuidelineTexts) => `
## The three ratings

| mark | rating | meaning |
|---|---|---|
| ✕ | negative | wrong, unjustified, uncheckable, off topic, or a clear dead end |
| – | neutral | correct, but adds nothing |
| ✓ | positive | correct, checkable and useful |

**Positive.** A reasonable step at this point. Everything in it is true, the reason is stated or obvious, it can be
checked, and it helps. It need not be the best or the shortest way. It may even be an approach that fails, as long as that is
not obvious yet.

**Neutral.** Nothing is wrong, but nothing is gained. The step repeats, announces, encourages, or keeps listing cases when
it should conclude. Neutral does not mean “I don’t know”: use “Unsure” for that. It does not mean “slightly wrong”: that is
negative.

**Negative.** Everything else. One false statement makes the whole step negative, however much of it is correct.

### What can be checked

${checkable}

### How to decide

Ask these questions in order. The first “yes” decides.

1. Is the step cut off, unreadable or about something else? Negative.
2. Does it say something false, or something that doesn’t follow? Negative.
3. Would it take more than about half a minute to check? Negative.
4. Does it go in circles, or into a clear dead end? Negative.
5. Does it only repeat, announce or keep listing cases? Neutral.
6. Otherwise, positive.

Spend your time on whether a step is negative. Between neutral and positive, go with your first impression.

### Neutral or positive

These steps are from different solutions. Judge each on its own.

${ratingExamples}
`

const describeFinalAnswer = ({ finalAnswer }: TemplateGuidelineTexts, showsAnswer: boolean) => `
## The final answer

The step with the final answer is positive only if the answer is correct, answers every part of the question, and follows
from the steps before it. A correct answer without a derivation is negative.

${finalAnswer}

${
  showsAnswer
    ? `**Reference answer.** The answer shown with the problem is usually correct, but not always. If a solution reaches a
different answer, look more closely and rate the steps. If you are sure that the solution is right and the reference answer
is wrong, rate the steps as they are and say so in a comment, so that the reference answer can be corrected.`
    : ''
}
`

const describeDoubt = () => `
## When you are unsure

- **Unsure**: flag a step as unsure if this guideline doesn’t say how to rate it. Give the rating that you think is best
  and ask your question in a few words. Reviewers read every question, and the answer goes into the next version of the
  guideline. Don’t flag everyday doubts between two ratings: choose one.
- **Comment**: write one on anything that a reviewer of your work should know.
- **Report bad split**: report a step if it contains two thoughts, or if a thought is split
  across two steps. Rate the step as it is.
`

const describeOtherEndings = ({ badProblem }: TemplateGuidelineTexts, isChoice: boolean) => `
## Give up, bad problem, skip

- **Give up** if you don’t know the subject well enough to check the steps${
  isChoice ? ', or if no option helps and you don’t know how to continue' : ''
}.
  Choose a reason, and add where you got stuck if you can. The ratings that you gave are kept. Don’t give up because a
  solution is bad: rate it.
- **Bad problem** if the problem can’t be solved as written, because it lacks something, contradicts itself or asks nothing,
  or if it asks four or more things at once. Choose what is wrong. Difficult words, a story around the question, two or three parts, or clumsy
  wording with one sensible meaning don’t make a problem bad.
- **Skip** if you could judge the solution but don’t want to. It goes to someone else.

${badProblem}
`

const answerQuestions = ({ questions }: TemplateGuidelineTexts, isChoice: boolean) => `
## Common questions

${questions}

**The step only thanks, apologises or encourages.** Neutral.

**It repeats an earlier thought.** Neutral. If it keeps repeating it and clearly won’t stop, negative.

**It contains a link.** Don’t open it. A step that relies on the linked page can’t be checked, so it is negative.

${
  isChoice
    ? ''
    : `**I now see that an earlier step was wrong.** Go back and rate it negative. The later ratings no longer count. They come
back if you change your mind.

**The whole approach is bad, but no single step is wrong.** There is no error, so rate every step. Exception: if the solution
stops without an answer, but its last step reads like a conclusion, rate that step negative.`
}
`
