import type { FieldResult } from '@/components/ui/field-result'
import { readWholeNumber } from '@/components/ui/number-fields'
import type { RequestInputOf } from '@/lib/platform/contract'
import type { updateProjectContract } from '@/lib/projects/contract'
import {
  type GraderMode,
  maxLeaseMinutes,
  maxOverlap,
  projectNameMaxLength,
  type StepSplitting,
} from '@/lib/projects/settings'
import { collectChanges } from './collect-changes'
import { parseErrorTags, formatErrorTags } from './error-tags-text'
import type { Project } from './project'

/** The form's values. */
export interface SettingsFields {
  name: string
  overlap: string
  leaseMinutes: string
  showsAnswer: 'yes' | 'no'
  asksExplanation: boolean
  asksProgress: boolean
  /** One error type per line. */
  errorTags: string
  splitting: StepSplitting
  hidesAnnotatorNames: 'yes' | 'no'
  graderMode: GraderMode
}

export type SettingsErrors = Partial<Record<keyof SettingsFields, string>>
type Changes = Omit<RequestInputOf<typeof updateProjectContract>, 'project'>

export function toSettingsFields(project: Project): SettingsFields {
  const { name, asksExplanation, asksProgress, splitting, graderMode } = project
  return {
    name,
    asksExplanation,
    asksProgress,
    splitting,
    graderMode,
    overlap: String(project.overlap),
    leaseMinutes: String(project.leaseMinutes),
    showsAnswer: project.showsAnswer ? 'yes' : 'no',
    hidesAnnotatorNames: project.hidesAnnotatorNames ? 'yes' : 'no',
    errorTags: formatErrorTags(project.errorTags),
  }
}

export function readProjectName(text: string): FieldResult<string> {
  const name = text.trim()
  if (name === '') return { error: 'Enter a name.' }
  return name.length > projectNameMaxLength
    ? { error: `At most ${projectNameMaxLength} characters.` }
    : { value: name }
}

/** Returns the changes to send, and the errors by field. The server checks again. */
export function checkSettingsFields(
  project: Project,
  fields: SettingsFields,
): { changes: Changes; errors: SettingsErrors } {
  const results = {
    name: readProjectName(fields.name),
    overlap: readWholeNumber(fields.overlap, { max: maxOverlap }),
    leaseMinutes: readWholeNumber(fields.leaseMinutes, { max: maxLeaseMinutes }),
    showsAnswer: { value: fields.showsAnswer === 'yes' },
    hidesAnnotatorNames: { value: fields.hidesAnnotatorNames === 'yes' },
    asksExplanation: { value: fields.asksExplanation },
    asksProgress: { value: fields.asksProgress },
    errorTags: parseErrorTags(fields.errorTags),
    splitting: { value: fields.splitting },
    graderMode: { value: fields.graderMode },
  } satisfies { [Name in keyof Required<Changes>]: FieldResult<Required<Changes>[Name]> }
  return collectChanges(results, project)
}
