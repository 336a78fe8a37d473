import type { ErrorTag } from './error-tags'
import type { ProjectTemplate, TemplateSettings } from './settings'

const tag = (name: string, label: string): ErrorTag => ({ tag: name, label })

/**
 * The initial settings of a project. Afterwards nothing depends on the template.
 * guidelines/write-guideline.ts composes the guideline.
 */
export const templates = {
  mathematics: {
    splitting: 'auto',
    graderMode: 'semantic',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      tag('arithmetic', 'A number is worked out wrongly'),
      tag(
        'algebra',
        'A transformation is wrong: a sign, a bracket, a factor, one side of an equation',
      ),
      tag('wrong-theorem', 'A theorem, formula or definition is wrong, or does not apply here'),
      tag('misread-problem', 'The problem is misread, or a condition of it is left out'),
      tag('case-missed', 'A case or a solution is missed, or one is counted that does not count'),
      tag('unjustified', 'A claim does not follow from what stands before it'),
      tag('leads-nowhere', 'It goes in a circle, or into a plain dead end'),
      tag('wrong-question', 'The final answer is incomplete, or answers another question'),
      tag('uncheckable', 'Too much at once: it cannot be checked'),
    ],
  },
  code: {
    splitting: 'blank-line',
    graderMode: 'exact',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      tag('misread-task', 'The task is misread, or a requirement is left out'),
      tag('logic', 'The method or a condition is wrong'),
      tag('off-by-one', 'A bound, an index or the number of rounds is off'),
      tag('edge-case', 'An input that the task allows is not handled'),
      tag('wrong-api', 'A function or language feature is misused, or does not exist'),
      tag('wrong-state', 'A value has the wrong type, or is changed or read at the wrong time'),
      tag('too-slow', 'Too slow, or takes too much memory, for the limits of the task'),
      tag('wrong-claim', 'What the code does, prints or costs is stated wrongly'),
      tag('uncheckable', 'Too much at once: it cannot be checked'),
    ],
  },
  science: {
    splitting: 'auto',
    graderMode: 'numeric',
    asksExplanation: true,
    asksProgress: true,
    errorTags: [
      tag('units', 'Units do not fit, or are converted wrongly'),
      tag('wrong-law', 'A law or formula is wrong, or does not apply here'),
      tag('wrong-value', 'A constant, a property or a given value is wrong'),
      tag('calculation', 'A number or a transformation is worked out wrongly'),
      tag('bad-assumption', 'An assumption or approximation does not hold'),
      tag('mechanism', 'A cause, a mechanism or a term is misunderstood'),
      tag('sign-or-direction', 'A sign, a direction or an order is the wrong way round'),
      tag('misread-problem', 'The problem is misread, or a condition of it is left out'),
      tag('unjustified', 'A claim does not follow from what stands before it'),
    ],
  },
  prose: {
    splitting: 'blank-line',
    graderMode: 'choice',
    asksExplanation: true,
    asksProgress: false,
    errorTags: [
      tag('misread-question', 'The question or a fact of the case is misread'),
      tag('misquotes-source', 'A source is misquoted, or does not say this'),
      tag('wrong-rule', 'A rule is stated wrongly, or is not the one that applies'),
      tag('misapplied', 'The right rule is applied wrongly to the facts'),
      tag('wrong-fact', 'A fact is wrong'),
      tag('fact-missed', 'A fact that decides is left out'),
      tag('unsupported', 'A claim has no support in what is given or commonly known'),
      tag('overstated', 'The conclusion says more than its reasons carry'),
      tag('contradiction', 'It contradicts what stands before it'),
    ],
  },
} as const satisfies Record<ProjectTemplate, TemplateSettings>

/** What a template sets, as new objects. */
export function readTemplate(template: ProjectTemplate): TemplateSettings {
  const settings: TemplateSettings = templates[template]
  return { ...settings, errorTags: settings.errorTags.map((kind) => ({ ...kind })) }
}
