import type { ErrorTag } from './error-tags'
import type { ProjectTemplate, TemplateSettings } from './settings'

const tag = (name: string, label: string): ErrorTag => ({ tag: name, label })

/**
 * The initial settings of a project, by template. Later changes don't depend on it. The guideline is written by
 * guidelines/write-guideline.ts.
 */
export const settingsByTemplate = {
  mathematics: {
    splitting: 'auto',
    graderMode: 'semantic',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      tag('arithmetic', 'Calculation error'),
      tag('algebra', 'Algebra error: sign, bracket, factor, or only one side changed'),
      tag('wrong-theorem', 'Wrong theorem, formula or definition, or one that does not apply'),
      tag('misread-problem', 'Problem misread, or a condition ignored'),
      tag('case-missed', 'Case or solution missed, or an invalid one counted'),
      tag('unjustified', 'Claim does not follow from the previous steps'),
      tag('leads-nowhere', 'Circular, or a clear dead end'),
      tag('wrong-question', 'Final answer incomplete, or answers a different question'),
      tag('uncheckable', 'Too much in one step to check'),
    ],
  },
  code: {
    splitting: 'blank-line',
    graderMode: 'exact',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      tag('misread-task', 'Task misread, or a requirement ignored'),
      tag('logic', 'Wrong method or condition'),
      tag('off-by-one', 'Bound, index or number of iterations off by one'),
      tag('edge-case', 'Valid input not handled'),
      tag('wrong-api', 'Function or language feature misused or nonexistent'),
      tag('wrong-state', 'Wrong type, or a value changed or read at the wrong time'),
      tag('too-slow', 'Too slow or too much memory for the limits'),
      tag('wrong-claim', 'False statement about what the code does, prints or costs'),
      tag('uncheckable', 'Too much in one step to check'),
    ],
  },
  science: {
    splitting: 'auto',
    graderMode: 'numeric',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      tag('units', 'Wrong units or unit conversion'),
      tag('wrong-law', 'Wrong law or formula, or one that does not apply'),
      tag('wrong-value', 'Wrong constant, property or given value'),
      tag('calculation', 'Calculation or algebra error'),
      tag('bad-assumption', 'Invalid assumption or approximation'),
      tag('mechanism', 'Cause, mechanism or term misunderstood'),
      tag('sign-or-direction', 'Wrong sign, direction or order'),
      tag('misread-problem', 'Problem misread, or a condition ignored'),
      tag('unjustified', 'Claim does not follow from the previous steps'),
    ],
  },
  prose: {
    splitting: 'blank-line',
    graderMode: 'choice',
    asksExplanation: true,
    asksProgress: false,
    errorTags: [
      tag('misread-question', 'Question or a fact of the case misread'),
      tag('misquotes-source', 'Source misquoted, or does not say this'),
      tag('wrong-rule', 'Rule stated wrongly, or not the one that applies'),
      tag('misapplied', 'Right rule applied wrongly to the facts'),
      tag('wrong-fact', 'Wrong fact'),
      tag('fact-missed', 'Decisive fact ignored'),
      tag('unsupported', 'Claim not supported by the material or common knowledge'),
      tag('overstated', 'Conclusion stronger than its reasons'),
      tag('contradiction', 'Contradicts an earlier step'),
    ],
  },
} as const satisfies Record<ProjectTemplate, TemplateSettings>

/** The settings of a template, as new objects. */
export function copyTemplateSettings(template: ProjectTemplate): TemplateSettings {
  const settings: TemplateSettings = settingsByTemplate[template]
  return { ...settings, errorTags: settings.errorTags.map((errorTag) => ({ ...errorTag })) }
}
