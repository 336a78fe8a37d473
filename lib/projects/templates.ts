import type { TemplateSettings } from './contract'
import type { ErrorTag } from './error-tags'
import type { ProjectTemplate } from './settings'

const makeTag = (tag: string, label: string): ErrorTag => ({ tag, label })

/**
 * The initial settings of a project, by template. An admin can change them later. The guideline is written by
 * guidelines/write-guideline.ts.
 */
const settingsByTemplate: Readonly<Record<ProjectTemplate, TemplateSettings>> = {
  mathematics: {
    splitting: 'auto',
    graderMode: 'semantic',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      makeTag('arithmetic', 'Calculation error'),
      makeTag('algebra', 'Algebra error: sign, bracket, factor, or only one side changed'),
      makeTag('wrong-theorem', 'Wrong theorem, formula or definition, or one that does not apply'),
      makeTag('misread-problem', 'Problem misread, or a condition ignored'),
      makeTag('case-missed', 'Case or solution missed, or an invalid one counted'),
      makeTag('unjustified', 'Claim does not follow from the previous steps'),
      makeTag('leads-nowhere', 'Circular, or a clear dead end'),
      makeTag('wrong-question', 'Final answer incomplete, or answers a different question'),
      makeTag('uncheckable', 'Too much in one step to check'),
    ],
  },
  code: {
    splitting: 'blank-line',
    graderMode: 'exact',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      makeTag('misread-task', 'Task misread, or a requirement ignored'),
      makeTag('logic', 'Wrong method or condition'),
      makeTag('off-by-one', 'Bound, index or number of iterations off by one'),
      makeTag('edge-case', 'Valid input not handled'),
      makeTag('wrong-api', 'Function or language feature misused or nonexistent'),
      makeTag('wrong-state', 'Wrong type, or a value changed or read at the wrong time'),
      makeTag('too-slow', 'Too slow or too much memory for the limits'),
      makeTag('wrong-claim', 'False statement about what the code does, prints or costs'),
      makeTag('uncheckable', 'Too much in one step to check'),
    ],
  },
  science: {
    splitting: 'auto',
    graderMode: 'numeric',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      makeTag('units', 'Wrong units or unit conversion'),
      makeTag('wrong-law', 'Wrong law or formula, or one that does not apply'),
      makeTag('wrong-value', 'Wrong constant, property or given value'),
      makeTag('calculation', 'Calculation or algebra error'),
      makeTag('bad-assumption', 'Invalid assumption or approximation'),
      makeTag('mechanism', 'Cause, mechanism or term misunderstood'),
      makeTag('sign-or-direction', 'Wrong sign, direction or order'),
      makeTag('misread-problem', 'Problem misread, or a condition ignored'),
      makeTag('unjustified', 'Claim does not follow from the previous steps'),
    ],
  },
  prose: {
    splitting: 'blank-line',
    graderMode: 'choice',
    asksExplanation: true,
    asksProgress: false,
    errorTags: [
      makeTag('misread-question', 'Question or a fact of the case misread'),
      makeTag('misquotes-source', 'Source misquoted, or does not say this'),
      makeTag('wrong-rule', 'Rule stated wrongly, or not the one that applies'),
      makeTag('misapplied', 'Right rule applied wrongly to the facts'),
      makeTag('wrong-fact', 'Wrong fact'),
      makeTag('fact-missed', 'Decisive fact ignored'),
      makeTag('unsupported', 'Claim not supported by the material or common knowledge'),
      makeTag('overstated', 'Conclusion stronger than its reasons'),
      makeTag('contradiction', 'Contradicts an earlier step'),
    ],
  },
}

/** The settings of a template, as new objects. */
export function copyTemplateSettings(template: ProjectTemplate): TemplateSettings {
  const settings = settingsByTemplate[template]
  return { ...settings, errorTags: settings.errorTags.map((errorTag) => ({ ...errorTag })) }
}
