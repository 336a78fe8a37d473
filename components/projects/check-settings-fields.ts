import type { RequestInputOf } from '@/lib/platform/contract'
import type { updateProjectContract } from '@/lib/projects/contract'
import {
  type GraderMode,
  maxLeaseMinutes,
  maxOverlap,
  projectNameMaxLength,
  type StepSplitting,
} from '@/lib/projects/settings'
import { parseErrorTags, formatErrorTags } from './error-tags-text'
import { parseWholeNumber, checkWholeNumber } from './parse-whole-number'
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

export const overlapErrorMessage = `Enter a whole number from 1 to ${maxOverlap}.`
export const leaseErrorMessage = 'Enter a whole number from 1 to 1,440 (one day).'

/** Returns the changes to send, and the errors by field. The server checks again. */
export function checkSettingsFields(
  project: Project,
  fields: SettingsFields,
): { changes: Changes; errors: SettingsErrors } {
  const tags = parseErrorTags(fields.errorTags)
  const name = fields.name.trim()
  const errors: SettingsErrors = {
    name:
      name === ''
        ? 'Enter a name.'
        : name.length > projectNameMaxLength
          ? `At most ${projectNameMaxLength} characters.`
          : undefined,
    overlap: checkWholeNumber(fields.overlap, maxOverlap, overlapErrorMessage),
    leaseMinutes: checkWholeNumber(fields.leaseMinutes, maxLeaseMinutes, leaseErrorMessage),
    errorTags: tags.ok ? undefined : tags.error,
  }
  const settings = {
    name,
    overlap: parseWholeNumber(fields.overlap) ?? undefined,
    leaseMinutes: parseWholeNumber(fields.leaseMinutes) ?? undefined,
    showsAnswer: fields.showsAnswer === 'yes',
    hidesAnnotatorNames: fields.hidesAnnotatorNames === 'yes',
    asksExplanation: fields.asksExplanation,
    asksProgress: fields.asksProgress,
    errorTags: tags.ok ? tags.errorTags : undefined,
    splitting: fields.splitting,
    graderMode: fields.graderMode,
  } satisfies { [S in keyof Required<Changes>]: Changes[S] }
  const changes = Object.fromEntries(
    Object.entries(settings).filter(
      ([setting, value]) =>
        JSON.stringify(value) !== JSON.stringify(project[setting as keyof Changes]),
    ),
  ) as Changes
  return { changes, errors: omitUndefined(errors) }
}

function omitUndefined(errors: SettingsErrors): SettingsErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
}
