import type { ProjectTemplate } from '@/lib/projects/settings'
import { code } from './code'
import type { GuidelineOf, GuidelineParts } from './guideline-parts'
import { mathematics } from './mathematics'
import { prose } from './prose'
import { science } from './science'
import { describeFirstError, describeSolutionWork, showExample } from './solution-flow'
import { describeChoiceWork, describeChoosing, showChoiceExample } from './step-choice-flow'
import { unwrapLines } from './unwrap-lines'

const partsOf = { mathematics, code, science, prose } as const satisfies Record<
  ProjectTemplate,
  GuidelineParts
>

/**
 * The guideline of a new project: the template's text for its flow, without questions that the
 * project does not ask.
 */
export function writeGuideline(settings: GuidelineOf): string {
  const parts = partsOf[settings.template]
  const isChoice = settings.flow === 'step_choice'
  const text = [
    isChoice ? describeChoiceWork() : describeSolutionWork(settings),
    describeRatings(parts),
    isChoice ? describeChoosing(parts) : describeFirstError(parts, settings),
    describeAnswer(parts, settings.showsAnswer),
    describeDoubt(),
    describeEndings(parts, isChoice),
    isChoice ? showChoiceExample(parts) : showExample(parts, settings),
    describeQuestions(parts, isChoice),
  ].join('\n\n')
  return `${unwrapLines(text).replace(/\n{3,}/g, '\n\n')}\n`
}

const describeRatings = ({ checkable, borders }: GuidelineParts) => `
## The three ratings

| mark | rating | it is |
|---|---|---|
| ✕ | negative | wrong, without a reason, impossible to check, beside the point, or a plain dead end |
| – | neutral | right in every respect, but it brings us no further |
| ✓ | positive | right, can be checked, and brings us further |

**Positive** is what a sensible person could say here. All of it is true; it has a reason, which is said or plain; it can
be checked; and it helps. It need not be the best way or the shortest, nor one that leads to the end, as long as that is
not yet plain.

**Neutral** has nothing wrong in it and adds nothing: it repeats, announces, encourages, or goes on listing when it is time
to conclude. Neutral does not mean “I do not know”; for that there is the flag. Nor does it mean “a little wrong”: that is
negative.

**Negative** is everything else. One false statement makes the whole negative, however much of it is right.

### What can be checked

${checkable}

### How to decide

Ask in this order. The first yes decides.

1. Is it broken off, unreadable, or about something else? Negative.
2. Does it state something false, or something that does not follow? Negative.
3. Can it not be checked in about half a minute? Negative.
4. Does it go in a circle, or into what is plainly a dead end? Negative.
5. Does it only repeat, announce or go on listing? Neutral.
6. Otherwise it is positive.

Take your time over whether something is negative. Between neutral and positive take what comes to mind first: little
hangs on it.

### Neutral or positive

${borders}
`

const describeAnswer = ({ finalAnswer }: GuidelineParts, showsAnswer: boolean) => `
## The final answer

It is positive only if it is right, answers what was asked in all its parts, and follows from what stands before it. A
right answer that falls from the sky is negative.

${finalAnswer}

${
  showsAnswer
    ? `**Current best guess.** The answer that is shown beside the problem is not part of it. Mostly it is right. If a
solution comes to another answer, look the closer, and go by the steps. If you are sure that the solution is right and the
guess is not, rate what you see and say so in a comment: the guess is then corrected.`
    : ''
}
`

const describeDoubt = () => `
## When you are unsure

- **Flag it as unsure** where this text does not say what to do. Rate as you think best, flag it, and ask your question in
  a few words. Each flag is read, and the answer goes into the next version of this text. For everyday doubt between two
  ratings do not flag: choose one.
- **Comment** on whatever someone who looks at your work should know.
- **Report a bad split** where two thoughts stand in one step, or one thought has been cut in two. Rate it as it stands.
`

const describeEndings = ({ badProblem }: GuidelineParts, isChoice: boolean) => `
## Give up, bad problem, skip

- **Give up** when you cannot judge, after an honest try of some minutes, because it is beyond what you know${
  isChoice ? ', or because none of the options helps and you do not know how to go on' : ''
}.
  Say at what. It is not for bad solutions: those you rate. What you rated before it is kept.
- **Bad problem** when no one could work on the problem: something that it needs is missing, it contradicts itself, it asks
  nothing, or it asks four things or more at once. Say what is wrong with it. Hard words, a story round the problem, two or
  three parts, or a clumsy question with one sensible reading do not make it bad.
- **Skip** when you could judge and would rather not: it then goes to someone else, and in that round not back to you.

${badProblem}
`

const describeQuestions = ({ questions }: GuidelineParts, isChoice: boolean) => `
## Common questions

${questions}

**It thanks, apologises or encourages.** Neutral, as long as nothing else is in it.

**The same thought comes a second time.** Neutral. If it comes again and again, and it is plain that this will not stop, it
is negative.

**There is a link in it.** Do not open it. A step that rests on what is behind a link cannot be checked: negative.

${
  isChoice
    ? ''
    : `**I see now that an earlier step was wrong.** Go back and rate it negative. The later ratings no longer count. They come
back if you change your mind.

**The whole way is bad, but no single step is wrong.** Then there is no error: rate the steps, also the last one. If it
ends without an answer, the last step is negative where it presents itself as the end.`
}
`
