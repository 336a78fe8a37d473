/**
 * What every input format is read into and every output format is written from. Formats know these records and
 * nothing of tables; imports and exports know tables and nothing of formats.
 *
 * Steps and options are 0-based everywhere. Ratings are -1 negative, 0 neutral, +1 positive; null is unrated.
 */

export const flows = ['solution', 'step_choice'] as const
/** `solution`: rate a finished solution until its first error. `step_choice`: choose among options (PRM800K phase 1). */
export type Flow = (typeof flows)[number]

export const finishReasons = ['solution', 'found_error', 'give_up', 'bad_problem'] as const
export type FinishReason = (typeof finishReasons)[number]

export type Rating = -1 | 0 | 1

/** Any JSON value that came with the data under a key we do not know. */
export type Metadata = Record<string, unknown>

export interface ProblemRecord {
  externalId: string | null
  statement: string
  answer: string | null
  /** Never shown to annotators. `undefined` where the source has no such field (PRM800K phase 1). */
  referenceSolution: string | null | undefined
  subject: string | null
  level: string | null
  metadata: Metadata
  /**
   * What makes two lines speak of the same problem: the external id, else the statement; PRM800K lines, which have no
   * id and must be rebuilt exactly, are told apart by their whole question.
   */
  identity: string
}

/** One candidate text at a step. */
export interface OptionRecord {
  text: string
  source: string | null
}

export interface SolutionRecord {
  externalId: string | null
  flow: Flow
  /** The whole text, to be split on import; null when the source gave steps. */
  text: string | null
  /** The steps as given; null when `text` is to be split. For `step_choice`: option 0 of each step. */
  steps: string[] | null
  /**
   * Further options by step. For `solution` these are alternatives, numbered from 1 (option 0 is the step itself); for
   * `step_choice` all options from 0, and the first repeats `steps`.
   */
  options: { step: number; option: number; text: string; source: string | null }[]
  /** Candidate explanations of a mistake, in order. */
  explanations: { step: number; text: string }[]
  /** The final answer as the source states it; undefined: extract it from the text. */
  answer: string | null | undefined
  /** The source's own verdict on the final answer; null: grade it. */
  isCorrect: boolean | null
  /** Any finite number, higher is better. */
  score: number | null
  /** Per step P(correct), or [P(-1), P(0), P(+1)]. */
  stepScores: (number | [number, number, number])[] | null
  generator: string | null
  metadata: Metadata
  labellings: LabellingRecord[]
}

/** What one person said of one option. `position` is its place on screen (and in the exported list). */
export interface OptionRatingRecord {
  step: number
  position: number
  /** Which of the solution's options stood there. */
  option: number
  rating: Rating | null
  flagged: boolean | null
}

export interface HumanOptionRecord {
  step: number
  text: string
  flagged: boolean
  /** On a few PRM800K rows; its meaning is documented nowhere, so it is kept and given back. */
  correctedRating: number | undefined
}

/**
 * One person's pass over one solution. The four arrays have one element for each step that was reached.
 */
export interface LabellingRecord {
  /** The source's name for the person: PRM800K's labeler UUID, else an account's id. */
  labeler: string
  /** As the source wrote it: Python's isoformat, microseconds, no zone. */
  timestamp: string
  /** PRM800K's generation: null in phase 1, -1 for screening. */
  generation: number | null
  isQualityControl: boolean
  isScreening: boolean
  finishReason: FinishReason
  totalTimeMs: number
  /** The rating of the path at each step: of the step itself, or of what was chosen. A chosen human option counts as +1. */
  ratings: (Rating | null)[]
  /** Flag on the step itself; null where the source has none. */
  flagged: (boolean | null)[]
  /** Which position was chosen; null for the human option, and where nothing was. */
  chosen: (number | null)[]
  /** How many options were on screen; null where the source has no list at all. */
  offered: (number | null)[]
  /** Ratings of options other than a solution's own step; in `step_choice`, of every option. */
  optionRatings: OptionRatingRecord[]
  humanOptions: HumanOptionRecord[]
}

/** One line of input, understood. */
export interface ImportRecord {
  problem: ProblemRecord
  solutions: SolutionRecord[]
}

/** What is wrong with a line. `place` is a path (`samples[2].text`) or a column; `offset` counts bytes from the file's start. */
export interface LineProblem {
  line: number
  offset: number
  place: string
  reason: string
  /** The beginning of the line, at most 160 characters. */
  start: string
}
