import { collectErrors, type FieldResult } from '@/components/ui/field-result'
import { readWholeNumber } from '@/components/ui/number-fields'
import type { RequestInputOf } from '@/lib/platform/contract'
import type { createProjectContract } from '@/lib/projects/contract'
import {
  type Flow,
  maxLeaseMinutes,
  maxOverlap,
  type ProjectTemplate,
} from '@/lib/projects/settings'
import { readProjectName } from './check-settings-fields'

/** The form's values. `slug` is null until it is edited; until then it is derived from the name. */
export interface NewProjectFields {
  name: string
  slug: string | null
  template: ProjectTemplate
  flow: Flow
  overlap: string
  leaseMinutes: string
  showsAnswer: 'yes' | 'no'
}

export type ProjectCheckResult =
  | { ok: true; input: RequestInputOf<typeof createProjectContract> }
  | { ok: false; errors: Partial<Record<keyof NewProjectFields, string>> }

/** Returns the values to send, or the errors by field. The server checks again. */
export function checkNewProject(fields: NewProjectFields & { slug: string }): ProjectCheckResult {
  const name = readProjectName(fields.name)
  const slug = readSlug(fields.slug)
  const overlap = readWholeNumber(fields.overlap, { max: maxOverlap })
  const leaseMinutes = readWholeNumber(fields.leaseMinutes, { max: maxLeaseMinutes })
  const { template, flow } = fields
  const showsAnswer = fields.showsAnswer === 'yes'
  if ('value' in name && 'value' in slug && 'value' in overlap && 'value' in leaseMinutes)
    return {
      ok: true,
      input: {
        name: name.value,
        slug: slug.value,
        overlap: overlap.value,
        leaseMinutes: leaseMinutes.value,
        template,
        flow,
        showsAnswer,
      },
    }
  return { ok: false, errors: collectErrors({ name, slug, overlap, leaseMinutes }) }
}

function readSlug(slug: string): FieldResult<string> {
  if (slug === '') return { error: 'Enter a slug.' }
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    return { error: 'Use lowercase letters, digits and hyphens, for example competition-maths.' }
  return slug.length > 60 ? { error: 'At most 60 characters.' } : { value: slug }
}
