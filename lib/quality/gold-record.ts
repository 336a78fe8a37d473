import { believe, findInterval, findMean } from './beta'
import { findDrift } from './drift'
import { judgeAnswers } from './pause-rule'
import { type AnswerScore, scoreAnswer } from './score-answer'

/** One answer to gold. */
export interface GradedGoldAnswer {
  /** Steps, from 0 and rising, each of which is right as the first error; empty: there is none. */
  firstErrors: readonly number[]
  answer: number | null
  /** It was given after the last pause. */
  isCounted: boolean
}

/** What is believed of the share that a person answers exactly. */
export function describePosterior({ answers, exact }: { answers: number; exact: number }) {
  const of = believe(exact, answers)
  return { mean: findMean(of), ...findInterval(of) }
}

/**
 * What answers to gold say of a person.
 *
 * @param answers oldest first
 */
export function describeRecord(answers: readonly GradedGoldAnswer[], pauseBelow: number | null) {
  const scores = answers.map(({ firstErrors, answer }) => scoreAnswer(firstErrors, answer))
  const count = (score: AnswerScore) => scores.filter((each) => each === score).length
  const all = { answers: answers.length, exact: count('exact') }
  const { recent, before, probability, isDrifting } = findDrift(
    scores.map((score) => score === 'exact'),
  )
  const counts = answers.map(({ isCounted }, i) => isCounted && scores[i] === 'exact')
  const counted = {
    answers: answers.filter(({ isCounted }) => isCounted).length,
    exact: counts.filter(Boolean).length,
  }
  return {
    ...all,
    near: count('near'),
    verdict: count('verdict'),
    missed: count('missed'),
    falseAlarm: count('false_alarm'),
    posterior: describePosterior(all),
    ...{ recent, before, isDrifting, worseProbability: probability, counted },
    underProbability: pauseBelow === null ? null : judgeAnswers(counted, pauseBelow).probability,
  }
}
