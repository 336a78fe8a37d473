import type { RequestInputOf } from '@/lib/platform/contract'
import type { createProjectContract } from '@/lib/projects/contract'
import {
  type Flow,
  maxLeaseMinutes,
  maxOverlap,
  projectNameMaxLength,
  type ProjectTemplate,
} from '@/lib/projects/settings'
import { leaseErrorMessage, overlapErrorMessage } from './check-settings-fields'
import { parseWholeNumber, checkWholeNumber } from './parse-whole-number'

/** The form's values. `slug` is null until edited: it is then derived from the name. */
export interface NewProjectFields {
  name: string
  slug: string | null
  template: ProjectTemplate
  flow: Flow
  overlap: string
  leaseMinutes: string
  showsAnswer: 'yes' | 'no'
}

export type CheckedProject =
  | { ok: true; input: RequestInputOf<typeof createProjectContract> }
  | { ok: false; errors: Partial<Record<keyof NewProjectFields, string>> }

/** Finds what the server would reject. The server checks again. */
export function checkNewProject(fields: NewProjectFields & { slug: string }): CheckedProject {
  const errors: Partial<Record<keyof NewProjectFields, string>> = {}
  const name = fields.name.trim()
  if (name === '') errors.name = 'Enter a name.'
  else if (name.length > projectNameMaxLength)
    errors.name = `At most ${projectNameMaxLength} characters.`
  if (fields.slug === '') errors.slug = 'Enter a slug.'
  else if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(fields.slug))
    errors.slug = 'Use lowercase letters, digits and hyphens, for example competition-maths.'
  else if (fields.slug.length > 60) errors.slug = 'At most 60 characters.'
  const overlapError = checkWholeNumber(fields.overlap, maxOverlap, overlapErrorMessage)
  if (overlapError) errors.overlap = overlapError
  const leaseError = checkWholeNumber(fields.leaseMinutes, maxLeaseMinutes, leaseErrorMessage)
  if (leaseError) errors.leaseMinutes = leaseError
  const overlap = parseWholeNumber(fields.overlap)
  const leaseMinutes = parseWholeNumber(fields.leaseMinutes)
  if (Object.keys(errors).length > 0 || overlap === null || leaseMinutes === null)
    return { ok: false, errors }
  const { slug, template, flow } = fields
  const showsAnswer = fields.showsAnswer === 'yes'
  return { ok: true, input: { name, slug, template, flow, overlap, leaseMinutes, showsAnswer } }
}
