import type { Flow, ProjectTemplate, TemplateSettings } from '@/lib/projects/settings'

/** What the text of a new project depends on. */
export interface GuidelineOf extends Pick<
  TemplateSettings,
  'asksExplanation' | 'asksProgress' | 'errorTags'
> {
  template: ProjectTemplate
  flow: Flow
  showsAnswer: boolean
}

/** What a guideline says in the terms of one kind of problem. Markdown with formulas, its lines wrapped. */
export interface GuidelineParts {
  /** What can be checked in half a minute, and what cannot. */
  checkable: string
  /** Neutral or positive, by examples. */
  borders: string
  /** Where the first error is, by an example. */
  firstError: string
  /** A poor and a good explanation of a mistake. */
  explanation: string
  /** None, some, most, by an example. */
  progress: string
  /** What the final answer must be. */
  finalAnswer: string
  /** Problems that cannot be worked on, in this field. */
  badProblem: string
  /** A solution with its ratings, as far as its first error. */
  example: string
  /** What is said of that error besides: each where the project asks for it. */
  exampleExplanation: string
  exampleProgress: string
  exampleTag: { tag: string; label: string }
  /** One step of flow `step_choice` with its options. */
  choiceExample: string
  /** A text of one's own at that step. */
  writtenExample: string
  /** Questions and their answers. */
  questions: string
}
